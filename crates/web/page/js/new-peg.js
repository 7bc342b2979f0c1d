/** Begins a game of peg solitaire: a built-in board with a problem from hole to hole, or a board of one's own. */

import { aboutServer, sentence } from "./api.js";
import { beginOrFail } from "./begin.js";
import { fill, h } from "./dom.js";
import { showHeader } from "./header.js";
import { boardEditor } from "./peg/editor.js";
import { boardPicture, holeNames } from "./peg/picture.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").About} About */
/** @typedef {import("../../types.js").PegBoardInfo} PegBoardInfo */

/** @param {HTMLElement} main @param {() => boolean} isLeft */
export async function showNewPeg(main, isLeft) {
  const about = await aboutServer();
  if (isLeft()) return;
  showHeader(t("newPeg"));
  main.className = "page";
  fill(
    main,
    builtIn(about),
    h(
      "section",
      { class: "own" },
      h("h2", {}, t("ownBoard")),
      boardEditor((text) => beginOrFail({ family: "peg", board_text: text })),
    ),
  );
}

/** @param {About} about */
function builtIn(about) {
  const fault = h("p", { class: "error", role: "alert" });
  const holes = h("div", { class: "fields" });
  const showHoles = (/** @type {PegBoardInfo} */ board) => fill(holes, ...holeFields(board));
  const choices = about.peg.map((board, at) => boardChoice(board, at === 0, () => showHoles(board)));
  const wall = h("div", { class: "wall", role: "radiogroup", "aria-label": t("board") }, ...choices);
  if (about.peg[0]) showHoles(about.peg[0]);
  const form = h(
    "form",
    {},
    h("fieldset", {}, h("legend", {}, t("board")), wall),
    holes,
    fault,
    h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, t("play"))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const body = { family: "peg", board: data.get("board"), ...given(data, "vacate"), ...given(data, "to") };
    beginOrFail(body).catch((error) => (fault.textContent = sentence(error)));
  });
  return form;
}

/** @param {PegBoardInfo} board @param {boolean} checked @param {() => void} choose */
function boardChoice(board, checked, choose) {
  const input = h("input", { type: "radio", name: "board", value: board.name, checked, onchange: choose });
  const count = board.title.includes(String(board.holes))
    ? null
    : h("span", { class: "quiet" }, t("holes", board.holes));
  return h("label", {}, input, boardPicture(board.text), board.title, count);
}

/** @param {FormData} data @param {string} name */
function given(data, name) {
  return data.get(name) ? { [name]: data.get(name) } : {};
}

/** @param {PegBoardInfo} board */
function holeFields(board) {
  const names = holeNames(board.text);
  const select = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ first) =>
    h(
      "label",
      {},
      label,
      h(
        "select",
        { name },
        h("option", { value: "" }, first),
        ...names.map((hole) => h("option", { value: hole }, hole)),
      ),
    );
  return [
    select("vacate", t("emptyHole"), `${t("customary")} · ${board.vacate}`),
    select("to", t("goalHole"), t("anyHole")),
  ];
}
