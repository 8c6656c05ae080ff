/** Annotate: the queue of pages, progress, agreement of annotators, export as a data set. */

/** @import { AnnotatorPair, PageInfo, QueueAnswer, SecondLook } from "../../documents" */

import { address, get } from "../api.js";
import { h, newId } from "../dom.js";
import { bind } from "../keyboard.js";
import { button, confidenceChip, emptyState, meter, select, statusChip, table } from "../parts.js";
import { go } from "../router.js";
import { choose, setting } from "../settings.js";
import { count, percent, score, several, shortAddress, titleOf } from "../words.js";

const ORDERS = /** @type {[string, string][]} */ ([
  ["least-certain", "Least certain first"],
  ["recent", "Newest first"],
  ["site", "By site"],
]);

export async function showAnnotate() {
  const annotator = setting("annotator");
  const [queue, agreement] = await Promise.all([
    get("/v1/annotation/queue", { order: setting("order"), annotator, limit: 100 }),
    get("/v1/annotation/agreement"),
  ]);
  const begin = () => queue.pages.length && go(`/annotate/${queue.pages[0].id}`);
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head spread" },
      h(
        "div",
        {},
        h("h1", {}, "Annotate"),
        h(
          "p",
          {},
          "Go through the pages and correct what is kept. The result is a gold standard in ridgeline’s data set format.",
        ),
      ),
      button(queue.done ? "Go on" : "Begin", begin, { kind: "primary", icon: "right", disabled: !queue.pages.length }),
    ),
    settings(annotator),
    progress(queue, annotator),
    waiting(queue),
    agreementSection(agreement.pairs, queue.second),
    exportSection(annotator, queue.done),
  );
  const unbind = bind("Annotate", [{ keys: ["Enter"], title: "Begin", run: begin }]);
  return { element, title: "Annotate", close: unbind };
}

/** @param {string} annotator */
function settings(annotator) {
  const id = newId();
  /** @type {HTMLInputElement} */
  const name = h("input", {
    id,
    type: "text",
    value: annotator,
    maxlength: "60",
    autocomplete: "off",
    onchange: () => {
      choose("annotator", name.value.trim() || "me");
      go("/annotate");
    },
  });
  return h(
    "div",
    { class: "card annotate-settings" },
    h("div", { class: "field" }, h("label", { for: id }, "Your name"), name),
    select("Order", ORDERS, setting("order"), (value) => {
      choose("order", value);
      go("/annotate");
    }),
    h(
      "p",
      { class: "small quiet" },
      "A second person gives another name here, goes through the same pages, and the agreement appears below.",
    ),
  );
}

/** @param {QueueAnswer} queue @param {string} annotator */
function progress(queue, annotator) {
  const share = queue.total ? queue.done / queue.total : 0;
  return h(
    "section",
    { class: "stack close", "aria-label": "Progress" },
    h(
      "div",
      { class: "spread" },
      h("h2", {}, `${count(queue.done)} of ${several(queue.total, "page")} done`),
      h("span", { class: "quiet" }, `${percent(share)} by ${annotator}`),
    ),
    meter(share, `${percent(share)} done`),
  );
}

/** @param {QueueAnswer} queue */
function waiting(queue) {
  if (!queue.total)
    return emptyState("No pages yet", "Open pages first: files, a folder, or addresses.", [
      h("a", { class: "button primary", href: "#/" }, "Open pages"),
    ]);
  if (!queue.pages.length)
    return emptyState(
      "All done",
      "Every page has a correction of yours. Export them below, or let a second person annotate them.",
    );
  const row = (/** @type {PageInfo} */ page, /** @type {number} */ place) =>
    h(
      "li",
      {},
      h("span", { class: "quiet place" }, place + 1),
      h(
        "div",
        { class: "grow" },
        h("a", { class: "page-link one-line", href: `#/annotate/${page.id}`, dir: "auto" }, titleOf(page)),
        h("div", { class: "small quiet one-line" }, shortAddress(page.url) || page.name),
      ),
      h(
        "div",
        { class: "row chips" },
        page.annotators.length > 0 && h("span", { class: "chip" }, `by ${page.annotators.join(", ")}`),
        page.status === "ok" ? confidenceChip(page) : statusChip(page),
      ),
    );
  return h(
    "section",
    { class: "stack close" },
    h("h2", {}, "Next in the queue"),
    h("ul", { class: "page-list" }, queue.pages.map(row)),
  );
}

/** @param {AnnotatorPair[]} pairs @param {SecondLook} second */
function agreementSection(pairs, second) {
  const rows = pairs.map((pair) =>
    h(
      "tr",
      {},
      h("td", {}, pair.first),
      h("td", {}, pair.second),
      h("td", { class: "number" }, count(pair.pages)),
      h("td", { class: "number" }, score(pair.word_f1)),
      h("td", { class: "number" }, score(pair.leaf_kappa)),
    ),
  );
  return h(
    "section",
    { class: "stack close" },
    h("h2", {}, "Agreement"),
    pairs.length
      ? table(
          "Agreement of annotators",
          [
            "First",
            "Second",
            { text: "Pages", number: true },
            { text: "Word F1", number: true },
            { text: "Kappa of leaves", number: true },
          ],
          rows,
        )
      : h(
          "p",
          { class: "quiet" },
          "As soon as two people have annotated the same page, this shows how far they agree.",
        ),
    second.total > 0 &&
      h(
        "p",
        { class: "small quiet" },
        `${several(second.total, "page")} done by others ${second.total === 1 ? "waits" : "wait"} for your second opinion.`,
      ),
  );
}

/** @param {string} annotator @param {number} done */
function exportSection(annotator, done) {
  return h(
    "section",
    { class: "card stack close" },
    h("h2", {}, "Take it along"),
    h("p", { class: "quiet" }, "One page a line, with the source and the text you kept; ridgeline eval reads it."),
    h("pre", { class: "command", tabindex: "0" }, "ridgeline eval summit --data annotations.jsonl"),
    h(
      "div",
      { class: "row" },
      done
        ? h(
            "a",
            {
              class: "button",
              href: address("/v1/annotation/export", { annotator, format: "jsonl" }),
              download: "annotations.jsonl",
            },
            "Export mine",
          )
        : button("Export mine", () => {}, { disabled: true }),
      h(
        "a",
        {
          class: "button plain",
          href: address("/v1/annotation/export", { format: "jsonl" }),
          download: "annotations.jsonl",
        },
        "Export everybody’s",
      ),
    ),
  );
}
