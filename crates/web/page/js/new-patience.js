/** Begins a patience: by number, Windows number, difficulty, own rules. */

import { aboutServer, post, sentence } from "./api.js";
import { openDialog } from "./dialog.js";
import { button, fill, h } from "./dom.js";
import { openImport } from "./import-dialog.js";
import { showHeader } from "./header.js";
import { go } from "./router.js";
import { RulesField } from "./rules-field.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").About} About */
/** @typedef {import("../../types.js").PatienceGame} PatienceGame */
/** @typedef {"number" | "windows" | "difficulty" | "rules"} Way */

/** Ranges of difficulty in percent. @type {[import("./texts.js").Key, number, number][]} */
const DEGREES = [
  ["difficultyEasy", 0, 25],
  ["difficultyMedium", 25, 50],
  ["difficultyHard", 50, 75],
  ["difficultyExtreme", 75, 100],
];

/** @param {HTMLElement} main @param {() => boolean} isLeft */
export async function showNewPatience(main, isLeft) {
  const about = await aboutServer();
  if (isLeft()) return;
  showHeader(t("newPatience"));
  main.className = "page";
  fill(
    main,
    dealForm(about, "FreeCell", () => {}),
    h("p", {}, button(t("importTitle"), openImport)),
  );
}

/** @param {string} game the game that is chosen at first */
export async function openNewDeal(game) {
  const about = await aboutServer();
  openDialog(t("newDeal"), (close) => [dealForm(about, game, close)]);
}

/** @param {About} about @param {string} chosen @param {() => void} close */
function dealForm(about, chosen, close) {
  /** @type {Way} */
  let way = "number";
  const game = gameSelect(about, chosen);
  const rules = new RulesField();
  const fields = h("div", { class: "fields" });
  const fault = h("p", { class: "error", role: "alert" });
  const deal = h("button", { type: "submit", class: "main" }, t("deal"));
  const tabs = h("div", { class: "tabs", role: "group", "aria-label": t("newDeal") });
  const current = () =>
    /** @type {PatienceGame} */ (about.patience.find((known) => known.name === game.value) ?? about.patience[0]);
  const show = () => {
    fill(
      tabs,
      ...tabButtons(way, (next) => {
        way = next;
        show();
      }),
    );
    if (way === "rules") rules.show(current());
    fill(fields, ...fieldsOf(way, game, current(), rules.element));
  };
  game.addEventListener("change", show);
  const form = h("form", {}, tabs, fields, fault, h("div", { class: "row" }, deal));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(bodyOf(way, new FormData(form), current()), { deal, fault, close });
  });
  show();
  return form;
}

/** @param {About} about @param {string} chosen */
function gameSelect(about, chosen) {
  const words = (/** @type {PatienceGame} */ game) => `${game.title} · ${t("gameLine", game.columns, game.cells)}`;
  const options = about.patience.map((game) =>
    h("option", { value: game.name, selected: game.name === chosen }, words(game)),
  );
  return h("select", { name: "game" }, ...options);
}

/** @param {Way} way @param {(way: Way) => void} choose */
function tabButtons(way, choose) {
  const ways = /** @type {[Way, string][]} */ ([
    ["number", t("byNumber")],
    ["difficulty", t("byDifficulty")],
    ["windows", t("byWindows")],
    ["rules", t("byRules")],
  ]);
  return ways.map(([kind, label]) =>
    button(label, () => choose(kind), { "aria-pressed": kind === way ? "true" : "false", "data-way": kind }),
  );
}

/** @param {Way} way @param {HTMLSelectElement} select @param {PatienceGame} game @param {Node} rules @returns {Node[]} */
function fieldsOf(way, select, game, rules) {
  const chosen = h("label", {}, t("game"), select);
  const note = (/** @type {string} */ words) => h("p", { class: "small quiet" }, words);
  if (way === "windows")
    return [h("div", {}, numberField("windows", t("byWindows"), 8589934591), note(t("windowsMore")))];
  if (way === "rules") return [chosen, rules, numberField("seed", t("seed"), 4294967295), goesUp()];
  if (way === "difficulty" && !game.has_difficulty) return [chosen, h("p", { class: "quiet" }, t("noDifficulty"))];
  if (way === "difficulty") return [chosen, degrees(), note(t("difficultyMore"))];
  return [chosen, numberField("number", t("dealNumber"), game.last_deal), goesUp()];
}

/** @param {string} name @param {string} label @param {number} most */
function numberField(name, label, most) {
  return h(
    "label",
    {},
    label,
    h("input", { type: "number", name, min: 1, max: most, inputmode: "numeric", placeholder: t("anyDeal") }),
  );
}

function goesUp() {
  const options = [
    ["forced", t("goesUpForced")],
    ["one-way", t("goesUpOneWay")],
    ["free", t("goesUpFree")],
  ];
  return h(
    "label",
    {},
    t("goesUp"),
    h("select", { name: "foundations" }, ...options.map(([value, text]) => h("option", { value }, text))),
  );
}

function degrees() {
  return h(
    "fieldset",
    {},
    h("legend", {}, t("byDifficulty")),
    h(
      "div",
      { class: "choices wide" },
      ...DEGREES.map(([key, from, to], at) =>
        h(
          "label",
          { class: "tick" },
          h("input", { type: "radio", name: "degree", value: `${from}-${to}`, checked: at === 1 }),
          t(/** @type {"difficultyEasy"} */ (key)),
        ),
      ),
    ),
  );
}

/** @param {Way} way @param {FormData} data @param {PatienceGame} game */
function bodyOf(way, data, game) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const foundations =
    text("foundations") && text("foundations") !== "forced" ? { foundations: text("foundations") } : {};
  if (way === "windows")
    return { family: "patience", windows: Number(text("windows")) || 1 + Math.floor(Math.random() * 32000) };
  if (way === "rules")
    return {
      family: "patience",
      rules: String(data.get("rules")),
      ...(text("seed") ? { seed: Number(text("seed")) } : {}),
      ...foundations,
    };
  if (way === "difficulty" && game.has_difficulty) {
    const [from, to] = text("degree").split("-").map(Number);
    return { family: "patience", difficulty: { game: game.name, from, to } };
  }
  return { family: "patience", deal: text("number") ? `${game.name}.${text("number")}` : game.name, ...foundations };
}

/** @param {unknown} body @param {{deal: HTMLButtonElement, fault: HTMLElement, close: () => void}} parts */
async function submit(body, { deal, fault, close }) {
  deal.disabled = true;
  fault.textContent = "";
  try {
    const state = await post("/games", body);
    close();
    go(`game/${state.id}`);
  } catch (error) {
    fault.textContent = sentence(error);
  } finally {
    deal.disabled = false;
  }
}
