/** One open game: its state, and everything that can be asked of it. Screens listen; they never keep a state of their own. */

import { announce, dismiss, tell } from "./announcer.js";
import { Fault } from "./api.js";
import { noteTime, timeSpent } from "./game-notes.js";
import { Live } from "./live.js";
import { replace } from "./router.js";
import { spokenEvents } from "./speech.js";
import { t } from "./texts.js";
import { gameTitle } from "./titles.js";

/** @typedef {import("../../types.js").State} State */
/** @typedef {import("../../types.js").Acted} Acted */
/** @typedef {import("../../types.js").GameEvent} GameEvent */

export class Game {
  /** @type {Set<(state: State, events: GameEvent[], isNew: boolean) => void>} */
  #listeners = new Set();
  #received = performance.now();
  /** Milliseconds spent until the clock was looked at last. */
  #spent;
  #lookedAt = performance.now();
  #onVisibility = () => this.#keepTime(document.hidden);

  /** @param {State} state @param {string} [seat] the seat to look from, where several people play */
  constructor(state, seat) {
    this.state = state;
    this.#spent = timeSpent(state);
    document.addEventListener("visibilitychange", this.#onVisibility);
    this.isBroken = false;
    /** @type {(message: any) => void} */
    this.onReview = () => {};
    /** @type {(isBroken: boolean) => void} */
    this.onBroken = () => {};
    this.live = new Live(state.id, {
      push: (message) => this.#pushed(message),
      version: () => this.state.version,
      seat,
      broken: (isBroken) => {
        this.isBroken = isBroken;
        this.onBroken(isBroken);
      },
    });
  }

  /** @param {(state: State, events: GameEvent[], isNew: boolean) => void} listener `isNew`: the game is another one than before */
  listen(listener) {
    this.#listeners.add(listener);
  }

  /** Seconds played until now; the clock stands still while the page is hidden. */
  seconds() {
    this.#count(document.hidden);
    return this.#spent / 1000;
  }

  /** Counts the time since the clock was looked at last. @param {boolean} wasHidden */
  #count(wasHidden) {
    const now = performance.now();
    if (this.state.clock_runs && !wasHidden) this.#spent += now - this.#lookedAt;
    this.#lookedAt = now;
  }

  /** Counts until now and keeps the time; the page was looked at until it became hidden. @param {boolean} isHidden now */
  #keepTime(isHidden) {
    this.#count(!isHidden);
    noteTime(this.state.id, this.#spent);
  }

  /** Seconds that are left for the turn, where the rules limit them. */
  turnSeconds() {
    const left = this.state.turn?.left;
    return left === undefined ? null : Math.max(0, (left - (performance.now() - this.#received)) / 1000);
  }

  /** @param {any} message */
  #pushed(message) {
    if (message.push === "removed") return this.#removed();
    if (message.push === "review") this.onReview(message);
    if (message.push === "ready" && this.state.view.solvable === null) void this.#refresh();
    if (message.push !== "state" || message.state.version < this.state.version) return;
    this.#take(message.state, message.events ?? []);
    if (message.events?.length) announce(spokenEvents(message));
  }

  /** Leaves a game that another window has removed. */
  #removed() {
    this.live.close();
    replace("");
    tell(t("gameRemoved", gameTitle(this.state)));
  }

  /** Asks for the state again: the table of a peg board may have become ready before the socket was open. */
  async #refresh() {
    const state = await this.live.ask("state").catch(() => null);
    if (state && state.version >= this.state.version) this.#take(state, []);
  }

  /** @param {State} state @param {GameEvent[]} events */
  #take(state, events) {
    const isNew = state.version !== this.state.version;
    if (isNew) dismiss();
    this.#count(document.hidden);
    this.state = state;
    this.#received = performance.now();
    noteTime(state.id, this.#spent);
    this.#listeners.forEach((listener) => listener(state, events, isNew));
  }

  /**
   * Does something that changes the game, and says it once.
   * @param {string} what
   * @param {Record<string, unknown>} [parts]
   * @param {string | ((acted: Acted) => string | undefined)} [said] said instead of the events
   * @returns {Promise<Acted>}
   */
  async change(what, parts = {}, said) {
    try {
      const acted = /** @type {Acted} */ (await this.live.ask(what, { ...parts, version: this.state.version }));
      this.#take(acted.state, acted.events);
      announce((typeof said === "function" ? said(acted) : said) ?? spokenEvents(acted));
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
    document.removeEventListener("visibilitychange", this.#onVisibility);
    this.#count(document.hidden);
    noteTime(this.state.id, this.#spent);
    this.live.close();
  }
}
