/** Commands for marked tiles: where they lie, and where they go. */

/** A marked tile: in the hand, loose, or in a combination by its number from 1. */
/** @typedef {{tile: string, from: "hand" | "loose" | number, key: string}} Mark */
/** @typedef {"new" | "hand" | number} Target */

/**
 * The commands that take marked tiles to a target, one after another.
 * @param {Mark[]} marks
 * @param {Target} to
 * @param {string[][]} table the combinations as they are
 * @returns {string[]}
 */
export function commandsFor(marks, to, table) {
  if (to === "hand") return takenBack(marks, table);
  const own = marks.filter((mark) => typeof mark.from !== "number");
  const lying = marks.filter((mark) => typeof mark.from === "number" && mark.from !== to);
  if (to === "new") return newOnes(own, lying, table.length);
  return [...own.map((mark) => `put ${mark.tile} ${to}`), ...moved(lying, to)];
}

/** @param {Mark[]} own @param {Mark[]} lying @param {number} count */
function newOnes(own, lying, count) {
  const laid = own.length ? [`+ (${own.map((mark) => mark.tile).join(" ")})`] : [];
  if (!lying.length) return laid;
  if (own.length) return [...laid, ...moved(lying, count + 1)];
  const [first, ...rest] = lying;
  return first ? [`move ${first.tile} ${first.from} new`, ...moved(rest, count + 1)] : [];
}

/** @param {Mark[]} marks @param {number} to */
function moved(marks, to) {
  return marks.map((mark) => `move ${mark.tile} ${mark.from} ${to}`);
}

/** Combinations without the marked tiles; tiles of the own hand go back there, others become loose. @param {Mark[]} marks @param {string[][]} table */
function takenBack(marks, table) {
  const numbers = [...new Set(marks.map((mark) => mark.from))]
    .filter((from) => typeof from === "number")
    .sort((a, b) => b - a);
  return numbers.map((number) => {
    const rest = [...(table[number - 1] ?? [])];
    for (const mark of marks.filter(({ from }) => from === number)) rest.splice(rest.indexOf(mark.tile), 1);
    return rest.length ? `${number} (${rest.join(" ")})` : `${number}`;
  });
}
