/** A turn in the making for the ear: which tiles lie where now, and the commands that are possible. */

import { announce } from "../announcer.js";
import { change } from "../settings.js";
import { t } from "../texts.js";
import { hasCards, tileName } from "./tile.js";

/** @typedef {import("../../../types.js").State} State */
/** @typedef {import("../../../types.js").Acted} Acted */
/** @typedef {import("../../../types.js").RummyView} RummyView */

/**
 * The changes of a turn in the making; nothing where something else happened.
 * @param {State} before
 * @param {Acted} acted
 * @returns {string[] | null}
 */
export function arranged(before, { events, state }) {
  const isBack = events.some(({ event }) => event === "took_back");
  if (!isBack && !events.some(({ event }) => event === "arranged")) return null;
  const [was, is] = [draftOf(before), draftOf(state)];
  const names = (/** @type {string[]} */ tiles) => tiles.map((tile) => tileName(state, tile)).join(", ");
  const [hand, loose] = [added(was.hand, is.hand), added(was.loose, is.loose)];
  return [
    isBack ? t("saidTurnBack") : "",
    ...changedSets(was.table, is.table, state).map(({ label, tiles }) => `${label}: ${names(tiles)}`),
    hand.length ? t("saidInHand", names(hand)) : "",
    loose.length ? t("saidLoose", names(loose)) : "",
  ].filter(Boolean);
}

/** @param {State} state */
function draftOf(state) {
  const { draft, hand, tables, seat } = /** @type {RummyView} */ (state.view);
  return draft ?? { table: tables[(seat ?? 0) % tables.length] ?? [], hand, loose: [] };
}

/** @param {string[][]} was @param {string[][]} is @param {State} state */
function changedSets(was, is, state) {
  const old = was.map((set) => set.join(" "));
  return is.flatMap((tiles, at) => {
    const known = old.indexOf(tiles.join(" "));
    if (known >= 0) old.splice(known, 1);
    const isBad = state.choices?.broken?.includes(at + 1);
    const label = isBad ? t("combinationBad", at + 1) : t("combination", at + 1);
    return known >= 0 ? [] : [{ label, tiles }];
  });
}

/** The tiles of one list that the other does not have. @param {string[]} was @param {string[]} is */
function added(was, is) {
  const rest = [...was];
  return is.filter((tile) => {
    const at = rest.indexOf(tile);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** The commands that are possible, as the language types them, and how to lay tiles. @param {State} state */
export function possibleCommands(state) {
  const { commands, tiles } = /** @type {import("../../../types.js").TileChoices} */ (state.choices);
  if (!commands.length) return t("nothingPossible");
  const lay = tiles.length ? (hasCards(state) ? t("canLayCards") : t("canLayTiles")) : "";
  return [lay, t("possible", commands.map(typed).join(", "))].filter(Boolean).join(" ");
}

/** @param {string} command */
function typed(command) {
  const [word = "", ...rest] = command.split(" ");
  return [t(/** @type {"command_draw"} */ (`command_${word}`)) ?? word, ...rest].join(" ");
}

/** Sorts the hand, and says so. @param {"colour" | "number"} order */
export function sortHand(order) {
  change({ handOrder: order });
  announce(order === "colour" ? t("saidByColour") : t("saidByNumber"));
}
