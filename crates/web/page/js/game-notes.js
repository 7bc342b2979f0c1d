/**
 * The notes of this browser about games. The server counts time on while nobody looks, so the time that was shown is noted;
 * and a game that began as a branch of another one is noted as that.
 */

/** @typedef {{time?: number, isBranch?: boolean}} Note */

const KEY = "tapis.notes";
/** As many games as the server keeps of a browser. */
const MOST = 200;

/** @returns {Record<string, Note>} by the id of the game, the one noted last at the end */
function notes() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} id @param {Note} more */
function note(id, more) {
  const { [id]: known, ...others } = notes();
  const all = [...Object.entries(others), [id, { ...known, ...more }]].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // A browser that keeps nothing shows the time of the server.
  }
}

/** Milliseconds spent on a game; never more than the server has counted. @param {{id: string, elapsed: number}} game */
export function timeSpent({ id, elapsed }) {
  return Math.min(notes()[id]?.time ?? elapsed, elapsed);
}

/** @param {string} id @param {number} time in milliseconds */
export function noteTime(id, time) {
  note(id, { time: Math.round(time) });
}

/** @param {string} id */
export function noteBranch(id) {
  note(id, { isBranch: true });
}

/** @param {string} id */
export function isBranch(id) {
  return notes()[id]?.isBranch === true;
}
