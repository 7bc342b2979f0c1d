/** Starts the page: settings, routes, screens. */

import { hush } from "./announcer.js";
import { Fault, sentence } from "./api.js";
import { closeDialogs } from "./dialog.js";
import { h, fill } from "./dom.js";
import { showGame, openLink } from "./game-screen.js";
import { showHeader } from "./header.js";
import { showHome } from "./home.js";
import { showNewPatience } from "./new-patience.js";
import { showNewPeg } from "./new-peg.js";
import { showNewRummy } from "./new-rummy.js";
import { route } from "./router.js";
import { apply, language, onChange } from "./settings.js";
import { t } from "./texts.js";

/** `isLeft` says whether another screen was asked for in the meantime. */
/** @typedef {(main: HTMLElement, rest: string, isLeft: () => boolean) => Promise<(() => void) | void>} Screen */

/** @type {Record<string, Screen>} */
const SCREENS = {
  "": showHome,
  new: (main, rest, isLeft) =>
    rest === "peg" ? showNewPeg(main, isLeft) : rest === "rummy" ? showNewRummy(main, isLeft) : showNewPatience(main, isLeft),
  game: showGame,
  play: openLink,
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let turn = 0;
/** @type {(() => void) | void} */
let leave;

async function show() {
  const { name, rest } = route();
  const mine = ++turn;
  leave?.();
  leave = undefined;
  hush();
  main.className = "";
  try {
    const left = await screenOf(name)(main, rest, () => mine !== turn);
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    if (mine === turn) showFault(error);
  }
}

/** An address that nobody knows shows the first screen. @param {string} name @returns {Screen} */
function screenOf(name) {
  return (Object.hasOwn(SCREENS, name) && SCREENS[name]) || showHome;
}

/** Goes to the table, or to the content of a page without one. The address stays. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const table = main.querySelector(':is(.board, .table, .hand) [tabindex="0"]');
  (/** @type {HTMLElement | null} */ (table) ?? main).focus();
}

/** @param {unknown} error */
function showFault(error) {
  if (!(error instanceof Fault)) console.error(error);
  showHeader("");
  main.className = "page";
  fill(
    main,
    h("p", { class: "error", role: "alert" }, sentence(error)),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button main", href: "#/" }, t("home")),
      h("button", { type: "button", onclick: show }, t("retry")),
    ),
  );
}

let shown = language();
onChange(() => {
  if (shown !== language()) show();
  shown = language();
});
apply();
addEventListener("hashchange", () => {
  closeDialogs();
  void show();
});
document.getElementById("skip")?.addEventListener("click", skip);
show();
