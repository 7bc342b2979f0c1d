/** The screen of a game of rummy: seats, table, rack, and the log with the command line. */

import { announce, tell } from "../announcer.js";
import { sentence } from "../api.js";
import { commandLine } from "../command-line.js";
import { button, fill, h, isTyping, shortKey } from "../dom.js";
import { openHelp, openMenu } from "../game-menu.js";
import { showHeader } from "../header.js";
import { icon } from "../icons.js";
import { begin } from "../begin.js";
import { Refusal } from "../refusal.js";
import { go } from "../router.js";
import { change, current, onChange } from "../settings.js";
import { clock, t } from "../texts.js";
import { gameTitle } from "../titles.js";
import { commandsFor } from "./inputs.js";
import { logRows, named } from "./log.js";
import { seatName, seatsBar } from "./seats.js";
import { RummyTable } from "./table.js";
import { TurnsReview } from "./turns-review.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").RummyView} RummyView */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("./inputs.js").Target} Target */

/** A combination of each rule set, as it is typed. @type {Record<string, string>} */
const EXAMPLES = { rummikub: "9b 9r 9y", rami: "7h 8h 9h", canasta: "7h 7s 7d", mahjong: "1B 2B 3B", letters: "TEST" };

/** @typedef {{name: string, label: string, act: () => void, on: boolean, isMain?: boolean}} Tool */

export class RummyScreen {
  /** @type {Hint | null} */
  #hint = null;
  #busy = false;

