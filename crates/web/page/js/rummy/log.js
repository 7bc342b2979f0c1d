/** Turns in short words for the log: who, which tiles, how many points. */

import { t } from "../texts.js";
import { seatName } from "./seats.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MoveRow} MoveRow */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/** @param {State} state @param {MoveRow} move */
export function logLine(state, move) {
  const words = (move.events ?? []).map((event) => eventWords(state, event)).filter(Boolean);
  return words.length ? words.join(" ") : move.text;
}

/** @param {State} state @param {GameEvent} event */
function eventWords(state, event) {
  const name = (/** @type {string} */ tile) => state.tiles?.[tile]?.name ?? tile;
  const who = event.seat === undefined ? "" : `${seatName(state.view, event.seat)}: `;
  if (event.event === "drew") return `${who}${event.tiles?.length ? t("logDrew", event.tiles.map(name).join(" ")) : t("logDraws")}`;
  if (event.event !== "played") return event.text.split("\n")[0];
  const placed = event.placed?.length ? event.placed.map(name).join(" ") : t("logDraws");
  const points = event.points ? ` · ${t("points", event.points)}` : "";
  return `${who}${placed}${points}${event.discard ? ` · ${t("logDiscards", name(event.discard))}` : ""}`;
}
