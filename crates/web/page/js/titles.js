/** Titles of games as people read them. */

/** `FreeCell.123456` is FreeCell 123456. @param {string} title */
export function gameTitle(title) {
  return title.replace(/^(\w+)\.(\d+)$/, "$1 $2");
}

/** MidnightOil is Midnight Oil, FreeCell stays. @param {string} name */
export function spacedName(name) {
  return name.replace(/^(FreeCell)(\d)$/, "$1 · $2").replace(/(?<=[a-z])(?=[A-Z])/g, (_, at) => /^Free$/.test(name.slice(0, at)) ? "" : " ").replace("Free Cell", "FreeCell");
}
