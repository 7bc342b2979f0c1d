/** Icons of buttons and signs of truth, drawn by us. */

import { button, s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8 5 4 9l4 4M4 9h9a5 5 0 0 1 0 10H9",
  redo: "m16 5 4 4-4 4m4-4h-9a5 5 0 0 0 0 10h4",
  hint: "M9 18h6m-5 3h4M12 3a6 6 0 0 0-3.600 10.800c.7.6 1.100 1.300 1.100 2.200h5c0-.9.4-1.600 1.100-2.200A6 6 0 0 0 12 3z",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M19 5 9 12l10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  back: "M17 5 7 12l10 7z",
  on: "M7 5l10 7-10 7z",
  solution: "M4 6h10M4 12h7M4 18h7m4-6v8l6-4z",
  deal: "M5 8.500 13 5l6 12.500-8 3.500zM13 5l5-1 3 11",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  sliders:
    "M4 7h8.500M17.500 7H20M4 17h2.500M11.500 17H20M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  close: "m6 6 12 12M18 6 6 18",
  finish: "M12 20V5m-6 6 6-6 6 6",
  goBack: "M11 6 5 12l6 6M5 12h14",
  review: "M4 20V9m5 11V5m5 15v-8m5 8V7",
};

/** @param {keyof typeof PATHS & string} name */
export function icon(name) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": name === "more" ? 3 : 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
      focusable: "false",
    },
    s("path", { d: PATHS[name] ?? "" }),
  );
}

/** A button that shows an icon alone. @param {string} name @param {string} label @param {() => void} act */
export function iconButton(name, label, act) {
  return button(icon(name), act, { class: "icon", "aria-label": label, "data-action": name });
}

/** @type {Record<string, string>} */
const SIGNS = {
  winnable: "m7 12.500 3.300 3.300L17 9",
  lost: "m8 8 8 8m0-8-8 8",
  unknown: "M9.300 9.600a2.800 2.800 0 1 1 4.200 2.400c-1 .6-1.500 1-1.500 2m0 3v.01",
};

/** Tick, cross or question mark in a ring. @param {string} truth */
export function truthSign(truth) {
  return s(
    "svg",
    {
      class: "sign",
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    s("circle", { cx: 12, cy: 12, r: 9.8 }),
    s("path", { d: SIGNS[truth] ?? SIGNS.unknown ?? "" }),
  );
}

/** The mark of Tapis. */
export function mark() {
  return s(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { width: 32, height: 32, rx: 7, fill: "#1f6b4f" }),
    s("path", {
      fill: "#fdfcf8",
      d: "M16 5c1 4.200 9.600 8 9.600 13.600a4.600 4.600 0 0 1-8.500 2.500c.1 2.700 1 4.700 2.900 5.900h-8c1.900-1.200 2.800-3.200 2.900-5.900a4.600 4.600 0 0 1-8.500-2.500C6.400 13 15 9.200 16 5z",
    }),
  );
}
