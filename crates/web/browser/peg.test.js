/** Peg solitaire in the browser: colours and signs, problems, the editor, the picture. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, countSaid, serve, stateOf, withPage, world } from "./harness.js";

serve();

test("jumps have rings with signs, and a game is played by them to one peg", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "peg", board: "triangle15" });
    await page.locator(".ring.keeps").first().waitFor({ timeout: 30000 });
    const said = await countSaid(page);
    for (let jump = 1; jump < 14; jump += 1) {
      const { choices } = await stateOf(page, id);
      const good = choices.jumps.find((choice) => choice.solvable);
      assert.ok(good, "a jump keeps the win");
      await page.locator(`[data-hole="${good.from}"]`).click();
      assert.ok((await page.locator(".ring").count()) >= 1);
      await page.locator(`[data-hole="${good.to}"]`).click();
      await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, jump);
      assert.equal((await said()).length, 1, "each jump is said once");
    }
    await page.locator(".banner.won").waitFor();
  }));

test("a losing jump is red and crossed, and the way back leads to the last winnable position", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "peg", board: "english", vacate: "d4", to: "d4" });
    await page.waitForFunction(() => document.querySelector(".ring.keeps, .ring.loses"), null, { timeout: 60000 });
    let fault = null;
    for (let jump = 0; jump < 12 && !fault; jump += 1) {
      const { choices } = await stateOf(page, id);
      fault = choices.jumps.find((choice) => choice.solvable === false);
      const next = fault ?? choices.jumps.find((choice) => choice.solvable);
      await page.getByRole("textbox", { name: "Type a move" }).fill(next.input);
      await page.keyboard.press("Enter");
      await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, jump + 1);
    }
    assert.ok(fault, "some jump loses");
    await page.locator('.truth[data-truth="lost"]').waitFor({ timeout: 30000 });
    await page.locator('[data-action="goBack"]').click();
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
  }));

test("arrows and Enter jump, and a refused jump has a reason", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "peg", board: "english" });
    const { choices } = await stateOf(page, id);
    await page.locator(`[data-hole="${choices.jumps[0].from}"]`).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator('[aria-pressed="true"]').count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator('[aria-pressed="true"]').count(), 0);
    await page.getByRole("textbox", { name: "Type a move" }).fill("a3-c3");
    await page.keyboard.press("Enter");
    await page.locator(".refusal").waitFor();
  }));

test("an own board is made in the editor and played; its picture can be downloaded", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/peg`);
    await page.locator('[data-action="play-own"]').click();
    await page.locator(".game.peg").waitFor();
    const id = page.url().split("/").pop();
    const picture = await page.evaluate(async (game) => (await fetch(`/api/games/${game}/export/svg`)).text(), id);
    assert.match(picture, /^<svg|^<\?xml/);
  }));

test("the solution of a board is shown", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "peg", board: "triangle15" });
    await page.locator('[data-action="solution"]').click();
    await page.locator(".watch").waitFor({ timeout: 30000 });
    await page.locator('.watch [data-action="last"]').click();
    assert.equal(await page.locator(".place.peg").count(), 1);
  }));
