/** The review of a patience: truth per move, the losing move, a branch, the lesson. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, serve, stateOf, withPage } from "./harness.js";

serve();

/** Plays moves until the light says that the game is lost. */
async function loseAGame(page) {
  const { id } = await begin(page, { family: "peg", board: "triangle15" });
  for (let jump = 0; jump < 12; jump += 1) {
    const { choices } = await stateOf(page, id);
    const next = choices.jumps.find((choice) => choice.solvable === false) ?? choices.jumps[0];
    if (!next) break;
    await page.getByRole("textbox", { name: "Type a move" }).fill(next.input);
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, jump + 1);
  }
  return id;
}

/** The id of the game on the screen. */
function shownGame(page) {
  return new URL(page.url()).hash.split("/")[2];
}

test("the review finds the losing move, and a branch plays on from there", () =>
  withPage({}, async (page) => {
    const id = await loseAGame(page);
    const before = (await stateOf(page, id)).moves.length;
    await page.locator('.buttons [data-action="review"]').click();
    await page.locator('[data-action="fault"]').waitFor({ timeout: 60000 });
    assert.match(await page.locator(".verdict").textContent(), /Move \d+ lost the win/);
    assert.ok((await page.locator(".strip .bar.lost").count()) >= 1);
    assert.ok((await page.locator(".strip .bar.winnable").count()) >= 1);
    const left = await page.locator(".place.peg").count();
    await page.locator('[data-action="fault"]').click();
    await page.waitForFunction((count) => document.querySelectorAll(".place.peg").length > count, left);
    assert.equal((await stateOf(page, id)).moves.length, before, "looking changes nothing");
    await page.locator('[data-action="branch"]').click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves li").length < count, before);
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    assert.equal((await stateOf(page, id)).moves.length, before, "the game that was played stays as it is");
    const { choices } = await stateOf(page, shownGame(page));
    const good = choices.jumps.find((choice) => choice.solvable !== false);
    await page.locator(`[data-hole="${good.from}"]`).click();
    await page.locator(`[data-hole="${good.to}"]`).click();
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
  }));

test("learn from it takes a losing move back and accepts a good one", () =>
  withPage({}, async (page) => {
    const id = await loseAGame(page);
    const before = (await stateOf(page, id)).moves.length;
    await page.locator('.buttons [data-action="review"]').click();
    await page.locator('[data-action="learn"]').click({ timeout: 60000 });
    await page.locator(".lesson").waitFor();
    await page.waitForFunction(() => document.querySelector(".lesson .task")?.textContent?.includes("Find a move"));
    const { choices } = await stateOf(page, shownGame(page));
    const bad = choices.jumps.find((choice) => choice.solvable === false);
    if (bad) {
      await page.locator(`[data-hole="${bad.from}"]`).click();
      await page.locator(`[data-hole="${bad.to}"]`).click();
      await page.waitForFunction(
        () => document.querySelector(".lesson .task")?.textContent?.includes("taken back"),
        null,
        { timeout: 30000 },
      );
    }
    const good = choices.jumps.find((choice) => choice.solvable);
    await page.locator(".lesson .say input").fill(good.input);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".lesson .task")?.textContent?.includes("Right"), null, {
      timeout: 30000,
    });
    assert.equal((await stateOf(page, id)).moves.length, before, "the game that was played stays as it is");
  }));

test("the strip of the game is a slider that goes to a move", () =>
  withPage({}, async (page) => {
    const id = await loseAGame(page);
    await page.locator(".strip").focus();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
    assert.ok((await stateOf(page, id)).can_redo);
  }));

test("the review is walked through by keys, and Escape leads back to the game", () =>
  withPage({}, async (page) => {
    const id = await loseAGame(page);
    const count = (await stateOf(page, id)).moves.length;
    await page.keyboard.press("Escape");
    await page.keyboard.press("o");
    const strip = page.locator(".review .strip");
    await strip.waitFor();
    const at = () => strip.getAttribute("aria-valuenow").then(Number);
    assert.ok(await strip.evaluate((element) => element === document.activeElement), "the focus is on the strip");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await at(), count - 1);
    await page.keyboard.press("Home");
    assert.equal(await at(), 0);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".review .strip")?.getAttribute("aria-valuenow") === "2");
    await page.keyboard.press("Space");
    const stopped = await at();
    await page.waitForTimeout(1500);
    assert.equal(await at(), stopped, "Space stops");
    await page.locator(".review .line").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await at(), stopped + 1, "the keys work beyond the strip");
    assert.match(await page.locator("#live").textContent(), new RegExp(`^${stopped + 1}\\. `));
    await page.keyboard.press("End");
    assert.equal(await at(), count);
    await page.locator('[data-action="fault"]').waitFor({ timeout: 60000 });
    await page.keyboard.press("f");
    assert.ok((await at()) < count);
    await page.keyboard.press("Escape");
    await page.locator(".play .buttons").waitFor();
    assert.equal((await stateOf(page, id)).moves.length, count);
  }));
