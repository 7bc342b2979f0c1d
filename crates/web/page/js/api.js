/** Requests to the server. Everything that goes wrong becomes a `Fault` with one sentence. */

import { language } from "./settings.js";
import { t } from "./texts.js";

/** An answer that is not what was asked for: one sentence, and the place that it is about where there is one. */
export class Fault extends Error {
  /** @param {{code?: string, message?: string, place?: string}} error @param {any} [state] */
  constructor(error, state) {
    super(error.message || t("noAnswer"));
    this.code = error.code ?? "no_answer";
    this.place = error.place;
    this.state = state;
  }
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {unknown} error @returns {string} */
export function sentence(error) {
  const words = capital(error instanceof Error ? error.message : String(error));
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** @param {string} path */
function address(path) {
  return `/api${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin" };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(address(path), options);
  } catch {
    throw new Fault({});
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Fault(answer.error ?? {}, answer.state);
  return answer;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => request("POST", path, body);
/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/** @type {Map<string, Promise<import("../../types.js").About>>} */
const about = new Map();

/** The games, boards and rule sets of the server; asked for once per language. */
export function aboutServer() {
  const known = about.get(language());
  if (known) return known;
  const asked = /** @type {Promise<import("../../types.js").About>} */ (get("/about"));
  about.set(language(), asked);
  asked.catch(() => about.clear());
  return asked;
}

/** @param {string} id @param {string} kind */
export function exportAddress(id, kind) {
  return `/api/games/${encodeURIComponent(id)}/export/${kind}`;
}
