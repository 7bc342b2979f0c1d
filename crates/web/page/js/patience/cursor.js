/** The keyboard on the table: one tab stop, arrows inside, Enter picks and drops, Esc cancels, and the short keys of the terminal. */

import { suitOf } from "../suits.js";
import { mostCards } from "./choices.js";

/** @typedef {import("./board.js").PatienceBoard} PatienceBoard */
/** @typedef {import("./layout.js").Pile} Pile */

export class Cursor {
  #at = 0;
  #depth = 1;

  /** @param {PatienceBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {string} spot @param {number} depth */
  stand(spot, depth) {
    this.#at = Math.max(
      0,
      this.board.piles.findIndex((pile) => pile.spot === spot),
    );
    this.#depth = Math.max(1, depth);
    this.settle(false);
  }

  /** Gives the tab stop to the element of the cursor. @param {boolean} focus */
  settle(focus) {
    const pile = this.board.piles[Math.min(this.#at, this.board.piles.length - 1)];
    if (!pile) return;
    this.#depth = Math.min(this.#depth, Math.max(1, this.#deepest(pile)));
    for (const element of this.board.element.querySelectorAll('[tabindex="0"]')) element.setAttribute("tabindex", "-1");
    const element = this.#element(pile);
    element?.setAttribute("tabindex", "0");
    if (focus) element?.focus({ preventScroll: true });
  }

  focus() {
    this.settle(true);
  }

  /** @param {Pile} pile @returns {HTMLElement | null} */
  #element(pile) {
    const card = pile.cards[pile.cards.length - this.#depth];
    if (card) return this.board.cardElement(card) ?? null;
    return this.board.element.querySelector(`[data-spot="${pile.spot}"] > .slot`);
  }

  /** @param {Pile} pile */
  #deepest(pile) {
    return pile.kind === "column"
      ? Math.min(pile.cards.length, Math.max(1, mostCards(this.board.choices.moves, pile.spot)))
      : 1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#act(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {string} key @returns {boolean} whether the key meant something */
  #act(key) {
    const pile = this.board.piles[this.#at];
    if (!pile) return false;
    if (key === "Escape") return this.#cancel();
    if (key === "ArrowLeft") return this.#step(-1);
    if (key === "ArrowRight") return this.#step(1);
    if (key === "ArrowUp") return this.#up(pile);
    if (key === "ArrowDown") return this.#down(pile);
    if (key === "Enter" || key === " ") return this.#enter(pile);
    const short = this.shortAction(key);
    short?.();
    return short !== undefined;
  }

  #cancel() {
    const had = this.board.picked !== null || this.board.hinted !== null;
    this.board.cancel();
    return had;
  }

  /** @param {number} by */
  #step(by) {
    const all = this.board.piles;
    this.#at = (this.#at + by + all.length) % all.length;
    this.#depth = 1;
    this.settle(true);
    return true;
  }

  /** @param {Pile} pile */
  #up(pile) {
    if (pile.kind === "column" && this.#depth < this.#deepest(pile)) this.#depth += 1;
    else if (pile.kind === "column") this.#across("top");
    this.settle(true);
    return true;
  }

  /** @param {Pile} pile */
  #down(pile) {
    if (pile.kind === "column") this.#depth = Math.max(1, this.#depth - 1);
    else this.#across("column");
    this.settle(true);
    return true;
  }

  /** Goes to the nearest pile of the other kind, by where it lies. @param {"top" | "column"} zone */
  #across(zone) {
    const places = this.board.place?.places;
    const here = places?.get(this.board.piles[this.#at]?.spot ?? "");
    if (!places || !here) return;
    const distance = (/** @type {Pile} */ pile) => Math.abs((places.get(pile.spot)?.x ?? 0) - here.x);
    const others = this.board.piles.filter((pile) => (pile.kind === "column") === (zone === "column"));
    const nearest = others.sort((a, b) => distance(a) - distance(b))[0];
    if (nearest) this.#at = this.board.piles.indexOf(nearest);
    this.#depth = 1;
  }

  /** @param {Pile} pile */
  #enter(pile) {
    if (this.board.isLooking) return false;
    if (this.board.picked) this.board.drop(pile.spot);
    else this.board.pick(pile.spot, this.#depth);
    return true;
  }

  /** The short keys: 3 7 moves from column 3 to column 7, a is a cell, h is home. @param {string} key @returns {(() => void) | undefined} */
  shortAction(key) {
    if (this.board.isLooking) return undefined;
    const target =
      key === "h" ? this.#home() : this.board.pile(key)?.kind === "foundation" ? undefined : this.board.pile(key);
    return target && (this.board.picked || target.cards.length) ? () => this.#pickOrDrop(target) : undefined;
  }

  /** @param {Pile} target */
  #pickOrDrop({ spot }) {
    if (this.board.picked) this.board.drop(spot);
    else this.board.pick(spot, Math.max(1, mostCards(this.board.choices.moves, spot)));
    this.stand(spot, 1);
  }

  #home() {
    const card = this.board.picked && this.board.lifted(this.board.picked)[0];
    return card ? this.board.pile(suitOf(card)) : undefined;
  }
}
