/** Ways through the page: the skip link, Back, unknown addresses, forms that keep their text, the clock, the list of games. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, serve, withPage, world } from "./harness.js";

serve();

/** Hides or shows the page as another tab would. */
async function setHidden(page, isHidden) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

/** The seconds on the clock of the game. */
async function clock(page) {
  const [, minutes, seconds] = (await page.locator(".facts").textContent()).match(/(\d+):(\d+)/);
  return Number(minutes) * 60 + Number(seconds);
}

test("the skip link goes to the table and leaves the address", () =>
  withPage({}, async (page) => {
    for (const body of [
      { family: "patience", deal: "FreeCell.9" },
      { family: "peg", board: "english" },
      { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 },
    ]) {
      const { id } = await begin(page, body);
      await page.locator("#skip").focus();
      await page.keyboard.press("Enter");
      assert.ok(new URL(page.url()).hash.startsWith(`#/game/${id}`), page.url());
      const isThere = () => document.activeElement?.closest(".board, .table, .hand") !== null;
      assert.ok(await page.evaluate(isThere), body.family);
    }
  }));

test("an unknown address shows the first screen", () =>
  withPage({}, async (page) => {
    for (const hash of ["#main", "#/nowhere/at/all", "#/constructor", "#"]) {
      await page.goto("about:blank");
      await page.goto(`${world.address}/${hash}`);
      await page.locator(".families").waitFor();
    }
  }));

test("Back closes a dialog", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/peg`);
    await page.locator(".editor").waitFor();
    await begin(page, { family: "patience", deal: "FreeCell.9" });
    await page.locator('.buttons [data-action="more"]').click();
    await page.locator("dialog[open]").waitFor();
    await page.goBack();
    await page.locator(".editor").waitFor();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator(".brand").click();
    await page.locator(".families").waitFor();
  }));

test("own rules are kept when another game is chosen, until their replacement is asked for", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/patience`);
    await page.locator('[data-way="rules"]').click();
    const text = page.locator('textarea[name="rules"]');
    const first = await text.inputValue();
    await page.locator('select[name="game"]').selectOption("Seahaven");
    assert.notEqual(await text.inputValue(), first, "rules that nobody changed follow the list");
    await text.fill("name = \"Mine\"\n");
    await page.locator('select[name="game"]').selectOption("FreeCell");
    assert.equal(await text.inputValue(), "name = \"Mine\"\n");
    await page.locator('[data-way="number"]').click();
    await page.locator('[data-way="rules"]').click();
    assert.equal(await text.inputValue(), "name = \"Mine\"\n", "another way and back keeps the text");
    await page.getByRole("button", { name: "Replace it with the rules of FreeCell" }).click();
    assert.equal(await text.inputValue(), first);
    assert.equal(await page.locator('[data-action="replace"]').count(), 0);
  }));

test("the clock stands still while the page is hidden or another one is shown", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "FreeCell.9" });
    await page.waitForFunction(() => /0:0[1-9]/.test(document.querySelector(".facts")?.textContent ?? ""));
    await setHidden(page, true);
    const before = await clock(page);
    await page.waitForTimeout(3000);
    await setHidden(page, false);
    await page.getByRole("textbox", { name: "Type a move" }).fill("1a");
    await page.keyboard.press("Enter");
    await page.locator(".moves li").waitFor();
    assert.ok((await clock(page)) <= before + 2, "the absence is not counted after a move either");
    const left = await clock(page);
    await page.goto(`${world.address}/#/`);
    const row = page.locator(`.kept a[href="#/game/${id}"]`);
    await row.waitFor();
    const [, listed] = (await row.textContent()).match(/0:(\d\d)/);
    assert.ok(Math.abs(Number(listed) - left) <= 1, `${listed} in the list, ${left} on the clock`);
    await page.waitForTimeout(3000);
    await row.click();
    await page.locator(".game").waitFor();
    assert.ok((await clock(page)) <= left + 2, "the list is not the game");
  }));

test("a game that another window removes is left with a sentence", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "FreeCell.9" });
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    await page.evaluate((game) => fetch(`/api/games/${game}`, { method: "DELETE" }), id);
    await page.locator(".families").waitFor();
    assert.match(await page.locator("#notices").textContent(), /^FreeCell 9 is removed/);
  }));

test("the list of games says when and how they ended, and which are branches", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "peg", board_text: "oo.\n" });
    await page.getByRole("textbox", { name: "Type a move" }).fill("a1-c1");
    await page.keyboard.press("Enter");
    await page.locator(".banner.won").waitFor();
    await page.getByRole("button", { name: "Review" }).first().click();
    await page.locator(".review .strip").press("Home");
    await page.locator('[data-action="branch"]').click();
    await page.waitForFunction((game) => !location.hash.includes(game), id);
    await page.goto(`${world.address}/#/`);
    await page.locator(".kept li").nth(1).waitFor();
    const won = page.locator(".kept li", { has: page.locator(`a[href="#/game/${id}"]`) });
    assert.equal(await won.locator(".sign.won").count(), 1);
    const today = await page.evaluate(() => new Date().toLocaleDateString("en-GB", { day: "numeric", month: "short" }));
    assert.ok((await won.textContent()).includes(today));
    assert.ok(!(await won.textContent()).includes("branch"));
    assert.equal(await page.locator(".kept li", { hasText: "branch" }).count(), 1);
  }));

test("a solution file names its deal, and is opened by that name", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.123456" });
    await page.getByRole("textbox", { name: "Type a move" }).fill("1a");
    await page.keyboard.press("Enter");
    await page.locator(".moves li").waitFor();
    await page.locator('.buttons [data-action="more"]').click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator('[data-export="solution"]').click(),
    ]);
    assert.equal(file.suggestedFilename(), "FreeCell.123456.sol");
    await page.goto(`${world.address}/#/new/patience`);
    await page.getByRole("button", { name: "Open a file" }).click();
    const copy = { name: "FreeCell.123456 (1).sol", mimeType: "text/plain", buffer: await bytesOf(file) };
    await page.locator('dialog input[type="file"]').setInputFiles(copy);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.locator(".moves li").waitFor();
    assert.equal(await page.locator(".top .title").textContent(), "FreeCell 123456");
  }));

/** @param {import("playwright-core").Download} file */
async function bytesOf(file) {
  const parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}
