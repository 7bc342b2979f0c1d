/** Dragging tiles: from the hand onto the cloth or into a combination, between combinations, and back. */

/** @typedef {import("./table.js").RummyTable} RummyTable */

const SLACK = 6;

export class TileDrag {
  /** @type {{x: number, y: number, id: number, tile: HTMLElement, carried: HTMLElement[] | null} | null} */
  #held = null;
  #ended = 0;
  #onMove = (/** @type {PointerEvent} */ event) => this.#move(event);
  #onUp = (/** @type {PointerEvent} */ event) => this.#up(event);

  /** @param {RummyTable} table */
  constructor(table) {
    this.table = table;
    for (const element of [table.tableElement, table.handElement])
      element.addEventListener("pointerdown", (event) => this.#down(event));
    document.addEventListener("pointermove", this.#onMove);
    document.addEventListener("pointerup", this.#onUp);
    document.addEventListener("pointercancel", this.#onUp);
  }

  close() {
    document.removeEventListener("pointermove", this.#onMove);
    document.removeEventListener("pointerup", this.#onUp);
    document.removeEventListener("pointercancel", this.#onUp);
  }

  justEnded() {
    return performance.now() - this.#ended < 60;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const tile =
      event.target instanceof Element
        ? /** @type {HTMLElement | null} */ (event.target.closest('.tile[role="button"]'))
        : null;
    if (event.button !== 0 || !tile) return;
    this.#held = { x: event.clientX, y: event.clientY, id: event.pointerId, tile, carried: null };
    if (tile.hasPointerCapture(event.pointerId)) tile.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.carried && Math.hypot(dx, dy) < SLACK) return;
    if (!held.carried) {
      held.carried = this.table.hold(held.tile);
      held.carried.forEach((tile) => tile.classList.add("lifted"));
    }
    held.carried.forEach((tile) => (tile.style.transform = `translate(${dx}px, ${dy}px)`));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    this.#held = null;
    if (!held?.carried) return;
    this.#ended = performance.now();
    const to = event.type === "pointerup" ? this.#target(event) : null;
    for (const tile of held.carried) {
      tile.classList.remove("lifted");
      tile.style.transform = "";
    }
    const from = this.table.marks[0]?.from;
    if (to !== null && to !== from) this.table.hooks.drop(to);
    else this.table.clearMarks();
  }

  /** @param {PointerEvent} event @returns {import("./inputs.js").Target | null} */
  #target(event) {
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .filter((element) => !element.closest(".lifted"));
    const set = under
      .map((element) => /** @type {HTMLElement | null} */ (element.closest("[data-set]")))
      .find((found) => found);
    if (set) return Number(set.dataset.set);
    if (under.some((element) => element.closest(".rack"))) return "hand";
    return under.some((element) => element.closest(".cloth")) ? "new" : null;
  }
}
