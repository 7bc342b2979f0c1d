/** Begins a game of rummy: rule set, opponents, deals of the match. */

import { aboutServer, sentence } from "./api.js";
import { beginOrFail } from "./begin.js";
import { fill, h } from "./dom.js";
import { showHeader } from "./header.js";
import { t } from "./texts.js";

/** @typedef {import("../../types.js").About} About */
/** @typedef {import("../../types.js").RummyRules} RummyRules */

/** The choice of a person instead of a machine. */
const PERSON = "person";

/** @param {HTMLElement} main @param {() => boolean} isLeft */
export async function showNewRummy(main, isLeft) {
  const about = await aboutServer();
  if (isLeft()) return;
  showHeader(t("newRummy"));
  main.className = "page";
  const opponents = h("div", { class: "fields" });
  const fault = h("p", { class: "error", role: "alert" });
  let usual = "";
  const house = h("textarea", { name: "house", rows: 8, spellcheck: "false", "aria-label": t("houseRules") });
  const show = (/** @type {RummyRules} */ rules) => {
    fill(opponents, ...opponentFields(about, rules));
    house.value = rules.house_rules;
    usual = rules.house_rules.trim();
  };
  const wall = h("div", { class: "wall" }, ...about.rummy.map((rules) => ruleChoice(rules, () => show(rules))));
  const first = about.rummy.find((rules) => rules.name === "rummikub") ?? about.rummy[0];
  if (first) show(first);
  const rules = h("fieldset", {}, h("legend", {}, t("rules")), wall);
  const details = h("details", {}, h("summary", {}, t("houseRules")), house);
  const form = h("form", {}, rules, ...reasons(about), opponents, dealsField(), details, fault, playRow());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(new FormData(form), usual).catch((error) => (fault.textContent = sentence(error)));
  });
  fill(main, form);
}

function dealsField() {
  const deals = h("input", { type: "number", name: "deals", min: 1, max: 100, value: 1 });
  return h("div", { class: "fields" }, h("label", {}, t("deals"), deals));
}

function playRow() {
  return h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, t("play")));
}

/** @param {RummyRules} rules @param {() => void} choose */
function ruleChoice(rules, choose) {
  const input = h("input", {
    type: "radio",
    name: "rules",
    value: rules.name,
    checked: rules.name === "rummikub",
    disabled: !rules.available,
    onchange: choose,
  });
  return h("label", {}, input, rules.title, rules.available ? h("span", { class: "quiet" }, t("players", rules.least, rules.most)) : null);
}

/** Why a rule set cannot be played here, with how to get it. @param {About} about */
function reasons(about) {
  return about.rummy
    .filter((rules) => !rules.available && rules.reason)
    .map((rules) => h("p", { class: "quiet small" }, rules.reason));
}

/** @param {About} about @param {RummyRules} rules */
function opponentFields(about, rules) {
  const count = rules.most - 1;
  return Array.from({ length: count }, (_, at) => {
    const isNeeded = at + 2 <= rules.least;
    const levels = about.levels.map((level) =>
      h(
        "option",
        { value: `ai:${level}`, selected: at < Math.max(1, rules.least - 1) && level === "normal" },
        t(/** @type {"level_easy"} */ (`level_${level}`)),
      ),
    );
    return h(
      "label",
      {},
      t("opponent", at + 1),
      h(
        "select",
        { name: "opponent" },
        isNeeded ? null : h("option", { value: "", selected: at >= Math.max(1, rules.least - 1) }, t("nobody")),
        ...levels,
        h("option", { value: PERSON }, t("anotherPerson")),
      ),
    );
  });
}

/** People who share a screen have names; a name has no blanks. @param {number} seat @param {boolean} isShared */
function personName(seat, isShared) {
  return isShared ? t("personName", seat + 1) : "human";
}

/** @param {FormData} data @param {string} usual the house rules that need not be sent */
async function begin(data, usual) {
  const opponents = data.getAll("opponent").map(String).filter(Boolean);
  const isShared = opponents.includes(PERSON);
  const house = String(data.get("house") ?? "").trim();
  const body = {
    family: "rummy",
    rules: data.get("rules"),
    players: [PERSON, ...opponents].map((seat, at) => (seat === PERSON ? personName(at, isShared) : seat)),
    deals: Number(data.get("deals")) || 1,
    ...(house && house !== usual ? { house_rules: house } : {}),
  };
  await beginOrFail(body);
}
