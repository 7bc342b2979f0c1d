/** The game by ear: what the live regions say, and when they are silent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, countSaid, serve, withPage } from "./harness.js";

serve();

const RUMMIKUB = { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 };

/** Types a line into the command line. */
async function type(page, line) {
  await page.locator(".say input").fill(line);
  await page.keyboard.press("Enter");
}

/** Speaks French from now on. */
async function speakFrench(page) {
  await page.evaluate(() => localStorage.setItem("tapis.settings", JSON.stringify({ lang: "fr" })));
  await page.reload();
  await page.locator(".say input").waitFor();
}

test("the light that is turned off is silent at once, and asked for says the truth of this position", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.123456" });
    const light = page.locator("#live-light");
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    assert.match(await light.textContent(), /^Winnable/);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("checkbox", { name: /Truth light/ }).uncheck();
    await page.locator('.truth[data-truth="off"]').waitFor();
    assert.equal(await light.textContent(), "");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Can it still be won?" }).click();
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    assert.match(await light.textContent(), /^Winnable/);
    await type(page, "1a");
    await page.locator('.truth[data-truth="off"]').waitFor();
    assert.equal(await light.textContent(), "");
  }));

test("the light says nothing that is no longer true, also after the win", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "peg", board_text: "oo.o\n" });
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    assert.match(await page.locator("#live-light").textContent(), /^Winnable in 2 jumps/);
    await type(page, "a1-c1");
    await page.waitForFunction(() => document.querySelector(".truth strong")?.textContent === "Winnable in 1 jump");
    assert.doesNotMatch(await page.locator("#live-light").textContent(), /2 jumps/);
    await type(page, "d1-b1");
    await page.locator(".banner.won").waitFor();
    assert.doesNotMatch(await page.locator("#live-light").textContent(), /Winnable/);
  }));

test("a move into a cell names the cell; taking it back and making it again name the move", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    const said = await countSaid(page);
    await type(page, "1a");
    await page.locator(".moves li").nth(0).waitFor();
    await type(page, "2b");
    await page.locator(".moves li").nth(1).waitFor();
    assert.deepEqual(await said(), ["2 of diamonds to cell a", "king of diamonds to cell b"]);
    await type(page, "undo");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
    assert.match((await said()).join(), /^Taken back: king of diamonds/);
    await type(page, "redo");
    await page.locator(".moves li").nth(1).waitFor();
    assert.match((await said()).join(), /^Made again: king of diamonds/);
    await speakFrench(page);
    const french = await countSaid(page);
    await type(page, "annule");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
    assert.match((await french()).join(), /^Repris : roi de carreau/);
  }));

test("tiles that are laid are said with the judge's reason, and taken back by name", () =>
  withPage({}, async (page) => {
    await begin(page, RUMMIKUB);
    const said = await countSaid(page);
    await type(page, "9b 9r");
    await page.locator(".set.bad").waitFor();
    const [laid, ...more] = await said();
    assert.deepEqual(more, []);
    assert.match(laid, /^Combination 1, not complete: 9 blue, 9 red\. .{12}/);
    await type(page, "put 9k 1");
    await page.waitForFunction(() => document.querySelectorAll(".set .tile").length === 3);
    assert.match((await said()).join(), /^Combination 1: 9 blue, 9 red, 9 black\. /);
    await type(page, "undo");
    await page.waitForFunction(() => document.querySelectorAll(".set .tile").length === 2);
    assert.match((await said()).join(), /^Taken back\. .*in the hand again: 9 black/);
  }));

test("sorting the hand is said", () =>
  withPage({}, async (page) => {
    await begin(page, RUMMIKUB);
    const said = await countSaid(page);
    await type(page, "sort number");
    await page.getByRole("button", { name: "Sort by colour" }).click();
    assert.deepEqual(await said(), ["The hand is sorted by number", "The hand is sorted by colour"]);
  }));

test("the moves of rummy say that tiles can be laid, in the language of the page", () =>
  withPage({}, async (page) => {
    await begin(page, RUMMIKUB);
    const said = await countSaid(page);
    await type(page, "moves");
    assert.deepEqual(await said(), ["Tiles can be laid: type a combination, or hint. Possible: draw"]);
    await speakFrench(page);
    const french = await countSaid(page);
    await type(page, "coups");
    assert.deepEqual(await french(), ["On peut poser des pièces : écrivez une combinaison, ou conseil. Possible : pioche"]);
  }));
