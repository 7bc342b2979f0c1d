/** Table and rack of rummy: draws combinations and hand, marks tiles, drags them, and walks over them by keys. */

import { fill, h } from "../dom.js";
import { current, mayMove } from "../settings.js";
import { t } from "../texts.js";
import { TileDrag } from "./drag.js";
import { flightsFrom, flyTiles } from "./flight.js";
import { hasCards, tileCount, tileElement, tileName } from "./tile.js";
import { seatName } from "./seats.js";

/** @typedef {import("../../../types.js").State} State */
/** @typedef {import("../../../types.js").RummyView} RummyView */
/** @typedef {import("../../../types.js").GameEvent} GameEvent */
/** @typedef {import("./inputs.js").Mark} Mark */
/** @typedef {import("./inputs.js").Target} Target */

export class RummyTable {
  /** @type {Mark[]} */
  marks = [];
  /** The combinations that can be changed. @type {string[][]} */
  combinations = [];
  /** Is the table only looked at? */
  isLooking = false;
  #focus = "hand-0";

  /** @param {{drop: (to: Target) => void, marked: () => void}} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.tableElement = h("div", {
      class: "table",
      role: "group",
      "aria-label": t("table"),
      "aria-describedby": "board-help",
    });
    this.handElement = h("div", { class: "hand", role: "group", "aria-label": t("hand") });
    for (const element of [this.tableElement, this.handElement]) {
      element.addEventListener("focusin", (event) => this.#focused(event));
      element.addEventListener("click", (event) => this.#clicked(event));
      element.addEventListener("keydown", (event) => this.#key(event));
    }
    this.drag = new TileDrag(this);
  }

  close() {
    this.drag.close();
  }

  /** @param {State} state @param {GameEvent[]} events @param {HTMLElement} seats */
  show(state, events, seats) {
    const before = flightsFrom([this.tableElement, this.handElement]);
    const hadFocus =
      this.tableElement.contains(document.activeElement) || this.handElement.contains(document.activeElement);
    this.marks = [];
    this.#drawTables(state, events);
    this.#drawHand(state);
    const mover = events.find((event) => event.event === "played")?.seat;
    if (mayMove())
      flyTiles(
        [this.tableElement, this.handElement],
        before,
        seats.querySelector(`[data-seat="${mover ?? -1}"]`) ?? null,
      );
    this.#settle(hadFocus);
  }

  /** @param {State} state @param {GameEvent[]} events */
  #drawTables(state, events) {
    const view = /** @type {RummyView} */ (state.view);
    const mine = (view.seat ?? 0) % view.tables.length;
    const lately = events.flatMap((event) =>
      event.event === "played" && event.seat !== view.seat ? (event.placed ?? []) : [],
    );
    this.combinations = view.draft?.table ?? view.tables[mine] ?? [];
    const parts = view.tables.flatMap((table, at) => {
      const title = at === mine ? t("yourTable") : t("tableOf", seatName(view, at));
      const sets = this.#sets(state, at === mine ? this.combinations : table, table, at === mine, lately);
      return [view.tables.length > 1 ? h("h2", {}, title) : null, ...sets, ...(at === mine ? this.#places(state) : [])];
    });
    fill(this.tableElement, ...parts, pileOf(state));
  }

  /** Loose tiles, and the place for a new combination. @param {State} state */
  #places(state) {
    const { draft, tables } = /** @type {RummyView} */ (state.view);
    const loose = (draft?.loose ?? []).map((tile, at) => this.#tile(state, tile, "loose", `loose-${at}`));
    const words = hasCards(state) ? t("looseCards") : t("looseTiles");
    const group = { class: "set loose bad", role: "group", "aria-label": words };
    const place = {
      class: "new-set",
      role: "button",
      tabindex: -1,
      "data-key": "new",
      "aria-label": t("newCombination"),
    };
    return [
      loose.length ? h("div", group, ...loose, h("em", {}, words)) : null,
      draft ? h("div", place, "+") : null,
      this.combinations.length || tables.length > 1 ? null : h("p", { class: "empty" }, t("emptyTable")),
    ];
  }

  /** @param {State} state @param {string[][]} table @param {string[][]} before @param {boolean} isMine @param {string[]} lately */
  #sets(state, table, before, isMine, lately) {
    const lay = new Map();
    before.forEach((set) => lay.set(set.join(" "), (lay.get(set.join(" ")) ?? 0) + 1));
    const rest = [...lately];
    return table.map((set, at) => {
      const key = set.join(" ");
      const isOld = (lay.get(key) ?? 0) > 0;
      if (isOld) lay.set(key, lay.get(key) - 1);
      const isBad = isMine && state.choices?.broken?.includes(at + 1);
      const kind = isBad ? "set bad" : isOld ? "set" : "set new";
      const tiles = set.map((tile, place) =>
        this.#tile(state, tile, at + 1, `${isMine ? "set" : "other"}-${at}-${place}`, isMine, takeOut(rest, tile)),
      );
      return h(
        "div",
        {
          class: kind,
          role: "group",
          "aria-label": isBad ? t("combinationBad", at + 1) : t("combination", at + 1),
          ...(isMine ? { "data-set": at + 1 } : {}),
        },
        h("span", { class: "number", "aria-hidden": "true" }, at + 1),
        ...tiles,
        isBad ? h("em", {}, `✗ ${t("notComplete")}`) : null,
      );
    });
  }

