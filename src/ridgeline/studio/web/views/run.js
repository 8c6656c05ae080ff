/** A bulk run at a glance: counts, histogram of confidence, sites, types, slowest pages, errors; a click opens a page. */

/** @import { PageInfo, RunOverview, RunRow } from "../../documents" */

import { get, ProblemError, send } from "../api.js";
import { bars, histogram } from "../charts.js";
import { h, replace } from "../dom.js";
import { pageChanged } from "../memory.js";
import { button, emptyState, select, table } from "../parts.js";
import { go } from "../router.js";
import { complain } from "../toasts.js";
import { count, duration, heading, mood, percent, score, several, shortAddress } from "../words.js";

const AT_A_TIME = 50;
const MOST_BARS = 8;
const ORDERS = /** @type {[string, string][]} */ ([
  ["run", "In the order of the run"],
  ["least-certain", "Least certain first"],
  ["slowest", "Slowest first"],
]);

/**
 * @typedef {"status" | "site" | "type"} Filter
 * @typedef {Record<Filter | "order", string> & {offset: number, limit: number}} Wanted
 */

/**
 * A run that somebody else made may name any file of this machine: a person confirms each, once.
 * @param {`/v1/runs/${string}/rows/${string}/open`} path
 * @returns {Promise<PageInfo | null>} null where it is not to be opened
 */
async function openRow(path) {
  try {
    return await send("POST", path);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.file === null) throw error;
    if (!confirmed.has(error.file) && !window.confirm(`Open this file of your machine?\n\n${error.file}`)) return null;
    confirmed.add(error.file);
    return send("POST", path, { file: error.file });
  }
}

/** @type {Set<string>} */
const confirmed = new Set();

/** @param {string} id */
export async function showRun(id) {
  const path = /** @type {const} */ (`/v1/runs/${encodeURIComponent(id)}`);
  const run = await get(path);
  /** @type {Wanted} */
  const wanted = { status: "", site: "", type: "", order: "run", offset: 0, limit: AT_A_TIME };
  let found = await get(`${path}/rows`, wanted);
  const charts = h("div", { class: "run-charts" });
  const rows = h("section", { class: "stack close" });
  const open = async (/** @type {RunRow} */ row) => {
    try {
      const page = await openRow(`${path}/rows/${encodeURIComponent(row.n)}/open`);
      if (page === null) return;
      pageChanged(page.id);
      go(`/pages/${page.id}`);
    } catch (error) {
      complain(error);
    }
  };
  const load = async (/** @type {Partial<Wanted>} */ change, more = false) => {
    Object.assign(wanted, { offset: more ? found.rows.length : 0 }, change);
    try {
      const next = await get(`${path}/rows`, wanted);
      found = more ? { ...next, rows: [...found.rows, ...next.rows] } : next;
      show();
    } catch (error) {
      complain(error);
    }
  };
  const toggle = (/** @type {Filter} */ name) => (/** @type {string} */ value) =>
    load({ [name]: wanted[name] === value ? "" : value });
  const show = () => {
    replace(
      charts,
      card("Status", bars("Pages by status", counted(run.statuses, statusName), toggle("status"), wanted.status)),
      card("Confidence", run.confidence ? histogram("Pages by confidence", run.confidence) : missing("confidence")),
      card(
        "Sites",
        bars(
          "Pages by site",
          run.sites.slice(0, MOST_BARS).map((one) => ({ name: one.site, count: one.pages })),
          toggle("site"),
          wanted.site,
        ),
      ),
      card(
        "Kinds of page",
        run.types
          ? bars("Pages by kind", counted(run.types, heading).slice(0, MOST_BARS), toggle("type"), wanted.type)
          : missing("page_type"),
      ),
    );
    replace(
      rows,
      h(
        "div",
        { class: "spread" },
        h("div", { class: "row" }, h("h2", {}, several(found.total, "page")), filters(wanted, load)),
        select("Order", ORDERS, wanted.order, (value) => load({ order: value }), { unseenLabel: true }),
      ),
      found.rows.length
        ? table(
            "Pages of the run",
            ["Page", "Status", "Kind", { text: "Confidence", number: true }, { text: "Time", number: true }],
            found.rows.map((row) => rowOf(row, open)),
          )
        : emptyState("No such page", "No page of the run has all of these."),
      found.rows.length < found.total &&
        h(
          "div",
          { class: "row" },
          button(`Show more of ${count(found.total)}`, () => load({}, true)),
        ),
    );
  };
  show();
  const errors = run.errors.flatMap((one) => one.examples);
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head" },
      h("p", { class: "small" }, h("a", { href: "#/runs" }, "Bulk runs")),
      h("h1", { class: "one-line", title: run.path }, run.path.split(/[\\/]/).slice(-2).join("/")),
      h("p", {}, summary(run)),
    ),
    run.troubles.length > 0 && h("p", { class: "notice fair" }, `Pages are missing: ${run.troubles.join("; ")}.`),
    charts,
    list("Slowest pages", run.slowest || [], (row) => duration(row.seconds), open),
    list("Errors", errors, (row) => row.error ?? "", open),
    rows,
  );
  return { element, title: "A bulk run" };
}

