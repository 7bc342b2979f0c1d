/** The game as a strip: one bar per move, height and colour by truth. A slider for the keyboard. */

import { dress, fill, s } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").TruthWord} TruthWord */

/** @type {Record<string, number>} */
const HEIGHTS = { winnable: 30, unknown: 20, lost: 12 };

export class Strip {
  /** @type {(TruthWord | null | undefined)[]} */
  #truths = [];
  #at = 0;

  /** @param {(move: number) => void} onGo */
  constructor(onGo) {
    this.onGo = onGo;
    this.element = s("svg", {
      class: "strip",
      role: "slider",
      tabindex: 0,
      "aria-label": t("thisGame"),
      preserveAspectRatio: "none",
    });
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {(TruthWord | null | undefined)[]} truths of the deal and after each move @param {number} at */
  show(truths, at) {
    this.#truths = truths;
    this.#at = at;
    const slots = Math.max(24, truths.length);
    this.element.setAttribute("viewBox", `-1 0 ${slots * 10 + 2} 34`);
    const bars = truths.map((truth, n) => {
      const height = HEIGHTS[truth ?? ""] ?? 20;
      return s("rect", { class: `bar ${truth ?? "unasked"}`, x: n * 10 + 1, y: 32 - height, width: 8, height, rx: 2 });
    });
    const here = s("rect", { class: "here", x: at * 10 - 0.5, y: 0.5, width: 11, height: 33, rx: 3 });
    fill(this.element, ...bars, here);
    this.#describe();
  }

  #describe() {
    dress(this.element, {
      "aria-valuemin": 0,
      "aria-valuemax": Math.max(0, this.#truths.length - 1),
      "aria-valuenow": this.#at,
      "aria-valuetext": t("stripAt", this.#at, truthWords(this.#truths[this.#at] ?? "unknown")),
    });
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const box = this.element.getBoundingClientRect();
    const slots = Math.max(24, this.#truths.length);
    this.#go(Math.floor(((event.clientX - box.left) / box.width) * slots));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: this.#at - 1,
      ArrowDown: this.#at - 1,
      ArrowRight: this.#at + 1,
      ArrowUp: this.#at + 1,
      Home: 0,
      End: this.#truths.length - 1,
      PageDown: this.#at - 10,
      PageUp: this.#at + 10,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(to);
  }

  /** @param {number} move */
  #go(move) {
    const to = Math.max(0, Math.min(this.#truths.length - 1, move));
    if (to !== this.#at) this.onGo(to);
  }
}

/** @param {TruthWord} truth */
export function truthWords(truth) {
  return { winnable: t("truthWinnable"), lost: t("truthLost"), unknown: t("truthUnknown") }[truth];
}
