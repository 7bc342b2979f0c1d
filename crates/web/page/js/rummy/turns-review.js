/** The review of rummy: each turn next to the best one, and the points left on the table. */

import { announce } from "../announcer.js";
import { sentence } from "../api.js";
import { button, fill, h } from "../dom.js";
import { truthSign } from "../icons.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").TurnRow} TurnRow */

export class TurnsReview {
  /** @type {TurnRow[]} */
  #turns = [];
  #asked = 0;

  /** @param {{game: import("../game.js").Game, leaveMode: () => void}} screen */
  constructor(screen) {
    this.screen = screen;
    this.list = h("ol", { class: "turns", tabindex: 0, "aria-label": t("turnTitle") });
    this.status = h("p", { class: "row" }, h("span", { class: "spinner" }), t("reviewing"));
    this.element = h(
      "div",
      { class: "review mode" },
      h("h2", {}, t("turnTitle")),
      this.status,
      this.list,
      h(
        "div",
        { class: "feet" },
        button(t("leave"), () => screen.leaveMode(), { "data-action": "leave" }),
      ),
    );
    void this.#judge();
  }

  async #judge() {
    const { game } = this.screen;
    game.onReview = (message) => message.turn && this.#add(message.turn);
    try {
      const asked = game.live.ask("review");
      this.#asked = asked.id;
      const review = await asked;
      this.#turns = review.turns;
      this.status.hidden = true;
      this.#show();
      const missed = this.#turns.filter((turn) => !turn.is_best).length;
      announce(missed ? `${missed} / ${this.#turns.length}` : t("turnIsBest"));
    } catch (error) {
      fill(this.status, sentence(error));
    }
  }

  /** @param {TurnRow} turn */
  #add(turn) {
    this.#turns.push(turn);
    this.#show();
  }

  #show() {
    fill(this.list, ...this.#turns.map(turnRow));
    if (!this.#turns.length && this.status.hidden) fill(this.list, h("li", { class: "quiet" }, t("noTurns")));
  }

  close() {
    this.screen.game.onReview = () => {};
    this.screen.game.live.cancel(this.#asked);
  }
}

/** @param {TurnRow} turn */
function turnRow(turn) {
  const missed = t(
    "turnMissed",
    Math.max(0, turn.best_tiles - turn.played_tiles),
    Math.max(0, turn.best_points - turn.played_points),
  );
  return h(
    "li",
    { value: turn.n, class: turn.is_best ? "good" : "bad-turn" },
    truthSign(turn.is_best ? "winnable" : "lost"),
    h(
      "dl",
      {},
      h("dt", {}, t("turnYou")),
      h("dd", {}, turn.played_text),
      ...(turn.is_best ? [] : [h("dt", {}, t("turnBest")), h("dd", {}, turn.best_text)]),
    ),
    h("p", { class: "small" }, turn.is_best ? t("turnIsBest") : missed),
  );
}
