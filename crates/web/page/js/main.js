/** Starts the page: settings, routes, screens. */

import { hush } from "./announcer.js";
import { Fault, sentence } from "./api.js";
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

/** @typedef {(main: HTMLElement, rest: string) => Promise<(() => void) | void>} Screen */

/** @type {Record<string, Screen>} */
const SCREENS = {
  "": showHome,
  new: (main, rest) =>
    rest === "peg" ? showNewPeg(main) : rest === "rummy" ? showNewRummy(main) : showNewPatience(main),
  game: showGame,
  play: openLink,
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let turn = 0;
/** @type {(() => void) | void} */
let leave;

async function show() {
  const { name, rest } = route();
  if (location.hash === "#main") return main.focus();
  const mine = ++turn;
  leave?.();
  leave = undefined;
  hush();
  main.className = "";
  try {
    const left = await (SCREENS[name] ?? showHome)(main, rest);
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    if (mine === turn) showFault(error);
  }
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
addEventListener("hashchange", show);
show();
