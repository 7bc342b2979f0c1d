/** The screen of a game of rummy: seats, table, rack, and the log with the command line. */

import { announce, tell } from "../announcer.js";
import { capital, sentence } from "../api.js";
import { commandLine } from "../command-line.js";
import { button, fill, h } from "../dom.js";
import { openHelp, openMenu } from "../game-menu.js";
import { showHeader } from "../header.js";
import { icon } from "../icons.js";
import { begin } from "../begin.js";
import { OpenScreen, actionOf } from "../open-screen.js";
import { go, replace } from "../router.js";
import { current } from "../settings.js";
import { clock, t } from "../texts.js";
import { gameTitle } from "../titles.js";
import { personToMove } from "./cover.js";
import { commandsFor } from "./inputs.js";
import { logRows } from "./log.js";
import { seatName, seatsBar } from "./seats.js";
import { arranged, possibleCommands, sortHand } from "./speech.js";
import { RummyTable } from "./table.js";
import { hasCards } from "./tile.js";
import { TurnsReview } from "./turns-review.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../../types.js").State} State */
/** @typedef {import("../../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../../types.js").RummyView} RummyView */
/** @typedef {import("../../../types.js").Hint} Hint */
/** @typedef {import("./inputs.js").Target} Target */

/** A combination of each rule set, as it is typed. @type {Record<string, string>} */
const EXAMPLES = { rummikub: "9b 10b 11b", rami: "7h 8h 9h", canasta: "7h 7s 7d", mahjong: "1B 2B 3B", letters: "TEST" };

/** @typedef {{name: string, label: string, act: () => void, on: boolean, isMain?: boolean}} Tool */

/** @extends {OpenScreen<TurnsReview>} */
export class RummyScreen extends OpenScreen {
  /** @type {Hint | null} */
  #hint = null;
  #busy = false;

  /** @param {HTMLElement} main @param {Game} game @param {string} mode */
  constructor(main, game, mode) {
    super(game);
    this.table = new RummyTable({ drop: (to) => void this.drop(to), marked: () => this.#showBar() });
    this.seats = h("div", { class: "seats", role: "group", "aria-label": t("leading") });
    this.status = h("p", { class: "status" });
    this.bar = h("div", { class: "bar", role: "group", "aria-label": t("gameMenu") });
    this.log = h("ol", { class: "log", tabindex: 0, "aria-label": t("moves") });
    this.#build(main);
    this.listen({
      changed: (_, events, isNew) => this.#changed(events, isNew),
      settingsChanged: () => this.mode || this.#draw([]),
      tick: () => this.#showFacts(),
      keyed: (event) => this.#keyed(event),
    });
    this.#draw([]);
    if (mode === "review") this.review();
  }

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
      moves: () => possibleCommands(this.game.state),
      help: () => openHelp("rummy"),
      show: () => this.table.described(this.game.state),
    };
  }

