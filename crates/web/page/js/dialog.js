/** Dialogs: one at a time, closed by Escape, the cross or a click outside it. */

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

/**
 * Opens a dialog and answers the function that closes it.
 * @param {string} title
 * @param {(close: () => void) => Node[]} content
 */
export function openDialog(title, content) {
  const dialog = h("dialog", { "aria-labelledby": "dialog-title" });
  const close = () => dialog.close();
  const head = h(
    "div",
    { class: "head" },
    h("h2", { id: "dialog-title" }, title),
    button(icon("close"), close, { class: "icon bare", "aria-label": t("close") }),
  );
  dialog.append(h("div", { class: "inside" }, head, ...content(close)));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (
    dialog.querySelector("input:not([type=radio]), select, textarea, .menu button")
  )?.focus();
  return close;
}

/** Closes what is open: the page under it changes. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
