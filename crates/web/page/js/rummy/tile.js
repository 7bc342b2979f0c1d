/** A tile as a button: number with the sign of its colour, card, letter or mahjong tile. */

import { h, s } from "../dom.js";
import { cardName, rankOf, suitOf, suitShape } from "../suits.js";
import { t } from "../texts.js";
import { mahjongColour, mahjongFace, mahjongName } from "./mahjong.js";
import { colourSign } from "./signs.js";

/** @typedef {import("../../../types.js").Tile} Tile */
/** @typedef {import("../../../types.js").State} State */

/** @param {State} state @param {string} saved the form of saved games @param {Record<string, unknown>} props */
export function tileElement(state, saved, props) {
  const name = tileName(state, saved);
  const common = { role: "button", tabindex: -1, "data-tile": saved, "aria-label": name };
  const picture = s("svg", { viewBox: "0 0 40 52", "aria-hidden": "true" }, ...face(state, saved));
  return h("div", { class: `tile ${kind(state, saved)}`, ...common, ...props }, picture);
}

/** @param {State} state @param {string} saved @returns {Tile} */
function known(state, saved) {
  return state.tiles?.[saved] ?? { name: saved, colour: null, number: null, by_colour: 0, by_number: 0 };
}

/** @param {State} state */
function isMahjong(state) {
  return state.view.rules === "mahjong";
}

/** @param {string} name */
function isCard(name) {
  return /[♠♥♦♣]$/.test(name);
}

/** Whether the game is played with cards. @param {State} state */
export function hasCards(state) {
  return ["rami", "canasta"].includes(state.view.rules);
}

/** A number of tiles or cards. @param {State} state @param {number} count */
export function tileCount(state, count) {
  return hasCards(state) ? t("cardsLeft", count) : t("tilesLeft", count);
}

/** The class of a tile. @param {State} state @param {string} saved */
function kind(state, saved) {
  const tile = known(state, saved);
  if (isMahjong(state)) return mahjongColour(saved);
  if (isCard(tile.name)) return `card-tile suit-${suitOf(tile.name)}`;
  return tile.colour ? `tile-${tile.colour}` : "tile-plain";
}

/** @param {State} state @param {string} saved */
function face(state, saved) {
  const tile = known(state, saved);
  const text = (/** @type {string} */ words, y = 29) =>
    s("text", { x: 20, y, "text-anchor": "middle", "font-size": 25 }, words);
  if (saved === "*") return [joker()];
  if (isMahjong(state)) return mahjongFace(saved, tile.name);
  if (isCard(tile.name))
    return [text(rankOf(english(tile.name))), suitShape(suitOf(tile.name), { x: 12, y: 34, width: 15, height: 15 })];
  if (!tile.colour || tile.colour === "joker") return [text(tile.name, 35)];
  return [text(String(tile.number)), colourSign(tile.colour, { x: 13.5, y: 35, width: 13, height: 13 })];
}

/** The card with English letters, from which the page writes its own. @param {string} name */
function english(name) {
  /** @type {Record<string, string>} */
  const court = { V: "J", D: "Q", R: "K" };
  return (court[name.slice(0, -1)] ?? name.slice(0, -1)) + name.slice(-1);
}

function joker() {
  const line = { class: "joker", fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-linecap": "round" };
  const eyes = s("path", { d: "M15.5 23v.01M24.5 23v.01", "stroke-width": 4 });
  return s("g", line, s("circle", { cx: 20, cy: 26, r: 12 }), eyes, s("path", { d: "M14 29.5c3 4.5 9 4.5 12 0" }));
}

/** A tile in words: 9 blue, queen of hearts, east wind. @param {State} state @param {string} saved */
export function tileName(state, saved) {
  const tile = known(state, saved);
  if (saved === "*") return t("joker");
  if (isMahjong(state)) return mahjongName(saved);
  if (isCard(tile.name)) return cardName(english(tile.name));
  if (tile.number !== null && tile.colour && tile.colour !== "joker") return `${tile.number} ${t(tile.colour)}`;
  return tile.name;
}