  /** @returns {RummyView} */
  get #view() {
    return this.game.state.view;
  }

  close() {
    super.close();
    this.table.close();
  }

  /** @param {GameEvent[]} events @param {boolean} isNew */
  #changed(events, isNew) {
    if (isNew) {
      this.refusal.hide();
      this.#hint = null;
    }
    if (!this.mode) this.#draw(events);
  }

  /** Shows the game as it was; nothing can be moved there. @param {{view: RummyView, tiles: State["tiles"]}} past */
  showPast({ view, tiles }) {
    const state = { ...this.game.state, view: { ...view, draft: null }, tiles, choices: null, ending: null };
    fill(this.seats, ...seatsBar(state));
    this.table.show(state, [], this.seats);
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
    const left = this.game.turnSeconds();
    const facts = [
      left === null ? "" : t("turnLeft", clock(left)),
      t("dealOf", this.#view.deal, this.game.state.deals ?? 1),
      clock(this.game.seconds()),
    ];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
  }

  /** @param {State} state */
  #showLog(state) {
    const rows = logRows(this.#view, state.moves).slice(-60);
    const isOwn = (/** @type {import("../../../types.js").MoveRow} */ row) => row.seat === this.#view.seat;
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
      can("take") ? { name: "take", label: this.#takeWords(), act: act("take"), on: true } : null,
      this.#hasDiscards
        ? { name: "discard", label: t("discard"), act: () => void this.#discard(), on: isMine && marks === 1 }
        : null,
      can("pass") ? { name: "pass", label: t("pass"), act: act("pass"), on: true } : null,
      { name: "draw", label: t("draw"), act: act("draw"), on: can("draw"), isMain: can("draw") && !can("done") },
      { name: "done", label: t("done"), act: act("done"), on: can("done"), isMain: can("done") },
    ];
  }

  /** The pile by its name, or its top card where that is all that is taken. */
  #takeWords() {
    const { pile } = this.#view;
    const top = pile[pile.length - 1];
    const isOne = this.game.state.takes_top || pile.length === 1;
    return top && isOne ? t("takeOne", this.game.state.tiles?.[top]?.name ?? top) : t("take");
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
    if (this.#hint) return this.#hint.hint === "enter" ? t("hintDo", this.#hint.text) : this.#hint.text;
    if (state.ending) return this.#endWords(state);
    if (this.#view.deal_over) return t("nextDeal");
    if (!this.#isMine) return t("turnOf", seatName(this.#view, this.#view.turn));
    const hasLaid = state.choices.commands.includes("undo");
    const isUntouched = !hasLaid && this.#view.draft?.took === "nothing";
    if (state.turn?.can_end && !isUntouched) return t("turnGood");
    const reason = sentence(new Error(state.turn?.reason?.replace(/^(Not legal|Pas permis)\s?: /i, "") ?? t("yourTurn")));
    // As soon as something is laid, the judge says what is missing.
    const opening = hasLaid ? "" : state.turn?.opening;
    return [isUntouched ? t("yourTurn") : reason, opening].filter(Boolean).join(" ");
  }

  /** @param {State} state */
  #showBanner(state) {
    const view = this.#view;
    const isOver = state.ending !== null || view.deal_over;
    const person = personToMove(state);
    this.banner.hidden = !isOver && (person === null || person === view.seat);
    if (this.banner.hidden) return;
    if (!isOver) return this.#showHandOver(person ?? 0);
    const scores = view.players.map((player, seat) =>
      h("li", {}, h("span", {}, seatName(view, seat)), h("strong", { class: "numbers" }, player.score)),
    );
    fill(
      this.banner,
      h("h2", {}, state.ending ? this.#endWords(state) : t("dealOver")),
      h("ul", { class: "scores" }, ...scores),
      state.lowest_wins ? h("p", { class: "small quiet" }, capital(t("fewWin"))) : null,
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

  /** The turn of another person at this screen. @param {number} seat */
  #showHandOver(seat) {
    const name = this.#view.players[seat]?.name ?? "";
    const hand = () => replace(`game/${this.game.state.id}`);
    const over = button(t("handOver", name), hand, { class: "main", "data-action": "hand-over" });
    fill(this.banner, h("h2", {}, t("coverTitle", name)), over);
  }

  /** @param {State} state */
  #endWords(state) {
    const isWon = state.ending?.seats?.includes(this.#view.seat ?? -1);
    return isWon ? t("wonTitle") : (state.ending?.text ?? "");
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
    const said = this.#sayChanges();
    try {
      for (const [at, input] of inputs.entries())
        await this.game.change("act", { input }, at < inputs.length - 1 ? "" : said);
    } catch (error) {
      const words = sentence(error);
      this.refusal.show(words, this.bar);
      announce(words);
    } finally {
      this.#busy = false;
      this.bar.removeAttribute("aria-busy");
    }
  }

  /** The words for the tiles that lie elsewhere than now, with the judge's reason. */
  #sayChanges() {
    const before = this.game.state;
    return (/** @type {import("../../../types.js").Acted} */ acted) => {
      const changes = arranged(before, acted);
      return changes ? capital([...changes, this.#sentence(acted.state)].join(". ")) : undefined;
    };
  }

  /** Takes the marked tiles somewhere. @param {Target} to */
  drop(to) {
    const marks = this.table.marks;
    if (!marks.length) return Promise.resolve(tell(hasCards(this.game.state) ? t("markFirstCards") : t("markFirst")));
    return this.#enter(commandsFor(marks, to, this.table.combinations));
  }

  #discard() {
    const mark = this.table.marks[0];
    return mark && this.table.marks.length === 1
      ? this.act(`discard ${mark.tile}`)
      : Promise.resolve(tell(hasCards(this.game.state) ? t("markOneCard") : t("markOne")));
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
    this.table.isLooking = true;
    const review = new TurnsReview(this);
    this.setMode(review);
    this.panel?.replaceChildren(review.element);
    this.panel?.closest(".game")?.classList.add("reviewing");
    review.element.querySelector("button")?.focus();
  }

  leaveMode() {
    this.setMode(null);
    if (this.play) this.panel?.replaceChildren(this.play);
    this.panel?.closest(".game")?.classList.remove("reviewing");
    this.table.isLooking = false;
    this.#draw([]);
    this.table.focus();
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const number = Number(event.key);
    if (number >= 1 && number <= 9 && this.table.marks.length) return () => void this.drop(number);
    return actionOf(event, {
      n: () => void this.drop("new"),
      d: () => void this.act("draw"),
      f: () => void this.act("done"),
      u: () => void this.act("undo"),
      r: () => void this.act("redo"),
      p: () => void this.act("take"),
      x: () => void this.#discard(),
      t: () => void this.hint(),
      o: sortOtherwise,
      v: () => this.review(),
      ":": () => this.say?.querySelector("input")?.focus(),
      "/": () => this.say?.querySelector("input")?.focus(),
      "?": () => openHelp("rummy"),
    });
  }
}

/** @param {Tool} tool */
function toolButton({ name, label, act, on, isMain }) {
  return button(label, act, { class: isMain ? "main" : "", disabled: !on, "data-action": name });
}

function sortOtherwise() {
  sortHand(current().handOrder === "colour" ? "number" : "colour");
}
