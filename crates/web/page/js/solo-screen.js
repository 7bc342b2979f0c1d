/** The screen of a game for one person: the cloth with the board, the panel with the truth, and the modes of looking back. */

import { announce, tell } from "./announcer.js";
import { Fault, sentence } from "./api.js";
import { commandLine } from "./command-line.js";
import { button, fill, h, shortKey } from "./dom.js";
import { openMenu, openHelp } from "./game-menu.js";
import { showHeader } from "./header.js";
import { HintBox } from "./hint-box.js";
import { begin } from "./begin.js";
import { icon } from "./icons.js";
import { Lesson } from "./lesson.js";
import { Light } from "./light.js";
import { shortMove, showMoves } from "./move-list.js";
import { openNewDeal } from "./new-patience.js";
import { OpenScreen, actionOf } from "./open-screen.js";
import { Player } from "./player.js";
import { Review } from "./review.js";
import { go } from "./router.js";
import { spokenMove } from "./speech.js";
import { Strip } from "./strip.js";
import { clock, t } from "./texts.js";
import { gameTitle } from "./titles.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../../types.js").State} State */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("./patience/board.js").PatienceBoard | import("./peg/board.js").PegBoardView} Board */
/** How a board asks for a move, and says why it asks for none. */
/** @typedef {{act: (input: string, place: string) => void, refuse: (words: string, place: string) => void, game: Game}} Hooks */
/** @typedef {import("./open-screen.js").Mode} Mode */

/** Longer labels leave no room for the key. */
const LONGEST_WITH_KEY = 8;

/** @extends {OpenScreen<Mode>} */
export class SoloScreen extends OpenScreen {
  /**
   * @param {HTMLElement} main
   * @param {Game} game
   * @param {new (hooks: Hooks) => Board} BoardKind
   * @param {string} mode
   */
  constructor(main, game, BoardKind, mode) {
    super(game);
    this.board = new BoardKind({
      act: (input, place) => void this.act(input, place),
      refuse: (words, place) => this.#refuse(words, place),
      game,
    });
    this.hints = new HintBox(game);
    this.light = new Light(game, () => this.#panel());
    this.strip = new Strip((move) => void this.goTo(move));
    this.moves = h("section", { class: "moves" });
    this.others = h("section", { class: "others" });
    this.buttons = h("div", { class: "buttons", role: "group", "aria-label": t("gameMenu") });
    this.#build(main);
    this.listen({
      changed: (state, events, isNew) => this.#changed(state, events, isNew),
      settingsChanged: () => this.#settingsChanged(),
      tick: () => this.#showFacts(),
      keyed: (event) => this.#keyed(event),
    });
    this.#draw([]);
    if (mode === "review") this.review();
    if (mode === "learn") new Lesson(this).begin();
  }

  /** @param {HTMLElement} main */
  #build(main) {
    main.className = `game ${this.game.state.family}`;
    showHeader(gameTitle(this.game.state), this.facts);
    this.cloth = h("div", { class: "cloth" }, h("p", { id: "board-help", class: "unseen" }, t("boardHelp")));
    this.say = this.commandLine();
    this.play = h(
      "div",
      { class: "play" },
      this.light.element,
      this.hints.element,
      goalOf(this.game.state),
      h("section", { class: "game-strip" }, h("h2", {}, t("thisGame")), this.strip.element),
      this.others,
      this.moves,
      this.buttons,
      this.say,
    );
    this.panel = h("aside", { class: "panel", "aria-label": gameTitle(this.game.state) }, this.play);
    fill(main, this.cloth, this.panel);
    this.board.attach(this.cloth);
    this.cloth.append(this.banner, this.refusal.element);
  }

  commandLine() {
    return commandLine(this.#commands(), this.game.state.family === "peg" ? t("sayPeg") : t("sayPatience"));
  }

  /** @returns {import("./command-line.js").Commands} */
  #commands() {
    return {
      act: (input) => void this.act(input, ""),
      undo: () => void this.undo(),
      redo: () => void this.redo(),
      restart: () => void this.restart(),
      hint: () => void this.hint(),
      ask: () => this.#ask(),
      moves: () => this.#possible(),
      help: () => openHelp(this.game.state.family),
      show: () => this.board.described(),
    };
  }

  close() {
    super.close();
    this.board.detach();
  }

