/** The settings as a dialog; each change acts at once. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { change, current } from "./settings.js";
import { t } from "./texts.js";

/** @typedef {import("./settings.js").Settings} Settings */

export function openSettings() {
  openDialog(t("settings"), () => [
    choice("lang", t("language"), [
      ["auto", t("automatic")],
      ["en", "English"],
      ["fr", "Français"],
    ]),
    choice("theme", t("theme"), [
      ["auto", t("automatic")],
      ["light", t("light")],
      ["dark", t("dark")],
    ]),
    tick(t("fourColours"), t("fourColoursMore"), current().fourColours, (on) => change({ fourColours: on })),
    tick(t("lightSetting"), "", current().light, (on) => change({ light: on })),
    tick(t("motion"), "", current().motion === "auto", (on) => change({ motion: on ? "auto" : "off" })),
  ]);
}

/**
 * @param {"lang" | "theme"} key
 * @param {string} title
 * @param {[string, string][]} options
 */
function choice(key, title, options) {
  const radios = options.map(([value, text]) =>
    h(
      "label",
      { class: "tick" },
      h("input", {
        type: "radio",
        name: key,
        value,
        checked: current()[key] === value,
        onchange: () => changed(key, value),
      }),
      text,
    ),
  );
  return h("fieldset", {}, h("legend", {}, title), h("div", { class: "choices wide" }, ...radios));
}

/** A change of the language writes the dialog again. @param {"lang" | "theme"} key @param {string} value */
function changed(key, value) {
  change(/** @type {Partial<Settings>} */ ({ [key]: value }));
  if (key !== "lang") return;
  document.querySelector("dialog")?.remove();
  openSettings();
  document.querySelector(/** @type {"input"} */ (`dialog input[value="${value}"]`))?.focus();
}

/** @param {string} text @param {string} more @param {boolean} on @param {(on: boolean) => void} act */
function tick(text, more, on, act) {
  const box = h("input", { type: "checkbox", checked: on });
  box.addEventListener("change", () => act(box.checked));
  return h(
    "label",
    { class: "tick" },
    box,
    h("span", {}, text, more ? h("span", { class: "quiet small" }, ` · ${more}`) : null),
  );
}
