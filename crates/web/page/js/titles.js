/** Titles of games as people read them. */

import { capital } from "./api.js";
import { t } from "./texts.js";

/** A title with a capital, and with a word for today's deal. @param {{title: string, today?: string | null}} game */
export function gameTitle({ title, today }) {
  return today ? `${t("today")} · ${capital(title)}` : capital(title);
}