  /** @param {State} state @param {string} tile @param {Mark["from"]} from @param {string} key @param {boolean} [canMark] @param {boolean} [isLate] */
  #tile(state, tile, from, key, canMark = true, isLate = false) {
    const element = tileElement(state, tile, {
      "data-from": from,
      "data-key": key,
      ...(canMark && !this.isLooking ? {} : { role: "img", tabindex: null }),
    });
    if (isLate) element.classList.add("late");
    return element;
  }

  /** @param {State} state */
  #drawHand(state) {
    const view = /** @type {RummyView} */ (state.view);
    const hand = sorted(view.draft?.hand ?? [...view.hand, ...view.drawn], state);
    const fresh = [...view.fresh];
    fill(
      this.handElement,
      ...hand.map((tile, at) => {
        const element = this.#tile(state, tile, "hand", `hand-${at}`);
        if (takeOut(fresh, tile)) element.classList.add("fresh");
        return element;
      }),
      hand.length ? null : h("p", { class: "empty" }, t("noHand")),
    );
  }

  /** The keys begin where the focus is, whoever set it. @param {FocusEvent} event */
  #focused(event) {
    if (event.target instanceof HTMLElement && event.target.dataset.key) this.#focus = event.target.dataset.key;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.isLooking || this.drag.justEnded() || !(event.target instanceof Element)) return;
    const tile = /** @type {HTMLElement | null} */ (event.target.closest(".tile"));
    const set = /** @type {HTMLElement | null} */ (event.target.closest("[data-set]"));
    if (event.target.closest(".new-set")) return this.hooks.drop("new");
    if (tile?.dataset.key) this.#focus = tile.dataset.key;
    if (this.#isForeign(set)) return this.hooks.drop(Number(set?.dataset.set));
    if (tile && tile.getAttribute("role") === "button") this.toggle(tile);
    else if (event.target.closest(".hand") && this.marks.some((mark) => typeof mark.from === "number"))
      this.hooks.drop("hand");
  }

  /** Whether marked tiles of other places could go into a combination. @param {HTMLElement | null} set */
  #isForeign(set) {
    const number = Number(set?.dataset.set);
    return set !== null && this.marks.length > 0 && this.marks.every((mark) => mark.from !== number);
  }

  /** @param {HTMLElement} tile */
  toggle(tile) {
    const key = tile.dataset.key ?? "";
    const was = this.marks.some((mark) => mark.key === key);
    this.marks = was ? this.marks.filter((mark) => mark.key !== key) : [...this.marks, markOf(tile)];
    tile.classList.toggle("on", !was);
    tile.setAttribute("aria-pressed", String(!was));
    this.#settle(false);
    this.hooks.marked();
  }

  /** Marks one tile, and no other, for a drag; marked tiles stay together. @param {HTMLElement} tile */
  hold(tile) {
    if (!this.marks.some((mark) => mark.key === tile.dataset.key)) this.marks = [markOf(tile)];
    return this.marks.map((mark) => this.#element(mark.key)).filter((element) => element !== null);
  }

  clearMarks() {
    this.marks = [];
    for (const element of this.#all()) {
      element.classList.remove("on");
      element.removeAttribute("aria-pressed");
    }
  }

  #all() {
    if (this.isLooking) return [];
    return /** @type {HTMLElement[]} */ ([
      ...this.tableElement.querySelectorAll('[data-key][role="button"]'),
      ...this.handElement.querySelectorAll("[data-key]"),
    ]);
  }

  /** @param {string} key @returns {HTMLElement | null} */
  #element(key) {
    return (
      this.tableElement.querySelector(`[data-key="${key}"]`) ?? this.handElement.querySelector(`[data-key="${key}"]`)
    );
  }

  /** One tab stop for table and hand. @param {boolean} focus */
  #settle(focus) {
    const all = this.#all();
    const here =
      all.find((element) => element.dataset.key === this.#focus) ??
      all.find((element) => element.dataset.from === "hand") ??
      all[0];
    all.forEach((element) => element.setAttribute("tabindex", element === here ? "0" : "-1"));
    if (here?.dataset.key) this.#focus = here.dataset.key;
    if (focus) here?.focus({ preventScroll: true });
  }

  focus() {
    this.#settle(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const all = this.#all();
    const at = all.findIndex((element) => element.dataset.key === this.#focus);
    const here = all[at];
    if (!here) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft")
      this.#goTo(all[at + (event.key === "ArrowRight" ? 1 : -1)]);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      this.#goTo(nearest(all, here, event.key === "ArrowUp" ? -1 : 1));
    else if (event.key === "Enter" || event.key === " ") this.#enter(here);
    else if (event.key === "Escape" && this.marks.length) this.#cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #cancel() {
    this.clearMarks();
    this.hooks.marked();
  }

  /** @param {HTMLElement | undefined} element */
  #goTo(element) {
    if (!element?.dataset.key) return;
    this.#focus = element.dataset.key;
    this.#settle(true);
  }

  /** @param {HTMLElement} here */
  #enter(here) {
    const set = /** @type {HTMLElement | null} */ (here.closest("[data-set]"));
    if (here.classList.contains("new-set")) this.hooks.drop("new");
    else if (this.#isForeign(set)) this.hooks.drop(Number(set?.dataset.set));
    else this.toggle(here);
  }

  /** Table and hand in words. @param {State} state */
  described(state) {
    const name = (/** @type {string} */ tile) => tileName(state, tile);
    const sets = this.combinations.map((set, at) => `${t("combination", at + 1)}: ${set.map(name).join(", ")}`);
    const hand = [...this.handElement.querySelectorAll(".tile")].map((tile) => tile.getAttribute("aria-label"));
    return [...sets, `${t("hand")}: ${hand.join(", ")}`].join("; ");
  }
}