  /** What was said about the game stays while it is the same, as when the table of a peg board becomes ready. @param {State} state @param {GameEvent[]} events @param {boolean} isNew */
  #changed(state, events, isNew) {
    if (isNew) this.refusal.hide();
    if (this.mode?.onState?.(state, events)) return;
    if (isNew) this.hints.hide();
    this.#draw(events.flatMap((event) => event.went_up ?? []));
  }

  /** @param {string[]} wentUp */
  #draw(wentUp) {
    const { state } = this.game;
    if (!this.mode) this.board.show(state.view, state.ending ? null : state.choices, wentUp);
    this.#panel();
    this.light.update();
    this.#showFacts();
    this.#showBanner(state);
  }

  #panel() {
    const { state } = this.game;
    this.strip.show(truthsOf(state), state.moves.length);
    this.#showOthers(state);
    this.#showButtons(state);
    showMoves(this.moves, state);
  }

  #showFacts() {
    const { state } = this.game;
    const pegs = state.family === "peg" ? t("pegsLeft", state.view.pegs) : t("movesCount", state.moves.length);
    const facts = [
      pegs,
      clock(this.game.seconds()),
      state.difficulty === undefined ? "" : t("difficultyIs", state.difficulty),
    ];
    this.facts.textContent = facts.filter(Boolean).join(" · ");
  }

  #settingsChanged() {
    this.board.redraw();
    this.light.update();
  }

  /** Redeals and rotations, which have no place to point at. @param {State} state */
  #showOthers(state) {
    const others = /** @type {{input: string, text: string}[]} */ (state.choices?.others ?? []);
    const shown = others.slice(0, 8).map(({ input, text }) => button(text, () => void this.act(input, "")));
    fill(this.others, others.length ? h("h2", {}, t("rotations")) : null, h("div", { class: "row" }, ...shown));
    this.others.hidden = others.length === 0;
  }

  /** @param {State} state */
  #showButtons(state) {
    const isLost = state.truth?.truth === "lost" && state.moves.length > 0 && !!state.lost_since;
    const isWon = state.ending?.ending === "won";
    const isOver = state.ending !== null;
    fill(
      this.buttons,
      isLost
        ? action("goBack", t("goBack"), "L", () => void this.lastWinnable(), "main")
        : state.can_finish
          ? action("finish", t("finish"), "X", () => void this.finish(), "main")
          : isWon
            ? action("deal", this.#newWords(), "N", () => this.newDeal(), "main")
            : null,
      action("undo", t("undo"), "U", () => void this.undo(), "", !state.can_undo),
      action("redo", t("redo"), "R", () => void this.redo(), "solo-more", !state.can_redo),
      action("hint", t("hint"), "T", () => void this.hint(), "", isOver),
      action("solution", t("solution"), "S", () => void this.watch(), "solo-more", isOver),
      isWon ? null : action("deal", this.#newWords(), "N", () => this.newDeal()),
      action("review", t("review"), "O", () => this.review(), "solo-more", state.moves.length === 0),
      action("more", t("more"), "", () => openMenu(this)),
    );
  }

  /** @param {State} state */
  #showBanner(state) {
    const isOver = state.ending !== null && !this.mode;
    this.banner.hidden = !isOver;
    if (!state.ending || !isOver) return;
    const isWon = state.ending.ending === "won";
    const helped = state.help.hints + state.help.solutions > 0;
    const facts = t("wonFacts", state.moves.length, clock(this.game.seconds()));
    this.banner.className = `banner ${isWon ? "won" : "stuck"}`;
    fill(
      this.banner,
      h("h2", {}, isWon ? t("wonTitle") : t("stuckTitle")),
      h("p", {}, isWon && !helped ? `${facts} · ${t("alone")}` : facts),
      h(
        "div",
        { class: "row" },
        isWon
          ? button(this.#newWords(), () => void this.again(), { class: "main", "data-action": "again" })
          : button(t("undo"), () => void this.undo(), { class: "main" }),
        button(t("review"), () => this.review()),
      ),
    );
  }

  /** @param {string} input @param {string} place */
  async act(input, place) {
    try {
      await this.game.act(input);
    } catch (error) {
      this.#refuse(sentence(error), (error instanceof Fault && error.place) || place);
    }
  }

  /** Says where a move was refused, and why. @param {string} words @param {string} place */
  #refuse(words, place) {
    this.refusal.show(words, place ? this.board.anchor(place) : (this.panel ?? this.board.element));
    announce(words);
  }

  /** @param {string} what @param {string | ((acted: import("../../types.js").Acted) => string)} [said] @param {Record<string, unknown>} [parts] */
  async #change(what, said, parts = {}) {
    try {
      await this.game.change(what, parts, said);
    } catch (error) {
      tell(sentence(error));
    }
  }

  undo() {
    const last = this.game.state.moves.at(-1);
    return this.#change("undo", t("saidUndone", spokenMove(last?.text ?? "")));
  }

  redo() {
    return this.#change("redo", ({ state }) => t("saidRedone", spokenMove(state.moves.at(-1)?.text ?? "")));
  }

  restart() {
    return this.#change("restart", t("saidRestart"));
  }

  /** @param {number} move */
  goTo(move) {
    return this.#change("goto", t("saidGoto", move), { move });
  }

  finish() {
    return this.#change("finish");
  }

  lastWinnable() {
    const since = this.game.state.lost_since;
    return since ? this.goTo(since - 1) : Promise.resolve();
  }

  /** Shows a hint; asked again, it is played. */
  async hint() {
    const shown = this.hints.hint;
    if (shown?.hint === "enter") return this.act(shown.inputs?.[0] ?? "", shown.to ?? "");
    this.hints.thinking();
    try {
      const hint = /** @type {import("../../types.js").Hint} */ (await this.game.live.ask("hint"));
      this.hints.show(hint, shortMove(hint.text), () => void this.act(hint.inputs?.[0] ?? "", hint.to ?? ""));
      if (hint.hint === "enter" && hint.from && hint.to) this.board.showHint({ from: hint.from, to: hint.to });
    } catch (error) {
      this.hints.hide();
      tell(sentence(error));
    }
  }

  #ask() {
    announce([...this.light.element.querySelectorAll("strong, small")].map((part) => part.textContent).join(", "));
  }

  #possible() {
    const { moves, jumps, others } = this.game.state.choices;
    const inputs = [...(moves ?? jumps ?? []), ...(others ?? [])].map(({ input }) => input);
    return inputs.length ? t("possible", inputs.join(", ")) : t("nothingPossible");
  }

  #newWords() {
    return this.game.state.family === "peg" ? t("newBoard") : t("newDeal");
  }

  newDeal() {
    if (this.game.state.family === "peg") go("new/peg");
    else openNewDeal(this.game.state.rules?.game ?? "FreeCell");
  }

  /** Another game of the same kind at once, where the server knows one. */
  async again() {
    const body = this.game.state.new;
    if (!body || this.game.state.family === "peg") return this.newDeal();
    await begin(body);
  }

  async watch() {
    this.hints.thinking();
    try {
      const solution = await this.game.live.ask("solution");
      this.hints.hide();
      if (solution.solution === "found") this.enter(new Player(this, solution.moves));
      else tell(solution.text || t("noSolutionLost"));
    } catch (error) {
      this.hints.hide();
      tell(sentence(error));
    }
  }

  review() {
    if (this.game.state.moves.length) this.enter(new Review(this));
  }

  /** Shows the panel of a mode instead of the one of playing. @param {Mode} mode */
  enter(mode) {
    this.setMode(mode);
    this.hints.hide();
    this.refusal.hide();
    this.banner.hidden = true;
    this.panel?.replaceChildren(mode.element);
    /** @type {HTMLElement | null} */ (mode.element.querySelector(".strip") ?? mode.element.querySelector("button"))?.focus();
  }

  /** Back to playing. */
  leaveMode() {
    this.setMode(null);
    if (this.play) this.panel?.replaceChildren(this.play);
    this.#draw([]);
    this.board.focus();
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const short = "shortAction" in this.board ? this.board.shortAction(shortKey(event)) : undefined;
    return short ?? actionOf(event, {
      u: () => void this.undo(),
      r: () => void this.redo(),
      t: () => void this.hint(),
      s: () => void this.watch(),
      n: () => this.newDeal(),
      l: () => void this.lastWinnable(),
      x: () => void this.finish(),
      o: () => this.review(),
      ":": () => this.#type(),
      "/": () => this.#type(),
      "?": () => openHelp(this.game.state.family),
    });
  }

  #type() {
    this.say?.querySelector("input")?.focus();
  }
}

/** The truth of the deal and after each move; the end of a game needs no search. @param {State} state */
function truthsOf(state) {
  const start = state.start_truth?.truth ?? (state.moves.length ? null : state.truth?.truth);
  const truths = [start, ...state.moves.map((move) => move.truth)];
  if (state.ending) truths[truths.length - 1] = state.ending.ending === "won" ? "winnable" : "lost";
  return truths;
}

/** The goal of a game of peg solitaire in words. @param {State} state */
function goalOf(state) {
  if (!state.board) return null;
  const { goal } = state.board;
  return h("p", { class: "goal" }, goal ? t("goalAt", goal.join(", ")) : t("goalOne"));
}

/** @param {string} name @param {string} label @param {string} key @param {() => void} act @param {string} [kind] @param {boolean} [disabled] */
function action(name, label, key, act, kind = "", disabled = false) {
  return button(
    icon(name),
    act,
    { class: kind, disabled, "data-action": name },
    h("span", {}, label),
    key && label.length <= LONGEST_WITH_KEY ? h("kbd", { "aria-hidden": "true" }, key) : null,
  );
}
