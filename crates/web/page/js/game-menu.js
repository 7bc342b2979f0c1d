/** The menu of a game: links, files, the way back to the start, the keys. */

import { tell } from "./announcer.js";
import { exportAddress, post, sentence } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { go, linkAddress } from "./router.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Family} Family */
/** @typedef {import("./types.js").State} State */
/** @typedef {{game: import("./game.js").Game, restart?: () => unknown, redo?: () => unknown, watch?: () => unknown, review: () => void}} Screen */

/** @param {Screen} screen */
export function openMenu(screen) {
  const { state } = screen.game;
  openDialog(t("gameMenu"), (close) => {
    const item = (/** @type {string} */ label, /** @type {() => unknown} */ act) =>
      button(label, () => {
        close();
        act();
      });
    return [
      h(
        "div",
        { class: "menu" },
        screen.redo && state.can_redo ? item(t("redo"), () => screen.redo?.()) : null,
        screen.watch && !state.ending ? item(t("solution"), () => screen.watch?.()) : null,
        state.moves.length ? item(t("review"), () => screen.review()) : null,
        screen.restart && state.moves.length ? item(t("restart"), () => screen.restart?.()) : null,
        state.link ? item(t("copyLink"), () => copyLink(state.link ?? "")) : null,
        item(t("importTitle"), openImport),
        item(t("keys"), () => openHelp(state.family)),
      ),
      ...downloads(state),
    ];
  });
}

/** @param {State} state */
function downloads(state) {
  const kinds = state.exports.filter((kind) => kind !== "certificate" || state.truth?.truth === "lost");
  if (!kinds.length) return [];
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const link = (/** @type {string} */ kind) =>
    h(
      "a",
      {
        class: "button",
        download: "",
        href: exportAddress(state.id, kind, kind === "svg" ? `?theme=${theme}` : ""),
        "data-export": kind,
      },
      t(/** @type {"export_board"} */ (`export_${kind}`)),
    );
  const note = kinds.includes("certificate") ? h("p", { class: "small quiet" }, t("certificateNote")) : null;
  return [
    h(
      "div",
      {},
      h("h3", { class: "small" }, t("exportAs")),
      h("div", { class: "menu" }, ...kinds.map(link)),
      note ?? "",
    ),
  ];
}

/** @param {string} link */
async function copyLink(link) {
  const address = linkAddress(link);
  try {
    await navigator.clipboard.writeText(address);
    tell(t("linkCopied"));
  } catch {
    openDialog(t("copyLink"), () => [
      h("label", {}, t("linkShown"), h("input", { value: address, readonly: true, "data-link": "" })),
    ]);
  }
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

/** A dialog that opens the text of a file. */
export function openImport() {
  openDialog(t("importTitle"), (close) => {
    const text = h("textarea", { rows: 8, spellcheck: "false", name: "import" });
    const deal = h("input", { type: "text", placeholder: "FreeCell.123456" });
    const file = h("input", { type: "file", "aria-label": t("chooseFile") });
    const fault = h("p", { class: "error", role: "alert" });
    file.addEventListener("change", async () => (text.value = await textOf(file.files?.[0])));
    const open = async () => {
      try {
        const state = await post("/games", {
          import: text.value,
          ...(deal.value.trim() ? { deal: deal.value.trim() } : {}),
        });
        close();
        go(`game/${state.id}`);
      } catch (error) {
        fault.textContent = sentence(error);
      }
    };
    return [
      h("p", { class: "quiet" }, t("importMore")),
      file,
      h("label", {}, t("importText"), text),
      h("label", {}, t("importDeal"), deal),
      fault,
      h(
        "div",
        { class: "feet" },
        button(t("cancel"), close),
        button(t("open"), () => void open(), { class: "main" }),
      ),
    ];
  });
}

/** @param {Family} family */
export function openHelp(family) {
  const lines = { patience: t("helpPatience"), peg: t("helpPeg"), rummy: t("helpRummy") }[family].split(" · ");
  openDialog(t("keys"), () => [
    h("p", {}, t("boardHelp")),
    h("ul", {}, ...lines.map((line) => h("li", {}, line))),
    h("p", { class: "quiet" }, t("helpWords")),
  ]);
}
