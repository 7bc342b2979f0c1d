/** Rummy in the browser: a deal against a machine, marks, the judge's reason, the review. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, begin, countSaid, serve, stateOf, withPage, world } from "./harness.js";

serve();

test("a deal of Rummikub against a machine is played to its end", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    const ready = () => {
      const isMine = document.querySelector(".seat.turn")?.getAttribute("data-seat") === "0";
      return !document.querySelector(".bar[aria-busy]") && (isMine || !document.querySelector(".banner")?.hidden);
    };
    for (let turn = 0; turn < 90; turn += 1) {
      await page.waitForFunction(ready);
      if (await page.locator(".banner").isVisible()) break;
      const before = (await stateOf(page, id)).version;
      await page.locator('[data-action="hint"]').click();
      await page.getByRole("button", { name: "Play it" }).click();
      await page.waitForFunction(
        async ([game, version]) => (await (await fetch(`/api/games/${game}`)).json()).version > version,
        [id, before],
      );
    }
    await page.locator(".banner").waitFor();
    assert.ok((await stateOf(page, id)).ending || (await stateOf(page, id)).view.deal_over);
  }));

test("tiles are laid by clicks, bad combinations are marked, the reason is shown, the turn is reset", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    const said = await countSaid(page);
    await page.locator(".hand .tile").nth(0).click();
    await page.locator(".hand .tile").nth(3).click();
    assert.equal(await page.locator('.tile[aria-pressed="true"]').count(), 2);
    await page.locator('[data-action="lay"]').click();
    await page.locator(".set.bad").waitFor();
    assert.equal((await said()).length, 1);
    assert.ok((await page.locator(".status").textContent()).length > 12);
    await page.locator('[data-action="reset"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".set").length === 0);
  }));

test("tiles are put into combinations and moved between them", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    const sizes = () =>
      page.locator(".set").evaluateAll((sets) => sets.map((set) => set.querySelectorAll(".tile").length));
    const reach = (wanted) =>
      page.waitForFunction(
        (text) =>
          [...document.querySelectorAll(".set")].map((set) => set.querySelectorAll(".tile").length).join() === text,
        wanted.join(),
      );
    for (const count of [1, 2]) {
      await page.locator(".hand .tile").nth(0).click();
      await page.locator(".hand .tile").nth(1).click();
      await page.locator(".new-set").click();
      await reach(Array(count).fill(2));
    }
    await page.locator(".hand .tile").first().click();
    await page.locator('[data-set="1"] .tile').first().click();
    await reach([3, 2]);
    await page.locator('[data-set="1"] .tile').first().click();
    await page.locator('[data-set="2"] .tile').first().click();
    await reach([2, 3]);
    await page.keyboard.press("u");
    await reach([3, 2]);
    assert.deepEqual(await sizes(), [3, 2]);
  }));

test("a tile is dragged onto the cloth and back to the rack", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    const drag = async (from, to) => {
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 6 });
      await page.mouse.up();
    };
    const cloth = await page.locator(".cloth").boundingBox();
    await drag(await page.locator(".hand .tile").first().boundingBox(), { x: cloth.x + 300, y: cloth.y + 220 });
    await page.locator(".set .tile").first().waitFor();
    const rack = await page.locator(".rack").boundingBox();
    await drag(await page.locator(".set .tile").first().boundingBox(), {
      x: rack.x + 200,
      y: rack.y + rack.height - 10,
    });
    await page.waitForFunction(() => document.querySelectorAll(".set").length === 0);
  }));

test("the hand is sorted by number or colour, and keys mark and lay", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    const names = () =>
      page.locator(".hand .tile").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")));
    const byColour = await names();
    await page.locator('[data-action="sort"]').click();
    assert.notDeepEqual(await names(), byColour);
    await page.getByRole("textbox", { name: "Type a move" }).fill("sort colour");
    await page.keyboard.press("Enter");
    assert.deepEqual(await names(), byColour);
    await page.locator('.hand .tile[tabindex="0"]').focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.press("n");
    await page.locator(".set").first().waitFor();
    assert.equal(await page.locator('.rummy [data-key][tabindex="0"]').count(), 1, "table and hand are one tab stop");
  }));

test("the review puts each turn next to the best one", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    for (let turn = 0; turn < 2; turn += 1) {
      await page.waitForFunction(() => document.querySelector(".seat.turn")?.getAttribute("data-seat") === "0");
      await page.locator('[data-action="draw"]').click();
      await page.waitForFunction(
        async ([game, count]) => (await (await fetch(`/api/games/${game}`)).json()).moves.length > count,
        [id, turn * 2 + 1],
      );
    }
    await page.locator('[data-action="review"]').click();
    await page.locator(".turns li").first().waitFor({ timeout: 60000 });
  }));

test("keys that the rules do not allow now say why", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    await page.locator('.hand .tile[tabindex="0"]').focus();
    for (const [key, words] of [
      ["f", /draw a tile or place at least one/],
      ["p", /no discard pile/],
      ["u", /nothing to take back/],
    ]) {
      await page.keyboard.press(key);
      await page.locator(".refusal", { hasText: words }).waitFor();
    }
  }));

test("the review steps through the turns of a game under way, which does not branch", () =>
  withPage({}, async (page) => {
    const { id } = await begin(page, { family: "rummy", rules: "rummikub", players: ["human", "ai:easy"], seed: 7 });
    const hand = (await page.locator(".hand .tile").count()) + 2;
    for (let turn = 0; turn < 2; turn += 1) {
      await page.waitForFunction(() => document.querySelector(".seat.turn")?.getAttribute("data-seat") === "0");
      await page.locator('[data-action="draw"]').click();
      await page.waitForFunction(
        async ([game, count]) => (await (await fetch(`/api/games/${game}`)).json()).moves.length > count,
        [id, turn * 2 + 1],
      );
    }
    await page.waitForFunction((count) => document.querySelectorAll(".hand .tile").length === count, hand);
    await page.locator('[data-action="review"]').click();
    await page.locator('[data-turn="4"]').waitFor({ timeout: 60000 });
    assert.match(await page.locator('[data-turn="1"]').textContent(), /^1\. You draw /);
    assert.match(await page.locator('[data-turn="2"]').textContent(), /^2\. Easy (draws|places)/);
    assert.doesNotMatch(await page.locator(".turns").textContent(), /\+ \(|, done/);
    await page.locator("#live", { hasText: "decisions" }).waitFor({ state: "attached" });
    const said = await countSaid(page);
    await page.locator('[data-turn="1"]').click();
    await page.waitForFunction((count) => document.querySelectorAll(".hand .tile").length < count, hand);
    assert.match((await said()).join(), /^Turn 1 of 4: You draw /);
    assert.equal(await page.locator('.hand .tile[role="button"]').count(), 0, "the past can only be looked at");
    assert.ok(await page.locator('[data-action="branch"]').isDisabled(), "hidden tiles stay hidden until the end");
    await page.locator('.review [data-action="on"]').click();
    await page.locator(".place", { hasText: "Turn 2 of 4" }).waitFor();
    await page.locator('[data-action="leave"]').click();
    await page.waitForFunction((count) => document.querySelectorAll(".hand .tile").length === count, hand);
    assert.ok((await page.locator('.hand .tile[role="button"]').count()) > 0);
  }));

test("a finished game branches at a turn", () =>
  withPage({}, async (page) => {
    const house_rules = 'rules = "rummikub"\nopening = 0\nhand_size = 3\nturn_seconds = 90\n';
    const body = { family: "rummy", rules: "rummikub", players: ["human", "ai:strong"], seed: 7, house_rules };
    const { id } = await begin(page, body);
    assert.match(await page.locator(".facts").textContent(), /^1:\d\d left/, "the time of the turn is shown");
    for (let turn = 0; turn < 60 && !(await page.locator(".banner").isVisible()); turn += 1) {
      await page.waitForFunction(
        () =>
          document.querySelector(".seat.turn")?.getAttribute("data-seat") === "0" ||
          !document.querySelector(".banner")?.hidden,
      );
      await page.locator(".brand").focus();
      await page.keyboard.press("d");
      await page.waitForTimeout(50);
    }
    await page.locator(".banner").waitFor();
    assert.doesNotMatch(await page.locator(".banner h2").textContent(), /You is|by You/);
    await page.locator(".banner button", { hasText: "Review" }).click();
    await page.locator('[data-turn="2"]').click({ timeout: 60000 });
    await page.locator(".place", { hasText: /^Turn 2 of/ }).waitFor();
    await page.locator('[data-action="branch"]').click();
    await page.waitForURL((url) => !url.hash.includes(id));
    await page.locator(".seat.turn").waitFor();
    assert.equal((await stateOf(page, id)).ending.ending, "won_by", "the game that was played stays as it is");
  }));

test("card games speak of cards, few points win where they do, the demands on a first placement are shown", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "rummy", rules: "rami", players: ["human", "ai:easy"], seed: 7 });
    assert.match(await page.locator(".seats").textContent(), /13 cards.*fewest points win/);
    assert.match(await page.locator(".status").textContent(), /^Your turn\. Your first placement must be worth 51 or more/);
    assert.match(await page.locator('[data-action="take"]').textContent(), /^Take (10|[2-9AJQK])[♠♥♦♣]$/);
    await page.locator('[data-action="draw"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".log li").length > 0);
    await page.keyboard.press("f");
    await page.locator(".refusal", { hasText: /discard a card to end your turn/ }).waitFor();
    assert.match(await page.locator(".status").textContent(), /^Discard a card .*first placement must be worth 51/);
    assert.doesNotMatch(await page.locator("main").textContent(), /tile/);
    await begin(page, { family: "rummy", rules: "canasta", players: ["human", "ai:easy"], seed: 7 });
    assert.doesNotMatch(await page.locator("main").textContent(), /tile|fewest/);
  }));

test("letters is greyed out with a sentence when there is no word list", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/rummy`);
    const letters = page.locator('input[value="letters"]');
    await letters.waitFor({ state: "attached" });
    assert.ok(await letters.isDisabled());
    assert.match(await page.locator(".page").textContent(), /word list/);
  }));

test("two people share a screen: each sees the own hand only, after a cover", () =>
  withPage({}, async (page) => {
    await page.goto(`${world.address}/#/new/rummy`);
    await page.locator('select[name="opponent"]').first().selectOption("person");
    await page.getByRole("button", { name: "Play" }).click();
    const hand = () => page.locator(".hand .tile").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile).join());
    const uncovered = async (name) => {
      await page.getByRole("button", { name: `I am ${name}: show my tiles` }).waitFor();
      assert.equal(await page.locator(".hand, .tile").count(), 0, "the cover hides every tile");
      await page.keyboard.press("Enter");
      await page.locator(".hand .tile").first().waitFor();
      return hand();
    };
    await page.getByRole("button", { name: "I am Player1" }).waitFor();
    await axe(page, "cover");
    const first = await uncovered("Player1");
    await page.locator('[data-action="draw"]').click();
    await page.locator('[data-action="hand-over"]').click();
    const second = await uncovered("Player2");
    assert.notEqual(second, first);
    assert.equal(second.split(",").length, 14);
    await page.locator('[data-action="draw"]').click();
    await page.locator('[data-action="hand-over"]').click();
    const again = await uncovered("Player1");
    assert.equal(again.split(",").length, 15);
    await page.reload();
    await page.locator(".hand .tile").first().waitFor();
    assert.equal(await hand(), again, "the seat is in the address");
  }));
