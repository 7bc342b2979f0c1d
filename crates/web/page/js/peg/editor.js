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
  return new Editor(play).element;
}

class Editor {
  #cells = cross(7);

  /** @param {(text: string) => Promise<void>} play */
  constructor(play) {
    this.play = play;
    this.field = h("div", { class: "grid", role: "group", "aria-label": t("editor") });
    this.fault = h("p", { class: "error", role: "alert" });
    this.size = select(
      [4, 5, 6, 7, 8, 9, 10].map((n) => [String(n), `${n} × ${n}`]),
      "7",
      () => this.#start(),
    );
    this.kind = select(
      [
        ["square", t("gridSquare")],
        ["triangular", t("gridTriangular")],
      ],
      "square",
      () => this.#start(),
    );
    this.element = this.#build();
    this.#draw();
  }

  #build() {
    const choices = h(
      "div",
      { class: "row" },
      h("label", {}, t("editorSize"), this.size),
      h("label", {}, t("gridKind"), this.kind),
    );
    const begin = button(t("play"), () => void this.#submit(), { class: "main", "data-action": "play-own" });
    const feet = h(
      "div",
      { class: "row" },
      begin,
      button(t("clear"), () => this.#clear()),
    );
    return h(
      "div",
      { class: "editor" },
      h("p", { class: "quiet small" }, t("editorMore")),
      choices,
      this.field,
      this.fault,
      feet,
    );
  }

  #draw() {
    const row = (/** @type {Kind[]} */ kinds, /** @type {number} */ y) =>
      h("div", { class: "grid-row" }, ...kinds.map((_, x) => place(this.#cells, x, y)));
    fill(this.field, ...this.#cells.map(row));
  }

  #start() {
    const size = Number(this.size.value);
    this.#cells = this.kind.value === "triangular" ? triangle(size) : cross(size);
    this.#draw();
  }

  #clear() {
    this.#cells = this.#cells.map((row) => row.map(() => /** @type {Kind} */ ("none")));
    this.#draw();
  }

  async #submit() {
    await this.play(textOf(this.kind.value, this.#cells)).catch((error) => (this.fault.textContent = sentence(error)));
  }
}

/** @param {string[][]} options values and their words @param {string} chosen @param {() => void} change */
function select(options, chosen, change) {
  return h(
    "select",
    { onchange: change },
    ...options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
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
