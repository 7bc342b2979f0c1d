/** The editor for own boards: each place holds a peg, an empty hole or nothing. */

import { sentence } from "../api.js";
import { button, fill, h } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {"none" | "peg" | "hole"} Kind */

/** @type {Kind[]} */
const KINDS = ["none", "peg", "hole"];
/** @type {Record<Kind, string>} */
const SIGNS = { none: " ", peg: "o", hole: "." };

/** @param {(text: string) => Promise<void>} play */
export function boardEditor(play) {
  let grid = "square";
  let cells = cross(7);
  const field = h("div", { class: "grid", role: "group", "aria-label": t("editor") });
  const fault = h("p", { class: "error", role: "alert" });
  const draw = () =>
    fill(field, ...cells.map((row, y) => h("div", { class: "grid-row" }, ...row.map((_, x) => place(cells, x, y)))));
  const size = h(
    "select",
    { "aria-label": t("editorSize") },
    ...[4, 5, 6, 7, 8, 9, 10].map((n) => h("option", { value: n, selected: n === 7 }, `${n} × ${n}`)),
  );
  const kind = h(
    "select",
    { "aria-label": t("gridKind") },
    h("option", { value: "square" }, t("gridSquare")),
    h("option", { value: "triangular" }, t("gridTriangular")),
  );
  const start = () => {
    grid = kind.value;
    cells = grid === "triangular" ? triangle(Number(size.value)) : cross(Number(size.value));
    draw();
  };
  size.addEventListener("change", start);
  kind.addEventListener("change", start);
  draw();
  const submit = () => play(textOf(grid, cells)).catch((error) => (fault.textContent = sentence(error)));
  const clear = () => {
    cells = cells.map((row) => row.map(() => /** @type {Kind} */ ("none")));
    draw();
  };
  return h(
    "div",
    { class: "editor" },
    h("p", { class: "quiet small" }, t("editorMore")),
    h("div", { class: "row" }, h("label", {}, t("editorSize"), size), h("label", {}, t("gridKind"), kind)),
    field,
    fault,
    h(
      "div",
      { class: "row" },
      button(t("play"), () => void submit(), { class: "main", "data-action": "play-own" }),
      button(t("clear"), clear),
    ),
  );
}

/** @param {Kind[][]} cells @param {number} x @param {number} y */
function place(cells, x, y) {
  const row = /** @type {Kind[]} */ (cells[y]);
  const name = `${String.fromCharCode(97 + x)}${y + 1}`;
  const words = () => t("editorCell", name, { none: t("noHole"), peg: t("aPeg"), hole: t("aHole") }[row[x] ?? "none"]);
  const element = button(
    "",
    () => {
      row[x] = KINDS[(KINDS.indexOf(row[x] ?? "none") + 1) % 3] ?? "none";
      element.dataset.kind = row[x];
      element.setAttribute("aria-label", words());
    },
    { "aria-label": words(), "data-kind": row[x] },
  );
  return element;
}

/** A cross of pegs with its centre empty. @param {number} size @returns {Kind[][]} */
function cross(size) {
  const cut = Math.floor(size / 3.4);
  const middle = Math.floor(size / 2);
  const isArm = (/** @type {number} */ at) => at >= cut && at < size - cut;
  return rows(size, (x, y) => (x === middle && y === middle ? "hole" : isArm(x) || isArm(y) ? "peg" : "none"));
}

/** @param {number} size @returns {Kind[][]} */
function triangle(size) {
  return rows(size, (x, y) => (x > y ? "none" : x === 0 && y === 0 ? "hole" : "peg"));
}

/** @param {number} size @param {(x: number, y: number) => Kind} kind */
function rows(size, kind) {
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (__, x) => kind(x, y)));
}

/** @param {string} grid @param {Kind[][]} cells */
function textOf(grid, cells) {
  const lines = cells.map((row) =>
    row
      .map((kind) => SIGNS[kind])
      .join("")
      .trimEnd(),
  );
  return `${grid === "triangular" ? "grid: triangular\n" : ""}${lines.join("\n")}\n`;
}
