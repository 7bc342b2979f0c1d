/** A tile as a button: number with the sign of its colour, card, letter or mahjong tile. */

import { h, s } from "../dom.js";
import { cardName, rankOf, suitOf, suitShape } from "../suits.js";
import { t } from "../texts.js";
import { colourSign } from "./signs.js";

/** @typedef {import("../types.js").Tile} Tile */

const MAHJONG_COLOURS = { B: "tile-green", C: "tile-red", D: "tile-blue" };
const MAHJONG_SIGNS = {
  B: "M3 2h2.5v12H3zM6.800 2h2.500v12H6.800zM10.600 2h2.500v12h-2.500z",
  C: "M2 3.500h12v2.300H2zM6.800 1h2.400v14H6.800zM3 9.500h10v2.300H3z",
  D: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 2.600a4.400 4.400 0 1 0 0 8.800 4.400 4.400 0 0 0 0-8.800zm0 2.600a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600z",
};

/** @param {string} saved the form of saved games @param {Tile | undefined} tile @param {Record<string, unknown>} props */
export function tileElement(saved, tile, props) {
  const known = tile ?? { name: saved, colour: null, number: null, by_colour: 0, by_number: 0 };
  return h(
    "div",
    {
      class: `tile ${kind(known)}`,
      role: "button",
      tabindex: -1,
      "data-tile": saved,
      "aria-label": tileName(known),
      ...props,
    },
    face(known),
  );
}

/** @param {Tile} tile */
function kind(tile) {
  if (isCard(tile.name)) return `card-tile suit-${suitOf(tile.name)}`;
  const suit = mahjongSuit(tile.name);
  if (suit) return MAHJONG_COLOURS[suit];
  return tile.colour ? `tile-${tile.colour}` : "tile-plain";
}

/** @param {string} name */
function isCard(name) {
  return /[♠♥♦♣]$/.test(name);
}

/** The suit of a numbered mahjong tile: bamboos, characters, dots (R in French). @param {string} name */
function mahjongSuit(name) {
  const letter = name.match(/^\d([BCDR])$/)?.[1];
  return letter === "R" ? "D" : /** @type {"B" | "C" | "D" | undefined} */ (letter);
}

/** @param {Tile} tile */
function face(tile) {
  const text = (/** @type {string} */ words, size = 25) =>
    s("text", { x: 20, y: 29, "text-anchor": "middle", "font-size": size }, words);
  const frame = (/** @type {Node[]} */ ...parts) => s("svg", { viewBox: "0 0 40 52", "aria-hidden": "true" }, ...parts);
  if (tile.name === "*") return frame(joker());
  if (isCard(tile.name))
    return frame(
      text(rankOf(english(tile.name)), 23),
      suitShape(suitOf(tile.name), { x: 12, y: 34, width: 15, height: 15 }),
    );
  if (tile.number !== null && tile.colour && tile.colour !== "joker")
    return frame(text(String(tile.number)), colourSign(tile.colour, { x: 13.5, y: 35, width: 13, height: 13 }));
  const suit = mahjongSuit(tile.name);
  if (!suit)
    return frame(
      s("text", { x: 20, y: 36, "text-anchor": "middle", "font-size": tile.name.length > 1 ? 22 : 28 }, tile.name),
    );
  const sign = s(
    "svg",
    { viewBox: "0 0 16 16", x: 13, y: 34, width: 14, height: 14 },
    s("path", { d: MAHJONG_SIGNS[suit] }),
  );
  return frame(text(tile.name.slice(0, 1)), sign);
}

/** The card with English letters, from which the page writes its own. @param {string} name */
function english(name) {
  /** @type {Record<string, string>} */
  const court = { V: "J", D: "Q", R: "K" };
  return (court[name.slice(0, -1)] ?? name.slice(0, -1)) + name.slice(-1);
}

function joker() {
  return s(
    "g",
    { class: "joker", fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-linecap": "round" },
    s("circle", { cx: 20, cy: 26, r: 12 }),
    s("path", { d: "M15.500 23v.01M24.500 23v.01", "stroke-width": 4 }),
    s("path", { d: "M14 29.500c3 4.500 9 4.500 12 0" }),
  );
}

/** @param {Tile} tile */
export function tileName(tile) {
  if (tile.name === "*") return t("joker");
  if (isCard(tile.name)) return cardName(english(tile.name));
  if (tile.number !== null && tile.colour && tile.colour !== "joker") return `${tile.number} ${t(tile.colour)}`;
  return tile.name;
}
