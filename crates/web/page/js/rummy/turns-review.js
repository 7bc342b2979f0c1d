/** The review of rummy: every turn to step through, the own ones next to the best, and a way to play on from each. */

import { announce, tell } from "../announcer.js";
import { capital, sentence } from "../api.js";
import { branch } from "../begin.js";
import { button, fill, h } from "../dom.js";
import { truthSign } from "../icons.js";
import { scrollTo } from "../move-list.js";
import { Steps, actInMode } from "../open-screen.js";
import { t } from "../texts.js";
import { tileCount } from "./tile.js";

/** @typedef {import("../../../types.js").State} State */
/** @typedef {import("../../../types.js").TurnRow} TurnRow */
/** @typedef {import("../../../types.js").TurnStep} TurnStep */

export class TurnsReview {
  /** @type {TurnStep[]} */
  #steps = [];
  /** The judged decisions of the own turns. @type {TurnRow[]} */
  #judged = [];
  /** The turn whose beginning is shown; after the last one the table as it is now. */
  #at = 0;
  #asked = 0;

  /** @param {import("./screen.js").RummyScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.list = h("ol", { class: "turns", tabindex: 0, "aria-label": t("turnTitle") });
    this.status = h("p", { class: "row" }, h("span", { class: "spinner" }), t("reviewing"));
    this.place = h("p", { class: "place numbers" });
    this.ways = new Steps((by) => void this.goTo(this.#at + by));
    this.element = this.#build();
    void this.#judge();
  }

  #build() {
    const isOver = this.screen.game.state.ending !== null;
    const begin = () => void branch(this.screen.game.state.id, this.#before(this.#at));
    const branchHere = button(t("branchHere"), begin, { "data-action": "branch", disabled: !isOver });
    const transport = this.ways.row(null, branchHere);
    const later = isOver ? null : h("p", { class: "small quiet" }, t("branchLater"));
    const leave = button(t("leave"), () => this.screen.leaveMode(), { "data-action": "leave" });
    const parts = [h("h2", {}, t("turnTitle")), this.place, transport, later, this.status, this.list];
    return h("div", { class: "review mode" }, ...parts, h("div", { class: "feet" }, leave));
  }

  async #judge() {
    const { game } = this.screen;
    game.onReview = (message) => this.#heard(message);
    try {
      const asked = game.live.ask("review");
      this.#asked = asked.id;
      const review = await asked;
      this.#judged = review.turns;
      this.#setSteps(review.steps);
      this.status.hidden = true;
      const missed = this.#judged.filter((turn) => !turn.is_best).length;
      announce(missed ? t("turnsMissed", missed, this.#judged.length) : t("turnIsBest"));
    } catch (error) {
      fill(this.status, sentence(error));
    }
  }

  /** @param {{steps?: TurnStep[], turn?: TurnRow}} message */
  #heard({ steps, turn }) {
    if (turn) this.#judged.push(turn);
    if (steps) this.#setSteps(steps);
    else this.#show();
  }

  /** @param {TurnStep[]} steps */
  #setSteps(steps) {
    const isNew = !this.#steps.length;
    this.#steps = steps;
    if (isNew) this.#at = steps.length;
    this.#show();
  }

  #show() {
    const { state } = this.screen.game;
    const step = this.#steps[this.#at];
    const words = step ? t("turnPlace", this.#at + 1, this.#steps.length) : t("turnsEnd", this.#steps.length);
    this.place.textContent = words;
    fill(this.list, ...this.#steps.map((row, at) => this.#row(state, row, at)));
    if (!this.#steps.length) fill(this.list, h("li", { class: "quiet" }, t("noTurns")));
    scrollTo(this.list, this.#at);
  }

  /** @param {State} state @param {TurnStep} step @param {number} at */
  #row(state, step, at) {
    const judged = this.#judged.filter(({ n }) => n >= step.from && n < step.to);
    const isBest = judged.every((turn) => turn.is_best);
    const kind = judged.length ? (isBest ? "good" : "bad-turn") : "";
    return h(
      "li",
      { class: `${kind}${at === this.#at ? " now" : ""}` },
      button(`${at + 1}. ${capital(step.text)}`, () => void this.goTo(at), { class: "bare", "data-turn": at + 1 }),
      judged.length ? truthSign(isBest ? "winnable" : "unknown") : null,
      ...judged.filter((turn) => !turn.is_best).flatMap((turn) => compared(state, turn)),
      judged.length && isBest ? h("p", { class: "small" }, t("turnIsBest")) : null,
    );
  }

  /** Shows the table at the beginning of a turn, without changing the game. @param {number} turn */
  async goTo(turn) {
    this.#at = Math.max(0, Math.min(this.#steps.length, turn));
    const wanted = this.#at;
    this.#show();
    const step = this.#steps[wanted];
    announce([this.place.textContent, step ? capital(step.text) : ""].filter(Boolean).join(": "));
    try {
      const past = await this.screen.game.live.ask("at", { move: this.#before(wanted) });
      if (wanted === this.#at && this.screen.mode === this) this.screen.showPast(past);
    } catch (error) {
      tell(sentence(error));
    }
  }

  /** The number of commands before a turn. @param {number} turn */
  #before(turn) {
    return this.#steps[turn]?.from ?? this.#steps[this.#steps.length - 1]?.to ?? 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    actInMode(event, {
      ...this.ways.keys,
      Escape: () => this.screen.leaveMode(),
    });
  }

  close() {
    this.screen.game.onReview = () => {};
    this.screen.game.live.cancel(this.#asked);
  }
}

/** A decision that was not the best, with the best one. @param {State} state @param {TurnRow} turn */
function compared(state, turn) {
  const [tiles, points] = [turn.best_tiles - turn.played_tiles, turn.best_points - turn.played_points];
  const more = [tiles > 0 ? tileCount(state, tiles) : "", points > 0 ? t("points", points) : ""].filter(Boolean);
  return [
    h(
      "dl",
      {},
      h("dt", {}, t("turnYou")),
      h("dd", {}, turn.played_text),
      h("dt", {}, t("turnBest")),
      h("dd", {}, turn.best_text),
    ),
    more.length ? h("p", { class: "small" }, t("turnMissed", more.join(", "))) : null,
  ];
}
