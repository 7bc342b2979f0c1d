/** Small helpers that make elements. No text ever becomes markup. */

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element. `on…` properties are listeners, `class`, `data-…`, `aria-…` and others attributes; `true` sets an
 * empty attribute, `false`, `null` and `undefined` none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(...present(children));
  return element;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  element.append(...present(children));
  return element;
}

/** @param {Child[]} children */
function present(children) {
  return /** @type {(string | Node)[]} */ (
    children.filter((child) => !isAbsent(child)).map((child) => (typeof child === "number" ? String(child) : child))
  );
}

/** @param {unknown} value */
function isAbsent(value) {
  return value === null || value === undefined || value === false;
}

/** Sets properties as in `h`; an attribute that has its value already is not touched. @param {Element} element @param {Props} props */
export function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    const text = value === true ? "" : String(value);
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (isAbsent(value)) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * A button with a label; `props` as in `h`.
 * @param {Child} label
 * @param {() => void} act
 * @param {Props} [props]
 * @param {...Child} more
 */
export function button(label, act, props = {}, ...more) {
  return h("button", { type: "button", onclick: act, ...props }, label, ...more);
}

/** Gives an element these children; those in their place are not touched. @param {Element} element @param {...Element} children */
export function keep(element, ...children) {
  children.forEach((child, at) => {
    const there = element.children[at] ?? null;
    if (there !== child) element.insertBefore(child, there);
  });
  while (element.children.length > children.length) element.lastChild?.remove();
}

/** @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

/**
 * Whether a key press belongs to a field or a dialog and not to the game.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const target = event.target;
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

/**
 * The short key of a key press: Ctrl-Z is undo and Ctrl-Y or Ctrl-Shift-Z redo everywhere; nothing with another modifier.
 * @param {KeyboardEvent} event
 */
export function shortKey(event) {
  const isControl = event.ctrlKey || event.metaKey;
  if (event.altKey) return "";
  if (!isControl) return event.key;
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey ? "r" : "u";
  return key === "y" ? "r" : "";
}
