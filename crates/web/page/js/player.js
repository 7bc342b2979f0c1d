/** The player of a solution: play, pause, step, speed, play on from any point. */

import { announce } from "./announcer.js";
import { button, h } from "./dom.js";
import { showPlaying } from "./icons.js";
import { scrollTo, shortMove } from "./move-list.js";
import { Steps, actInMode } from "./open-screen.js";
import { t } from "./texts.js";

/** @typedef {import("./solo-screen.js").SoloScreen} SoloScreen */
/** @typedef {import("../../types.js").Step} Step */

/** Milliseconds per move, from slow to fast. */
const PACES = [1600, 900, 500, 260, 120];

export class Player {
  #at = 0;
  #pace = 2;
  #timer = 0;

  /** @param {SoloScreen} screen @param {Step[]} steps */
  constructor(screen, steps) {
    this.screen = screen;
    this.steps = steps;
    this.start = screen.game.state.view;
    this.ways = new Steps((by) => this.#goTo(this.#at + by));
    this.playButton = button("", () => this.toggle(), { class: "icon main", "data-action": "play" });
    this.place = h("p", { class: "place numbers" });
    this.line = h(
      "ol",
      { class: "line", tabindex: 0, "aria-label": t("watchTitle") },
      ...steps.map((step) => h("li", {}, shortMove(step.text))),
    );
    this.bar = h("input", { type: "range", min: 0, max: steps.length, value: 0, "aria-label": t("watchTitle") });
    this.bar.addEventListener("input", () => this.#goTo(Number(this.bar.value)));
    this.element = this.#build();
    this.#show();
  }

  #build() {
    const speed = h("input", {
      type: "range",
      min: 0,
      max: PACES.length - 1,
      value: this.#pace,
      "aria-label": t("speed"),
    });
    speed.addEventListener("input", () => this.#setPace(Number(speed.value)));
    const playOn = button(t("playFromHere"), () => void this.#playOn(), { "data-action": "play-on" });
    const leave = button(t("leave"), () => this.screen.leaveMode(), { "data-action": "leave" });
    const pace = h("label", { class: "speed" }, t("speed"), speed);
    const feet = h("div", { class: "feet" }, playOn, leave);
    const title = h("h2", {}, t("watchTitle"));
    const transport = this.ways.row(this.playButton);
    return h("div", { class: "watch mode" }, title, this.place, this.bar, transport, pace, this.line, feet);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    actInMode(event, {
      " ": () => this.toggle(),
      ...this.ways.keys,
      Escape: () => this.screen.leaveMode(),
    });
  }

  toggle() {
    if (this.#timer) return this.#stop();
    if (this.#at === this.steps.length) this.#at = 0;
    this.#timer = setInterval(() => this.#tick(), PACES[this.#pace]);
    this.#show();
  }

  #tick() {
    this.#at += 1;
    if (this.#at >= this.steps.length) return this.#stop();
    this.#showBoard();
    // The panel follows in a later frame, so that each is ready in time.
    setTimeout(() => this.#showPlace(), 30);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#show();
  }

  /** @param {number} pace */
  #setPace(pace) {
    this.#pace = pace;
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), PACES[pace]);
  }

  /** @param {number} at */
  #goTo(at) {
    this.#at = Math.max(0, Math.min(this.steps.length, at));
    if (this.#timer) this.#stop();
    else this.#show();
    const step = this.steps[this.#at - 1];
    announce(step ? `${this.#at}. ${step.text}` : t("toStart"));
  }

  #show() {
    this.#showPlace();
    this.#showBoard();
  }

  #showBoard() {
    this.screen.board.show(this.steps[this.#at - 1]?.view ?? this.start, null);
  }

  #showPlace() {
    // Before anything changes, the place of a line needs no layout of the page.
    scrollTo(this.line, this.#at - 1);
    this.place.textContent = t("watchPlace", this.#at, this.steps.length);
    this.bar.value = String(this.#at);
    showPlaying(this.playButton, this.#timer > 0);
    this.line.querySelector(".now")?.classList.remove("now");
    this.line.children[this.#at - 1]?.classList.add("now");
  }

  /** Enters the moves that were shown, and plays on from there. */
  async #playOn() {
    const inputs = this.steps.slice(0, this.#at).map((step) => step.input);
    this.screen.leaveMode();
    for (const input of inputs) await this.screen.act(input, "");
  }

  close() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }
}
