/** Titles of games as people read them. */

/** `FreeCell.123456` is FreeCell 123456. @param {string} title */
export function gameTitle(title) {
  return title.replace(/^(\w+)\.(\d+)$/, "$1 $2");
}
