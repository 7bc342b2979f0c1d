/** The WebSocket of one game: questions with answers, and what the server sends by itself. It comes back when it breaks. */

import { Fault } from "./api.js";
import { language } from "./settings.js";

/** @typedef {{resolve: (answer: any) => void, reject: (error: Fault) => void}} Waiting */

const LONGEST_PAUSE = 8000;

export class Live {
  /** @type {WebSocket | null} */
  #socket = null;
  #next = 1;
  #pause = 250;
  #closed = false;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {string[]} */
  #unsent = [];

  /**
   * @param {string} game
   * @param {{push: (message: any) => void, version: () => number, seat?: string, broken: (isBroken: boolean) => void}} hooks
   */
  constructor(game, hooks) {
    this.game = game;
    this.hooks = hooks;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const version = this.hooks.version();
    const query = `lang=${language()}${version >= 0 ? `&version=${version}` : ""}${this.hooks.seat ? `&seat=${this.hooks.seat}` : ""}`;
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live?${query}`);
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#received(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#broke(socket));
    this.#socket = socket;
  }

  #opened() {
    this.#pause = 250;
    this.hooks.broken(false);
    for (const text of this.#unsent.splice(0)) this.#socket?.send(text);
  }

  /** @param {any} message */
  #received(message) {
    if (message.push) return this.hooks.push(message);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Fault(message.error, message.state ?? message.error.state));
    else waiting?.resolve(message.ok);
  }

  /** @param {WebSocket} socket */
  #broke(socket) {
    if (socket !== this.#socket || this.#closed) return;
    this.#waiting.forEach((waiting) => waiting.reject(new Fault({})));
    this.#waiting.clear();
    this.hooks.broken(true);
    setTimeout(() => this.#closed || this.#open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  /**
   * Asks the server to do something; `cancel` of the answer gives up on it.
   * @param {string} what
   * @param {Record<string, unknown>} [parts]
   * @returns {Promise<any> & {id: number}}
   */
  ask(what, parts = {}) {
    const id = this.#next++;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send(JSON.stringify({ id, do: what, ...parts }));
    return Object.assign(answer, { id });
  }

  /** @param {number} id */
  cancel(id) {
    if (this.#waiting.has(id)) this.#send(JSON.stringify({ id: this.#next++, do: "cancel", of: id }));
  }

  /** @param {string} text */
  #send(text) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}
