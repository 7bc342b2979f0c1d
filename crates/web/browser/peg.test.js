/** Peg solitaire in the browser: colours and signs, problems, the editor, the picture. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, countSaid, countTouched, serve, stateOf, withPage, world } from "./harness.js";

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

test("a jump touches its three places, and no other one", () =>
  withPage({ reducedMotion: "no-preference" }, async (page) => {
    const { choices } = await begin(page, { family: "peg", board: "english" });
    const [{ input, from, to }] = choices.jumps;
    const touched = await countTouched(page, ".board .places");
    await page.getByRole("textbox", { name: "Type a move" }).fill(input);
    await page.keyboard.press("Enter");
    await page.locator(`.peg[data-hole="${to}"]:not(.flying)`).waitFor();
    const places = await touched();
    assert.equal(places.length, 3, places.join("; "));
    assert.ok(places.includes(from) && places.includes(to));
    assert.equal(await page.locator(".place.peg .body:visible").count(), 31);
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

test("a refusal and a picked peg stay while the game is the same", () =>
  withPage({}, async (page) => {
    /** @type {import("playwright-core").WebSocketRoute[]} */
    const sockets = [];
    await page.routeWebSocket(/\/live/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    const { id } = await begin(page, { family: "peg", board: "english" });
    await page.getByRole("textbox", { name: "Type a move" }).fill("a3-c3");
    await page.keyboard.press("Enter");
    await page.locator(".refusal").waitFor();
    const state = await stateOf(page, id);
    await page.locator(`[data-hole="${state.choices.jumps[0].from}"]`).click();
    await page.locator('[aria-pressed="true"]').waitFor();
    sockets[0].send(JSON.stringify({ push: "state", state, events: [] }));
    await page.waitForTimeout(200);
    assert.ok(await page.locator(".refusal").isVisible());
    assert.equal(await page.locator('[aria-pressed="true"]').count(), 1, "the peg is still picked");
  }));

test("Enter on a peg that cannot jump, or on a hole out of reach, says why", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "peg", board: "english", vacate: "d4" });
    const said = await countSaid(page);
    for (const [hole, words] of [
      ["a3", /^a3 cannot jump: a jump needs a peg next to it/],
      ["d4", /^4 pegs can jump into d4/],
    ]) {
      await page.locator(`[data-hole="${hole}"]`).focus();
      await page.keyboard.press("Enter");
      await page.locator(".refusal").waitFor();
      assert.match(await page.locator(".refusal").textContent(), words);
      assert.equal(await page.locator('[aria-pressed="true"]').count(), 0);
      assert.equal((await said()).length, 1);
    }
    await page.getByRole("textbox", { name: "Type a move" }).fill("d2-d4");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
    await page.locator('[data-hole="d2"]').click();
    await page.locator(".refusal").waitFor();
    assert.match(await page.locator(".refusal").textContent(), /^\d pegs can jump into d2|^No peg can jump into d2/);
  }));

test("rows and columns have the names that are typed", () =>
  withPage({}, async (page) => {
    for (const [board, names] of [
      ["english", ["1", "2", "3", "4", "5", "6", "7", "a", "b", "c", "d", "e", "f", "g"]],
      ["triangle15", ["a1", "a2", "a3", "a4", "a5", "b2", "c3", "d4", "e5"]],
    ]) {
      await begin(page, { family: "peg", board });
      assert.deepEqual((await page.locator(".pegs .names text").allTextContents()).sort(), names);
    }
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

test("the editor is walked through by arrows, and a mended board has no error", () =>
  withPage({ forgive: /422/ }, async (page) => {
    await page.goto(`${world.address}/#/new/peg`);
    const places = page.locator(".editor .grid button");
    await page.getByRole("button", { name: "Clear" }).click();
    assert.equal(await places.first().evaluate((place) => getComputedStyle(place).borderTopWidth), "2px");
    await page.locator('[data-action="play-own"]').click();
    const fault = page.locator(".editor .error");
    await page.waitForFunction(() => document.querySelector(".editor .error")?.textContent);
    assert.equal(await page.locator('.editor .grid [tabindex="0"]').count(), 1, "the places are one tab stop");
    await places.first().focus();
    await page.keyboard.press("Enter");
    assert.equal(await fault.textContent(), "");
    for (const key of ["ArrowRight", "Enter", "ArrowRight", "Enter", "Enter", "ArrowDown", "ArrowLeft"])
      await page.keyboard.press(key);
    const name = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(await name(), "b2: no hole");
    await page.locator('[data-action="play-own"]').click();
    await page.locator(".game").waitFor();
    assert.equal(await page.locator(".place.peg").count(), 2);
  }));

test("a triangular grid is a triangle in the editor", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/peg`);
    await page.locator(".editor select").nth(1).selectOption("triangular");
    const rows = await page.locator(".editor .grid-row").evaluateAll((all) =>
      all.map((row) => {
        const boxes = [...row.querySelectorAll("button")].map((place) => place.getBoundingClientRect());
        return { count: boxes.length, middle: ((boxes[0]?.left ?? 0) + (boxes.at(-1)?.right ?? 0)) / 2 };
      }),
    );
    assert.deepEqual(
      rows.map(({ count }) => count),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.ok(rows.every(({ middle }) => Math.abs(middle - rows[0].middle) < 1));
    await page.locator(".editor .grid-row").last().locator("button").last().focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "f6: peg");
    await page.locator('[data-action="play-own"]').click();
    await page.locator(".game").waitFor();
    assert.equal(await page.locator(".place.peg").count(), 27);
  }));

test("the end of a game leaves the last peg in sight", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "peg", board_text: ".\n.\n.\no\no\n.\n" });
    await page.getByRole("textbox", { name: "Type a move" }).fill("a4-a6");
    await page.keyboard.press("Enter");
    await page.locator(".banner.won").waitFor();
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      const [peg, banner] = [
        await page.locator(".place.peg").boundingBox(),
        await page.locator(".banner").boundingBox(),
      ];
      assert.ok(peg.y + peg.height <= banner.y, `${peg.y} ${peg.height} ${banner.y}`);
    }
  }));
