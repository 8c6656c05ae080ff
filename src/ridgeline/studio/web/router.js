/**
 * Addresses after the # and the views that they show.
 *
 * A view is loaded in full before it replaces the one on the screen, so nothing jumps and short waits are not seen; a wait
 * of more than a moment is shown as a thin line at the top. A view that can show the next address too is updated in place.
 *
 * @typedef {{element: Element, title: string, update?: (parameters: string[]) => boolean | Promise<boolean>,
 *   close?: () => void}} View
 * @typedef {{pattern: RegExp, show: (...parameters: string[]) => Promise<View> | View, section: string}} Route
 */

import { h, replace } from "./dom.js";

const PATIENCE = 250; // milliseconds until a wait is shown

/** @type {View | null} */
let current = null;
let turn = 0;

/** @param {string} path */
export function go(path) {
  if (location.hash === `#${path}`) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = path;
}

/**
 * @param {Route[]} routes
 * @param {(section: string) => void} onSection
 */
export function start(routes, onSection) {
  const follow = async () => {
    if (location.hash === "#main") return; // the link that skips the navigation
    const mine = ++turn;
    const [path] = (location.hash.slice(1) || "/").split("?");
    const progress = document.getElementById("progress");
    const wait = setTimeout(() => progress?.classList.add("busy"), PATIENCE);
    try {
      await arrive(routes, path, () => mine === turn, onSection);
    } catch (error) {
      if (mine === turn) fail(error);
    } finally {
      clearTimeout(wait);
      if (mine === turn) progress?.classList.remove("busy");
    }
  };
  addEventListener("hashchange", follow);
  return follow();
}

/**
 * @param {Route[]} routes
 * @param {string} path
 * @param {() => boolean} wanted
 * @param {(section: string) => void} onSection
 */
async function arrive(routes, path, wanted, onSection) {
  const route = routes.find(({ pattern }) => pattern.test(path)) || routes[0];
  const parameters = (path.match(route.pattern) || []).slice(1).map((part) => decodeURIComponent(part || ""));
  onSection(route.section);
  if (current?.update && (await current.update([route.section, ...parameters]))) {
    if (!wanted()) return;
    document.title = `${current.title} · ridgeline`;
    /** @type {HTMLElement} */ (document.getElementById("main")).dataset.place = location.hash.slice(1);
    return;
  }
  const view = await route.show(...parameters);
  if (wanted()) put(view);
  else view.close?.();
}

/** @param {View} view */
function put(view) {
  current?.close?.();
  current = view;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  replace(main, view.element);
  document.title = `${view.title} · ridgeline`;
  scrollTo(0, 0);
  main.dataset.place = location.hash.slice(1) || "/";
  if (document.activeElement === document.body || !document.activeElement) main.focus({ preventScroll: true });
}

/** @param {unknown} error */
function fail(error) {
  console.error(error);
  const text = error instanceof Error ? error.message : String(error);
  put({
    title: "Not shown",
    element: h(
      "div",
      { class: "sheet-view" },
      h(
        "div",
        { class: "empty", role: "alert" },
        h("h2", {}, "This could not be shown"),
        h("p", {}, text),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { class: "button", type: "button", onclick: () => go(location.hash.slice(1) || "/") },
            "Try again",
          ),
          h("a", { class: "button", href: "#/" }, "All pages"),
        ),
      ),
    ),
  });
}
