/** Tiles glide from where they lay; tiles of others come from the player who placed them. */

/** @typedef {Map<string, DOMRect[]>} Places */

/** Where each tile lies now, by its name. @param {HTMLElement[]} boxes @returns {Places} */
export function flightsFrom(boxes) {
  /** @type {Places} */
  const places = new Map();
  for (const tile of tilesOf(boxes)) {
    const name = tile.dataset.tile ?? "";
    places.set(name, [...(places.get(name) ?? []), tile.getBoundingClientRect()]);
  }
  return places;
}

/** @param {HTMLElement[]} boxes @param {Places} before @param {Element | null} mover */
export function flyTiles(boxes, before, mover) {
  const seat = mover?.getBoundingClientRect();
  const moves = tilesOf(boxes).map((tile) => {
    const now = tile.getBoundingClientRect();
    return { tile, now, was: takeNearest(before.get(tile.dataset.tile ?? ""), now) ?? seat };
  });
  for (const { tile, now, was } of moves) {
    const [dx, dy] = was ? [was.left - now.left, was.top - now.top] : [0, 0];
    if (Math.hypot(dx, dy) > 2)
      tile.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: was === seat ? 320 : 170,
        easing: "cubic-bezier(.2, .75, .25, 1)",
      });
  }
}

/** @param {HTMLElement[]} boxes */
function tilesOf(boxes) {
  return boxes.flatMap((box) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(".tile")]));
}

/** @param {DOMRect[] | undefined} places @param {DOMRect} now */
function takeNearest(places, now) {
  if (!places?.length) return undefined;
  const away = (/** @type {DOMRect} */ place) => Math.hypot(place.left - now.left, place.top - now.top);
  const best = places.reduce((near, place) => (away(place) < away(near) ? place : near));
  places.splice(places.indexOf(best), 1);
  return best;
}
