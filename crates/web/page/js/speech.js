/** Events in words for the ear: one sentence per move, suits as words. */

import { named } from "./rummy/log.js";
import { cardName } from "./suits.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").Acted} Acted */

/** @param {Acted} acted */
export function spokenEvents({ events, say, state }) {
  const [only] = events;
  const sentence = events.length === 1 && only?.move === "carried" && only.cards?.length ? spoken(only) : say;
  if (state.family === "rummy") return named(state.view, sentence);
  return state.ending ? `${sentence}. ${state.ending.text}` : sentence;
}

/** @param {GameEvent} event */
function spoken(event) {
  const moved = t("saidMove", carried(event.cards ?? []), place(event.to));
  return event.went_up?.length ? `${moved}; ${t("saidUp", event.went_up.length)}` : moved;
}

/** @param {string[]} cards the top one first */
function carried(cards) {
  const first = cardName(/** @type {string} */ (cards[cards.length - 1]));
  return cards.length > 1 ? t("saidCards", cards.length, first) : first;
}

/** @param {any} to */
function place(to) {
  if (to?.column) return t("saidColumn", to.column);
  return to === "cell" ? t("saidCell") : t("saidHome");
}
