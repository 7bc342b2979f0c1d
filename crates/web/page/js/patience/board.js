/** The table of a patience: draws a view, and turns clicks, drags and keys into inputs. */

import { dress, h, keep } from "../dom.js";
import { mayMove } from "../settings.js";
import { cardName, suitName, suitShape } from "../suits.js";
import { t } from "../texts.js";
import { cardElement } from "./card.js";
import { countFor, inputFor, mostCards, targets } from "./choices.js";
import { Drag } from "./drag.js";
import { Cursor } from "./cursor.js";
import { layout, pilesOf } from "./layout.js";

/** @typedef {import("../../../types.js").PatienceView} PatienceView */
/** @typedef {import("../../../types.js").CardChoices} CardChoices */
/** @typedef {import("./choices.js").Picked} Picked */
/** @typedef {import("./layout.js").Pile} Pile */
/** @typedef {import("./layout.js").Layout} Layout */

const NONE = { moves: [], others: [] };
/** Cards that go up by themselves are all up after this time, in milliseconds. */
const LONGEST_FINISH = 1500;
/** The part of a phone's screen that the cloth may fill before cards lie closer together. */
const PHONE_CLOTH = 0.66;

export class PatienceBoard {
  /** @type {Pile[]} */
  piles = [];
  /** @type {CardChoices} */
  choices = NONE;
  /** @type {Picked | null} */
  picked = null;
  /** @type {{from: string, to: string} | null} */
  hinted = null;
  /** @type {Layout | null} */
  place = null;
  /** Where each card lies now. @type {Map<string, {x: number, y: number}>} */
  #lies = new Map();
  /** @type {Map<string, HTMLElement>} */
  #cards = new Map();
  /** The elements of the piles, each with what it shows. @type {Map<string, {element: HTMLElement, shown: string}>} */
  #drawn = new Map();
  /** The room on the cloth, measured again after a change. @type {import("./layout.js").Room | null} */
  #room = null;
  /** @type {PatienceView | null} */
  #view = null;

  /** @param {import("../solo-screen.js").Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.element = h("div", {
      class: "board patience",
      role: "group",
      "aria-label": t("table"),
      "aria-describedby": "board-help",
    });
    this.cursor = new Cursor(this);
    this.drag = new Drag(this);
    this.element.addEventListener("pointerdown", () => this.#skip(), { capture: true });
    this.element.addEventListener("keydown", () => this.#skip(), { capture: true });
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("dblclick", (event) => this.#doubled(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
    this.element.addEventListener("keydown", (event) => this.cursor.key(event));
    this.#watch = new ResizeObserver(() => this.redraw());
  }
  /** @type {ResizeObserver} */
  #watch;

  /** @param {HTMLElement} cloth */
  attach(cloth) {
    cloth.append(this.element);
    this.#watch.observe(cloth);
  }

  detach() {
    this.#watch.disconnect();
  }

  /**
   * Shows a view; without choices it is only looked at.
   * @param {PatienceView} view
   * @param {CardChoices | null} choices
   * @param {string[]} [wentUp]
   */
  show(view, choices, wentUp = []) {
    this.#view = view;
    this.choices = choices ?? NONE;
    this.element.classList.toggle("looking", !choices);
    this.picked = null;
    this.hinted = null;
    this.piles = pilesOf(view);
    this.#draw(mayMove(), wentUp);
  }