  /** @param {HTMLElement} main @param {Game} game @param {string} mode */
  constructor(main, game, mode) {
    this.game = game;
    this.table = new RummyTable({ drop: (to) => void this.drop(to), marked: () => this.#showBar() });
    this.refusal = new Refusal();
    this.seats = h("div", { class: "seats", role: "group", "aria-label": t("leading") });
    this.status = h("p", { class: "status" });
    this.bar = h("div", { class: "bar", role: "group", "aria-label": t("gameMenu") });
    this.log = h("ol", { class: "log", tabindex: 0, "aria-label": t("moves") });
    this.banner = h("section", { class: "banner", hidden: true });
    this.facts = h("span", { class: "facts" });
    this.#build(main);
    game.listen((state, events) => this.#changed(state, events));
    game.onBroken = (isBroken) => isBroken && tell(t("reconnecting"));
    this.#unlisten = onChange(() => this.#draw([]));
    this.#clock = setInterval(() => this.#showFacts(), 1000);
    document.addEventListener("keydown", this.#onKey);
    this.#draw([]);
    if (mode === "review") this.review();
  }
  #unlisten;
  #clock;
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /** @param {HTMLElement} main */
  #build(main) {
    main.className = "game rummy";
    showHeader(gameTitle(this.game.state), this.facts);
    this.say = commandLine(this.#commands(), t("sayRummy", EXAMPLES[this.#view.rules] ?? ""), ["undo", "redo"]);
    const help = h("p", { id: "board-help", class: "unseen" }, t("boardHelp"));
    const cloth = h("div", { class: "cloth" }, help, this.table.tableElement, this.banner, this.refusal.element);
    const rack = h(
      "div",
      { class: "rack" },
      h("div", { class: "rack-top" }, this.status, this.bar),
      this.table.handElement,
    );
    this.play = h("div", { class: "play" }, h("h2", {}, t("moves")), this.log, this.#buttons(), this.say);
    this.panel = h("aside", { class: "panel", "aria-label": t("moves") }, this.play);
    fill(main, h("div", { class: "room" }, this.seats, cloth, rack), this.panel);
  }

  #buttons() {
    const labelled = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      button(icon(name), act, { "data-action": name }, h("span", {}, label));
    return h(
      "div",
      { class: "buttons" },
      labelled("review", t("review"), () => this.review()),
      labelled("deal", t("newDeal"), () => go("new/rummy")),
      labelled("more", t("more"), () => openMenu(this)),
    );
  }

  /** @returns {import("../command-line.js").Commands} */
  #commands() {
    return {
      act: (input) => void this.act(input),
      undo: () => void this.act("undo"),
      redo: () => void this.act("redo"),
      restart: () => void this.act("reset"),
      hint: () => void this.hint(),
      ask: () => tell(this.status.textContent ?? ""),
      moves: () => t("possible", this.game.state.choices.commands.join(", ")),
      help: () => openHelp("rummy"),
      show: () => this.table.described(this.game.state),
    };
  }

  /** @returns {RummyView} */
  get #view() {
    return this.game.state.view;
  }

  close() {
    this.mode?.close();
    this.#unlisten();
    clearInterval(this.#clock);
    document.removeEventListener("keydown", this.#onKey);
    this.table.close();
  }

  /** @param {State} _state @param {GameEvent[]} events */
  #changed(_state, events) {
    this.refusal.hide();
    this.#hint = null;
    this.#draw(events);
  }

  /** @param {GameEvent[]} events */
  #draw(events) {
    const { state } = this.game;
    fill(this.seats, ...seatsBar(state));
    this.table.show(state, events, this.seats);
    this.#showBar();
    this.#showLog(state);
    this.#showFacts();
    this.#showBanner(state);
  }

  #showFacts() {
    this.facts.textContent = `${t("dealOf", this.#view.deal, this.game.state.deals ?? 1)} · ${clock(this.game.seconds())}`;
  }

  /** @param {State} state */
  #showLog(state) {
    const rows = logRows(this.#view, state.moves).slice(-60);
    const isOwn = (/** @type {import("../types.js").MoveRow} */ row) => row.seat === this.#view.seat;
    fill(this.log, ...rows.map((row) => h("li", { class: isOwn(row) ? "own" : null }, row.text)));
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** The sentence about the turn, and the buttons that it allows. */
  #showBar() {
    this.status.textContent = this.#sentence(this.game.state);
    fill(this.bar, ...this.#tools().map((tool) => tool && toolButton(tool)));
  }

  /** @returns {(Tool | null)[]} */
  #tools() {
    const can = (/** @type {string} */ command) => this.game.state.choices?.commands?.includes(command) ?? false;
    const act = (/** @type {string} */ command) => () => void this.act(command);
    const [marks, order, isMine] = [this.table.marks.length, current().handOrder, this.#isMine];
    const isHinted = this.#hint?.hint === "enter";
    return [
      { name: "sort", label: order === "colour" ? t("byNumberSort") : t("byColour"), act: sortOtherwise, on: true },
      { name: "lay", label: t("newCombination"), act: () => void this.drop("new"), on: marks > 0 },
      { name: "undo", label: t("undo"), act: act("undo"), on: can("undo") },
      { name: "reset", label: t("resetTurn"), act: act("reset"), on: can("reset") },
      { name: "hint", label: isHinted ? t("playIt") : t("hint"), act: () => void this.hint(), on: isMine },
      can("take") ? { name: "take", label: t("take"), act: act("take"), on: true } : null,
      this.#hasDiscards
        ? { name: "discard", label: t("discard"), act: () => void this.#discard(), on: isMine && marks === 1 }
        : null,
      can("pass") ? { name: "pass", label: t("pass"), act: act("pass"), on: true } : null,
      { name: "draw", label: t("draw"), act: act("draw"), on: can("draw"), isMain: can("draw") && !can("done") },
      { name: "done", label: t("done"), act: act("done"), on: can("done"), isMain: can("done") },
    ];
  }

  get #hasDiscards() {
    const commands = /** @type {string[]} */ (this.game.state.choices?.commands ?? []);
    return this.#view.pile.length > 0 || commands.some((command) => command.startsWith("discard "));
  }

  get #isMine() {
    const { state } = this.game;
    return !state.ending && !this.#view.deal_over && this.#view.turn === this.#view.seat;
  }

  /** @param {State} state */
  #sentence(state) {
    if (this.#hint) return this.#hint.hint === "enter" ? t("hintIs", this.#hint.text) : this.#hint.text;
    if (state.ending) return this.#endWords(state);
    if (this.#view.deal_over) return t("nextDeal");
    if (!this.#isMine) return t("turnOf", seatName(this.#view, this.#view.turn));
    const isUntouched = !state.choices.commands.includes("undo") && this.#view.draft?.took === "nothing";
    if (state.turn?.can_end && !isUntouched) return t("turnGood");
    return isUntouched || !state.turn?.reason
      ? t("yourTurn")
      : sentence(new Error(state.turn.reason.replace(/^(Not legal|Pas permis)\s?: /i, "")));
  }

  /** @param {State} state */
  #showBanner(state) {
    const view = this.#view;
    const isOver = state.ending !== null || view.deal_over;
    this.banner.hidden = !isOver;
    if (!isOver) return;
    const scores = view.players.map((player, seat) =>
      h("li", {}, h("span", {}, seatName(view, seat)), h("strong", { class: "numbers" }, player.score)),
    );
    fill(
      this.banner,
      h("h2", {}, state.ending ? this.#endWords(state) : t("dealOver")),
      h("ul", { class: "scores" }, ...scores),
      h(
        "div",
        { class: "row" },
        view.deal_over && !state.ending
          ? button(t("nextDeal"), () => void this.act("deal"), { class: "main", "data-action": "next-deal" })
          : button(t("newDeal"), () => void this.#again(), { class: "main" }),
        button(t("review"), () => this.review()),
      ),
    );
  }

  /** @param {State} state */
  #endWords(state) {
    const isWon = state.ending?.seats?.includes(this.#view.seat ?? -1);
    return isWon ? t("wonTitle") : named(this.#view, state.ending?.text ?? "");
  }

  /** @param {string} input */
  async act(input) {
    return this.#enter([input]);
  }

  /** Enters commands one after another; they are one move, so one sentence says them. @param {string[]} inputs */
  async #enter(inputs) {
    if (this.#busy || !inputs.length) return;
    this.#busy = true;
    this.bar.setAttribute("aria-busy", "true");
    this.table.clearMarks();
    try {
      for (const [at, input] of inputs.entries())
        await this.game.change("act", { input }, at < inputs.length - 1 ? "" : undefined);
    } catch (error) {
      const words = sentence(error);
      this.refusal.show(words, this.bar);
      announce(words);
    } finally {
      this.#busy = false;
      this.bar.removeAttribute("aria-busy");
    }
  }

  /** Takes the marked tiles somewhere. @param {Target} to */
  drop(to) {
    const marks = this.table.marks;
    if (!marks.length) return Promise.resolve(tell(t("markFirst")));
    return this.#enter(commandsFor(marks, to, this.table.combinations));
  }

  #discard() {
    const mark = this.table.marks[0];
    return mark && this.table.marks.length === 1
      ? this.act(`discard ${mark.tile}`)
      : Promise.resolve(tell(t("markOne")));
  }

  /** Shows what a strong machine would do; asked again, it is played. */
  async hint() {
    if (this.#hint?.hint === "enter") return this.#enter(this.#hint.inputs ?? []);
    this.status.textContent = t("thinking");
    try {
      this.#hint = await this.game.live.ask("hint");
      announce(this.#sentence(this.game.state));
    } catch (error) {
      tell(sentence(error));
    }
    this.#showBar();
  }

  /** Another match with these players. */
  async #again() {
    const { new: body } = this.game.state;
    await (body ? begin(body) : go("new/rummy"));
  }

  review() {
    this.mode = new TurnsReview(this);
    this.panel?.replaceChildren(this.mode.element);
    this.panel?.closest(".game")?.classList.add("reviewing");
    this.mode.element.querySelector("button")?.focus();
  }
  /** @type {TurnsReview | null} */
  mode = null;

  leaveMode() {
    this.mode?.close();
    this.mode = null;
    if (this.play) this.panel?.replaceChildren(this.play);
    this.panel?.closest(".game")?.classList.remove("reviewing");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (isTyping(event) || document.querySelector("dialog")) return;
    const can = (/** @type {string} */ command) => this.game.state.choices?.commands?.includes(command);
    /** @type {Record<string, () => void>} */
    const keys = {
      n: () => void this.drop("new"),
      d: () => can("draw") && void this.act("draw"),
      f: () => can("done") && void this.act("done"),
      u: () => can("undo") && void this.act("undo"),
      r: () => void this.act("redo"),
      p: () => can("take") && void this.act("take"),
      x: () => void this.#discard(),
      t: () => void this.hint(),
      o: sortOtherwise,
      v: () => this.review(),
      ":": () => this.say?.querySelector("input")?.focus(),
      "/": () => this.say?.querySelector("input")?.focus(),
      "?": () => openHelp("rummy"),
    };
    const number = Number(event.key);
    const act =
      number >= 1 && number <= 9 && this.table.marks.length ? () => void this.drop(number) : keys[shortKey(event)];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** @param {Tool} tool */
function toolButton({ name, label, act, on, isMain }) {
  return button(label, act, { class: isMain ? "main" : "", disabled: !on, "data-action": name });
}

function sortOtherwise() {
  change({ handOrder: current().handOrder === "colour" ? "number" : "colour" });
}
