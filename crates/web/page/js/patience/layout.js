/** Where piles lie on the cloth: card size, places of piles, and the step between the cards of a column. */

/** @typedef {import("../../../types.js").PatienceView} PatienceView */
/** @typedef {"cell" | "foundation" | "column"} PileKind */
/** @typedef {{spot: string, kind: PileKind, cards: string[]}} Pile */
/** @typedef {{x: number, y: number, step: number}} Place */
/** @typedef {{card: number, height: number, width: number, compact: boolean, places: Map<string, Place>}} Layout */

const RATIO = 1.4;
/** The gap between two rows, in card widths. */
const BETWEEN = 0.22;
/** The room above a row for the names of its piles, in pixels. */
const LABEL = 15;
const LARGEST = 118;
/** Below this width a card shows its index alone. */
const COMPACT = 56;
/** The smallest step that leaves the whole index visible, and the largest, in card widths. */
const STEPS = { wide: { least: 0.31, most: 0.37 }, compact: { least: 0.45, most: 0.66 } };

/** The height that a finger hits on a phone, in pixels; cards show as much where the cloth has room. */
const FINGER = 25;

/** A second row of columns, or of piles above them, must make cards larger by this factor. */
const WORTH_A_ROW = 1.12;

/** @typedef {{width: number, height: number, isPhone: boolean}} Room */
/** @typedef {{top: Pile[][], rows: Pile[][], slots: number}} Arrangement */
/** @typedef {{pad: number, gap: number}} Margins */

/**
 * @param {Pile[]} piles
 * @param {Room} room
 * @returns {Layout}
 */
export function layout(piles, room) {
  const margins = marginsOf(room);
  const arranged = room.isPhone ? onPhone(piles) : arrangement(piles, room, margins);
  const dealt = cardSize(arranged, room, margins);
  const now = room.isPhone ? dealt : Math.min(dealt, byHeight(arranged, room.height - 2 * margins.pad, longest));
  return placed(arranged, now, room, margins);
}

/** @param {Room} room @returns {Margins} */
function marginsOf({ width, isPhone }) {
  if (isPhone) return { pad: LABEL, gap: 3 };
  return { pad: Math.max(LABEL + 2, Math.min(26, width * 0.02)), gap: Math.max(5, Math.min(12, width * 0.009)) };
}

/** @param {Pile[]} piles @returns {Arrangement} */
function onPhone(piles) {
  const columns = piles.filter((pile) => pile.kind === "column").length;
  const perRow = columns > 10 ? Math.ceil(columns / Math.ceil(columns / 7)) : columns;
  return arranged(piles, perRow, piles.length - columns > perRow);
}

/**
 * Columns in one row or two, cells and foundations in one row or two: whichever makes the largest cards.
 * The deal decides, so that the piles stay where they are during the game.
 * @param {Pile[]} piles @param {Room} room @param {Margins} margins
 */
function arrangement(piles, room, margins) {
  const columns = piles.filter((pile) => pile.kind === "column").length;
  const half = Math.ceil(columns / 2);
  const options = [
    arranged(piles, columns, false),
    arranged(piles, columns, true),
    arranged(piles, half, false),
    arranged(piles, half, true),
  ];
  const size = (/** @type {Arrangement} */ option) => cardSize(option, room, margins);
  return options.reduce((best, option) => (size(option) > size(best) * WORTH_A_ROW ? option : best));
}

/** @param {Pile[]} piles @param {number} perRow @param {boolean} twoTops @returns {Arrangement} */
function arranged(piles, perRow, twoTops) {
  const ofKind = (/** @type {PileKind} */ kind) => piles.filter((pile) => pile.kind === kind);
  const [cells, foundations] = [ofKind("cell"), ofKind("foundation")];
  const top = twoTops && cells.length ? [foundations, cells] : [[...cells, ...foundations]];
  const rows = chunks(ofKind("column"), perRow);
  return { top, rows, slots: Math.max(...[...top, ...rows].map((row) => row.length)) };
}

/** The largest card for which the deal fits. @param {Arrangement} option @param {Room} room @param {Margins} margins */
function cardSize(option, room, { pad, gap }) {
  const byWidth = (room.width - 2 * pad - gap * (option.slots - 1)) / option.slots;
  const dealt = 0.31 * Math.max(3, Math.ceil(52 / option.rows.flat().length));
  return room.isPhone
    ? byWidth
    : Math.min(
        byWidth,
        LARGEST,
        byHeight(option, room.height - 2 * pad, () => dealt),
      );
}

