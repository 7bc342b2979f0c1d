/** The text command line, with the words of the terminal in both languages. */

import { tell } from "./announcer.js";
import { button, h } from "./dom.js";
import { go } from "./router.js";
import { sortHand } from "./rummy/speech.js";
import { t } from "./texts.js";

/** @typedef {{act: (input: string) => void, undo: () => void, redo: () => void, restart: () => void, hint: () => void, ask: () => void, moves: () => string, help: () => void, show: () => string}} Commands */

/** @type {Record<string, keyof Commands>} */
const WORDS = {
  undo: "undo",
  annule: "undo",
  annuler: "undo",
  redo: "redo",
  refais: "redo",
  refaire: "redo",
  restart: "restart",
  recommence: "restart",
  recommencer: "restart",
  hint: "hint",
  conseil: "hint",
  indice: "hint",
  ask: "ask",
  gagnable: "ask",
  moves: "moves",
  coups: "moves",
  help: "help",
  aide: "help",
  show: "show",
  montre: "show",
  montrer: "show",
};

const QUIT = ["quit", "quitte", "quitter"];
/** @type {Record<string, "colour" | "number">} */
const SORT = { "sort colour": "colour", "sort number": "number", "trie couleur": "colour", "trie nombre": "number" };

/**
 * @param {Commands} commands
 * @param {string} example
 * @param {string[]} [own] words that the game itself takes
 */
export function commandLine(commands, example, own = []) {
  const input = h("input", {
    type: "text",
    name: "command",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: example,
    "aria-label": t("sayLabel"),
    enterkeyhint: "send",
  });
  const form = h(
    "form",
    { class: "say" },
    input,
    button("↵", () => form.requestSubmit(), { class: "icon", "aria-label": t("play") }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = input.value.trim();
    if (line) run(line, commands, own);
    input.value = "";
  });
  input.addEventListener("keydown", (event) => event.key === "Escape" && input.blur());
  return form;
}

/** @param {string} line @param {Commands} commands @param {string[]} own */
function run(line, commands, own) {
  const lower = line.toLowerCase();
  if (QUIT.includes(lower)) return go("");
  const order = SORT[lower];
  if (order) return sortHand(order);
  const word = own.includes(line) ? undefined : WORDS[lower];
  if (!word) return commands.act(line);
  const said = commands[word](line);
  if (said) tell(said);
}
