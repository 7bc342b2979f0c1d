/** A hint in words, with a button that plays it. */

import { announce } from "./announcer.js";
import { button, fill, h } from "./dom.js";
import { spokenMove } from "./speech.js";
import { leftToWin, t } from "./texts.js";

/** @typedef {import("../../types.js").Hint} Hint */

export class HintBox {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.element = h("section", { class: "hint", hidden: true, "aria-label": t("hint") });
    /** @type {Hint | null} */
    this.hint = null;
  }

  thinking() {
    this.element.hidden = false;
    fill(this.element, h("span", { class: "spinner" }), h("p", {}, t("thinking")));
  }

  /** @param {Hint} hint @param {string} words @param {() => void} play */
  show(hint, words, play) {
    this.hint = hint;
    this.element.hidden = false;
    const isMove = hint.hint === "enter";
    const said = isMove ? t("hintIs", words) : words;
    const left = isMove && hint.left ? h("small", {}, t("hintLeft", leftToWin(this.game.state, hint.left))) : null;
    fill(
      this.element,
      h("p", {}, said, left),
      isMove ? button(t("playIt"), play, { class: "play-hint" }, h("kbd", {}, "T")) : null,
    );
    announce(spokenMove(said));
  }

  hide() {
    this.hint = null;
    this.element.hidden = true;
    fill(this.element);
  }
}
