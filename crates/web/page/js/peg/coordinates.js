/** The names of rows and columns on the board, as moves are typed with them. */

import { s } from "../dom.js";
import { point } from "./geometry.js";

/** @typedef {import("../../../types.js").Hole} Hole */
/** @typedef {import("./geometry.js").Grid} Grid */

/**
 * Names next to the first holes of rows and columns. On a triangular grid letters count along each row, so the first and
 * the last hole of a row are named.
 * @param {Grid} grid
 * @param {Hole[]} holes row by row
 */
export function coordinates(grid, holes) {
  const isFirst = (/** @type {"row" | "column"} */ line) => (/** @type {Hole} */ hole, /** @type {number} */ at) =>
    holes.findIndex((other) => other[line] === hole[line]) === at;
  const rows = holes.filter(isFirst("row"));
  if (grid === "triangular") {
    const ends = holes.filter((hole, at) => holes[at + 1]?.row !== hole.row && !rows.includes(hole));
    const named = (/** @type {number} */ dx) => (/** @type {Hole} */ hole) => name(grid, hole, hole.hole, dx, 0);
    return [...rows.map(named(-57)), ...ends.map(named(57))];
  }
  return [
    ...rows.map((hole) => name(grid, hole, hole.hole.slice(1), -54, 0)),
    ...holes.filter(isFirst("column")).map((hole) => name(grid, hole, hole.hole.slice(0, 1), 0, -53)),
  ];
}

/** @param {Grid} grid @param {Hole} hole @param {string} words @param {number} dx @param {number} dy */
function name(grid, hole, words, dx, dy) {
  const { x, y } = point(grid, hole);
  return s("text", { x: x + dx, y: y + dy, "text-anchor": "middle", "dominant-baseline": "central" }, words);
}
