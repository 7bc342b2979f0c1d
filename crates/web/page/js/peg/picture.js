/** Small pictures of boards. */

import { s } from "../dom.js";
import { PITCH, bounds, point, readBoard } from "./geometry.js";

/** @param {string} text */
export function boardPicture(text) {
  const { grid, cells } = readBoard(text);
  const box = bounds(grid, cells);
  const dot = (/** @type {{row: number, column: number, peg: boolean}} */ cell) => {
    const { x, y } = point(grid, cell);
    return s("circle", {
      cx: x,
      cy: y,
      r: cell.peg ? PITCH * 0.36 : PITCH * 0.2,
      fill: cell.peg ? "var(--peg)" : "var(--pit)",
    });
  };
  return s(
    "svg",
    { viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`, "aria-hidden": "true" },
    ...cells.map(dot),
  );
}

/** The names of the holes of a board text, row by row: a letter along the row, and the number of the row. @param {string} text */
export function holeNames(text) {
  const { grid, cells } = readBoard(text);
  const letter = (/** @type {number} */ at) => String.fromCharCode(97 + at);
  if (grid === "square") return cells.map((cell) => `${letter(cell.column)}${cell.row + 1}`);
  const along = new Map();
  return cells.map((cell) => {
    const at = along.get(cell.row) ?? 0;
    along.set(cell.row, at + 1);
    return `${letter(at)}${cell.row + 1}`;
  });
}
