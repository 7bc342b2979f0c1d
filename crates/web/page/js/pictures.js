/** The three pictures of the first screen. */

import { dress, s } from "./dom.js";
import { face } from "./patience/card.js";
import { suitOf } from "./suits.js";
import { colourSign } from "./rummy/signs.js";

/** @param {...Node} parts */
function picture(...parts) {
  return s(
    "svg",
    { viewBox: "0 0 320 200", class: "picture", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    ...parts,
  );
}

export function patiencePicture() {
  const fan = [
    ["K♠", -33],
    ["Q♥", -11],
    ["J♣", 11],
    ["10♦", 33],
  ].map(([card, turn]) => {
    const drawn = face(/** @type {string} */ (card));
    dress(drawn, { x: -48, y: -196, width: 96, height: 134 });
    return s(
      "g",
      { transform: `translate(160 236) rotate(${turn})`, class: `suit-${suitOf(/** @type {string} */ (card))}` },
      s("rect", { x: -48, y: -196, width: 96, height: 134, rx: 8, class: "paper" }),
      drawn,
    );
  });
  return picture(s("rect", { width: 320, height: 200, class: "felt" }), ...fan);
}

export function pegPicture() {
  const parts = [];
  for (let row = 0; row < 7; row += 1) {
    for (let column = 0; column < 7; column += 1) {
      const isOutside = (column < 2 || column > 4) && (row < 2 || row > 4);
      if (isOutside) continue;
      const [cx, cy] = [79 + column * 27, 19 + row * 27];
      const isHole = (row === 3 && column === 3) || (row === 2 && column === 4) || (row === 4 && column === 3);
      parts.push(
        isHole
          ? s("circle", { cx, cy, r: 5.5, class: "hole" })
          : s(
              "g",
              {},
              s("circle", { cx, cy: cy + 1.5, r: 10.5, class: "shade" }),
              s("circle", { cx, cy, r: 10.5, class: "peg" }),
              s("circle", { cx: cx - 3, cy: cy - 3.5, r: 3.2, class: "shine" }),
            ),
      );
    }
  }
  return picture(s("rect", { width: 320, height: 200, class: "wood" }), ...parts);
}

export function rummyPicture() {
  const tile = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ number,
    /** @type {"blue" | "red" | "yellow" | "black"} */ colour,
  ) =>
    s(
      "g",
      { transform: `translate(${x} ${y})`, class: `tile-${colour}` },
      s("rect", { width: 42, height: 56, rx: 6, class: "paper" }),
      s("text", { x: 21, y: 30, "text-anchor": "middle", "font-size": 24, "font-weight": 700 }, number),
      colourSign(colour, { x: 14, y: 36, width: 14, height: 14 }),
    );
  const run = ["7", "8", "9", "10"].map((number, at) => tile(69 + at * 46, 30, number, "blue"));
  const group = /** @type {const} */ (["black", "red", "yellow"]).map((colour, at) =>
    tile(92 + at * 46, 112, "11", colour),
  );
  return picture(s("rect", { width: 320, height: 200, class: "felt" }), ...run, ...group);
}