/** The height of the longest fan of a row now, in card widths. @param {Pile[]} row */
function longest(row) {
  return STEPS.wide.least * (Math.max(1, ...row.map((pile) => pile.cards.length)) - 1);
}

/** The largest card for which fans of this height fit. @param {Arrangement} option @param {number} height @param {(row: Pile[]) => number} fan */
function byHeight({ top, rows }, height, fan) {
  const count = top.length + rows.length;
  const fans = rows.reduce((sum, row) => sum + fan(row), 0);
  const card = height / (count * RATIO + (count - 1) * BETWEEN + fans);
  return card * BETWEEN >= LABEL ? card : (height - (count - 1) * LABEL) / (count * RATIO + fans);
}

/**
 * @param {Arrangement} option
 * @param {number} card
 * @param {Room} room
 * @param {Margins} margins
 * @returns {Layout}
 */
function placed({ top, rows, slots }, card, room, { pad, gap }) {
  const pitch = card + gap;
  const grid = { left: (room.width - slots * pitch + gap) / 2, pitch, slots };
  const between = room.isPhone ? LABEL : Math.max(LABEL, card * BETWEEN);
  /** @type {Map<string, Place>} */
  const places = new Map();
  let y = pad;
  for (const row of top) {
    placeTop(places, row, y, grid);
    y += card * RATIO + between;
  }
  rows.forEach((row, number) => {
    const below = rows.slice(number + 1).reduce((sum, next) => sum + card * (RATIO + longest(next)) + between, 0);
    const free = room.height - pad - y - below - card * RATIO;
    y += placeColumns(places, row, y, grid, { card, free, reach: room.isPhone ? FINGER : 0 }) + card * RATIO + between;
  });
  return { card, height: y + pad - between, width: room.width, compact: card < COMPACT, places };
}

/** @typedef {{left: number, pitch: number, slots: number}} SlotGrid */

/** Cells on the left, foundations on the right. @param {Map<string, Place>} places @param {Pile[]} row @param {number} y @param {SlotGrid} grid */
function placeTop(places, row, y, { left, pitch, slots }) {
  row.forEach((pile, at) => {
    const slot = pile.kind === "cell" ? at : slots - row.length + at;
    places.set(pile.spot, { x: left + slot * pitch, y, step: 0 });
  });
}

/**
 * Places a row of columns and answers the height of its longest fan.
 * @param {Map<string, Place>} places @param {Pile[]} row @param {number} y @param {SlotGrid} grid @param {{card: number, free: number, reach: number}} size
 */
function placeColumns(places, row, y, { left, pitch, slots }, { card, free, reach }) {
  const { least, most } = card < COMPACT ? STEPS.compact : STEPS.wide;
  const indent = ((slots - row.length) * pitch) / 2;
  const fans = row.map((pile, at) => {
    const step = Math.max(card * least, Math.min(Math.max(reach, card * most), free / Math.max(1, pile.cards.length - 1)));
    places.set(pile.spot, { x: left + indent + at * pitch, y, step });
    return step * Math.max(0, pile.cards.length - 1);
  });
  return Math.max(0, ...fans);
}

/** @param {Pile[]} piles @param {number} size */
function chunks(piles, size) {
  const rows = [];
  for (let at = 0; at < piles.length; at += size) rows.push(piles.slice(at, at + size));
  return rows;
}

/** The piles of a view, in the order of the keyboard: cells, foundations, columns. @param {PatienceView} view @returns {Pile[]} */
export function pilesOf(view) {
  const cells = view.cells.map((card, at) => pile(cellLetter(at), "cell", card ? [card] : []));
  const foundations = view.foundations.map((card, at) => pile("CSHD"[at] ?? "C", "foundation", raised(card)));
  const columns = view.columns.map((cards, at) => pile(String(at + 1), "column", cards));
  return [...cells, ...foundations, ...columns];
}

/** The letter of a cell: h is the foundations. @param {number} at */
export function cellLetter(at) {
  return "abcdefgijklmnopqrstuvwxyz"[at] ?? "a";
}

/** @param {string} spot @param {PileKind} kind @param {string[]} cards @returns {Pile} */
function pile(spot, kind, cards) {
  return { spot, kind, cards };
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** A foundation from the ace to its top card. @param {string | null} card */
function raised(card) {
  return card ? RANKS.slice(0, RANKS.indexOf(card.slice(0, -1)) + 1).map((rank) => rank + card.slice(-1)) : [];
}
