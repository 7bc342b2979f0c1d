/** Turns in short words for the log: who, then what. */

import { seatName } from "./seats.js";

/** @typedef {import("../types.js").RummyView} RummyView */
/** @typedef {import("../types.js").MoveRow} MoveRow */

/** @param {RummyView} view @param {MoveRow} move */
export function logLine(view, move) {
  const text = named(view, move.text.split("\n")[0] ?? "");
  if (move.seat === undefined) return text;
  const name = seatName(view, move.seat);
  return text.startsWith(`${name} `) ? `${name} · ${text.slice(name.length + 1)}` : text;
}

/** A text with the names that the page gives to the players. @param {RummyView} view @param {string} text */
export function named(view, text) {
  return view.players.reduce((words, player, seat) => words.replaceAll(player.name, seatName(view, seat)), text);
}
