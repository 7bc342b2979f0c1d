/** The players as everybody sees them, with stock and score. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { tileCount } from "./tile.js";

/** @typedef {import("../../../types.js").State} State */
/** @typedef {import("../../../types.js").RummyView} RummyView */

/** @param {RummyView} view @param {number} seat */
export function seatName(view, seat) {
  const player = view.players[seat];
  if (!player) return "";
  if (seat === view.seat) return t("you");
  if (!player.machine) return player.name;
  const same = view.players.filter((other) => other.machine === player.machine);
  const number = same.length > 1 ? ` ${same.indexOf(player) + 1}` : "";
  return t(/** @type {"level_easy"} */ (`level_${player.machine}`)) + number;
}

/** @param {State} state */
export function seatsBar(state) {
  const view = /** @type {RummyView} */ (state.view);
  const chips = view.players.map((player, seat) => {
    const isTurn = seat === view.turn && !state.ending && !view.deal_over;
    const notes = [
      tileCount(state, player.tiles),
      player.placed ? "" : t("notOpened"),
      player.bonus.length
        ? `${t("bonus")} ${player.bonus.map((tile) => state.tiles?.[tile]?.name ?? tile).join(" ")}`
        : "",
    ]
      .filter(Boolean)
      .join(" · ");
    return h(
      "div",
      { class: isTurn ? "seat turn" : "seat", "data-seat": seat, "aria-current": isTurn ? "true" : null },
      h("strong", {}, seatName(view, seat)),
      h("span", { class: "notes" }, notes),
      h("span", { class: "score numbers" }, t("points", player.score)),
    );
  });
  const stock = [t("stock", view.stock), state.lowest_wins ? t("fewWin") : ""].filter(Boolean).join(" · ");
  return [...chips, h("div", { class: "seat stock" }, h("strong", {}, stock))];
}
