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
  "M16 28.500C6.200 20.600 2 15.900 2 10.400 2 6.200 5.200 3 9.100 3c2.900 0 5.500 1.700 6.900 4.400C17.400 4.700 20 3 22.900 3 26.800 3 30 6.200 30 10.400c0 5.500-4.200 10.200-14 18.100z";
const DIAMOND =
  "M16 1.500c2.900 5.100 6.600 10 11.200 14.500C22.600 20.500 18.900 25.400 16 30.500 13.100 25.400 9.400 20.500 4.800 16 9.400 11.500 13.100 6.600 16 1.500z";
const SPADE =
  "M16 1.800c1.500 5.300 13 10.200 13 17.500 0 3.700-2.700 6.300-6 6.300-2.400 0-4.400-1.200-5.500-3.100.2 3.600 1.300 6.200 3.900 7.700H10.600c2.600-1.500 3.700-4.100 3.900-7.700-1.100 1.900-3.100 3.100-5.500 3.100-3.300 0-6-2.600-6-6.300C3 12 14.500 7.100 16 1.800z";
const STEM = "M15 14h2l.5 6c.3 5.400 1.400 8.600 4.100 10.200H10.400c2.700-1.600 3.800-4.800 4.100-10.200z";

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
