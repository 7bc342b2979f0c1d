/** The signs of tile colours: a colour is never the only mark. */

import { s } from "../dom.js";

/** @typedef {"blue" | "red" | "yellow" | "black"} Colour */

/** @param {Colour | "joker"} colour @param {Record<string, unknown>} props */
export function colourSign(colour, props) {
  return s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true", ...props }, shape(colour));
}

/** @param {Colour | "joker"} colour */
function shape(colour) {
  switch (colour) {
    case "black":
      return s("circle", { cx: 8, cy: 8, r: 5.6 });
    case "blue":
      return s("path", { d: "M8 1.800 14.600 13.600H1.400z" });
    case "red":
      return s("path", { d: "M8 .8 14 8l-6 7.200L2 8z" });
    case "yellow":
      return s("path", { d: "M5.600 1.500h4.800v4.100h4.100v4.800h-4.100v4.100H5.600v-4.100H1.500V5.600h4.100z" });
    default:
      return s("path", {
        d: "M8 1l2 4.600 5 .5-3.800 3.300 1.200 4.900L8 11.700l-4.400 2.600 1.200-4.900L1 6.100l5-.5z",
      });
  }
}
