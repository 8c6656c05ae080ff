/** Look: the kept area on the page, and beside it the result. A click on one side shows the passage on the other. */

/** @import { Settings } from "../settings.js" */

import { address } from "../api.js";
import { h, replace } from "../dom.js";
import { extraction, extractors, options } from "../extractions.js";
import { PageFrame } from "../frame.js";
import { bind } from "../keyboard.js";
import { pagePath } from "../memory.js";
import { button, check, choice, menu, select } from "../parts.js";
import { passages } from "../passages.js";
import { copy } from "../downloads.js";
import { choose, setting } from "../settings.js";
import { complain } from "../toasts.js";
import { others, range } from "../tree.js";
import { reasonLine } from "../reasons.js";
import { details } from "./details.js";

const TABS = /** @type {[string, string][]} */ ([
  ["reading", "Reading"],
  ["markdown", "Markdown"],
  ["text", "Text"],
  ["html", "HTML"],
  ["json", "JSON"],
  ["details", "Details"],
]);
const TINTS = /** @type {[string, string][]} */ ([
  ["kept", "Kept"],
  ["heat", "Heat"],
  ["plain", "Plain"],
]);

/** @typedef {<Name extends keyof Settings>(name: Name) => (value: Settings[Name]) => void} Change */

/** @param {import("./page.js").Desk} desk @returns {Promise<import("./page.js").Mode>} */
export async function lookMode(desk) {
  const { id, frame } = desk;
  const known = await extractors();
  let result = await extraction(id);
  const why = reasonLine(id, () => setting("extractor"));
  const reading = new PageFrame("The result, to read");
  const body = h("div", { class: "pane-body", role: "tabpanel", "aria-label": "The result" });
  /** @type {ReturnType<typeof passages> | null} */
  let shown = null;
  /** @type {Map<number, number>} */
  let blockOf = new Map();

  const paint = () => frame.paint(layers(result, desk.info.leaves ?? 0));
  const refresh = async () => {
    try {
      result = await extraction(id);
      takeIn();
    } catch (error) {
      complain(error);
    }
  };
  const takeIn = () => {
    blockOf = new Map(result.blocks.flatMap((block, place) => block.leaves.map((leaf) => [leaf, place])));
    desk.showFacts(result);
    paint();
    showTab(setting("format"));
  };
  const showPassage = (/** @type {number} */ block) => {
    const { leaves } = result.blocks[block];
    frame.outline({ leaves }, "selection");
    if (shown) shown.mark(block);
    else if (setting("format") === "reading") reading.outline({ leaves }, "selection");
    return leaves[0];
  };
  const fromPage = (/** @type {{leaf: number | null}} */ { leaf }) => {
    if (leaf === null) return;
    why.ask(leaf, true);
    const block = blockOf.get(leaf);
    if (block === undefined) {
      frame.outline({ leaves: [leaf] }, "selection");
      return;
    }
    showPassage(block);
    if (setting("format") === "reading") reading.scroll(leaf);
  };
  const fromResult = (/** @type {number} */ block) => frame.scroll(showPassage(block));
  const showTab = (/** @type {string} */ name) => {
    choose("format", name);
    shown = null;
    if (name === "reading") {
      reading.load(address(`${pagePath(id)}/view`, { of: "content", ...options() }));
      replace(body, reading.element);
    } else if (name === "details") replace(body, details(desk.info, result));
    else if (name === "markdown" || name === "text") {
      shown = passages(
        result.formats[name] || "",
        result.blocks.map((block) => (name === "text" ? block.text_range : block.markdown_range)),
        fromResult,
      );
      replace(body, result.formats[name] ? shown.element : nothing(result));
    } else replace(body, h("pre", { class: "source", tabindex: "0" }, written(result.formats[name])));
  };
  reading.on("click", ({ leaf }) => {
    if (leaf === null) return;
    const block = blockOf.get(leaf);
    if (block !== undefined) fromResult(block);
    else frame.scroll(leaf);
  });
  reading.on("hover", ({ leaf }) => frame.outline(leaf === null ? null : { leaves: [leaf] }, "hover"));

  const tint = choice("Tint", TINTS, setting("tint"), (value) => {
    choose("tint", value);
    paint();
  });
  const setTint = (/** @type {string} */ value) => {
    choose("tint", value);
    tint.show(value);
    paint();
  };
  const tabs = choice("Result as", TABS, setting("format"), showTab, "tab");
  /** @type {Change} */
  const change = (name) => (value) => {
    choose(name, value);
    why.clear();
    refresh();
  };
  const side = h(
    "div",
    { class: "pane-inside" },
    h(
      "div",
      { class: "pane-bar" },
      tabs,
      h(
        "div",
        { class: "end" },
        button("Copy", () => copyShown(result), { icon: "copy", iconOnly: true, kind: "plain" }),
        menu("Options", "settings", [resultOptions(desk, known, change)]),
      ),
    ),
    body,
  );
  takeIn();
  if (result.keep.length) frame.scroll(result.keep[0]);
  const unbind = bind("Look", [
    {
      keys: ["h"],
      title: "Heat: how likely each line is",
      run: () => setTint(setting("tint") === "heat" ? "kept" : "heat"),
    },
    { keys: ["m"], title: "Next form of the result", run: () => nextTab(tabs, showTab) },
    { keys: ["c"], title: "Copy the result", run: () => copyShown(result) },
  ]);
  return {
    name: "Result",
    side,
    foot: why.element,
    tools: [tint, h("div", { class: "end" }, menu("View", "settings", [pageOptions(desk)]))],
    click: fromPage,
    hover: ({ leaf }) => {
      why.ask(leaf);
      const block = leaf === null ? undefined : blockOf.get(leaf);
      if (setting("format") === "reading") reading.outline(block === undefined || leaf === null ? null : { leaves: [leaf] }, "hover");
    },
    themed: () => reading.repaint(),
    close: () => {
      unbind();
      reading.close();
      frame.outline(null, "selection");
      frame.outline(null, "hover");
    },
  };
}

