/** The menu of a game: links, files, the way back to the start, the keys. */

import { tell } from "./announcer.js";
import { openDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { download } from "./download.js";
import { openImport } from "./import-dialog.js";
import { linkAddress } from "./router.js";
import { isDark } from "./settings.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").Family} Family */
/** @typedef {{game: import("./game.js").Game, restart?: () => unknown, redo?: () => unknown, watch?: () => unknown, review: () => void, light?: {again: () => void}}} Screen */

/** @param {Screen} screen */
export function openMenu(screen) {
  openDialog(t("gameMenu"), (close) => [
    h("div", { class: "menu" }, ...items(screen, close)),
    ...downloads(screen, close),
  ]);
}

/** @param {Screen} screen @param {() => void} close */
function items(screen, close) {
  const { state } = screen.game;
  const hasMoves = state.moves.length > 0;
  /** @type {[boolean, string, () => unknown][]} */
  const all = [
    [screen.redo !== undefined && state.can_redo, t("redo"), () => screen.redo?.()],
    [screen.watch !== undefined && !state.ending, t("solution"), () => screen.watch?.()],
    [hasMoves, t("review"), () => screen.review()],
    [screen.restart !== undefined && hasMoves, t("restart"), () => screen.restart?.()],
    [state.link !== null, t("copyLink"), () => copyLink(state.link ?? "")],
    [true, t("importTitle"), openImport],
    [true, t("keys"), () => openHelp(state.family)],
  ];
  const item = (/** @type {string} */ label, /** @type {() => unknown} */ act) => button(label, () => (close(), act()));
  return all.filter(([isThere]) => isThere).map(([, label, act]) => item(label, act));
}

/** @param {Screen} screen @param {() => void} close */
function downloads(screen, close) {
  const { state } = screen.game;
  const kinds = state.exports.filter((kind) => kind !== "certificate" || state.truth?.truth === "lost");
  if (!kinds.length) return [];
  const note = kinds.includes("certificate") ? h("p", { class: "small quiet" }, t("certificateNote")) : null;
  const buttons = kinds.map((kind) => {
    const act = () => (close(), void fetched(screen, kind));
    return button(t(/** @type {"export_board"} */ (`export_${kind}`)), act, { "data-export": kind });
  });
  return [h("div", {}, h("h3", { class: "small" }, t("exportAs")), h("div", { class: "menu" }, ...buttons), note)];
}

/** Downloads a file; a certificate lets the light say how many positions it has. @param {Screen} screen @param {string} kind */
async function fetched(screen, kind) {
  const query = kind === "svg" ? `&theme=${isDark() ? "dark" : "light"}` : "";
  const isThere = await download(screen.game.state.id, kind, query);
  if (isThere && kind === "certificate") screen.light?.again();
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

/** @param {Family} family */
export function openHelp(family) {
  const keys = { patience: `${t("keysCards")} · ${t("keysSolo")}`, peg: t("keysSolo"), rummy: t("keysRummy") }[family];
  const lines = { patience: t("helpPatience"), peg: t("helpPeg"), rummy: t("helpRummy") }[family];
  const section = (/** @type {string} */ title, /** @type {Node} */ part) =>
    h("section", {}, h("h3", { class: "small" }, title), part);
  const typed = lines.split(" · ").map((line) => h("li", {}, line));
  openDialog(t("keys"), () => [
    h("p", {}, t("boardHelp")),
    section(t("keysOnBoard"), h("ul", { class: "keys" }, ...keys.split(" · ").map(keyRow))),
    section(t("keysTyped"), h("ul", {}, ...typed)),
    section(t("keysWords"), h("p", {}, t("helpWords"))),
  ]);
}

/** A key and its meaning: the first word, and before another key the first three. @param {string} line */
function keyRow(line) {
  const key = line.match(/^\S+( (or|ou) \S+)?/)?.[0] ?? "";
  return h("li", {}, h("kbd", {}, key), line.slice(key.length));
}
