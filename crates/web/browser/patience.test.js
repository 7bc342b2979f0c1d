/** Patience in the browser: hints to the win, refusals, links, the solution player, proofs, drag and keys. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, countSaid, countTouched, serve, stateOf, withPage, world } from "./harness.js";

serve();

test("hints that are followed win a deal", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "BakersDozen.5" });
    for (let step = 0; step < 130; step += 1) {
      if (await page.locator(".banner.won").isVisible()) break;
      const before = await page.locator(".facts").textContent();
      await page.keyboard.press("t");
      await page.locator(".play-hint").waitFor();
      await page.keyboard.press("t");
      await page.waitForFunction(
        (facts) =>
          document.querySelector(".facts")?.textContent?.split(" ")[0] !== facts.split(" ")[0] ||
          !document.querySelector(".banner")?.hidden,
        before,
      );
    }
    await page.locator(".banner.won").waitFor();
    assert.equal((await stateOf(page, id)).ending.ending, "won");
  }));

test("a refused move shows its reason at the card, and says it once", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    const said = await countSaid(page);
    const { choices, view } = await stateOf(page, page.url().split("/").pop());
    const from = "1";
    const to = view.columns
      .map((_, at) => String(at + 1))
      .find((column) => column !== from && !choices.moves.some((move) => move.from === from && move.to === column));
    await page.locator(`[data-spot="${from}"] .card`).last().click();
    await page.locator(`[data-spot="${to}"] .card`).last().click();
    const refusal = page.locator(".refusal");
    await refusal.waitFor();
    const words = await refusal.textContent();
    assert.match(words, /^[A-Z0-9].+\.$/);
    assert.deepEqual(await said(), [words]);
    const [card, bubble] = [
      await page.locator(`[data-spot="${to}"] .card`).last().boundingBox(),
      await refusal.boundingBox(),
    ];
    assert.ok(
      Math.abs(card.x + card.width / 2 - bubble.x - bubble.width / 2) < 320,
      "the sentence stands near the card",
    );
  }));

test("a link reproduces deal and moves", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "Seahaven.7" });
    await page.getByRole("textbox", { name: "Type a move" }).fill((await stateOf(page, id)).choices.moves[0].input);
    await page.keyboard.press("Enter");
    await page.locator(".moves li").first().waitFor();
    const { link, view } = await stateOf(page, id);
    await page.goto(`${world.address}/#/play/${encodeURIComponent(link)}`);
    await page.waitForURL((url) => url.hash.startsWith("#/game/") && !url.hash.includes(id));
    const other = await stateOf(page, page.url().split("/").pop());
    assert.deepEqual(other.view, view);
    await page.locator(".moves li").first().waitFor();
  }));

test("the solution is played, paused, stepped and left", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "FreeCell.11" });
    await page.locator('[data-action="solution"]').click();
    await page.locator(".watch").waitFor();
    await page.locator('.watch [data-action="on"]').click();
    await page.locator('.watch [data-action="on"]').click();
    assert.match(await page.locator(".watch .place").textContent(), /^Move 2 of \d+$/);
    await page.locator('.watch [data-action="back"]').click();
    assert.match(await page.locator(".watch .place").textContent(), /^Move 1 of/);
    await page.locator('.watch [data-action="play"]').click();
    await page.waitForFunction(() => !document.querySelector(".watch .place")?.textContent?.startsWith("Move 1 of"));
    await page.locator('.watch [data-action="play"]').click();
    await page.locator('.watch [data-action="last"]').click();
    assert.equal(await page.locator(".pile.column .card").count(), 0, "at its end every card is up");
    await page.locator('.watch [data-action="leave"]').click();
    assert.equal((await stateOf(page, id)).moves.length, 0, "watching moves nothing");
  }));

test("a move touches the cards that move, and no other element of the table", () =>
  withPage({}, async (page) => {
    const { id, choices, view } = await begin(page, { family: "patience", deal: "FreeCell.11" });
    const { from, input } = choices.moves.find(({ to }) => to === "a");
    const card = view.columns[Number(from) - 1].at(-1);
    await page.locator(".card").first().waitFor();
    const touched = await countTouched(page, ".board");
    await page.getByRole("textbox", { name: "Type a move" }).fill(input);
    await page.keyboard.press("Enter");
    await page.locator('[data-spot="a"] .card').waitFor();
    assert.deepEqual(await touched(), [card]);
    await page.locator('[data-action="undo"]').click();
    await page.waitForFunction(() => !document.querySelector('[data-spot="a"] .card'));
    assert.deepEqual(await touched(), [card], "and no other one on its way back");
    assert.equal((await stateOf(page, id)).moves.length, 0);
  }));

test("a card that glides lies above the other piles until it is there", () =>
  withPage({ reducedMotion: "no-preference" }, async (page) => {
    const { choices } = await begin(page, { family: "patience", deal: "FreeCell.11" });
    const { input } = choices.moves.find(({ to }) => to === "a");
    await page.locator(".card").first().waitFor();
    await page.getByRole("textbox", { name: "Type a move" }).fill(input);
    const isBusy = page.waitForFunction(() => document.querySelector('[data-spot="a"].busy'));
    await page.keyboard.press("Enter");
    await isBusy;
    await page.waitForFunction(() => !document.querySelector(".busy"));
  }));

test("a lost deal shows its proof, and the certificate can be downloaded", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", windows: 11982 });
    await page.locator('.truth[data-truth="lost"]').waitFor({ timeout: 60000 });
    assert.match(await page.locator(".truth strong").textContent(), /Proven lost/);
    await page.locator('[data-action="more"]').click();
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 60000 }),
      page.locator('[data-export="certificate"]').click(),
    ]);
    assert.match(download.suggestedFilename(), /\w+/);
    await page.waitForFunction(() =>
      /certificate, [\d,]+ positions/.test(document.querySelector(".truth")?.textContent ?? ""),
    );
  }));

test("cards are dragged, one or several at once", () =>
  withPage({ reducedMotion: "no-preference" }, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "FreeCell.1" });
    let several = null;
    for (let step = 0; step < 60 && !several; step += 1) {
      const { choices, moves } = await stateOf(page, id);
      several = choices.moves.find((choice) => choice.cards > 1 && /^\d+$/.test(choice.to));
      const next = several ?? (await hinted(page, id));
      await drag(page, next);
      await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count, moves.length);
    }
    assert.ok(several, "some move takes several cards");
  }));

/** A hint as places. */
function hinted(page, id) {
  return page.evaluate(async (game) => (await fetch(`/api/games/${game}/hint`, { method: "POST" })).json(), id);
}

