/** Measures how smoothly the page moves on a slow machine, for `cargo xtask bench web`: lines of `name<TAB>value` in the file FRAMES. */

import { appendFile } from "node:fs/promises";
import { test } from "node:test";
import { begin, serve, withPage } from "./harness.js";

/** The processor of the page is made this many times slower. */
const SLOWER = 4;
const SECONDS = 5;

serve();

const RUNS = [
  { name: "solution of FreeCell", body: { family: "patience", deal: "FreeCell.11" } },
  { name: "solution of the English board", body: { family: "peg", board: "english" } },
];

for (const { name, body } of RUNS) {
  test(name, () =>
    withPage({ reducedMotion: "no-preference" }, async (page) => {
      await begin(page, body);
      await page.locator('[data-action="solution"]').click();
      const speed = page.locator(".watch .speed input");
      await speed.waitFor();
      await speed.press("End");
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      await page.locator('[data-action="play"]').click();
      const busyBefore = await busySeconds(session);
      const frames = await page.evaluate(frameTimes, SECONDS * 1000);
      const busy = (await busySeconds(session)) - busyBefore;
      await appendFile(process.env.FRAMES ?? "/dev/stdout", line(name, frames, busy));
    }),
  );
}

/** The times between frames, in milliseconds. Runs in the page. @param {number} time @returns {Promise<number[]>} */
function frameTimes(time) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const times = [];
    const start = performance.now();
    let last = start;
    const next = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      if (now - start < time) requestAnimationFrame(next);
      else resolve(times);
    };
    requestAnimationFrame(next);
  });
}

/** Seconds in which the page's thread was busy. @param {import("playwright-core").CDPSession} session */
async function busySeconds(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

/** @param {string} name @param {number[]} frames @param {number} busy */
function line(name, frames, busy) {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  const perSecond = (frames.length / SECONDS).toFixed(1);
  return `${[name, perSecond, at(0.5), at(0.99), ((100 * busy) / SECONDS).toFixed(0)].join("\t")}\n`;
}
