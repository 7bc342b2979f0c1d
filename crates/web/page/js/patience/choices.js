/** Reads the legal moves that the server lists: what can be picked, and where it may go. */

/** @typedef {import("../../../types.js").CardChoice} CardChoice */
/** @typedef {import("./layout.js").Pile} Pile */
/** @typedef {{spot: string, count: number}} Picked */

/** The most cards that leave a place at once. @param {CardChoice[]} moves @param {string} spot */
export function mostCards(moves, spot) {
  return Math.max(0, ...moves.filter((move) => move.from === spot).map((move) => move.cards));
}

/** The places where picked cards may go. @param {CardChoice[]} moves @param {Picked} picked */
export function targets(moves, picked) {
  return new Set(moves.filter((move) => move.from === picked.spot).map((move) => move.to));
}

/**
 * The input that takes picked cards to a place: the listed move with as many cards, else any from there to there, else the
 * move as a player would type it, for the sentence that refuses it.
 * @param {CardChoice[]} moves
 * @param {Picked} picked
 * @param {string} to
 */
export function inputFor(moves, picked, to) {
  const listed = moves.filter((move) => move.from === picked.spot && move.to === to);
  const exact = listed.find((move) => move.cards === picked.count);
  return (exact ?? listed[0])?.input ?? typed(picked, to);
}

/** @param {Picked} picked @param {string} to */
function typed({ spot, count }, to) {
  const isColumn = (/** @type {string} */ place) => /^\d/.test(place);
  if (/^[CSHD]$/.test(to)) return `${spot}h`;
  if (!isColumn(spot) || !isColumn(to)) return `${spot}${to}`;
  return `${spot}-${to}${count > 1 ? `v${count}` : ""}`;
}

/** How many cards to pick when a card of a pile is touched. @param {CardChoice[]} moves @param {Pile} pile @param {number} depth cards from the top, 1 for the top card */
export function countFor(moves, pile, depth) {
  return depth <= Math.max(1, mostCards(moves, pile.spot)) ? depth : 1;
}
