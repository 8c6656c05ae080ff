/** A bulk run at a glance: counts, histogram of confidence, sites, types, slowest pages, errors; a click opens a page. */

import { get, send } from "../api.js";
import { bars, histogram } from "../charts.js";
import { h, replace } from "../dom.js";
import { pageChanged } from "../memory.js";
import { button, emptyState, select, table } from "../parts.js";
import { go } from "../router.js";
import { complain } from "../toasts.js";
import { count, duration, heading, mood, percent, score, several, shortAddress } from "../words.js";

const AT_A_TIME = 50;
const ORDERS = /** @type {[string, string][]} */ ([["position", "In order"], ["least-certain", "Least certain first"], ["slowest", "Slowest first"]]);

/** @param {string} id */
export async function showRun(id) {
  const path = `/v1/runs/${encodeURIComponent(id)}`;
  const run = await get(path);
  /** @type {Record<string, any>} */
  const wanted = { status: "", site: "", type: "", order: ORDERS[0][0], offset: 0, limit: AT_A_TIME };
  const charts = h("div", { class: "run-charts" });
  const rows = h("section", { class: "stack close" });
  /** @type {any} */
  let found = { rows: [], total: 0 };
  const open = async (/** @type {any} */ row) => {
    try {
      const page = await send("POST", `${path}/rows/${row.n ?? row.row ?? row.position}/open`);
      pageChanged(page.id);
      go(`/pages/${page.id}`);
    } catch (error) {
      complain(error);
    }
  };
  const load = async (/** @type {any} */ change, /** @type {boolean} */ more = false) => {
    Object.assign(wanted, { offset: more ? found.rows.length : 0 }, change);
    try {
      const next = await get(`${path}/rows`, wanted);
      found = more ? { ...next, rows: [...found.rows, ...next.rows] } : next;
      show();
    } catch (error) {
      complain(error);
    }
  };
  const toggle = (/** @type {string} */ name) => (/** @type {string} */ value) => load({ [name]: wanted[name] === value ? "" : value });
  const show = () => {
    replace(charts,
      card("Status", bars("Pages by status", counted(run.statuses || run.status, heading), toggle("status"), wanted.status)),
      card("Confidence", (run.confidence || []).some((/** @type {number} */ one) => one > 0) ? histogram("Pages by confidence", run.confidence) : h("p", { class: "quiet" }, "The run has no column of confidence.")),
      card("Sites", bars("Pages by site", counted(run.sites).slice(0, 8), toggle("site"), wanted.site)),
      card("Kinds of page", bars("Pages by type", counted(run.types, heading).slice(0, 8), toggle("type"), wanted.type)));
    const filters = ["status", "site", "type"].filter((name) => wanted[name]).map((name) => h("span", { class: "chip accent" }, heading(wanted[name]), h("button", { type: "button", class: "chip-close", "aria-label": `All again, not only ${wanted[name]}`, onclick: () => load({ [name]: "" }) }, "×")));
    replace(rows, h("div", { class: "spread" }, h("div", { class: "row" }, h("h2", {}, several(found.total, "page")), filters), select("Order", ORDERS, wanted.order, (value) => load({ order: value }), { unseenLabel: true })),
      found.rows.length ? table("Pages of the run", ["Page", "Status", "Kind", { text: "Confidence", number: true }, { text: "Words", number: true }, { text: "Time", number: true }], found.rows.map((/** @type {any} */ row) => rowOf(row, open))) : emptyState("No such page", "No page of the run has all of these."),
      found.rows.length < found.total && h("div", { class: "row" }, button(`Show more of ${count(found.total)}`, () => load({}, true))));
  };
  await load({});
  const element = h("div", { class: "sheet-view stack wide" },
    h("div", { class: "view-head" }, h("p", { class: "small" }, h("a", { href: "#/runs" }, "Bulk runs")), h("h1", { class: "one-line" }, run.path || run.name || "A run"), h("p", {}, summary(run))),
    charts, list("Slowest pages", run.slowest || [], (row) => duration(row.seconds), open), list("Errors", run.errors || [], (row) => row.error || row.message || "", open), rows);
  return { element, title: "A bulk run" };
}

/** @param {any} run */
function summary(run) {
  const total = run.total ?? run.pages ?? run.rows;
  const failed = run.failed ?? (run.errors || []).length;
  const pieces = [several(total, "page"), run.ok !== undefined && `${percent(run.ok / Math.max(total, 1))} with content`, failed > 0 && several(failed, "error"), run.seconds !== undefined && run.seconds !== null && `${duration(run.seconds)} of work`];
  return pieces.filter(Boolean).join(" · ");
}

/**
 * Counts as bars, the largest first, whether they come as an object or as a list.
 * @param {any} counts
 * @param {(name: string) => string} [named]
 */
function counted(counts, named = (name) => name) {
  const pairs = Array.isArray(counts) ? counts.map((one) => [one.name ?? one.value ?? one.site ?? one.type ?? one.status ?? "", one.count ?? one.pages]) : Object.entries(counts || {});
  return pairs.map(([name, value]) => ({ name: name ? named(name) : "unknown", value: name, count: value })).sort((one, other) => other.count - one.count);
}

/** @param {string} title @param {Node} content */
function card(title, content) {
  return h("section", { class: "card stack close" }, h("h2", {}, title), content);
}

/** @param {string} title @param {any[]} rows @param {(row: any) => string} note @param {(row: any) => void} open */
function list(title, rows, note, open) {
  if (!rows.length) return null;
  return h("details", { class: "card", open: title === "Errors" }, h("summary", {}, h("strong", {}, title), h("span", { class: "quiet" }, ` ${count(rows.length)}`)),
    h("ul", { class: "page-list bare-list" }, rows.slice(0, 20).map((row) => h("li", {}, h("div", { class: "grow" }, h("button", { type: "button", class: "link page-link one-line", onclick: () => open(row) }, nameOf(row))), h("span", { class: "small quiet note", title: note(row) }, note(row))))));
}

/** @param {any} row */
const nameOf = (row) => row.title || shortAddress(row.url) || row.id || row.source || "a page";

/** @param {any} row @param {(row: any) => void} open */
function rowOf(row, open) {
  return h("tr", {}, h("td", {}, h("button", { type: "button", class: "link", onclick: () => open(row) }, h("span", { class: "two-lines", dir: "auto" }, nameOf(row)))),
    h("td", {}, h("span", { class: `chip ${mood(row.status)}` }, row.status === "ok" ? "ok" : heading(row.status || "unknown"))), h("td", {}, row.page_type ? heading(row.page_type) : "–"),
    h("td", { class: "number" }, score(row.confidence)), h("td", { class: "number" }, count(row.words)), h("td", { class: "number" }, duration(row.seconds)));
}
