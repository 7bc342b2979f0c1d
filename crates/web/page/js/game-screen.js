/** Opens a game by its id or by a link, and shows the screen of its family. */

import { get, post } from "./api.js";
import { fill, h } from "./dom.js";
import { Game } from "./game.js";
import { showHeader } from "./header.js";
import { PatienceBoard } from "./patience/board.js";
import { PegBoardView } from "./peg/board.js";
import { replace } from "./router.js";
import { isShared, personToMove, showCover } from "./rummy/cover.js";
import { RummyScreen } from "./rummy/screen.js";
import { SoloScreen } from "./solo-screen.js";
import { t } from "./texts.js";

/**
 * @param {HTMLElement} main
 * @param {string} rest the id, and `/review`, `/learn` or `/seat-1` after it
 * @param {() => boolean} isLeft
 */
export async function showGame(main, rest, isLeft) {
  const [id = "", mode = ""] = rest.split("/");
  showHeader("");
  main.className = "page";
  fill(main, h("h1", { class: "unseen" }, "Tapis"), h("p", { class: "row quiet" }, h("span", { class: "spinner" }), t("searching")));
  const seat = mode.match(/^seat-(\d+)$/)?.[1];
  const state = await get(`/games/${encodeURIComponent(id)}${seat ? `?seat=${seat}` : ""}`);
  if (isLeft()) return;
  if (isShared(state) && !seat) return showCover(main, state, personToMove(state) ?? state.view.seat);
  const game = new Game(state, seat);
  const screen = screenOf(main, game, mode);
  return () => {
    screen.close();
    game.close();
  };
}

/** @param {HTMLElement} main @param {Game} game @param {string} mode */
function screenOf(main, game, mode) {
  if (game.state.family === "rummy") return new RummyScreen(main, game, mode);
  return new SoloScreen(main, game, game.state.family === "peg" ? PegBoardView : PatienceBoard, mode);
}

/** Begins the game that a link names and goes to it. @param {HTMLElement} _main @param {string} rest @param {() => boolean} isLeft */
export async function openLink(_main, rest, isLeft) {
  const state = await post("/games", { link: decodeURIComponent(rest) });
  if (!isLeft()) replace(`game/${state.id}`);
}
