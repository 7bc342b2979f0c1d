/** A card as a drawing. */

import { h, s } from "../dom.js";
import { rankOf, suitOf, suitShape } from "../suits.js";

/** @param {string} card such as `10♥` */
export function cardElement(card) {
  return h("div", { class: `card suit-${suitOf(card)}`, "data-card": card }, face(card));
}

/** @param {string} card */
export function face(card) {
  const [rank, suit] = [rankOf(card), suitOf(card)];
  const narrow = rank.length > 1 ? { textLength: 28, lengthAdjust: "spacingAndGlyphs" } : {};
  const label = s("text", { x: 19, y: 26, "font-size": 26, "text-anchor": "middle", ...narrow }, rank);
  const small = suitShape(suit, { x: 35, y: 7, width: 20, height: 20 });
  const pip = suitShape(suit, { class: "pip", x: 46, y: 86, width: 44, height: 44 });
  return s(
    "svg",
    { viewBox: "0 0 100 140", "aria-hidden": "true" },
    s("g", { class: "index" }, label, small),
    pip,
  );
}
