/** The review: every position judged, the move that lost the win, the move that would have kept it, and ways to play on. */

import { announce, tell } from "./announcer.js";
import { sentence } from "./api.js";
import { branch } from "./begin.js";
import { button, fill, h } from "./dom.js";
import { showPlaying, truthSign } from "./icons.js";
import { moveItem, scrollTo, shortMove } from "./move-list.js";
import { Steps, actInMode } from "./open-screen.js";
import { Strip, truthWords } from "./strip.js";
import { leftToWin, t } from "./texts.js";

/** @typedef {import("./solo-screen.js").SoloScreen} SoloScreen */
/** @typedef {import("../../types.js").MovesReview} MovesReview */
/** @typedef {import("../../types.js").TruthWord} TruthWord */

/** Milliseconds per move when the game is played again. */
const PACE = 900;

export class Review {
  /** @type {(TruthWord | null | undefined)[]} */
  #truths;
  #at;
  #asked = 0;
  #timer = 0;
  /** @type {MovesReview | null} */
  #review = null;

  /** @param {SoloScreen} screen */
  constructor(screen) {
    this.screen = screen;
    const { state } = screen.game;
    this.moves = state.moves;
    this.#at = state.moves.length;
    this.#truths = [state.start_truth?.truth, ...state.moves.map((move) => move.truth)];
    this.strip = new Strip((move) => this.#step(move));
    this.steps = new Steps((by) => this.#step(this.#at + by));
    this.playButton = button("", () => this.toggle(), { class: "icon", "data-action": "play" });
    this.verdict = h("section", { class: "verdict" });
    this.list = h("ol", { class: "line", tabindex: 0, "aria-label": t("moves") });
    this.here = h("p", { class: "here" });
    this.element = this.#build();
    this.#showPlaying();
    void this.#judge();
  }

  #build() {
    const leave = button(t("leave"), () => this.screen.leaveMode(), { "data-action": "leave" });
    const title = h("h2", {}, t("reviewTitle"));
    const branchHere = button(t("branchHere"), () => void this.#branch(this.#at), { "data-action": "branch" });
    const transport = this.steps.row(this.playButton, branchHere);
    const parts = [title, this.strip.element, this.here, transport, this.verdict, this.list];
    return h("div", { class: "review mode" }, ...parts, h("div", { class: "feet" }, leave));
  }

  async #judge() {
    const { game } = this.screen;
    game.onReview = (message) => this.#known(message.n, message.truth);
    this.#show();
    fill(this.verdict, h("p", { class: "row" }, h("span", { class: "spinner" }), t("reviewing")));
    try {
      const asked = game.live.ask("review");
      this.#asked = asked.id;
      this.#review = await asked;
      this.#finished();
    } catch (error) {
      fill(this.verdict, h("p", { class: "error" }, sentence(error)));
    }
  }

  /** @param {number} n @param {TruthWord} truth */
  #known(n, truth) {
    this.#truths[n] = truth;
    this.#show();
  }

  #finished() {
    const review = this.#review;
    if (!review) return;
    this.#truths = [review.start.truth, ...review.moves.map((move) => move.truth)];
    const { lost_since: fault, best } = review;
    if (!fault) fill(this.verdict, h("p", { class: "row good" }, truthSign("winnable"), t("reviewGood")));
    else {
      fill(
        this.verdict,
        h("p", { class: "row bad" }, truthSign("lost"), h("strong", {}, t("reviewFault", fault))),
        best ? h("p", {}, t("reviewBest", shortMove(best.text), leftToWin(this.screen.game.state, best.left ?? 0))) : null,
        h(
          "div",
          { class: "row" },
          button(t("showFault"), () => this.#step(fault - 1), { class: "main", "data-action": "fault" }),
          button(t("learn"), () => void this.#branch(fault - 1, "/learn"), { "data-action": "learn" }),
        ),
      );
    }
    announce(fault ? t("reviewFault", fault) : t("reviewGood"));
    this.#show();
  }

  #show() {
    this.strip.show(this.#truths, this.#at);
    const move = this.moves[this.#at - 1];
    const truth = this.#truths[this.#at];
    fill(
      this.here,
      h("strong", {}, move ? t("afterMove", this.#at, shortMove(move.text)) : t("startOfGame")),
      truth ? ` · ${truthWords(truth)}` : "",
    );
    fill(
      this.list,
      ...this.moves.map((row, n) => {
        const item = moveItem(row, this.#review?.lost_since);
        item.classList.toggle("now", n === this.#at - 1);
        return item;
      }),
    );
    scrollTo(this.list, this.#at - 1);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const fault = this.#review?.lost_since;
    actInMode(event, {
      " ": () => this.toggle(),
      ...this.steps.keys,
      Escape: () => this.screen.leaveMode(),
      Enter: () => void this.#branch(this.#at),
      ...(fault ? { f: () => this.#step(fault - 1), l: () => void this.#branch(fault - 1, "/learn") } : {}),
    });
  }

  /** Plays the moves again one after another, or stops there. */
  toggle() {
    if (this.#timer) return this.#stop();
    if (this.#at === this.moves.length) void this.goTo(0);
    this.#timer = setInterval(() => this.#tick(), PACE);
    this.#showPlaying();
  }

  #tick() {
    void this.goTo(this.#at + 1);
    if (this.#at === this.moves.length) this.#stop();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#showPlaying();
  }

  #showPlaying() {
    showPlaying(this.playButton, this.#timer > 0);
  }

  /** Goes to a move that the player chose, and says it unless the strip does. @param {number} move */
  #step(move) {
    this.#stop();
    void this.goTo(move);
    if (document.activeElement !== this.strip.element) announce(this.here.textContent ?? "");
  }

  /** Shows the position after a move without changing the game. @param {number} move */
  async goTo(move) {
    this.#at = Math.max(0, Math.min(this.moves.length, move));
    const wanted = this.#at;
    this.#show();
    try {
      const past = await this.screen.game.live.ask("at", { move: wanted });
      if (wanted !== this.#at || this.screen.mode !== this) return;
      this.screen.board.show(past.view, null);
      const best = this.#review?.best;
      if (best && wanted === best.n - 1) this.screen.board.showHint(pointed(best));
    } catch (error) {
      tell(sentence(error));
    }
  }

  /** @param {number} move @param {string} [mode] */
  #branch(move, mode) {
    return branch(this.screen.game.state.id, move, mode);
  }

  close() {
    clearInterval(this.#timer);
    this.screen.game.onReview = () => {};
    this.screen.game.live.cancel(this.#asked);
  }
}

/** @param {any} best */
function pointed(best) {
  return { from: best.from ?? "", to: best.to ?? "" };
}
