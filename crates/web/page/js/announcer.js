/** The live regions: screen readers hear one message per move, and one per change of the light. */

const region = /** @type {HTMLElement} */ (document.getElementById("live"));
const lightRegion = /** @type {HTMLElement} */ (document.getElementById("live-light"));
let last = "";

/**
 * Says a sentence. A sentence said twice in a row still changes the region.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!sentence) return;
  last = sentence === last ? `${sentence}\u00a0` : sentence;
  region.textContent = last;
}

/** Says that the light has changed. The region of its own leaves the sentence about the move alone. @param {string} sentence */
export function announceLight(sentence) {
  lightRegion.textContent = sentence;
}

/** Forgets what was said: another screen begins. */
export function hush() {
  last = "";
  region.textContent = "";
  lightRegion.textContent = "";
  dismiss();
}

/** Takes away the sentences at the foot of the page: they are about an earlier position. */
export function dismiss() {
  document.getElementById("notices")?.replaceChildren();
}

/**
 * Shows a sentence at the foot of the page for a while, without saying it.
 * @param {string} sentence
 */
export function notice(sentence) {
  const box = /** @type {HTMLElement} */ (document.getElementById("notices"));
  const note = document.createElement("div");
  note.className = "notice";
  note.textContent = sentence;
  box.replaceChildren(note);
  setTimeout(() => note.remove(), Math.max(3500, sentence.length * 70));
}

/**
 * Shows a sentence and says it.
 * @param {string} sentence
 */
export function tell(sentence) {
  notice(sentence);
  announce(sentence);
}
