/** Begins games and goes to them; a refusal is said. */

import { tell } from "./announcer.js";
import { post, sentence } from "./api.js";
import { noteBranch } from "./game-notes.js";
import { go } from "./router.js";

/** @param {unknown} body */
export function begin(body) {
  return beginOrFail(body).catch((error) => tell(sentence(error)));
}

/** Begins a game; whoever asks for it says why it cannot begin. @param {unknown} body */
export async function beginOrFail(body) {
  const state = await post("/games", body);
  go(`game/${state.id}`);
}

/** Begins a game of its own at a position of another one, which stays as it was played. @param {string} id @param {number} move @param {string} [mode] */
export async function branch(id, move, mode = "") {
  try {
    const state = await post(`/games/${id}/branch`, { move });
    noteBranch(state.id);
    go(`game/${state.id}${mode}`);
  } catch (error) {
    tell(sentence(error));
  }
}
