/** The editor for own boards: each place holds a peg, an empty hole or nothing. */

import { sentence } from "../api.js";
import { button, fill, h } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {"none" | "peg" | "hole"} Kind */

/** @type {Kind[]} */
const KINDS = ["none", "peg", "hole"];
/** @typedef {{x: number, y: number}} Place */

/** @type {Record<string, Place>} */
const STEPS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** @type {Record<Kind, string>} */
const SIGNS = { none: " ", peg: "o", hole: "." };

/** @param {(text: string) => Promise<void>} play */
export function boardEditor(play) {
  return new Editor(play).element;
}

class Editor {
  #cells = cross(7);
  /** @type {Place} */
  #at = { x: 0, y: 0 };

  /** @param {(text: string) => Promise<void>} play */
  constructor(play) {
    this.play = play;
    this.field = h("div", { class: "grid", role: "group", "aria-label": t("editor") });
    this.field.addEventListener("keydown", (event) => this.#key(event));
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
      h("div", { class: "grid-row" }, ...kinds.map((_, x) => this.#place(x, y)));
    this.field.classList.toggle("triangular", this.kind.value === "triangular");
    fill(this.field, ...this.#cells.map(row));
    this.fault.textContent = "";
    this.#stand({ x: 0, y: 0 });
  }

  /** @param {number} x @param {number} y */
  #place(x, y) {
    const row = /** @type {Kind[]} */ (this.#cells[y]);
    const turn = () => {
      row[x] = KINDS[(KINDS.indexOf(row[x] ?? "none") + 1) % KINDS.length] ?? "none";
      this.fault.textContent = "";
      dress(element, row[x], x, y);
    };
    const element = button("", turn, { onfocus: () => this.#stand({ x, y }) });
    dress(element, row[x] ?? "none", x, y);
    return element;
  }

  /** The places are one tab stop; arrows go from one to the next. @param {Place} place */
  #stand(place) {
    const here = this.#element(place);
    this.#at = place;
    for (const element of this.field.querySelectorAll("button")) element.tabIndex = element === here ? 0 : -1;
  }

  /** @param {Place} place */
  #element({ x, y }) {
    return this.field.querySelectorAll(".grid-row")[y]?.querySelectorAll("button")[x];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const y = this.#at.y + step.y;
    // The rows of a triangle become shorter upwards.
    const x = step.y ? Math.min(this.#at.x, (this.#cells[y]?.length ?? 1) - 1) : this.#at.x + step.x;
    const to = { x, y };
    if (!this.#element(to)) return;
    this.#stand(to);
    this.#element(to)?.focus();
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

/** @param {HTMLElement} element @param {Kind} kind @param {number} x @param {number} y */
function dress(element, kind, x, y) {
  const words = { none: t("noHole"), peg: t("aPeg"), hole: t("aHole") }[kind];
  element.dataset.kind = kind;
  element.setAttribute("aria-label", t("editorCell", `${String.fromCharCode(97 + x)}${y + 1}`, words));
}

/** A cross of pegs with its centre empty. @param {number} size @returns {Kind[][]} */
function cross(size) {
  const cut = Math.floor(size / 3.4);
  const middle = Math.floor(size / 2);
  const isArm = (/** @type {number} */ at) => at >= cut && at < size - cut;
  return rows(size, (x, y) => (x === middle && y === middle ? "hole" : isArm(x) || isArm(y) ? "peg" : "none"));
}

/** Row by row one place more; the top is empty. @param {number} size @returns {Kind[][]} */
function triangle(size) {
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: y + 1 }, () => /** @type {Kind} */ (y === 0 ? "hole" : "peg")),
  );
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
