/** Where piles lie on the cloth: card size, places of piles, and the step between the cards of a column. */

/** @typedef {import("../types.js").PatienceView} PatienceView */
/** @typedef {"cell" | "foundation" | "column"} PileKind */
/** @typedef {{spot: string, kind: PileKind, cards: string[]}} Pile */
/** @typedef {{x: number, y: number, step: number}} Place */
/** @typedef {{card: number, height: number, width: number, compact: boolean, places: Map<string, Place>}} Layout */

const RATIO = 1.4;
const LARGEST = 118;
/** Below this width a card shows its index alone. */
const COMPACT = 62;
/** The smallest step that leaves the whole index visible, and the largest, in card widths. */
const STEPS = { wide: { least: 0.26, most: 0.36 }, compact: { least: 0.45, most: 0.5 } };

/**
 * @param {Pile[]} piles
 * @param {{width: number, height: number, isPhone: boolean}} room
 * @returns {Layout}
 */
export function layout(piles, room) {
  const columns = piles.filter((pile) => pile.kind === "column");
  const top = topRows(piles, perRow(columns.length, room), room.isPhone);
  const rows = chunks(columns, perRow(columns.length, room));
  const slots = Math.max(...[...top, ...rows].map((row) => row.length));
  const pad = room.isPhone ? 6 : Math.max(14, Math.min(26, room.width * 0.02));
  const gap = room.isPhone ? 3 : Math.max(5, Math.min(12, room.width * 0.009));
  const byWidth = (room.width - 2 * pad - gap * (slots - 1)) / slots;
  const card = room.isPhone ? byWidth : Math.min(byWidth, LARGEST, byHeight(top.length, rows, room.height - 2 * pad));
  return placed(top, rows, { card, gap, pad, slots, room });
}

/** @param {number} columns @param {{width: number, isPhone: boolean}} room */
function perRow(columns, room) {
  if (room.isPhone) return columns > 10 ? Math.ceil(columns / Math.ceil(columns / 7)) : columns;
  return columns > 13 ? Math.ceil(columns / 2) : columns;
}

/** Cells on the left, foundations on the right, in one row where there is room. @param {Pile[]} piles @param {number} most @param {boolean} isPhone */
function topRows(piles, most, isPhone) {
  const cells = piles.filter((pile) => pile.kind === "cell");
  const foundations = piles.filter((pile) => pile.kind === "foundation");
  return isPhone && cells.length + foundations.length > most ? [foundations, cells] : [[...cells, ...foundations]];
}

/** The largest card for which the dealt columns and the columns of now fit. @param {number} tops @param {Pile[][]} rows @param {number} height */
function byHeight(tops, rows, height) {
  const dealt = 0.31 * Math.max(4, Math.ceil(52 / rows.flat().length) - 1);
  const now = (/** @type {Pile[]} */ row) =>
    STEPS.wide.least * (Math.max(1, ...row.map((pile) => pile.cards.length)) - 1);
  const fans = rows.reduce((sum, row) => sum + Math.max(rows.length > 1 ? 0.8 : dealt, now(row)), 0);
  const cards = (tops + rows.length) * RATIO + 0.22 * (tops + rows.length - 1) + fans;
  return height / cards;
}

/**
 * @param {Pile[][]} top
 * @param {Pile[][]} rows
 * @param {{card: number, gap: number, pad: number, slots: number, room: {width: number, height: number, isPhone: boolean}}} size
 * @returns {Layout}
 */
function placed(top, rows, { card, gap, pad, slots, room }) {
  const compact = card < COMPACT;
  const { least, most } = compact ? STEPS.compact : STEPS.wide;
  const pitch = card + gap;
  const left = (room.width - slots * pitch + gap) / 2;
  const between = room.isPhone ? 10 : card * 0.22;
  /** @type {Map<string, Place>} */
  const places = new Map();
  let y = pad;
  for (const row of top) {
    const cells = row.filter((pile) => pile.kind === "cell").length;
    row.forEach((pile, at) => {
      const slot = pile.kind === "cell" ? at : slots - (row.length - cells) + (at - cells);
      places.set(pile.spot, { x: left + slot * pitch, y, step: 0 });
    });
    y += card * RATIO + between;
  }
  rows.forEach((row, number) => {
    let deepest = 0;
    const below = (rows.length - 1 - number) * (card * RATIO + between + card * 0.6);
    const free = room.isPhone ? Infinity : room.height - pad - y - below - card * RATIO;
    const indent = ((slots - row.length) * pitch) / 2;
    row.forEach((pile, at) => {
      const step = Math.max(card * least, Math.min(card * most, free / Math.max(1, pile.cards.length - 1)));
      places.set(pile.spot, { x: left + indent + at * pitch, y, step });
      deepest = Math.max(deepest, step * (pile.cards.length - 1));
    });
    y += card * RATIO + deepest + between;
  });
  return { card, height: y + pad - between, width: room.width, compact, places };
}

/** @param {Pile[]} piles @param {number} size */
function chunks(piles, size) {
  const rows = [];
  for (let at = 0; at < piles.length; at += size) rows.push(piles.slice(at, at + size));
  return rows;
}

/** The piles of a view, in the order of the keyboard: cells, foundations, columns. @param {PatienceView} view @returns {Pile[]} */
export function pilesOf(view) {
  const cells = view.cells.map((card, at) => pile("abcdefgijklmnopqrstuvwxyz"[at] ?? "a", "cell", card ? [card] : []));
  const foundations = view.foundations.map((card, at) => pile("CSHD"[at] ?? "C", "foundation", raised(card)));
  const columns = view.columns.map((cards, at) => pile(String(at + 1), "column", cards));
  return [...cells, ...foundations, ...columns];
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
