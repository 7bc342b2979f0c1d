/** Turns in short words: who, then what. */

import { seatName } from "./seats.js";

/** @typedef {import("../types.js").RummyView} RummyView */
/** @typedef {import("../types.js").MoveRow} MoveRow */

/**
 * The rows of the log: one line per turn, a draw once.
 * @param {RummyView} view
 * @param {MoveRow[]} moves
 */
export function logRows(view, moves) {
  const rows = moves.filter((move) => move.seat !== undefined);
  const isPart = (/** @type {MoveRow} */ move) =>
    rows.some((other) => other !== move && other.n === move.n && other.text.startsWith(`${move.text} `));
  return rows.filter((move) => !isPart(move)).map((move) => ({ ...move, text: named(view, move.text) }));
}

/**
 * A sentence about players with the names that the page gives them: `ai:easy draws` is `Easy: draws`.
 * @param {RummyView} view
 * @param {string} text
 */
export function named(view, text) {
  return view.players.reduce((words, player, seat) => {
    const name = seatName(view, seat);
    const begins = words.split("; ").map((part) => (part.startsWith(`${player.name} `) ? `${name}: ${part.slice(player.name.length + 1)}` : part));
    return begins.join("; ").replaceAll(player.name, name);
  }, text);
}
