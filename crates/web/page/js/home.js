/** The first screen: three families, today's deal, the last games. */

import { tell } from "./announcer.js";
import { aboutServer, get, remove, sentence } from "./api.js";
import { begin } from "./begin.js";
import { button, fill, h } from "./dom.js";
import { isBranch, timeSpent } from "./game-notes.js";
import { showHeader } from "./header.js";
import { icon, truthSign } from "./icons.js";
import { patiencePicture, pegPicture, rummyPicture } from "./pictures.js";
import { clock, locale, t } from "./texts.js";
import { gameTitle } from "./titles.js";

/** @typedef {import("../../types.js").Kept} Kept */

/** Most games of the list. */
const MOST = 6;

/** @param {HTMLElement} main */
export async function showHome(main) {
  showHeader("");
  main.className = "home";
  const today = h("section", { class: "today", "aria-labelledby": "today-title" });
  const games = h("section", { class: "kept", "aria-labelledby": "kept-title" });
  fill(main, h("h1", { class: "unseen" }, "Tapis"), families(), h("div", { class: "lower" }, today, games));
  showToday(today, null);
  await Promise.all([fetchToday(today), fetchGames(games)]);
}

function families() {
  const family = (
    /** @type {string} */ path,
    /** @type {string} */ title,
    /** @type {string} */ more,
    /** @type {Node} */ picture,
  ) =>
    h(
      "a",
      { class: `family ${path}`, href: `#/new/${path}` },
      picture,
      h("span", { class: "words" }, h("strong", {}, title), h("span", { class: "more" }, more)),
    );
  return h(
    "nav",
    { class: "families", "aria-label": "Tapis" },
    family("patience", t("patience"), t("patienceMore"), patiencePicture()),
    family("peg", t("peg"), t("pegMore"), pegPicture()),
    family("rummy", t("rummy"), t("rummyMore"), rummyPicture()),
  );
}

/** @param {HTMLElement} box */
async function fetchToday(box) {
  const date = localDate();
  const facts = await get(`/deals/today?date=${date}`).catch(() => null);
  showToday(box, facts);
}

/** The date of this place: 2026-11-17. */
function localDate() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** @param {HTMLElement} box @param {{difficulty?: number, moves?: number} | null} facts */
function showToday(box, facts) {
  const date = new Date().toLocaleDateString(locale(), {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const more = facts?.difficulty ? t("todayFacts", facts.difficulty) : t("todaySame");
  fill(
    box,
    h("h2", { id: "today-title" }, t("today")),
    h("p", { class: "date" }, date),
    h("p", { class: "quiet small" }, more),
    button(t("play"), () => begin({ family: "patience", today: localDate() }), { class: "main" }),
  );
}

/** @param {HTMLElement} box */
async function fetchGames(box) {
  const { games } = /** @type {{games: Kept[]}} */ (await get("/games"));
  showGames(box, games);
  void aboutServer();
}

/** The last games, or all of them where that was asked for. @param {HTMLElement} box @param {Kept[]} games */
function showGames(box, games) {
  const showsAll = box.dataset.all === "true";
  const open = games.find((game) => game.over === null);
  const rows = games.slice(0, showsAll ? games.length : MOST).map((game) => row(game, box, game === open));
  const list = rows.length ? h("ul", {}, ...rows) : h("p", { class: "quiet" }, t("noGames"));
  const turn = () => {
    box.dataset.all = String(!showsAll);
    showGames(box, games);
    /** @type {HTMLElement | null} */ (box.querySelector("button.all"))?.focus();
  };
  const all = button(showsAll ? t("showFew") : t("showAll", games.length), turn, { class: "bare all" });
  fill(box, h("h2", { id: "kept-title" }, t("lastGames")), list, games.length > MOST ? all : null);
}

/** @param {Kept} game @param {HTMLElement} box @param {boolean} isOpen the game to go on with */
function row(game, box, isOpen) {
  const title = gameTitle(game);
  const facts = [
    t("gameFacts", game.moves, game.over),
    clock(timeSpent(game) / 1000),
    isBranch(game.id) ? t("branch") : "",
    dateOf(game.played),
  ];
  const go = isOpen ? h("span", { class: "go-on" }, t("goOn")) : null;
  const link = h(
    "a",
    { href: `#/game/${game.id}` },
    game.over ? markOf(game.over) : null,
    h("strong", {}, title),
    h("span", { class: "quiet small numbers" }, facts.filter(Boolean).join(" · ")),
    go,
  );
  return h("li", {}, link, removeButton(game.id, title, box));
}

/** The words of the row say it too. @param {"won" | "lost"} over */
function markOf(over) {
  const mark = truthSign(over === "won" ? "winnable" : "lost");
  mark.classList.add(over);
  return mark;
}

/** The day on which a game was played last: 17 Nov. @param {number} seconds since 1970 */
function dateOf(seconds) {
  const date = new Date(seconds * 1000);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : { year: /** @type {const} */ ("numeric") };
  return date.toLocaleDateString(locale(), { day: "numeric", month: "short", ...year });
}

/** A button that asks once before it removes a game. @param {string} id @param {string} title @param {HTMLElement} box */
function removeButton(id, title, box) {
  const ask = () => {
    fill(element, t("removeSurely"));
    element.setAttribute("aria-label", `${t("removeSurely")} ${title}`);
    element.classList.replace("bare", "sure");
    element.onclick = () => void away();
  };
  const away = async () => {
    try {
      await remove(`/games/${id}`);
      tell(t("gameRemoved", title));
    } catch (error) {
      tell(sentence(error));
    }
    await fetchGames(box);
  };
  const element = h(
    "button",
    { type: "button", class: "icon bare", "aria-label": t("removeGame", title) },
    icon("close"),
  );
  element.onclick = ask;
  return element;
}
