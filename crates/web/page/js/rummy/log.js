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
  const verb = (/** @type {MoveRow} */ move) => move.text.split(/[ ,]/).slice(0, 2).join(" ");
  const isPart = (/** @type {MoveRow} */ move, /** @type {number} */ at) => {
    const next = rows[at + 1];
    const isSame = next !== undefined && next.seat === move.seat && verb(next) === verb(move);
    return isSame && (next.n === move.n ? next.text.startsWith(move.text) : next.n === move.n + 1);
  };
  return rows.filter((move, at) => !isPart(move, at)).map((move) => ({ ...move, text: named(view, move.text) }));
}

/**
 * A sentence about players with the names that the page gives them: `ai:easy draws` is `Easy: draws`.
 * @param {RummyView} view
 * @param {string} text
 */
export function named(view, text) {
  const seats = view.players.map((player, seat) => ({ player, name: seatName(view, seat) }));
  // Longer names first: `ai:easy` is the beginning of `ai:easy.2`.
  seats.sort((a, b) => b.player.name.length - a.player.name.length);
  return seats.reduce((words, { player, name }) => {
    const begins = words
      .split("; ")
      .map((part) => (part.startsWith(`${player.name} `) ? `${name}: ${part.slice(player.name.length + 1)}` : part));
    return begins.join("; ").replaceAll(player.name, name);
  }, text);
}
