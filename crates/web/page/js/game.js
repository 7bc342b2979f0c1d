/** One open game: its state, and everything that can be asked of it. Screens listen; they never keep a state of their own. */

import { announce } from "./announcer.js";
import { Fault } from "./api.js";
import { Live } from "./live.js";
import { spokenEvents } from "./speech.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Acted} Acted */
/** @typedef {import("./types.js").GameEvent} GameEvent */

export class Game {
  /** @type {Set<(state: State, events: GameEvent[]) => void>} */
  #listeners = new Set();
  #received = performance.now();

  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.isBroken = false;
    /** @type {(message: any) => void} */
    this.onReview = () => {};
    /** @type {(isBroken: boolean) => void} */
    this.onBroken = () => {};
    this.live = new Live(state.id, {
      push: (message) => this.#pushed(message),
      version: () => this.state.version,
      broken: (isBroken) => {
        this.isBroken = isBroken;
        this.onBroken(isBroken);
      },
    });
  }

  /** @param {(state: State, events: GameEvent[]) => void} listener */
  listen(listener) {
    this.#listeners.add(listener);
  }

  /** Seconds played until now. */
  seconds() {
    const since = this.state.clock_runs ? performance.now() - this.#received : 0;
    return (this.state.elapsed + since) / 1000;
  }

  /** @param {any} message */
  #pushed(message) {
    if (message.push === "review") this.onReview(message);
    if (message.push === "ready" && this.state.view.solvable === null) void this.#refresh();
    if (message.push !== "state" || message.state.version < this.state.version) return;
    this.#take(message.state, message.events ?? []);
    if (message.events?.length) announce(spokenEvents(message));
  }

  /** Asks for the state again: the table of a peg board may have become ready before the socket was open. */
  async #refresh() {
    const state = await this.live.ask("state").catch(() => null);
    if (state && state.version >= this.state.version) this.#take(state, []);
  }

  /** @param {State} state @param {GameEvent[]} events */
  #take(state, events) {
    this.state = state;
    this.#received = performance.now();
    this.#listeners.forEach((listener) => listener(state, events));
  }

  /**
   * Does something that changes the game, and says it once.
   * @param {string} what
   * @param {Record<string, unknown>} [parts]
   * @param {string} [said] said instead of the events
   * @returns {Promise<Acted>}
   */
  async change(what, parts = {}, said) {
    try {
      const acted = /** @type {Acted} */ (await this.live.ask(what, { ...parts, version: this.state.version }));
      this.#take(acted.state, acted.events);
      announce(said ?? spokenEvents(acted));
      return acted;
    } catch (error) {
      if (error instanceof Fault && error.state) this.#take(error.state, []);
      throw error;
    }
  }

  /** @param {string} input */
  act(input) {
    return this.change("act", { input });
  }

  /** Writes what a question has brought to light into the state. @param {Partial<State>} parts */
  learn(parts) {
    Object.assign(this.state, parts);
  }

  close() {
    this.#listeners.clear();
    this.live.close();
  }
}
