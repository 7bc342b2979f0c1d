/** The frame: home, French, phone, themes, settings, axe on every screen, page weight. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, begin, serve, withPage, world } from "./harness.js";

const restart = serve();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test("home shows three families, today's deal and the last games", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.9" });
    await page.goto(`${world.address}/#/`);
    assert.equal(await page.locator(".family").count(), 3);
    await page.getByRole("link", { name: /FreeCell 9/ }).waitFor();
    await page.getByRole("button", { name: "Play" }).click();
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 60000 });
  }));

test("all games are shown when that is asked for, and each can be removed", () =>
  withPage({}, async (page) => {
    for (let deal = 1; deal <= 7; deal += 1) await begin(page, { family: "patience", deal: `FreeCell.${deal}` });
    await begin(page, { family: "patience", deal: "MicrosoftFreeCell.123456789" });
    await page.goto(`${world.address}/#/`);
    await page.locator(".kept li").first().waitFor();
    assert.equal(await page.locator(".kept li").count(), 6);
    await page.getByRole("button", { name: "Show all 8" }).click();
    assert.equal(await page.locator(".kept li").count(), 8);
    await page.getByRole("button", { name: "Remove FreeCell 1", exact: true }).click();
    await page.getByRole("button", { name: "Remove? FreeCell 1", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".kept li").length === 7);
    assert.equal(await page.getByRole("link", { name: /FreeCell 1\b/ }).count(), 0);
    await page.getByRole("button", { name: "Show few" }).click();
    assert.equal(await page.locator(".kept li").count(), 6);
    await page.setViewportSize(PHONE.viewport);
    const cut = await page
      .locator(".kept strong")
      .evaluateAll((titles) => titles.filter((title) => title.scrollWidth > title.clientWidth).length);
    assert.equal(cut, 0, "titles are whole on a phone");
  }));

test("labels, placeholders and titles of buttons are not cut off", () =>
  withPage({}, async (page) => {
    for (const body of [
      { family: "patience", deal: "FreeCell.1" },
      { family: "peg", board: "english" },
      { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 },
    ]) {
      for (const lang of ["en", "fr"]) {
        await begin(page, body);
        await page.evaluate((code) => localStorage.setItem("tapis.settings", JSON.stringify({ lang: code })), lang);
        await page.reload();
        await page.locator(".buttons button").first().waitFor();
        const cut = await page.evaluate(() => {
          const labels = [...document.querySelectorAll(".buttons span, .bar button")];
          const input = /** @type {HTMLInputElement} */ (document.querySelector(".say input"));
          const words = input.placeholder;
          input.value = words;
          const isCut = input.scrollWidth > input.clientWidth;
          input.value = "";
          return [
            ...labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
            ...(isCut ? [words] : []),
          ];
        });
        assert.deepEqual(cut, [], `${body.family} ${lang}`);
      }
    }
  }));

test("the page is under 300 kB and comes from one origin", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.9" });
    await page.locator(".card").first().waitFor();
    const sizes = await page.evaluate(() => {
      const files = performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/api/"));
      return files.map((file) => /** @type {PerformanceResourceTiming} */ (file).decodedBodySize);
    });
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 100000 && bytes < 300000, `${bytes} bytes`);
  }));

test("every module is named in the head, so that none waits for another", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/`);
    await page.locator(".family").first().waitFor();
    const [named, loaded] = await page.evaluate(() => [
      [...document.querySelectorAll('link[rel="modulepreload"], script[type="module"]')].map(
        (tag) => new URL(tag.getAttribute("href") ?? tag.getAttribute("src") ?? "", location.href).pathname,
      ),
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    ]);
    assert.deepEqual(named.sort(), loaded.filter((path) => path.endsWith(".js")).sort());
  }));

test("everything is French when French is chosen", () =>
  withPage({ locale: "fr-FR" }, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    assert.equal(await page.locator("html").getAttribute("lang"), "fr");
    await page.getByRole("button", { name: /Conseil/ }).waitFor();
    await page.getByRole("textbox", { name: "Écrire un coup" }).fill("9 1");
    await page.keyboard.press("Enter");
    await page.locator(".refusal").waitFor();
    assert.doesNotMatch(await page.locator(".refusal").textContent(), /\bthe\b|\bno\b/);
    assert.ok(
      (await page.locator(".card text", { hasText: /^[VDR]$/ }).count()) >= 12,
      "court cards have French letters",
    );
    await page.getByRole("button", { name: "Réglages" }).click();
    await page.locator('dialog input[value="en"]').check();
    await page.getByRole("button", { name: "Settings", includeHidden: true }).first().waitFor({ state: "attached" });
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
  }));

/** Texts that both languages write alike. */
const ALIKE = [
  "afterMove",
  "cardAt",
  "joker",
  "leading",
  "messages",
  "pause",
  "saidMove",
  "solution",
  "table",
  "watchTitle",
];

test("every text has a translation, and one word has one meaning", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/`);
    const [alike, french] = await page.evaluate(async () => {
      const [{ en }, { fr }] = await Promise.all(["en", "fr"].map((code) => import(`/js/texts/${code}.js`)));
      const words = (/** @type {unknown} */ text) => String(text).replace(/\/\*.*?\*\/ ?/g, "");
      return [
        Object.keys(en).filter((key) => words(en[key]) === words(fr[key])),
        Object.values(fr).map(words).join("\n"),
      ];
    });
    assert.deepEqual(alike.sort(), ALIKE, "texts without a translation");
    assert.doesNotMatch(french, /\b(indice|astuce|jeton|tuile)\b/i, "conseil and pièce are the words");
  }));

