/** The board of peg solitaire: pegs, holes, and possible jumps as rings with tick, cross or dot. */

import { dress, fill, h, s } from "../dom.js";
import { mayMove } from "../settings.js";
import { t } from "../texts.js";
import { coordinates } from "./coordinates.js";
import { PITCH, bounds, point, readBoard, woodPath } from "./geometry.js";

/** @typedef {import("../../../types.js").PegView} PegView */
/** @typedef {import("../../../types.js").PegBoard} PegBoard */
/** @typedef {import("../../../types.js").JumpChoice} JumpChoice */
/** @typedef {import("../../../types.js").Hole} Hole */

const NONE = { jumps: [] };

export class PegBoardView {
  /** @type {JumpChoice[]} */
  #jumps = [];
  /** @type {string | null} */
  #picked = null;
  /** @type {{from: string, to: string} | null} */
  #hinted = null;
  /** @type {PegView | null} */
  #view = null;
  /** @type {Set<string>} */
  #pegs = new Set();
  #focus = "";
  #looking = false;
  /** @type {Animation | undefined} */
  #flight;
  /** The last jump, drawn as a thin arc. @type {{from: string, to: string} | null} */
  #last = null;

  /** @param {import("../solo-screen.js").Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    this.holes = /** @type {PegBoard} */ (hooks.game.state.board).holes;
    this.grid = /** @type {PegBoard} */ (hooks.game.state.board).grid;
    const box = bounds(this.grid, this.holes);
    const sheet = (/** @type {Record<string, string>} */ props, /** @type {SVGElement[]} */ ...children) =>
      s("svg", { viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`, ...props }, ...children);
    const names = s("g", { class: "names" }, ...coordinates(this.grid, this.holes));
    const wood = s("path", { class: "wood", d: woodPath(this.grid, this.holes) });
    this.layer = s("g", { class: "places" }, ...this.holes.map((hole) => this.#place(hole)));
    this.above = s("g", { "aria-hidden": "true", class: "above" });
    this.svg = sheet(
      { role: "group", "aria-label": t("board"), "aria-describedby": "board-help" },
      gradients(),
      this.layer,
      this.above,
    );
    this.flyer = s("g", {}, body());
    this.sky = sheet({ class: "sky", "aria-hidden": "true" }, this.flyer);
    // What moves and what stands still are sheets of their own, so that a jump paints no wood.
    this.element = h("div", { class: "board pegs" }, sheet({ "aria-hidden": "true" }, wood, names), this.svg, this.sky);
    this.svg.addEventListener("click", (event) => this.#clicked(event));
    this.svg.addEventListener("focusin", (event) => (this.#focus = holeUnder(event.target) ?? this.#focus));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.#focus = this.holes[0]?.hole ?? "";
  }

  /** @param {HTMLElement} cloth */
  attach(cloth) {
    cloth.append(this.element);
  }

  detach() {}

  /** @param {PegView} view @param {{jumps: JumpChoice[]} | null} choices */
  show(view, choices) {
    const before = this.#pegs;
    // Pixels per unit of the drawing, asked for before anything changes.
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    // The same position again, as when its table has become ready: what was picked stays so.
    const isSame = this.#view?.text === view.text && this.#looking === !choices;
    this.#view = view;
    this.#jumps = (choices ?? NONE).jumps;
    this.#looking = !choices;
    if (!isSame) this.#picked = this.#hinted = null;
    const cells = readBoard(view.text).cells;
    this.#pegs = new Set(this.holes.filter((_, at) => cells[at]?.peg).map((hole) => hole.hole));
    if (!isSame) this.#last = jumpBetween(before, this.#pegs);
    this.#draw();
    if (!isSame && this.#last && mayMove()) this.#leap(this.#last, scale);
  }

  redraw() {
    if (this.#view) this.#draw();
  }

  /** Changes the places that are no longer what they were. */
  #draw() {
    this.#flight?.cancel();
    this.holes.forEach(({ hole }, at) => {
      const isPeg = this.#pegs.has(hole);
      dress(/** @type {Element} */ (this.layer.children[at]), {
        class: isPeg ? "place peg" : "place",
        tabindex: hole === this.#focus ? 0 : -1,
        "aria-label": this.#name(hole, isPeg),
        "aria-pressed": hole === this.#picked && "true",
      });
    });
    this.#marks();
  }

  /** @param {Hole} hole */
  #place(hole) {
    const { x, y } = point(this.grid, hole);
    return s(
      "g",
      { role: "button", "data-hole": hole.hole, transform: `translate(${x} ${y})` },
      s("circle", { class: "reach", r: PITCH * 0.47 }),
      s("circle", { class: "pit", r: PITCH * 0.19 }),
      body(),
    );
  }

  /** @param {string} hole @param {boolean} isPeg */
  #name(hole, isPeg) {
    const landing = this.#picked && this.#jumps.find((jump) => jump.from === this.#picked && jump.to === hole);
    if (landing)
      return landing.solvable === null
        ? t("landsUnknown", hole)
        : landing.solvable
          ? t("landsKeeps", hole)
          : t("landsLoses", hole);
    const jumps = this.#jumps.filter((jump) => jump.from === hole).length;
    return !isPeg ? t("holeAt", hole) : jumps ? t("pegJumps", hole, jumps) : t("pegAt", hole);
  }

  /** Rings: around pegs that can jump, or around landings of the picked peg. */
  #marks() {
    const rings = this.#picked
      ? this.#jumps.filter((jump) => jump.from === this.#picked).map((jump) => this.#ring(jump.to, jump.solvable))
      : this.#sources();
    const picked = this.#picked && this.#at(this.#picked);
    fill(
      this.above,
      this.#arc(),
      picked ? s("circle", { class: "picked", cx: picked.x, cy: picked.y, r: 41 }) : null,
      ...rings,
      ...this.#hintMarks(),
    );
  }

  #sources() {
    const from = [...new Set(this.#jumps.map((jump) => jump.from))];
    return from.map((hole) => {
      const known = this.#jumps.filter((jump) => jump.from === hole).map((jump) => jump.solvable);
      return this.#ring(hole, known.includes(true) ? true : known.includes(null) ? null : false);
    });
  }

  /** @param {string} hole @param {boolean | null} solvable */
  #ring(hole, solvable) {
    const { x, y } = this.#at(hole);
    const kind = solvable === null ? "unknown" : solvable ? "keeps" : "loses";
    const sign = { keeps: "m-9 0 6 7L9-7", loses: "m-7-7L7 7M7-7-7 7", unknown: "M0 0h.01" }[kind];
    return s(
      "g",
      { class: `ring ${kind}`, transform: `translate(${x} ${y})` },
      s("circle", { r: 40 }),
      s("g", { transform: "translate(30 -30)" }, s("circle", { class: "badge", r: 16 }), s("path", { d: sign })),
    );
  }

  #arc() {
    if (!this.#last) return null;
    const [from, to] = [this.#at(this.#last.from), this.#at(this.#last.to)];
    const [mx, my] = [(from.x + to.x) / 2 - (to.y - from.y) * 0.16, (from.y + to.y) / 2 + (to.x - from.x) * 0.16];
    return s("path", { class: "arc", d: `M${from.x} ${from.y}Q${mx} ${my} ${to.x} ${to.y}` });
  }

  #hintMarks() {
    if (!this.#hinted) return [];
    return [this.#hinted.from, this.#hinted.to].map((hole, at) => {
      const { x, y } = this.#at(hole);
      return s("circle", { class: at ? "hinted to" : "hinted", cx: x, cy: y, r: 46 });
    });
  }

  /** @param {string} hole */
  #at(hole) {
    const found = this.holes.find((known) => known.hole === hole);
    return found ? point(this.grid, found) : { x: 0, y: 0 };
  }

  /** A peg flies over the board, and lies in its hole when it is there. @param {{from: string, to: string}} jump @param {number} scale */
  #leap(jump, scale) {
    const [from, to] = [this.#at(jump.from), this.#at(jump.to)];
    const place = this.anchor(jump.to);
    const way = `translate(${(from.x - to.x) * scale}px, ${(from.y - to.y) * scale}px)`;
    dress(this.flyer, { transform: `translate(${to.x} ${to.y})` });
    place.classList.add("flying");
    this.#flight = this.sky.animate(
      [
        { transform: way, opacity: 1 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 170, easing: "cubic-bezier(.3, .6, .3, 1)" },
    );
    this.#flight.onfinish = () => place.classList.remove("flying");
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const hole = holeUnder(event.target);
    if (hole) this.#focus = hole;
    if (hole && !this.#looking) this.#enter(hole);
  }

  /** @param {string} hole */
  #enter(hole) {
    const jump = this.#picked && this.#jumps.find((choice) => choice.from === this.#picked && choice.to === hole);
    if (jump) return this.hooks.act(jump.input, hole);
    if (this.#picked && !this.#pegs.has(hole)) return this.hooks.act(`${this.#picked}-${hole}`, hole);
    if (!this.#pegs.has(hole)) return this.#land(hole);
    if (!this.#jumps.some((choice) => choice.from === hole)) return this.#refuse(t("pegStuck", hole), hole);
    this.#picked = this.#picked === hole ? null : hole;
    this.#hinted = null;
    this.#draw();
  }

  /** A hole into which one peg can jump needs no choice of the peg. @param {string} hole */
  #land(hole) {
    const [only, ...others] = this.#jumps.filter((choice) => choice.to === hole);
    if (!only) return this.#refuse(t("holeOutOfReach", hole), hole);
    if (others.length) return this.#refuse(t("holeOfSeveral", hole, others.length + 1), hole);
    this.hooks.act(only.input, hole);
  }

  /** @param {string} words @param {string} hole */
  #refuse(words, hole) {
    this.cancel();
    this.hooks.refuse(words, hole);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) this.#step(way);
    else if ((event.key === "Enter" || event.key === " ") && !this.#looking) this.#enter(this.#focus);
    else if (event.key === "Escape" && (this.#picked || this.#hinted)) this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the nearest hole in a direction. @param {[number, number]} way */
  #step([dx, dy]) {
    const here = this.#at(this.#focus);
    let best = { hole: this.#focus, cost: Infinity };
    for (const hole of this.holes) {
      const there = point(this.grid, hole);
      const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      const cost = along + across * 2.2;
      if (along > PITCH * 0.3 && across <= along * 1.1 && cost < best.cost) best = { hole: hole.hole, cost };
    }
    this.#focusOn(best.hole);
  }

  /** @param {string} hole */
  #focusOn(hole) {
    this.#focus = hole;
    for (const place of this.layer.querySelectorAll('[tabindex="0"]')) place.setAttribute("tabindex", "-1");
    const place = /** @type {SVGElement | null} */ (this.layer.querySelector(`[data-hole="${hole}"]`));
    place?.setAttribute("tabindex", "0");
    place?.focus({ preventScroll: true });
  }

  focus() {
    this.#focusOn(this.#focus);
  }

  cancel() {
    this.#picked = null;
    this.#hinted = null;
    this.#draw();
  }

  /** @param {{from: string, to: string}} hint */
  showHint(hint) {
    this.#hinted = hint;
    this.#marks();
  }

  /** @param {string} hole @returns {Element} */
  anchor(hole) {
    return this.layer.querySelector(`[data-hole="${hole}"]`) ?? this.svg;
  }

  described() {
    return `${t("pegsLeft", this.#pegs.size)}: ${[...this.#pegs].join(" ")}`;
  }
}

/** The hole of an element. @param {EventTarget | null} target */
function holeUnder(target) {
  const place = target instanceof Element ? target.closest("[data-hole]") : null;
  return /** @type {SVGElement | null} */ (place)?.dataset.hole;
}

/** The jump that leads from one set of pegs to the next, if it is one. @param {Set<string>} before @param {Set<string>} after */
function jumpBetween(before, after) {
  const gone = [...before].filter((hole) => !after.has(hole));
  const [to, ...more] = [...after].filter((hole) => !before.has(hole));
  if (gone.length !== 2 || !to || more.length) return null;
  // Names differ by 2 where those of neighbours differ by 1.
  const away = (/** @type {string} */ hole) =>
    Math.abs(hole.charCodeAt(0) - to.charCodeAt(0)) + Math.abs(Number(hole.slice(1)) - Number(to.slice(1)));
  const [from = ""] = gone.sort((a, b) => away(b) - away(a));
  return { from, to };
}

/** A peg around the middle of its hole. */
function body() {
  return s(
    "g",
    { class: "body" },
    s("ellipse", { class: "shade", cy: 5, rx: 33, ry: 32 }),
    s("circle", { class: "ball", r: 33, fill: "url(#peg-light)" }),
  );
}

function gradients() {
  const stop = (/** @type {number} */ offset, /** @type {string} */ kind) => s("stop", { offset, class: kind });
  const light = { id: "peg-light", cx: 0.36, cy: 0.3, r: 0.75 };
  return s("defs", {}, s("radialGradient", light, stop(0, "lit"), stop(0.6, "plain"), stop(1, "deep")));
}