  redraw() {
    this.#room = null;
    if (this.#view) this.#draw(false, []);
  }

  /** @param {boolean} moves @param {string[]} wentUp */
  #draw(moves, wentUp) {
    this.#room ??= this.#measure();
    if (!this.#room) return;
    const cardBefore = this.place?.card;
    this.place = layout(this.piles, this.#room);
    const { card, compact, height } = this.place;
    if (card !== cardBefore) this.element.style.setProperty("--card", `${card}px`);
    this.element.style.height = this.#room.isPhone ? `${height}px` : "";
    this.element.classList.toggle("compact", compact);
    const hadFocus = this.element.contains(document.activeElement);
    keep(this.element, ...this.piles.map((pile) => this.#pile(pile)));
    this.#move(moves, wentUp);
    this.mark();
    this.cursor.settle(hadFocus);
  }

  #measure() {
    const cloth = this.element.parentElement;
    if (!cloth?.clientWidth) return null;
    const isPhone = matchMedia("(max-width: 820px)").matches;
    return { width: cloth.clientWidth, height: isPhone ? innerHeight * PHONE_CLOTH : cloth.clientHeight, isPhone };
  }

  /** The element of a pile. One that shows the same as before is not touched. @param {Pile} pile */
  #pile(pile) {
    const { spot, cards } = pile;
    const place = this.place?.places.get(spot) ?? { x: 0, y: 0, step: 0 };
    const most = pile.kind === "foundation" ? 1 : Math.max(1, mostCards(this.choices.moves, spot));
    const shown = JSON.stringify([cards, place, most]);
    const drawn = this.#drawn.get(spot);
    if (drawn?.shown === shown) return drawn.element;
    const element = drawn?.element ?? emptyPile(pile);
    const [number, slot] = /** @type {any} */ (element.children);
    this.#drawn.set(spot, { element, shown });
    dress(element, { "aria-label": pileName(pile) });
    // A pile is a layer of its own, which is sharp on whole pixels.
    element.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px)`;
    const isEmpty = !cards.length;
    dress(slot, {
      role: isEmpty && "button",
      tabindex: isEmpty && -1,
      "aria-label": isEmpty && pileName(pile),
      "aria-hidden": !isEmpty && "true",
    });
    keep(element, number, slot, ...cards.map((_, at) => this.#card(pile, at, place.step, most)));
    return element;
  }

  /** @param {Pile} pile @param {number} at @param {number} step @param {number} most cards that can be picked */
  #card(pile, at, step, most) {
    const card = /** @type {string} */ (pile.cards[at]);
    const element = this.#cards.get(card) ?? cardElement(card);
    const depth = pile.cards.length - at;
    const canPick = depth <= most;
    const isUp = pile.kind === "foundation";
    this.#cards.set(card, element);
    dress(element, {
      role: canPick ? "button" : "img",
      tabindex: canPick && -1,
      "aria-label": canPick && !isUp ? t("cardAt", cardName(card), pileName(pile)) : cardName(card),
      "aria-hidden": isUp && depth > 1 && "true",
    });
    element.style.top = `${at * step}px`;
    return element;
  }

  /** Lets cards glide from where they lay. @param {boolean} moves @param {string[]} wentUp */
  #move(moves, wentUp) {
    const before = this.#lies;
    const pause = Math.min(70, LONGEST_FINISH / Math.max(1, wentUp.length));
    this.#lies = new Map();
    for (const pile of this.piles) {
      const place = this.place?.places.get(pile.spot);
      if (!place) continue;
      pile.cards.forEach((card, at) => {
        const now = { x: place.x, y: place.y + at * place.step };
        this.#lies.set(card, now);
        const was = before.get(card);
        if (moves && was && Math.hypot(was.x - now.x, was.y - now.y) > 1)
          this.#glide(card, was, now, (wentUp.indexOf(card) + 1) * pause);
      });
    }
  }

  /** @param {string} card @param {{x: number, y: number}} was @param {{x: number, y: number}} now @param {number} delay */
  #glide(card, was, now, delay) {
    const element = this.#cards.get(card);
    const pile = element?.parentElement;
    if (!element || !pile) return;
    pile.classList.add("busy");
    const motion = element.animate(
      [{ transform: `translate(${was.x - now.x}px, ${was.y - now.y}px)` }, { transform: "none" }],
      { duration: 170, delay, easing: "cubic-bezier(.2, .75, .25, 1)", fill: "backwards" },
    );
    motion.onfinish = () => pile.classList.toggle("busy", pile.getAnimations({ subtree: true }).length > 0);
  }

  /** Ends every motion at once. */
  #skip() {
    for (const motion of this.element.getAnimations({ subtree: true })) motion.finish();
  }

  /** Cards that the pointer has carried begin their way where they were let go. @param {string[]} cards @param {number} dx @param {number} dy */
  carriedTo(cards, dx, dy) {
    for (const card of cards) {
      const lies = this.#lies.get(card);
      if (lies) this.#lies.set(card, { x: lies.x + dx, y: lies.y + dy });
    }
  }

  /** Puts cards back that were carried nowhere. */
  settle() {
    this.#draw(mayMove(), []);
  }

  /** @param {string} spot */
  pile(spot) {
    return this.piles.find((pile) => pile.spot === spot);
  }

  /** @param {string} card */
  cardElement(card) {
    return this.#cards.get(card);
  }

  /** The cards that a pick lifts. @param {Picked} picked */
  lifted({ spot, count }) {
    return this.pile(spot)?.cards.slice(-count) ?? [];
  }

  /** Marks the picked cards and the places where they may go. */
  mark() {
    for (const element of this.element.querySelectorAll(".on, .may, .from, .to")) {
      element.classList.remove("on", "may", "from", "to");
      element.removeAttribute("aria-pressed");
    }
    if (this.hinted) {
      this.#top(this.hinted.from)?.classList.add("from");
      this.#top(this.hinted.to)?.classList.add("to");
    }
    if (!this.picked) return;
    const lifted = this.lifted(this.picked);
    lifted.forEach((card) => this.#cards.get(card)?.classList.add("on"));
    this.#cards.get(lifted[0] ?? "")?.setAttribute("aria-pressed", "true");
    for (const spot of targets(this.choices.moves, this.picked)) this.#top(spot)?.classList.add("may");
  }

  /** @param {string} spot */
  #top(spot) {
    return this.element.querySelector(`[data-spot="${spot}"] > :last-child`);
  }

  /** @param {{from: string, to: string}} hint */
  showHint(hint) {
    this.picked = null;
    this.hinted = hint;
    this.mark();
  }

  /** @param {string} spot @param {number} depth */
  pick(spot, depth) {
    const pile = this.pile(spot);
    if (!pile) return;
    if (pile.cards.length === 0) return this.hooks.refuse(t("nothingHere"), spot);
    this.hinted = null;
    this.picked = { spot, count: countFor(this.choices.moves, pile, depth) };
    this.mark();
  }

  drop(/** @type {string} */ to) {
    const picked = this.picked;
    if (!picked) return;
    if (picked.spot === to) return this.cancel();
    const input = inputFor(this.choices.moves, picked, to);
    this.picked = null;
    this.mark();
    this.hooks.act(input, to);
  }

  cancel() {
    this.picked = null;
    this.hinted = null;
    this.mark();
  }

  get isLooking() {
    return this.element.classList.contains("looking");
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.isLooking || this.drag.justEnded()) return;
    const at = this.at(event.target);
    if (!at) return this.cancel();
    this.cursor.stand(at.spot, at.depth);
    if (!this.picked) return this.pick(at.spot, at.depth);
    if (this.picked.spot === at.spot && this.picked.count !== at.depth && at.depth > 0)
      return this.pick(at.spot, at.depth);
    this.drop(at.spot);
  }

  /** The cursor stands where the focus is, whoever set it. @param {FocusEvent} event */
  #focused(event) {
    const at = this.at(event.target);
    if (at) this.cursor.stand(at.spot, at.depth);
  }

  /** A double click sends a card home, or into a free cell. @param {MouseEvent} event */
  #doubled(event) {
    const at = this.at(event.target);
    if (!at || this.isLooking) return;
    const from = this.choices.moves.filter((move) => move.from === at.spot && move.cards === 1);
    const best = from.find((move) => /^[CSHD]$/.test(move.to)) ?? from.find((move) => /^[a-z]$/.test(move.to));
    this.picked = null;
    this.mark();
    if (best) this.hooks.act(best.input, best.to);
  }

  /** The pile and the depth of the card under the pointer. @param {EventTarget | null} target */
  at(target) {
    if (!(target instanceof Element)) return null;
    const pile = this.pile(/** @type {HTMLElement | null} */ (target.closest(".pile"))?.dataset.spot ?? "");
    if (!pile) return null;
    const card = /** @type {HTMLElement | null} */ (target.closest(".card"))?.dataset.card;
    return { spot: pile.spot, depth: card ? pile.cards.length - pile.cards.indexOf(card) : 0 };
  }

  focus() {
    this.cursor.focus();
  }

  /** The action of a short key, wherever the focus is. @param {string} key */
  shortAction(key) {
    return /^[1-9a-dh]$/.test(key) ? this.cursor.shortAction(key) : undefined;
  }

  /** The whole table in words. */
  described() {
    return this.piles
      .filter((pile) => pile.cards.length)
      .map(
        (pile) =>
          `${pileName(pile)}: ${(pile.kind === "foundation" ? pile.cards.slice(-1) : pile.cards).map(cardName).join(", ")}`,
      )
      .join("; ");
  }

  /** Where a sentence about a place should stand. @param {string} spot */
  anchor(spot) {
    return this.#top(spot) ?? this.element;
  }
}

/** A pile before its first card, with its name on the command line: 3, a, or h for each foundation. @param {Pile} pile */
function emptyPile({ kind, spot }) {
  const isUp = kind === "foundation";
  const sign = isUp ? suitShape(/** @type {any} */ (spot), { class: "sign" }) : null;
  return h(
    "div",
    { class: `pile ${kind}`, role: "group", "data-spot": spot },
    h("span", { class: "number", "aria-hidden": "true" }, isUp ? "h" : spot),
    h("div", { class: "slot" }, sign),
  );
}

/** @param {Pile} pile */
export function pileName(pile) {
  const count = pile.cards.length;
  if (pile.kind === "column") return count ? t("columnOf", pile.spot, count) : t("columnEmpty", pile.spot);
  if (pile.kind === "cell") return count ? t("cellOf", pile.spot) : t("cellEmpty", pile.spot);
  const suit = suitName(/** @type {any} */ (pile.spot));
  return count ? t("homeOf", suit) : t("homeEmpty", suit);
}