/** @param {{show: (name: string) => void}} tabs @param {(name: string) => void} showTab */
function nextTab(tabs, showTab) {
  const place = TABS.findIndex(([name]) => name === setting("format"));
  const [name] = TABS[(place + 1) % TABS.length];
  tabs.show(name);
  showTab(name);
}

/**
 * @param {import("../../documents").ExtractionAnswer} result
 * @param {number} size how many leaves the page has
 */
function layers(result, size) {
  const kept = new Set(result.keep);
  if (setting("tint") === "plain") return [];
  if (setting("tint") === "heat" && result.scores)
    return [{ leaves: range(0, result.scores.length), style: "heat", values: result.scores }];
  return [
    { leaves: result.keep, style: "kept" },
    { leaves: others(kept, size), style: "dropped" },
  ];
}

/** @param {unknown} value */
function written(value) {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** @param {import("../../documents").ExtractionAnswer} result */
function copyShown(result) {
  const name = setting("format");
  if (name === "reading") copy(result.formats.text || "", result.formats.html || "");
  else copy(written(result.formats[name === "details" ? "json" : name] || ""));
}

/** @param {import("../../documents").ExtractionAnswer} result */
function nothing(result) {
  return h(
    "div",
    { class: "empty in-pane" },
    h("h2", {}, "No content"),
    h("p", {}, result.status_meaning),
    result.advice.map((one) => h("p", {}, one)),
  );
}

/** @param {import("./page.js").Desk} desk */
function pageOptions(desk) {
  return h(
    "div",
    { class: "stack close" },
    check("With its own style", true, (on) => desk.frameSource({ styles: on ? null : 0 })),
    check("Show what the page hides", false, (on) => desk.frame.reveal(on)),
    check("As a real browser laid it out", false, (on) => desk.frameSource({ rendered: on ? 1 : null })),
  );
}

/**
 * @param {import("./page.js").Desk} desk
 * @param {{name: string, summary: string}[]} known
 * @param {Change} change
 */
function resultOptions(desk, known, change) {
  return h(
    "div",
    { class: "stack" },
    select(
      "Extractor",
      known.map(({ name }) => /** @type {[string, string]} */ ([name, name])),
      setting("extractor"),
      change("extractor"),
    ),
    h(
      "div",
      { class: "field" },
      h("span", { class: "label" }, "In doubt, keep"),
      choice(
        "In doubt, keep",
        [
          ["precision", "less"],
          ["balanced", "balanced"],
          ["recall", "more"],
        ],
        setting("favor"),
        change("favor"),
      ),
    ),
    h(
      "div",
      { class: "field" },
      h("span", { class: "label" }, "Readers’ comments"),
      choice(
        "Readers’ comments",
        [
          ["decide", "decide"],
          ["keep", "keep"],
          ["drop", "drop"],
        ],
        setting("comments"),
        change("comments"),
      ),
    ),
    check("Use the profile of the site", setting("sites"), change("sites")),
    desk.info.corrected && check("Show the corrected content", setting("corrected"), change("corrected")),
  );
}
