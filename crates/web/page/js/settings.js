/** The settings of this browser: language, theme, colours, light, motion. */

/**
 * @typedef {object} Settings
 * @property {"auto" | "en" | "fr"} lang
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} fourColours
 * @property {boolean} light
 * @property {"auto" | "off"} motion
 * @property {"colour" | "number"} handOrder
 * @property {string} name
 */

const KEY = "tapis.settings";
/** @type {Settings} */
const DEFAULTS = {
  lang: "auto",
  theme: "auto",
  fourColours: false,
  light: true,
  motion: "auto",
  handOrder: "colour",
  name: "",
};

/** @type {Settings} */
let settings = { ...DEFAULTS, ...stored() };
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @returns {Readonly<Settings>} */
export function current() {
  return settings;
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  settings = { ...settings, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  apply();
  listeners.forEach((listener) => listener());
}

/**
 * Calls a function after each change; the answer ends that.
 * @param {() => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Writes the settings where the style sheets read them. */
export function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.suits = settings.fourColours ? "four" : "two";
  root.lang = language();
}

/** @returns {"en" | "fr"} */
export function language() {
  if (settings.lang !== "auto") return settings.lang;
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

/** Whether cards and tiles may move visibly. */
export function mayMove() {
  return settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the page is dark now. */
export function isDark() {
  if (settings.theme !== "auto") return settings.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
