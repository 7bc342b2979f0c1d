/** Begins a game and goes to it; a refusal is said. */

import { tell } from "./announcer.js";
import { post, sentence } from "./api.js";
import { go } from "./router.js";

/** @param {unknown} body */
export async function begin(body) {
  try {
    const state = await post("/games", body);
    go(`game/${state.id}`);
  } catch (error) {
    tell(sentence(error));
  }
}
