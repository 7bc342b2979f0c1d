/** A server of its own with a fresh state folder, one browser, and pages that notice what must not happen. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const BINARY = process.env.TAPIS ?? "tapis";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Server and browser of a test file: filled before its tests, emptied after them. */
export const world = {
  address: "",
  browser: /** @type {import("playwright-core").Browser} */ (/** @type {unknown} */ (null)),
};

/** Starts server and browser for the tests of a file; answers a function that starts the server again. */
export function serve() {
  let server;
  let folder = "";
  const start = async (port) => {
    const page = process.env.TAPIS_PAGE ? ["--page", process.env.TAPIS_PAGE] : [];
    const options = { stdio: /** @type {const} */ (["ignore", "pipe", "inherit"]) };
    server = spawn(BINARY, ["serve", "--port", port, "--state", folder, ...page], options);
    world.address = await addressOf(server);
  };
  const stop = async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "tapis-browser-"));
    await start("0");
    world.browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  after(async () => {
    await world.browser?.close();
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    await stop();
    await start(new URL(world.address).port);
  };
}

/** Reads the address that the server prints. */
async function addressOf(server) {
  let text = "";
  for await (const part of server.stdout) {
    text += part;
    const found = text.match(/http:\/\/[\d.]+:\d+/);
    if (found) {
      server.stdout.resume();
      return found[0];
    }
  }
  throw new Error(`the server printed no address: ${text}`);
}

/**
 * Opens a page, runs a test in it, and then asks that no request left the origin and that the console has no error.
 * @param {import("playwright-core").BrowserContextOptions & {forgive?: RegExp}} options `forgive`: errors that the test provokes
 * @param {(page: import("playwright-core").Page) => Promise<void>} test
 */
export async function withPage({ forgive, ...options }, test) {
  const context = await world.browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    locale: "en-GB",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  context.on(
    "request",
    (request) => new URL(request.url()).origin === world.address || faults.push(`left the origin: ${request.url()}`),
  );
  try {
    await test(page);
    assert.deepEqual(
      faults.filter((fault) => !forgive?.test(fault)),
      [],
    );
  } finally {
    await context.close();
  }
}

/** Begins a game by the API as the page would, and shows it. @param {import("playwright-core").Page} page */
export async function begin(page, body, rest = "") {
  if (page.url() === "about:blank") await page.goto(`${world.address}/`);
  const state = await page.evaluate(async (wanted) => {
    const answer = await fetch("/api/games", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
    });
    return answer.json();
  }, body);
  assert.ok(state.id, JSON.stringify(state));
  await page.goto(`${world.address}/#/game/${state.id}${rest}`);
  await page.locator(".game").waitFor();
  return state;
}

/** The state of a game as the server has it. */
export function stateOf(page, id) {
  return page.evaluate(async (game) => (await fetch(`/api/games/${game}`)).json(), id);
}

/** Asks axe about the page. It runs in the page, past the policy that keeps other scripts out. */
export async function axe(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const found = violations.map(
    ({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(" | ")}`,
  );
  assert.deepEqual(found, []);
}

/** Collects the sentences of a live region from now on. */
export async function countSaid(page, region = "live") {
  await page.evaluate((id) => {
    const said = ((globalThis.said ??= {})[id] = []);
    const live = document.getElementById(id);
    new MutationObserver(() => said.push(live?.textContent)).observe(/** @type {Node} */ (live), {
      childList: true,
      characterData: true,
      subtree: true,
    });
  }, region);
  return async () => page.evaluate((id) => globalThis.said[id].splice(0), region);
}

/** Collects the elements inside another one that are put in, taken out or given another class from now on, each once. */
export async function countTouched(page, selector) {
  await page.evaluate((inside) => {
    const touched = (globalThis.touched = new Set());
    const nameOf = ({ dataset, outerHTML }) => dataset?.card ?? dataset?.hole ?? dataset?.spot ?? outerHTML;
    const note = ({ type, target, addedNodes, removedNodes }) =>
      (type === "attributes" ? [target] : [...addedNodes, ...removedNodes]).forEach((node) => touched.add(nameOf(node)));
    new MutationObserver((records) => records.forEach(note)).observe(document.querySelector(inside), {
      childList: true,
      subtree: true,
      attributeFilter: ["class"],
    });
  }, selector);
  return () => page.evaluate(() => [...globalThis.touched].sort());
}
