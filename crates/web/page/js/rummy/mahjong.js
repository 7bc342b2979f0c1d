/** Mahjong tiles: three suits with signs, winds, dragons and flowers with names. */

import { s } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {"B" | "C" | "D"} MahjongSuit */

const COLOURS = { B: "tile-green", C: "tile-red", D: "tile-blue" };
const SIGNS = {
  B: "M3 2h2.5v12H3zM6.8 2h2.5v12H6.8zM10.6 2h2.5v12h-2.5z",
  C: "M2 3.5h12v2.3H2zM6.8 1h2.4v14H6.8zM3 9.5h10v2.3H3z",
  D: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 2.600a4.400 4.400 0 1 0 0 8.800 4.400 4.400 0 0 0 0-8.800zm0 2.600a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600z",
};

/** @param {string} saved the form of saved games: `7D`, `E`, `F3` */
function suitOf(saved) {
  return /** @type {MahjongSuit | undefined} */ (saved.match(/^\d([BCD])$/)?.[1]);
}

/** The class of a tile's colour. @param {string} saved */
export function mahjongColour(saved) {
  const suit = suitOf(saved);
  if (suit) return COLOURS[suit];
  return { R: "tile-red", G: "tile-green" }[saved] ?? "tile-plain";
}

/** Number and sign, or the letter of the language. @param {string} saved @param {string} shown */
export function mahjongFace(saved, shown) {
  const text = (/** @type {string} */ words, /** @type {number} */ y) =>
    s("text", { x: 20, y, "text-anchor": "middle", "font-size": 25 }, words);
  const suit = suitOf(saved);
  if (!suit) return [text(shown, 35)];
  const sign = s("svg", { viewBox: "0 0 16 16", x: 13, y: 34, width: 14, height: 14 }, s("path", { d: SIGNS[suit] }));
  return [text(saved.slice(0, 1), 29), sign];
}

/** @param {string} saved */
export function mahjongName(saved) {
  const suit = suitOf(saved);
  const suits = { B: t("bamboos"), C: t("characters"), D: t("dots") };
  if (suit) return `${saved.slice(0, 1)} ${suits[suit]}`;
  /** @type {Record<string, string>} */
  const honours = {
    E: t("eastWind"),
    S: t("southWind"),
    W: t("westWind"),
    N: t("northWind"),
    R: t("redDragon"),
    G: t("greenDragon"),
    P: t("whiteDragon"),
  };
  return honours[saved] ?? `${t("flower")} ${saved.slice(1)}`;
}