/** Drags cards from pile to pile; cards that glide are let come to rest first. */
async function drag(page, { from, to, cards = 1 }) {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const middle = async (pile, depth) => {
    const box = await page.locator(`[data-spot="${pile}"] > *`).nth(-depth).boundingBox();
    return [box.x + box.width / 2, box.y + 12];
  };
  const [start, end] = [await middle(from, cards), await middle(to, 1)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 3 });
  assert.equal(await page.locator(".lifted").count(), cards);
  await page.mouse.move(...end, { steps: 3 });
  await page.mouse.up();
}

test("each move changes the live region once", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "FreeCell.5" });
    const said = await countSaid(page);
    for (let step = 0; step < 6; step += 1) {
      const { choices } = await stateOf(page, id);
      const move = choices.moves[step % choices.moves.length];
      await page.locator(`[data-spot="${move.from}"] .card`).last().click();
      await page.locator(`[data-spot="${move.to}"] > :last-child`).click();
      await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count, step);
      assert.equal((await said()).length, 1);
    }
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 5);
    const undone = await said();
    assert.equal(undone.length, 1);
    assert.match(undone[0], /^Taken back: \w+ of \w+ column \d/, "the move is named, its cards in words");
  }));

test("the light is said in a region of its own when it changes, once", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.123456" });
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    assert.match(await page.locator("#live-light").textContent(), /^Winnable in \d+ single moves$/);
    const [said, light] = [await countSaid(page), await countSaid(page, "live-light")];
    for (const [count, move] of ["1a", "2b", "3c"].entries()) {
      await page.getByRole("textbox", { name: "Type a move" }).fill(move);
      await page.keyboard.press("Enter");
      await page.waitForFunction((moves) => document.querySelectorAll(".moves li").length > moves, count);
      await page.locator('.truth:not([data-truth="searching"])').waitFor({ timeout: 30000 });
    }
    await page.locator('.truth[data-truth="lost"]').waitFor({ timeout: 30000 });
    assert.equal((await said()).length, 3, "each move is said once");
    const changes = (await light()).filter(Boolean);
    assert.equal(changes.length, 1, String(changes));
    assert.match(changes[0], /^Proven lost, since move \d/);
    await page.locator('[data-action="goBack"]').click();
    await page.locator('.truth[data-truth="winnable"]').waitFor({ timeout: 30000 });
    assert.match((await light()).filter(Boolean).join(), /^Winnable in \d+ single moves$/);
  }));