/** @param {HTMLElement} tile @returns {Mark} */
function markOf(tile) {
  const from = tile.dataset.from ?? "hand";
  return {
    tile: tile.dataset.tile ?? "",
    from: from === "hand" || from === "loose" ? from : Number(from),
    key: tile.dataset.key ?? "",
  };
}

/** @param {string[]} hand @param {State} state */
function sorted(hand, state) {
  const order = current().handOrder === "number" ? "by_number" : "by_colour";
  const rank = (/** @type {string} */ tile) => state.tiles?.[tile]?.[order] ?? 0;
  return [...hand].sort((a, b) => rank(a) - rank(b));
}

/** Takes one tile out of a list, if it is there. @param {string[]} list @param {string} tile */
function takeOut(list, tile) {
  const at = list.indexOf(tile);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/** The discard pile with its top tile. @param {State} state */
function pileOf(state) {
  const view = /** @type {RummyView} */ (state.view);
  const top = view.pile[view.pile.length - 1];
  if (!top) return null;
  return h(
    "div",
    { class: "set discards", role: "group", "aria-label": `${t("pile")}, ${tileCount(state, view.pile.length)}` },
    tileElement(state, top, { role: "img", tabindex: null }),
    h("em", {}, `${t("pile")} · ${view.pile.length}`),
  );
}

/** The element nearest above or below. @param {HTMLElement[]} all @param {HTMLElement} from @param {number} way */
function nearest(all, from, way) {
  const here = from.getBoundingClientRect();
  const cost = (/** @type {HTMLElement} */ element) => {
    const there = element.getBoundingClientRect();
    const along = (there.top - here.top) * way;
    return along < 8 ? Infinity : along * 3 + Math.abs(there.left - here.left);
  };
  return all.reduce((best, element) => (cost(element) < cost(best) ? element : best), from);
}
