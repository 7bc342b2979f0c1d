/** Dragging cards with mouse, pen or finger. */

/** @typedef {import("./board.js").PatienceBoard} PatienceBoard */

/** A pointer that moves less than this, in pixels, clicks. */
const SLACK = 5;

export class Drag {
  /** @type {{x: number, y: number, id: number, cards: string[], moved: boolean} | null} */
  #held = null;
  #ended = 0;

  /** @param {PatienceBoard} board */
  constructor(board) {
    this.board = board;
    board.element.addEventListener("pointerdown", (event) => this.#down(event));
    board.element.addEventListener("pointermove", (event) => this.#move(event));
    board.element.addEventListener("pointerup", (event) => this.#up(event));
    board.element.addEventListener("pointercancel", () => this.#cancel());
  }

  /** Whether a drag ended just now, so that its click means nothing. */
  justEnded() {
    return performance.now() - this.#ended < 60;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.board.isLooking) return;
    const at = this.board.at(event.target);
    const cards = at?.depth ? this.board.lifted({ spot: at.spot, count: at.depth }) : [];
    if (this.#elements(cards)[0]?.getAttribute("role") !== "button") return;
    this.#held = { x: event.clientX, y: event.clientY, id: event.pointerId, cards, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < SLACK) return;
    if (!held.moved) this.#begin(held, event);
    for (const element of this.#elements(held.cards)) element.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  /** @param {{cards: string[], moved: boolean}} held @param {PointerEvent} event */
  #begin(held, event) {
    held.moved = true;
    this.board.element.setPointerCapture(event.pointerId);
    const first = this.board.cardElement(held.cards[0] ?? "");
    const spot = first?.parentElement?.dataset.spot;
    if (!spot) return;
    this.board.hinted = null;
    this.board.picked = { spot, count: held.cards.length };
    this.board.mark();
    first.parentElement?.classList.add("busy");
    this.#elements(held.cards).forEach((element) => element.classList.add("lifted"));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    this.#held = null;
    if (!held?.moved) return;
    this.#ended = performance.now();
    const to = this.#under(held.cards, event);
    this.board.carriedTo(held.cards, event.clientX - held.x, event.clientY - held.y);
    const from = this.board.picked?.spot;
    if (to && from && to !== from) this.board.drop(to);
    else this.board.picked = null;
    this.#release(held.cards);
  }

  #cancel() {
    const held = this.#held;
    this.#held = null;
    if (!held?.moved) return;
    this.board.picked = null;
    this.#release(held.cards);
  }

  /** Gives the cards back to the board. @param {string[]} cards */
  #release(cards) {
    for (const element of this.#elements(cards)) {
      element.classList.remove("lifted");
      element.parentElement?.classList.remove("busy");
      element.style.transform = "";
    }
    this.board.settle();
  }

  /** @param {string[]} cards */
  #elements(cards) {
    return cards.map((card) => this.board.cardElement(card)).filter((element) => element !== undefined);
  }

  /** The pile that the carried card covers most, or the one under the pointer. @param {string[]} cards @param {PointerEvent} event */
  #under(cards, event) {
    const held = this.board.cardElement(cards[0] ?? "")?.getBoundingClientRect();
    if (!held) return null;
    let best = { spot: /** @type {string | null} */ (null), area: 0 };
    for (const pile of this.board.element.querySelectorAll(".pile")) {
      const area = Math.max(
        ...[...pile.children]
          .filter((child) => !child.classList.contains("lifted"))
          .map((child) => overlap(held, child.getBoundingClientRect(), event)),
      );
      if (area > best.area) best = { spot: /** @type {HTMLElement} */ (pile).dataset.spot ?? null, area };
    }
    return best.spot;
  }
}

/** @param {DOMRect} a @param {DOMRect} b @param {PointerEvent} event */
function overlap(a, b, event) {
  const inside =
    event.clientX >= b.left && event.clientX <= b.right && event.clientY >= b.top && event.clientY <= b.bottom;
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return (width > 0 && height > 0 ? width * height : 0) + (inside ? 1 : 0);
}
