/** The light: whether the game can still be won, in a sentence. */

import { announceLight } from "./announcer.js";
import { Fault, sentence } from "./api.js";
import { button, fill, h } from "./dom.js";
import { truthSign } from "./icons.js";
import { change, current } from "./settings.js";
import { leftToWin, t, written } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../../types.js").Truth} Truth */
/** @typedef {import("../../types.js").State} State */

/** Milliseconds until a busy server is asked again. */
const RETRY = 1500;

export class Light {
  #asked = 0;
  #version = -1;
  /** The position whose truth was asked for while the light is off. */
  #wanted = -1;
  /** The truth that was shown or said last. */
  #known = "";
  /** The sentence in the live region. */
  #said = "";

  /** @param {Game} game @param {() => void} onTruth called when something became known */
  constructor(game, onTruth) {
    this.game = game;
    this.onTruth = onTruth;
    this.element = h("section", { class: "truth", "aria-label": t("truth") });
  }

  /** Shows the truth of the position; asks for it where it is not known. */
  update() {
    const { state } = this.game;
    if (this.#version !== state.version) this.game.live.cancel(this.#asked);
    this.#version = state.version;
    if (state.ending) return this.#showEnding(state.ending.ending === "won");
    if (!current().light && this.#wanted !== state.version) return this.#showOff();
    if (state.truth) return this.#showTruth(state.truth);
    this.#show("searching", t("searching"), t("searchingMore"));
    void this.#ask();
  }

  /** The sentence about the last move says that the game is over. @param {boolean} isWon */
  #showEnding(isWon) {
    this.#known = isWon ? "winnable" : "lost";
    this.#show(this.#known, isWon ? t("won") : t("stuck"), "");
  }

  async #ask() {
    const { version } = this.game.state;
    const asked = this.game.live.ask("truth");
    this.#asked = asked.id;
    try {
      const truth = /** @type {Truth} */ (await asked);
      if (version === this.game.state.version) this.#learned(truth);
    } catch (error) {
      if (version === this.game.state.version) this.#failed(error);
    }
  }

  /** @param {Truth} truth */
  #learned(truth) {
    this.#keep(truth);
    this.#showTruth(truth);
    this.onTruth();
  }

  /** A server that is busy is asked again. @param {unknown} error */
  #failed(error) {
    const isBusy = error instanceof Fault && ["busy", "too_many_requests"].includes(error.code);
    if (!isBusy) return this.#showTruth({ truth: "unknown", text: sentence(error) });
    const { version } = this.game.state;
    setTimeout(() => version === this.game.state.version && void this.#ask(), RETRY);
  }

  /** @param {Truth} truth */
  #keep(truth) {
    const { moves } = this.game.state;
    const last = moves[moves.length - 1];
    if (last) last.truth = truth.truth;
    this.game.learn({ truth, lost_since: truth.lost_since ?? null, ...(last ? {} : { start_truth: truth }) });
  }

  /** @param {Truth} truth */
  #showTruth(truth) {
    if (truth.truth === "winnable")
      return this.#show("winnable", this.#winnable(truth), jumpsThatKeep(this.game.state));
    if (truth.truth === "unknown") return this.#show("unknown", t("unknown"), truth.text);
    this.#show("lost", t("lost"), [sinceWhen(truth, this.game.state), proof(truth)].filter(Boolean).join(" · "));
  }

  /** @param {Truth} truth */
  #winnable({ moves }) {
    if (!moves) return t("winnablePlain");
    return t("winnable", leftToWin(this.game.state, moves));
  }

  #showOff() {
    this.game.live.cancel(this.#asked);
    this.#known = "";
    this.#say("searching", "");
    fill(
      this.element,
      h("p", { class: "off" }, t("lightOff")),
      button(t("askTruth"), () => this.#once()),
      button(t("lightOn"), () => change({ light: true }), { class: "bare" }),
    );
    this.element.dataset.truth = "off";
  }

  /** Asks once more, when more may be known. */
  again() {
    void this.#ask();
  }

  #once() {
    this.#wanted = this.game.state.version;
    this.update();
  }

  /** @param {string} truth @param {string} words @param {string} more */
  #show(truth, words, more) {
    this.element.dataset.truth = truth;
    const sign = truth === "searching" ? h("span", { class: "spinner" }) : truthSign(truth);
    fill(this.element, sign, h("p", {}, h("strong", {}, words), more ? h("small", {}, more) : null));
    this.#say(truth, [words, more].filter(Boolean).join(", "));
  }

  /** Says another truth. The region never keeps a sentence that is no longer true. @param {string} truth @param {string} sentence */
  #say(truth, sentence) {
    const isNews = truth !== "searching" && truth !== this.#known;
    if (truth !== "searching") this.#known = truth;
    if (!isNews && sentence === this.#said) return;
    this.#said = isNews ? sentence : "";
    announceLight(this.#said);
  }
}

/** How many jumps of peg solitaire keep the win, where each is known. @param {State} state */
function jumpsThatKeep(state) {
  if (state.family !== "peg") return "";
  const jumps = /** @type {import("../../types.js").JumpChoice[]} */ (state.choices?.jumps ?? []);
  if (jumps.some((jump) => jump.solvable === null)) return "";
  return t("jumpsKeep", jumps.filter((jump) => jump.solvable).length, jumps.length);
}

/** @param {Truth} truth @param {State} state */
function sinceWhen(truth, state) {
  const since = truth.lost_since ?? state.lost_since;
  if (since === 0 || (since == null && state.moves.length === 0)) return t("lostFromStart");
  return since ? t("lostSince", since) : "";
}

/** @param {Truth} truth */
function proof(truth) {
  return truth.positions ? t("certificateOf", written(truth.positions)) : "";
}
