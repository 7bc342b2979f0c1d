/** Icons of buttons and signs of truth, drawn by us. */

import { button, fill, s } from "./dom.js";
import { t } from "./texts.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8 5 4 9l4 4M4 9h9a5 5 0 0 1 0 10H9",
  redo: "m16 5 4 4-4 4m4-4h-9a5 5 0 0 0 0 10h4",
  hint: "M9 18h6m-5 3h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M19 5 9 12l10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  back: "M17 5 7 12l10 7z",
  on: "M7 5l10 7-10 7z",
  solution: "M4 6h10M4 12h7M4 18h7m4-6v8l6-4z",
  deal: "M5 8.5 13 5l6 12.5-8 3.5zM13 5l5-1 3 11",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  sliders:
    "M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  close: "m6 6 12 12M18 6 6 18",
  finish: "M12 20V5m-6 6 6-6 6 6",
  goBack: "M11 6 5 12l6 6M5 12h14",
  review: "M4 20V9m5 11V5m5 15v-8m5 8V7",
};

/** @param {keyof typeof PATHS & string} name */
export function icon(name) {
  return drawn({ "stroke-width": name === "more" ? 3 : 1.8 }, s("path", { d: PATHS[name] ?? "" }));
}

/** Lines of a drawing. @param {Record<string, unknown>} props @param {...SVGElement} lines */
function drawn(props, ...lines) {
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  const colours = { fill: "none", stroke: "currentColor" };
  return s("svg", { viewBox: "0 0 24 24", ...colours, ...round, "aria-hidden": "true", ...props }, ...lines);
}

/** A button that shows an icon alone. @param {string} name @param {string} label @param {() => void} act */
export function iconButton(name, label, act) {
  return button(icon(name), act, { class: "icon", "aria-label": label, "data-action": name });
}

/** Lets a button say whether it plays or pauses. @param {HTMLElement} element @param {boolean} isPlaying */
export function showPlaying(element, isPlaying) {
  const label = isPlaying ? t("pause") : t("playPlay");
  if (element.ariaLabel === label) return;
  element.ariaLabel = label;
  fill(element, icon(isPlaying ? "pause" : "play"));
}

/** @type {Record<string, string>} */
const SIGNS = {
  winnable: "m7 12.5 3.3 3.3L17 9",
  lost: "m8 8 8 8m0-8-8 8",
  unknown: "M9.3 9.6a2.8 2.8 0 1 1 4.2 2.4c-1 .6-1.5 1-1.5 2m0 3v.01",
};

/** Tick, cross or question mark in a ring. @param {string} truth */
export function truthSign(truth) {
  const sign = s("path", { d: SIGNS[truth] ?? SIGNS.unknown ?? "" });
  return drawn({ class: "sign", "stroke-width": 2.2 }, s("circle", { cx: 12, cy: 12, r: 9.8 }), sign);
}
