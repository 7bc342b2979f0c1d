/** "Learn from it": a game that stands before the losing move of another one. Any move that keeps the win is accepted. */

import { announce, tell } from "./announcer.js";
import { sentence } from "./api.js";
import { button, fill, h } from "./dom.js";
import { truthSign } from "./icons.js";
import { leftToWin, t } from "./texts.js";

/** @typedef {import("./solo-screen.js").SoloScreen} SoloScreen */
/** @typedef {import("../../types.js").State} State */

export class Lesson {
  #busy = false;

  /** @param {SoloScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.known = screen.game.state.moves.length;
    this.words = h("p", { class: "row task" });
    this.element = h(
      "div",
      { class: "lesson mode" },
      h("h2", {}, t("learn")),
      this.words,
      screen.commandLine(),
      h(
        "div",
        { class: "feet" },
        button(t("solution"), () => void this.#solve()),
        button(t("leave"), () => screen.leaveMode(), { "data-action": "leave" }),
      ),
    );
  }

  begin() {
    this.screen.enter(this);
    this.#say("unknown", t("learnNow"));
    announce(t("learnNow"));
    this.screen.board.focus();
  }

  /** @param {string} sign @param {string} words */
  #say(sign, words) {
    fill(this.words, truthSign(sign), h("strong", {}, words));
  }

  /** Takes the place of the usual drawing. @param {State} state */
  onState(state) {
    this.screen.board.show(state.view, state.ending ? null : state.choices);
    if (state.moves.length === this.known + 1 && !this.#busy) void this.#check();
    return true;
  }

  async #check() {
    this.#busy = true;
    fill(this.words, h("span", { class: "spinner" }), t("learnChecking"));
    try {
      const truth = await this.screen.game.live.ask("truth");
      if (truth.truth === "winnable") return this.#right(truth.moves ?? 0);
      const words = truth.truth === "lost" ? t("learnWrong") : t("learnUnknown");
      await this.screen.game.change("undo", {}, words);
      this.#say(truth.truth, words);
    } catch (error) {
      tell(sentence(error));
    } finally {
      this.#busy = false;
    }
  }

  /** @param {number} left */
  #right(left) {
    const words = t("learnRight", leftToWin(this.screen.game.state, left));
    this.#say("winnable", words);
    announce(words);
  }

  async #solve() {
    this.screen.leaveMode();
    await this.screen.hint();
  }

  close() {
    this.#busy = true;
  }
}