test("a phone shows the cloth first, whole cards, and targets of 24 px or more", () =>
  withPage(PHONE, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    await page.locator(".card").first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `no sideways scrolling: ${width}`);
    const small = await page.locator("button, a, input, .card[role=button]").evaluateAll((all) =>
      all
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.width < 24 || box.height < 24);
        })
        .map((element) => element.outerHTML.slice(0, 90)),
    );
    assert.deepEqual(small, []);
    await page.locator('[data-spot="1"] .card').last().tap();
    await page.locator('[data-spot="a"] .slot').tap();
    await page.locator(".moves li").first().waitFor();
  }));

test("a desktop of 1024 × 640 plays without scrolling", () =>
  withPage({ viewport: { width: 1024, height: 640 } }, async (page) => {
    for (const body of [
      { family: "patience", deal: "FreeCell.1" },
      { family: "patience", deal: "MidnightOil.4" },
      { family: "peg", board: "english" },
    ]) {
      await begin(page, body);
      const [height, inside] = await page.evaluate(() => [
        document.documentElement.scrollHeight,
        [...document.querySelectorAll(".card, .place")].every(
          (element) => element.getBoundingClientRect().bottom <= innerHeight,
        ),
      ]);
      assert.ok(height <= 640 && inside, `${JSON.stringify(body)}: ${height}`);
    }
  }));

test("a game survives a restart of the server, and the page comes back by itself", () =>
  withPage({ forgive: /WebSocket|ERR_CONNECTION/ }, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    const say = page.getByRole("textbox", { name: "Type a move" });
    await say.fill("1a");
    await page.keyboard.press("Enter");
    await page.locator(".moves li").first().waitFor();
    await restart();
    await say.fill("2b");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  }));

const CONFIGURATIONS = {
  "light, desktop, English": { colorScheme: /** @type {const} */ ("light") },
  "dark, phone, French": { colorScheme: /** @type {const} */ ("dark"), locale: "fr-FR", viewport: PHONE.viewport },
};

for (const [name, options] of Object.entries(CONFIGURATIONS)) {
  test(`axe finds nothing on any screen: ${name}`, () =>
    withPage(options, async (page) => {
      await page.goto(`${world.address}/#/`);
      await page.locator(".today button").waitFor();
      await axe(page, "home");
      await page.locator(".settings").click();
      await axe(page, "settings");
      await page.keyboard.press("Escape");
      for (const screen of [newGames, patienceScreens, pegScreens, rummyScreens]) await screen(page);
    }));
}

async function newGames(page) {
  for (const name of ["patience", "peg", "rummy"]) {
    await page.goto(`${world.address}/#/new/${name}`);
    await page.locator(name === "peg" ? ".editor" : name === "rummy" ? 'input[name="deals"]' : ".tabs").waitFor();
    await axe(page, `new ${name}`);
  }
}

async function type(page, line) {
  await page.locator(".say input").fill(line);
  await page.keyboard.press("Enter");
}

/** Presses a short key of the game, past the field of the command line. */
async function short(page, key) {
  await page.locator(".brand").focus();
  await page.keyboard.press(key);
}

async function patienceScreens(page) {
  await begin(page, { family: "patience", deal: "FreeCell.123456" });
  for (const [count, move] of ["1a", "2b", "3c"].entries()) {
    await type(page, move);
    await page.waitForFunction((moves) => document.querySelectorAll(".moves li").length > moves, count);
  }
  await type(page, "1 9");
  await page.locator(".refusal").waitFor();
  await page.locator('.truth[data-truth="lost"]').waitFor({ timeout: 30000 });
  await axe(page, "lost, with a refusal");
  await short(page, "?");
  await axe(page, "keys");
  await page.keyboard.press("Escape");
  await page.locator('.buttons [data-action="more"]').click();
  await axe(page, "menu");
  await page.keyboard.press("Escape");
  await short(page, "n");
  await page.locator('dialog [data-way="rules"]').click();
  await axe(page, "new deal");
  await page.keyboard.press("Escape");
  await short(page, "o");
  await page.locator('[data-action="learn"]').waitFor({ timeout: 30000 });
  await axe(page, "review");
  await page.locator('[data-action="learn"]').click();
  await page.locator(".lesson").waitFor();
  await axe(page, "lesson");
  await page.locator('[data-action="leave"]').click();
  await short(page, "t");
  await page.locator(".play-hint").waitFor();
  await axe(page, "hint");
  await short(page, "s");
  await page.locator(".watch").waitFor();
  await axe(page, "solution player");
}

async function pegScreens(page) {
  const { choices } = await begin(page, { family: "peg", board: "english" });
  await page.locator(`[data-hole="${choices.jumps[0].from}"]`).click();
  await axe(page, "peg");
}

async function rummyScreens(page) {
  await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
  await page.locator(".hand .tile").nth(0).click();
  await page.locator('[data-action="lay"]').click();
  await page.locator(".set.bad").waitFor();
  await axe(page, "rummikub");
  await type(page, "reset");
  await page.waitForFunction(() => document.querySelectorAll(".set").length === 0);
  await page.locator('[data-action="draw"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 2);
  await page.locator('[data-action="review"]').click();
  await page.locator(".turns li").first().waitFor({ timeout: 30000 });
  await axe(page, "review of turns");
  for (const rules of ["canasta", "mahjong"]) {
    await begin(page, { family: "rummy", rules, seed: 3 });
    await axe(page, rules);
  }
}
