/** Titles of games as people read them. */

import { t } from "./texts.js";

/** A title with a capital, and with a word for today's deal. @param {{title: string, today?: string | null}} game */
export function gameTitle({ title, today }) {
  const words = title.charAt(0).toUpperCase() + title.slice(1);
  return today ? `${t("today")} · ${words}` : words;
}