/** @param {Wanted} wanted @param {(change: Partial<Wanted>) => void} load */
function filters(wanted, load) {
  return /** @type {Filter[]} */ (["status", "site", "type"])
    .filter((name) => wanted[name])
    .map((name) =>
      h(
        "span",
        { class: "chip accent" },
        wanted[name],
        h(
          "button",
          {
            type: "button",
            class: "chip-close",
            "aria-label": `All again, not only ${wanted[name]}`,
            onclick: () => load({ [name]: "" }),
          },
          "×",
        ),
      ),
    );
}

/** @param {RunOverview} run */
function summary(run) {
  const failed = Object.values(run.error_kinds).reduce((total, one) => total + one, 0);
  const pieces = [
    several(run.pages, "page"),
    run.pages > 0 && `${percent((run.statuses.ok || 0) / run.pages)} with content`,
    failed > 0 && several(failed, "error"),
    run.seconds && `${duration(run.seconds)} of work`,
    `extracted by ${run.extractors.join(", ")}`,
    run.is_running && "still running",
  ];
  return pieces.filter(Boolean).join(" · ");
}

/** Counts as bars, in their order. @param {Record<string, number>} counts @param {(name: string) => string} named */
function counted(counts, named) {
  return Object.entries(counts).map(([name, value]) => ({ name: named(name), value: name, count: value }));
}

/** @param {string} status */
const statusName = (status) => (status === "ok" ? "Content found" : heading(status));

/** @param {string} field */
const missing = (field) => h("p", { class: "quiet" }, `The rows of this run have no ${field}; name it with --fields.`);

/** @param {string} title @param {Node} content */
function card(title, content) {
  return h("section", { class: "card stack close" }, h("h2", {}, title), content);
}

/** @param {string} title @param {RunRow[]} rows @param {(row: RunRow) => string} note @param {(row: RunRow) => void} open */
function list(title, rows, note, open) {
  if (!rows.length) return null;
  return h(
    "details",
    { class: "card", open: title === "Errors" },
    h("summary", {}, h("strong", {}, title), h("span", { class: "quiet" }, ` ${count(rows.length)}`)),
    h(
      "ul",
      { class: "page-list bare-list" },
      rows.map((row) =>
        h(
          "li",
          {},
          h(
            "div",
            { class: "grow" },
            h("button", { type: "button", class: "link page-link one-line", onclick: () => open(row) }, nameOf(row)),
          ),
          h("span", { class: "small quiet note one-line", title: note(row) }, note(row)),
        ),
      ),
    ),
  );
}

/** @param {RunRow} row */
const nameOf = (row) => row.title || shortAddress(row.url) || row.id || row.source || "a page";

/** @param {RunRow} row @param {(row: RunRow) => void} open */
function rowOf(row, open) {
  return h(
    "tr",
    {},
    h(
      "td",
      {},
      h(
        "button",
        { type: "button", class: "link", onclick: () => open(row) },
        h("span", { class: "two-lines", dir: "auto" }, nameOf(row)),
      ),
    ),
    h(
      "td",
      {},
      row.status
        ? h("span", { class: `chip ${mood(row.status)}`, title: row.error || null }, statusName(row.status))
        : "–",
    ),
    h("td", {}, row.page_type ? heading(row.page_type) : "–"),
    h("td", { class: "number" }, score(row.confidence)),
    h("td", { class: "number" }, duration(row.seconds)),
  );
}
