/** Bulk runs: open the output folder of `ridgeline bulk`. */

import { send } from "../api.js";
import { h, newId } from "../dom.js";
import { emptyState } from "../parts.js";
import { go } from "../router.js";
import { complain } from "../toasts.js";
import { ago } from "../words.js";

const KEY = "ridgeline-runs";
const MOST = 20;

/** @returns {{id: string, path: string, opened: number}[]} */
export function recentRuns() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "[]");
  } catch {
    return [];
  }
}

/** @param {string} id @param {string} path */
export function rememberRun(id, path) {
  const runs = [{ id, path, opened: Date.now() }, ...recentRuns().filter((one) => one.path !== path)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(runs));
  } catch {
    // it is open all the same
  }
}

export function showRuns() {
  const id = newId();
  const field = h("input", { id, type: "text", placeholder: "/home/me/crawl/out", autocomplete: "off", spellcheck: "false", required: true });
  const open = async (/** @type {string} */ path) => {
    try {
      const run = await send("POST", "/v1/runs", { path });
      rememberRun(run.id, path);
      go(`/runs/${run.id}`);
    } catch (error) {
      complain(error);
    }
  };
  const recent = recentRuns();
  const element = h("div", { class: "sheet-view stack wide" },
    h("div", { class: "view-head" }, h("h1", {}, "Bulk runs"), h("p", {}, "The output of ridgeline bulk at a glance: what became of the pages, how sure the answers are, what was slow, what failed.")),
    h("form", { class: "card open-address", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); open(field.value.trim()); } },
      h("div", { class: "field grow" }, h("label", { for: id }, "Output folder of a run"), field), h("button", { class: "button primary", type: "submit" }, "Open")),
    h("section", { class: "stack close" }, h("h2", {}, "Opened before"),
      recent.length ? h("ul", { class: "page-list" }, recent.map((run) => h("li", {}, h("div", { class: "grow" }, h("button", { type: "button", class: "link page-link one-line", onclick: () => open(run.path) }, run.path)), h("span", { class: "small quiet when" }, ago(run.opened)))))
        : emptyState("No runs yet", "Name the folder that was given to --output, such as the one of ridgeline bulk crawl/ --output out/.")));
  return { element, title: "Bulk runs" };
}
