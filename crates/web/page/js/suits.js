/** Suits and ranks: names, letters of the language, and our own shapes. */

import { s } from "./dom.js";
import { language } from "./settings.js";
import { t } from "./texts.js";

/** @typedef {"C" | "S" | "H" | "D"} Suit */
/** The suits in the order of the foundations. @type {Suit[]} */
export const SUITS = ["C", "S", "H", "D"];

/** @type {Record<string, Suit>} */
const BY_SIGN = { "♣": "C", "♠": "S", "♥": "H", "♦": "D" };
/** @type {Record<string, string>} */
const FRENCH = { J: "V", Q: "D", K: "R" };

const HEART =
  "M16 28.5C6.2 20.6 2 15.9 2 10.4 2 6.2 5.2 3 9.1 3c2.9 0 5.5 1.7 6.9 4.4C17.4 4.7 20 3 22.9 3 26.8 3 30 6.2 30 10.4c0 5.5-4.2 10.2-14 18.1z";
const DIAMOND =
  "M16 1.5c2.9 5.1 6.6 10 11.2 14.5C22.6 20.5 18.9 25.4 16 30.5 13.1 25.4 9.4 20.5 4.8 16 9.4 11.5 13.1 6.6 16 1.5z";
const SPADE =
  "M16 1.8c1.5 5.3 13 10.2 13 17.5 0 3.7-2.7 6.3-6 6.3-2.4 0-4.4-1.2-5.5-3.1.2 3.6 1.3 6.2 3.9 7.7H10.6c2.6-1.5 3.7-4.1 3.9-7.7-1.1 1.9-3.1 3.1-5.5 3.1-3.3 0-6-2.6-6-6.3C3 12 14.5 7.1 16 1.8z";
const STEM = "M15 14h2l.5 6c.3 5.4 1.4 8.6 4.1 10.2H10.4c2.7-1.6 3.8-4.8 4.1-10.2z";

/** @param {Suit} suit */
function shapes(suit) {
  if (suit === "H") return [s("path", { d: HEART })];
  if (suit === "D") return [s("path", { d: DIAMOND })];
  if (suit === "S") return [s("path", { d: SPADE })];
  const leaf = (/** @type {number} */ cx, /** @type {number} */ cy) => s("circle", { cx, cy, r: 6.5 });
  return [leaf(16, 8.5), leaf(8.6, 19), leaf(23.4, 19), s("path", { d: STEM })];
}

/** A suit as a piece of a drawing. @param {Suit} suit @param {Record<string, unknown>} props */
export function suitShape(suit, props) {
  return s("svg", { viewBox: "0 0 32 32", ...props }, ...shapes(suit));
}

/** @param {string} card such as `10♥` */
export function suitOf(card) {
  return BY_SIGN[card.slice(-1)] ?? "S";
}

/** The rank as the language writes it: Q is D in French. @param {string} card */
export function rankOf(card) {
  const rank = card.slice(0, -1);
  return language() === "fr" ? (FRENCH[rank] ?? rank) : rank;
}

/** A card in words: queen of hearts. @param {string} card */
export function cardName(card) {
  const ranks = /** @type {Record<string, string>} */ ({ A: t("ace"), J: t("jack"), Q: t("queen"), K: t("king") });
  const rank = card.slice(0, -1);
  return t("cardName", ranks[rank] ?? rank, suitName(suitOf(card)));
}

/** @param {Suit} suit */
export function suitName(suit) {
  return { C: t("clubs"), S: t("spades"), H: t("hearts"), D: t("diamonds") }[suit];
}
