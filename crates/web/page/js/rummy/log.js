/** Turns in short words: who, then what. */

import { capital } from "../api.js";

/** @typedef {import("../../../types.js").RummyView} RummyView */
/** @typedef {import("../../../types.js").MoveRow} MoveRow */

/**
 * The rows of the log: one line per turn, a draw once.
 * @param {RummyView} view
 * @param {MoveRow[]} moves
 */
export function logRows(view, moves) {
  const rows = moves.filter((move) => move.seat !== undefined);
  // The turns of others say that they drew; the row of an own draw says which tile it was.
  const isPart = (/** @type {MoveRow} */ move, /** @type {number} */ at) => {
    const next = rows[at + 1];
    return move.event === "drew" && next?.event === "played" && next.seat === move.seat && move.seat !== view.seat;
  };
  return rows.filter((move, at) => !isPart(move, at)).map((move) => ({ ...move, text: capital(move.text) }));
}
