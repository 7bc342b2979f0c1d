/** The parts that the screens of all games share: what they listen to, the clock, the keys, and the way out. */

import { tell } from "./announcer.js";
import { h, isTyping, shortKey } from "./dom.js";
import { iconButton } from "./icons.js";
import { Refusal } from "./refusal.js";
import { onChange } from "./settings.js";
import { t } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../../types.js").State} State */
/** @typedef {import("../../types.js").GameEvent} GameEvent */
/** @typedef {{element: HTMLElement, close: () => void, key?: (event: KeyboardEvent) => void, onState?: (state: State, events: GameEvent[]) => boolean}} Mode */

/** A screen makes its own parts and then calls `listen`. @template {Mode} M */
export class OpenScreen {
  /** A way of looking back, which takes the place of playing. @type {M | null} */
  mode = null;
  #leave = () => {};

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.refusal = new Refusal();
    this.facts = h("span", { class: "facts" });
    this.banner = h("section", { class: "banner", hidden: true });
  }

  /**
   * @param {object} hooks
   * @param {(state: State, events: GameEvent[], isNew: boolean) => void} hooks.changed
   * @param {() => void} hooks.settingsChanged
   * @param {() => void} hooks.tick called every second
   * @param {(event: KeyboardEvent) => (() => void) | undefined} hooks.keyed the meaning of a key
   */
  listen({ changed, settingsChanged, tick, keyed }) {
    this.game.listen(changed);
    this.game.onBroken = (isBroken) => isBroken && tell(t("reconnecting"));
    const unlisten = onChange(settingsChanged);
    const clock = setInterval(tick, 1000);
    const onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event, keyed);
    document.addEventListener("keydown", onKey);
    this.#leave = () => {
      unlisten();
      clearInterval(clock);
      document.removeEventListener("keydown", onKey);
    };
  }

  /** @param {KeyboardEvent} event @param {(event: KeyboardEvent) => (() => void) | undefined} keyed */
  #key(event, keyed) {
    if (isTyping(event) || document.querySelector("dialog")) return;
    if (this.mode) return this.mode.key?.(event);
    const act = keyed(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Begins a way of looking back, or goes back to playing. @param {M | null} mode */
  setMode(mode) {
    this.mode?.close();
    this.mode = mode;
  }

  close() {
    this.setMode(null);
    this.#leave();
  }
}

/** Ways through a game: to its start, back, on, to its end, as buttons and as keys. */
export class Steps {
  /** @param {(by: number) => void} go goes on by that many moves, at most to the end */
  constructor(go) {
    this.go = go;
    const [Home, ArrowLeft, ArrowRight, End] = [-Infinity, -1, 1, Infinity].map((by) => () => go(by));
    this.keys = /** @type {Record<string, () => void>} */ ({ Home, ArrowLeft, ArrowRight, End });
  }

  /** @param {HTMLElement | null} middle @param {...HTMLElement} more */
  row(middle, ...more) {
    return h(
      "div",
      { class: "row transport" },
      iconButton("first", t("toStart"), () => this.go(-Infinity)),
      iconButton("back", t("stepBack"), () => this.go(-1)),
      middle,
      iconButton("on", t("stepOn"), () => this.go(1)),
      iconButton("last", t("toEnd"), () => this.go(Infinity)),
      ...more,
    );
  }
}

/** Does what a key means in a way of looking back; Space and Enter on a button belong to it. @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
export function actInMode(event, keys) {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  const isPress = event.key === " " || event.key === "Enter";
  if (!act || (isPress && event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  act();
}

/** The action of the short key of a key press. @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
export function actionOf(event, keys) {
  return keys[shortKey(event)];
}
