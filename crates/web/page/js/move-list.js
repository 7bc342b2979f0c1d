/** The moves in words, the last ones in sight. */

import { fill, h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").State} State */

/** @param {HTMLElement} box @param {State} state */
export function showMoves(box, state) {
  const list = h(
    "ol",
    { start: 1, tabindex: 0, "aria-label": t("moves") },
    ...state.moves.map((move) => {
      const loses = state.lost_since === move.n;
      return h("li", { class: loses ? "bad" : null }, shortMove(move.text), loses ? ` — ${t("losesTheWin")}` : null);
    }),
  );
  fill(box, h("h2", {}, t("moves")), state.moves.length ? list : h("p", { class: "quiet" }, t("noMoves")));
  list.scrollTop = list.scrollHeight;
}

/** A move without the column that it came from, which the eye does not need. @param {string} text */
export function shortMove(text) {
  return text.replace(/ (column|colonne) \d+ →/, " →");
}
