/** Where holes lie: a square grid, or a triangular one whose rows are shifted by half a hole. */

/** @typedef {"square" | "triangular"} Grid */
/** @typedef {{row: number, column: number}} Cell */

/** The distance of neighbours, in units of the drawing. */
export const PITCH = 100;
const ROW = (PITCH * Math.sqrt(3)) / 2;

/** @param {Grid} grid @param {Cell} cell */
export function point(grid, { row, column }) {
  return grid === "square" ? { x: column * PITCH, y: row * PITCH } : { x: (column - row / 2) * PITCH, y: row * ROW };
}

/** The box around cells, with room for the rim. @param {Grid} grid @param {Cell[]} cells */
export function bounds(grid, cells) {
  const points = cells.map((cell) => point(grid, cell));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const rim = PITCH * 0.85;
  const [left, top] = [Math.min(...xs) - rim, Math.min(...ys) - rim];
  return { left, top, width: Math.max(...xs) + rim - left, height: Math.max(...ys) + rim - top };
}

/** The cells of a board text: `o` peg, `.` hole. @param {string} text @returns {{grid: Grid, cells: (Cell & {peg: boolean})[]}} */
export function readBoard(text) {
  const lines = text.split("\n");
  const isTriangular = lines[0]?.startsWith("grid:") && lines[0].includes("triangular");
  const rows = lines[0]?.startsWith("grid:") ? lines.slice(1) : lines;
  const cells = rows.flatMap((line, row) =>
    [...line].flatMap((sign, column) => (sign === "o" || sign === "." ? [{ row, column, peg: sign === "o" }] : [])),
  );
  return { grid: isTriangular ? "triangular" : "square", cells };
}

/** The outline of the wood: a disc around boards that are as wide as high, else a rounded hull of the rows. @param {Grid} grid @param {Cell[]} cells */
export function woodPath(grid, cells) {
  const points = cells.map((cell) => point(grid, cell));
  return (
    hull(points)
      .map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("") + "Z"
  );
}

/** The convex hull, by Andrew's monotone chain. @param {{x: number, y: number}[]} points */
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {{x: number, y: number}[]} */ row) =>
    row
      .reduce((chain, p) => {
        while (chain.length > 1 && cross(/** @type {any} */ (chain.at(-2)), /** @type {any} */ (chain.at(-1)), p) <= 0)
          chain.pop();
        return [...chain, p];
      }, /** @type {{x: number, y: number}[]} */ ([]))
      .slice(0, -1);
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** @param {{x: number, y: number}} o @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function cross(o, a, b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}
