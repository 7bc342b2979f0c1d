/** Events in words for the ear: one sentence per move, suits as words. */

import { capital } from "./api.js";
import { cellLetter } from "./patience/layout.js";
import { cardName } from "./suits.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {import("../../types.js").Acted} Acted */
/** @typedef {import("../../types.js").State} State */

/** The court cards of a French list of moves. @type {Record<string, string>} */
const ENGLISH = { V: "J", D: "Q", R: "K" };

/** @param {Acted} acted */
export function spokenEvents({ events, say, state }) {
  const [only] = events;
  const sentence = events.length === 1 && only?.move === "carried" && only.cards?.length ? spoken(only, state) : say;
  if (state.family === "rummy") return capital(sentence);
  return state.ending ? `${sentence}. ${state.ending.text}` : sentence;
}

/** A move of a list in words: 8♠ is 8 of spades, an arrow a word. @param {string} text */
export function spokenMove(text) {
  const words = text.replace(/(10|[2-9AJQKVDR])([♠♥♦♣])/g, (_, rank, sign) => cardName((ENGLISH[rank] ?? rank) + sign));
  return words.replaceAll("→", t("saidTo"));
}

/** @param {GameEvent} event @param {State} state */
function spoken(event, state) {
  const moved = t("saidMove", carried(event.cards ?? []), place(event, state));
  return event.went_up?.length ? `${moved}; ${t("saidUp", event.went_up.length)}` : moved;
}

/** @param {string[]} cards the top one first */
function carried(cards) {
  const first = cardName(/** @type {string} */ (cards[cards.length - 1]));
  return cards.length > 1 ? t("saidCards", cards.length, first) : first;
}

/** @param {GameEvent} event @param {State} state after the move */
function place({ to, cards }, { view }) {
  if (to?.column) return t("saidColumn", to.column);
  if (to !== "cell") return t("saidHome");
  const at = view.cells.indexOf(cards?.[0]);
  // The card may have gone up from its cell at once.
  return at < 0 ? t("saidAnyCell") : t("saidCell", cellLetter(at));
}
