/** The texts of the page in the chosen language. */

import { language } from "./settings.js";
import { en } from "./texts/en.js";
import { fr } from "./texts/fr.js";

/** @typedef {typeof en} Texts */
/** @typedef {keyof Texts} Key */

/**
 * A text, with its parts filled in.
 * @template {Key} K
 * @param {K} key
 * @param {Texts[K] extends (...parts: infer Parts) => string ? Parts : []} parts
 * @returns {string}
 */
export function t(key, ...parts) {
  const text = (language() === "fr" ? fr : en)[key];
  return typeof text === "function" ? /** @type {any} */ (text)(...parts) : text;
}

/**
 * The moves left until the win, in their unit: a search counts the cards of a patience one by one.
 * @param {{family: import("../../types.js").Family}} state
 * @param {number} moves
 */
export function leftToWin({ family }, moves) {
  return family === "peg" ? t("jumps", moves) : t("singleMoves", moves);
}

/** The way of writing numbers and dates. */
export function locale() {
  return language() === "fr" ? "fr-FR" : "en-GB";
}

/**
 * A number as the language writes it: 4,812 or 4 812.
 * @param {number} number
 */
export function written(number) {
  return number.toLocaleString(locale());
}

/**
 * Minutes and seconds: 4:12.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
