/** Small screens: a phone lying down, covered cards that a finger can hit; and keys wherever the focus is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, serve, withPage } from "./harness.js";

serve();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LYING = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

test("everything is in sight on a phone that lies down, with the light off", () =>
  withPage(LYING, async (page) => {
    for (const body of [
      { family: "patience", deal: "FreeCell.1" },
      { family: "peg", board: "english" },
    ]) {
      for (const lang of ["en", "fr"]) {
        await begin(page, body);
        await page.evaluate(
          (code) => localStorage.setItem("tapis.settings", JSON.stringify({ light: false, lang: code })),
          lang,
        );
        await page.reload();
        await page.locator('.truth[data-truth="off"]').waitFor();
        const faults = await page.evaluate(() => {
          const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
          const truth = box(/** @type {Element} */ (document.querySelector(".truth")));
          const spilt = [...document.querySelectorAll(".truth *")].filter(
            (part) => box(part).bottom > truth.bottom || box(part).right > truth.right,
          );
          const away = [...document.querySelectorAll(".buttons button, .say input")].filter(
            (part) => box(part).bottom > innerHeight,
          );
          const cut = [...document.querySelectorAll(".buttons span")].filter((part) => part.scrollWidth > part.clientWidth);
          return [...spilt, ...away, ...cut].map((part) => part.textContent || part.tagName);
        });
        assert.deepEqual(faults, [], `${body.family} ${lang}`);
      }
    }
  }));

test("covered cards can be hit by a finger where the cloth has room", () =>
  withPage(PHONE, async (page) => {
    for (const deal of ["Seahaven.1", "BakersDozen.1", "MidnightOil.1"]) {
      await begin(page, { family: "patience", deal });
      await page.locator(".card").first().waitFor();
      const least = await page.evaluate(() => {
        const steps = [...document.querySelectorAll(".pile.column")].flatMap((pile) => {
          const tops = [...pile.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().top);
          return tops.slice(1).map((top, at) => top - (tops[at] ?? 0));
        });
        return Math.min(...steps);
      });
      assert.ok(least >= 24, `${deal}: ${least}`);
    }
  }));

test("the short keys reach the game while the focus is on the strip", () =>
  withPage({}, async (page) => {
    await begin(page, { family: "patience", deal: "FreeCell.1" });
    await page.locator(".strip").focus();
    await page.keyboard.type("1a");
    await page.locator(".moves li").waitFor();
    assert.equal(await page.locator('[data-spot="a"] .card').count(), 1);
  }));