test("a deal is played with the keyboard alone", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "patience", deal: "FreeCell.1" });
    await page.keyboard.press("Tab");
    for (let step = 0; step < 8 && !(await page.evaluate(() => document.activeElement?.closest(".board"))); step += 1)
      await page.keyboard.press("Tab");
    assert.equal(await page.locator('.board [tabindex="0"]').count(), 1, "the board is one tab stop");
    await page.keyboard.type("1a");
    await page.locator(".moves li").first().waitFor();
    await page.keyboard.press("a");
    assert.equal(await page.locator(".card.on").count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".card.on").count(), 0);
    await page.keyboard.type("2b");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator('[aria-pressed="true"].card').count(), 1);
    await page.keyboard.press("Escape");
    await page.keyboard.press(":");
    await page.keyboard.type("undo");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
    assert.equal((await stateOf(page, id)).moves.length, 1);
  }));

for (const [size, options] of Object.entries({ desktop: {}, phone: { viewport: { width: 390, height: 844 } } }))
  test(`piles have the names that are typed, above their cards and inside the cloth: ${size}`, () =>
    withPage(options, async (page) => {
      for (const [deal, names] of [
        ["FreeCell.1", "abcdhhhh12345678"],
        ["MidnightOil.4", "hhhh123456789101112131415161718"],
      ]) {
        await begin(page, { family: "patience", deal });
        await page.locator(".card").first().waitFor();
        assert.equal((await page.locator(".pile .number").allTextContents()).join(""), names);
        const overlaps = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll(".slot, .card")].map((part) => part.getBoundingClientRect());
          const isHidden = (/** @type {Element} */ label) => {
            const own = label.getBoundingClientRect();
            const cloth = /** @type {Element} */ (document.querySelector(".cloth")).getBoundingClientRect();
            const meets = (/** @type {DOMRect} */ box) =>
              box.top < own.bottom - 1 && box.bottom > own.top + 1 && box.left < own.right - 1 && box.right > own.left + 1;
            return own.top < cloth.top || boxes.some(meets);
          };
          return [...document.querySelectorAll(".pile .number")].filter(isHidden).map((label) => label.textContent);
        });
        assert.deepEqual(overlaps, [], deal);
      }
    }));

test("a refusal names the rule", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    await page.getByRole("textbox", { name: "Type a move" }).fill("1-2");
    await page.keyboard.press("Enter");
    await page.locator(".refusal", { hasText: /: columns are built down in alternating colours\.$/ }).waitFor();
  }));

test("the keys dialog lists every key of the game", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    await page.keyboard.press("?");
    const keys = await page.locator("dialog .keys kbd").allTextContents();
    for (const key of ["U", "R", "T", "S", "N", "L", "X", "O", ": or /", "?"]) assert.ok(keys.includes(key), key);
  }));

test("a sentence at the foot of the page goes away with the position that it is about", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    await page.getByRole("textbox", { name: "Type a move" }).fill("moves");
    await page.keyboard.press("Enter");
    await page.locator(".notice").waitFor();
    await page.getByRole("textbox", { name: "Type a move" }).fill("1a");
    await page.keyboard.press("Enter");
    await page.locator(".moves li").first().waitFor();
    assert.equal(await page.locator(".notice").count(), 0);
  }));

test("a pasted rules file and an exported game come back", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/patience`);
    await page.locator('[data-way="rules"]').click();
    await page.locator('input[name="seed"]').fill("3");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.locator(".game.patience .card").first().waitFor();
    const id = page.url().split("/").pop();
    const text = await page.evaluate(async (game) => (await fetch(`/api/games/${game}/export/envelope`)).text(), id);
    await page.locator('[data-action="more"]').click();
    await page.getByRole("button", { name: "Open a file" }).click();
    await page.locator('textarea[name="import"]').fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL((url) => !url.hash.includes(id));
    assert.deepEqual((await stateOf(page, page.url().split("/").pop())).view, (await stateOf(page, id)).view);
  }));
