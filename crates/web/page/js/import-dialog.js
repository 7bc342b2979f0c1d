/** A dialog that opens the text of a file: a solution file, a board, a saved game. */

import { sentence } from "./api.js";
import { beginOrFail } from "./begin.js";
import { openDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { t } from "./texts.js";

export function openImport() {
  openDialog(t("importTitle"), (close) => {
    const text = h("textarea", { rows: 8, spellcheck: "false", name: "import" });
    const deal = h("input", { type: "text", placeholder: "FreeCell.123456" });
    const file = h("input", { type: "file", "aria-label": t("chooseFile") });
    const fault = h("p", { class: "error", role: "alert" });
    file.addEventListener("change", async () => {
      text.value = await textOf(file.files?.[0]);
      deal.value ||= dealOf(file.files?.[0]?.name ?? "");
    });
    const open = () =>
      beginOrFail({ import: text.value, deal: deal.value.trim() || undefined }).then(
        close,
        (error) => (fault.textContent = sentence(error)),
      );
    const feet = h(
      "div",
      { class: "feet" },
      button(t("cancel"), close),
      button(t("open"), () => void open(), { class: "main" }),
    );
    const more = h("p", { class: "quiet" }, t("importMore"));
    return [more, file, h("label", {}, t("importText"), text), h("label", {}, t("importDeal"), deal), fault, feet];
  });
}

/** The deal that the name of a solution file begins with: FreeCell.123456.sol, or a second copy of it. @param {string} name */
function dealOf(name) {
  return name.match(/^([A-Za-z]\w*\.\d+)\b.*\.sol$/)?.[1] ?? "";
}

/** The text of a file; bytes that are not text in base64. @param {File | undefined} file */
async function textOf(file) {
  if (!file) return "";
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }
}
