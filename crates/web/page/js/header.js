/** The line at the top: the way home, the title, the facts of the game, the settings. */

import { button, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { openSettings } from "./settings-dialog.js";
import { t } from "./texts.js";

const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/**
 * @param {string} title
 * @param {Node | null} [facts]
 */
export function showHeader(title, facts = null) {
  const brand = h(
    "a",
    { class: "brand", href: "#/", "aria-label": `Tapis, ${t("home")}` },
    h("img", { src: "/img/icon.svg", alt: "" }),
    h("span", {}, "Tapis"),
  );
  const sliders = button(icon("sliders"), openSettings, { class: "icon bare settings", "aria-label": t("settings") });
  fill(top, brand, title ? h("h1", { class: "title" }, title) : null, facts, sliders);
  document.title = title ? `${title} · Tapis` : "Tapis";
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = t("skip");
  document.getElementById("notices")?.setAttribute("aria-label", t("messages"));
}
