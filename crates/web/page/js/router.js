/** Routes in the fragment of the address: `#/`, `#/new/patience`, `#/game/k3…`, `#/play/FreeCell.11~3a_37`. */

/** @typedef {{name: string, rest: string}} Route */

/** @returns {Route} */
export function route() {
  const path = location.hash.replace(/^#\/?/, "");
  const cut = path.indexOf("/");
  return cut < 0 ? { name: path, rest: "" } : { name: path.slice(0, cut), rest: path.slice(cut + 1) };
}

/** @param {string} path */
export function go(path) {
  location.hash = `#/${path}`;
}

/** Goes somewhere without a step to come back to. @param {string} path */
export function replace(path) {
  history.replaceState(null, "", `#/${path}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The address that reproduces a deal and its moves. @param {string} link */
export function linkAddress(link) {
  return `${location.origin}/#/play/${encodeURIComponent(link)}`;
}
