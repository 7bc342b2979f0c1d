/** The moves in words, the last ones in sight. */

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").State} State */

/** @param {HTMLElement} box @param {State} state */
export function showMoves(box, state) {
  const list = h(
    "ol",
    { start: 1, tabindex: 0, "aria-label": t("moves") },
    ...state.moves.map((move) => moveItem(move, state.lost_since)),
  );
  fill(box, h("h2", {}, t("moves")), state.moves.length ? list : h("p", { class: "quiet" }, t("noMoves")));
  list.scrollTop = list.scrollHeight;
}

/** @param {import("../../types.js").MoveRow} move @param {number | null} [fault] the move that lost the win */
export function moveItem({ n, text }, fault) {
  const loses = n === fault;
  return h("li", { class: loses ? "bad" : null }, shortMove(text), loses ? ` — ${t("losesTheWin")}` : null);
}

/** Brings an item of a list in sight, with some before it. @param {HTMLElement} list @param {number} at */
export function scrollTo(list, at) {
  const item = /** @type {HTMLElement | undefined} */ (list.children[Math.max(0, at)]);
  if (item) list.scrollTop = item.offsetTop - list.offsetTop - 50;
}

/** A move without the column that it came from, which the eye does not need. @param {string} text */
export function shortMove(text) {
  return text.replace(/ (column|colonne) \d+ →/, " →");
}
