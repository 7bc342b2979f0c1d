/** Several people at one screen: a cover between their turns, so that nobody sees the hand of another. */

import { fill, h, button } from "../dom.js";
import { showHeader } from "../header.js";
import { replace } from "../router.js";
import { t } from "../texts.js";
import { gameTitle } from "../titles.js";

/** @typedef {import("../../../types.js").State} State */
/** @typedef {import("../../../types.js").RummyView} RummyView */

/** Do several people hold hands that the others must not see? @param {State} state */
export function isShared(state) {
  if (state.family !== "rummy" || state.ending || state.view.deal_over) return false;
  return /** @type {RummyView} */ (state.view).players.filter((player) => !player.machine).length > 1;
}

/** The person whose turn it is in a shared game. @param {State} state @returns {number | null} */
export function personToMove(state) {
  const { players, turn } = /** @type {RummyView} */ (state.view);
  return isShared(state) && !players[turn]?.machine ? turn : null;
}

/** Hides the table until the person whose turn it is sits there. @param {HTMLElement} main @param {State} state @param {number} seat */
export function showCover(main, state, seat) {
  const name = state.view.players[seat].name;
  showHeader(gameTitle(state));
  main.className = "page";
  const show = button(t("coverShow", name), () => replace(`game/${state.id}/seat-${seat}`), {
    class: "main",
    "data-action": "uncover",
  });
  fill(main, h("h2", {}, t("coverTitle", name)), h("p", {}, t("coverMore")), h("div", { class: "row" }, show));
  show.focus();
}
