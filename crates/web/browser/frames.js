/** Measures how smoothly the page moves on a slow machine, for `cargo xtask bench web`: lines of `name<TAB>value` in the file FRAMES. */

import { appendFile } from "node:fs/promises";
import { test } from "node:test";
import { begin, serve, withPage } from "./harness.js";

/** The processor of the page is made this many times slower. */
const SLOWER = 4;
/** Less than the shortest solution takes. */
const SECONDS = 3.5;

serve();

const RUNS = [
  { name: "solution of FreeCell", body: { family: "patience", deal: "FreeCell.11" } },
  { name: "solution of the English board", body: { family: "peg", board: "english" } },
];

for (const { name, body } of RUNS) {
  test(name, async () => {
    const screen = await whilePlaying(body, screenFrames);
    const [frames, busy] = await whilePlaying(body, pageFrames);
    await appendFile(process.env.FRAMES ?? "/dev/stdout", line(name, screen, frames, busy));
  });
}

/**
 * Measures while the player shows a solution at its greatest speed.
 * @template T
 * @param {object} body
 * @param {(page: import("playwright-core").Page) => Promise<T>} measure
 * @returns {Promise<T>}
 */
async function whilePlaying(body, measure) {
  /** @type {T | undefined} */
  let measured;
  await withPage({ reducedMotion: "no-preference" }, async (page) => {
    await begin(page, body);
    await page.locator('[data-action="solution"]').click();
    const speed = page.locator(".watch .speed input");
    await speed.waitFor();
    await speed.press("End");
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.locator('[data-action="play"]').click();
    measured = await measure(page);
  });
  return /** @type {T} */ (measured);
}

/**
 * The frames that the screen got and those that it missed. What glides is moved by the compositor, also where the page's
 * own thread is late.
 * @param {import("playwright-core").Page} page
 */
async function screenFrames(page) {
  const session = await /** @type {import("playwright-core").Browser} */ (page.context().browser()).newBrowserCDPSession();
  /** Whether each frame was shown. @type {Map<number, boolean>} */
  const shown = new Map();
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const { args } of /** @type {any[]} */ (value)) {
      const { state = "", frame_sequence: frame } = args.chrome_frame_reporter ?? args.frame_reporter ?? {};
      if (state.startsWith("STATE_PRESENTED")) shown.set(frame, true);
      else if (state === "STATE_DROPPED" && !shown.has(frame)) shown.set(frame, false);
    }
  });
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  const traceConfig = { includedCategories: ["cc", "benchmark"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  await session.send("Tracing.end");
  await complete;
  const missed = [...shown.values()].filter((isShown) => !isShown).length;
  return { missed, wanted: shown.size };
}

/**
 * The frames of the page's own thread, and the seconds in which it was busy.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<[number[], number]>}
 */
async function pageFrames(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const busyBefore = await busySeconds(session);
  const frames = await page.evaluate(frameTimes, SECONDS * 1000);
  return [frames, (await busySeconds(session)) - busyBefore];
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

/** @param {string} name @param {{missed: number, wanted: number}} screen @param {number[]} frames @param {number} busy */
function line(name, { missed, wanted }, frames, busy) {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  const perSecond = (frames.length / SECONDS).toFixed(1);
  const busyShare = ((100 * busy) / SECONDS).toFixed(0);
  return `${[name, wanted, missed, perSecond, at(0.5), at(0.99), busyShare].join("\t")}\n`;
}
