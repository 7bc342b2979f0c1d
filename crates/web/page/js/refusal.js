/** A refusal as a sentence where the card is. */

import { h } from "./dom.js";

export class Refusal {
  #timer = 0;

  constructor() {
    this.element = h("p", { class: "refusal", hidden: true });
  }

  /** @param {string} words @param {Element} anchor */
  show(words, anchor) {
    this.element.textContent = words;
    this.element.hidden = false;
    this.#place(anchor);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), Math.max(4000, words.length * 70));
  }

  /** Above the anchor where there is room, else below, and always on the cloth. @param {Element} anchor */
  #place(anchor) {
    const cloth = this.element.parentElement?.getBoundingClientRect();
    if (!cloth) return;
    const at = anchor.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(8, Math.min(value, most));
    const x = clamp(at.left + at.width / 2 - own.width / 2 - cloth.left, cloth.width - own.width - 8);
    const above = at.top - cloth.top - own.height - 10;
    const lowest = cloth.height - own.height - 8;
    const y = above >= 8 ? Math.min(above, lowest) : clamp(at.bottom - cloth.top + 10, lowest);
    this.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  hide() {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}
