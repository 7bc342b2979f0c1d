/** The text of own rules: it begins as the rules of a game, and is not replaced without a question once it was changed. */

import { button, fill, h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").PatienceGame} PatienceGame */

export class RulesField {
  /** The rules that were filled in last. */
  #given = "";

  constructor() {
    this.text = h("textarea", { name: "rules", rows: 12, spellcheck: "false", required: true });
    this.question = h("p", { class: "row", role: "status" });
    const more = h("span", { class: "small quiet" }, t("rulesMore"));
    this.element = h("div", {}, h("label", {}, t("rulesText"), this.text, more), this.question);
  }

  /** Fills in the rules of a game, or asks first. @param {PatienceGame} game */
  show(game) {
    const rules = ownCopy(game);
    fill(this.question);
    if (rules === this.#given) return;
    if (this.text.value === this.#given) this.#give(rules);
    else
      fill(
        this.question,
        t("rulesKept"),
        button(t("rulesReplace", game.title), () => this.#give(rules), { "data-action": "replace" }),
      );
  }

  /** @param {string} rules */
  #give(rules) {
    this.#given = rules;
    this.text.value = rules;
    fill(this.question);
  }
}

/** The rules of a game under another name. @param {PatienceGame} game */
function ownCopy(game) {
  return game.toml.replace(/^name = .*$/m, `name = "${t("ownGameName")}"`);
}
