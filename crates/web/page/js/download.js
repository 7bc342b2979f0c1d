/** Downloads of a game. They are fetched first, so that a refusal is a sentence and not a broken file. */

import { tell } from "./announcer.js";
import { Fault, exportAddress, sentence } from "./api.js";
import { language } from "./settings.js";
import { t } from "./texts.js";

/** @param {string} id @param {string} kind @param {string} query @returns {Promise<boolean>} whether the file is there */
export async function download(id, kind, query) {
  tell(t("preparing"));
  try {
    const response = await fetch(`${exportAddress(id, kind)}?lang=${language()}${query}`);
    if (!response.ok) throw new Fault((await response.json().catch(() => ({}))).error ?? {});
    save(await response.blob(), fileName(response) ?? `tapis-${kind}`);
    tell(t("downloaded"));
    return true;
  } catch (error) {
    tell(sentence(error));
    return false;
  }
}

/** @param {Response} response */
function fileName(response) {
  return response.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1];
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
