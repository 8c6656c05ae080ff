/** Read, clip and print: the content with good typography, as a file, on the clipboard, on paper. */

/** @import { ExtractionAnswer, PageInfo } from "../../documents" */

import { address } from "../api.js";
import { article } from "../article.js";
import { h, replace } from "../dom.js";
import { extraction } from "../extractions.js";
import { bind } from "../keyboard.js";
import { pagePath, recall } from "../memory.js";
import { button, choice, emptyState, menu } from "../parts.js";
import { copy } from "../downloads.js";
import { choose, setting } from "../settings.js";
import { authorOf, day, readingTime, shortAddress, titleOf } from "../words.js";

const SIZES = [15, 26];
const MEASURES = [26, 52];
const FILES = [
  ["markdown", "Markdown with front matter"],
  ["html", "HTML in one file"],
  ["epub", "EPUB"],
  ["text", "Plain text"],
  ["json", "JSON"],
];

/** @param {import("./page.js").Desk} desk @returns {Promise<import("./page.js").Mode>} */
export async function readMode(desk) {
  const { id } = desk;
  const [result, resources] = await Promise.all([extraction(id), recall(`${pagePath(id)}/resources`)]);
  desk.showFacts(result);
  const paper = h("div", { class: "paper" });
  const title = result.title || titleOf(desk.info);
  replace(
    paper,
    printLine(title, desk.info, result),
    h("div", { class: "sheet-of-paper" }, byline(desk.info, result), text(result, title, resources.files)),
  );
  if (result.metadata.language) paper.lang = result.metadata.language;
  const apply = () => {
    paper.dataset.typeface = setting("typeface");
    paper.dataset.paper = setting("paper");
    paper.style.setProperty("--size", `${setting("size")}px`);
    paper.style.setProperty("--measure", `${setting("measure")}em`);
  };
  const change = (/** @type {"size" | "measure"} */ name, /** @type {number} */ by, /** @type {number[]} */ [least, most]) => {
    choose(name, Math.max(least, Math.min(most, setting(name) + by)));
    apply();
  };
  const pick = (/** @type {"typeface" | "paper"} */ name) => (/** @type {string} */ value) => {
    choose(name, value);
    apply();
  };
  apply();
  const copyAll = () => copy(result.formats.markdown || "", result.formats.html || "");
  const files = FILES.map(([format, label]) =>
    h(
      "a",
      {
        href: address(`${pagePath(id)}/clip`, { format, corrected: setting("corrected") ? 1 : 0, download: 1 }),
        download: "",
      },
      label,
    ),
  );
  const tools = h(
    "div",
    { class: "reader-bar pane-bar" },
    choice(
      "Typeface",
      [
        ["serif", "Serif"],
        ["sans", "Sans"],
      ],
      setting("typeface"),
      pick("typeface"),
    ),
    h(
      "div",
      { class: "row tight", role: "group", "aria-label": "Size" },
      letter("Smaller", "small", () => change("size", -1, SIZES)),
      letter("Larger", "large", () => change("size", 1, SIZES)),
    ),
    h(
      "div",
      { class: "row tight", role: "group", "aria-label": "Width" },
      button("Narrower", () => change("measure", -3, MEASURES), { icon: "narrower", iconOnly: true, kind: "plain" }),
      button("Wider", () => change("measure", 3, MEASURES), { icon: "wider", iconOnly: true, kind: "plain" }),
    ),
    choice(
      "Paper",
      [
        ["theme", "Auto"],
        ["light", "Light"],
        ["sepia", "Sepia"],
        ["dark", "Dark"],
      ],
      setting("paper"),
      pick("paper"),
    ),
    h(
      "div",
      { class: "end" },
      button("Copy", copyAll, { icon: "copy", title: "Copy as rich text and Markdown (C)" }),
      menu("Save as", "download", files, "list"),
      button("Print", () => print(), { icon: "print", kind: "primary" }),
    ),
  );
  const side = h(
    "div",
    { class: "pane-inside reader" },
    tools,
    h("div", { class: "pane-body reader-body", tabindex: "0", role: "region", "aria-label": "The content" }, paper),
  );
  const unbind = bind("Read", [
    { keys: ["+", "="], title: "Larger", run: () => change("size", 1, SIZES) },
    { keys: ["-"], title: "Smaller", run: () => change("size", -1, SIZES) },
    { keys: ["Shift+w"], title: "Wider", run: () => change("measure", 3, MEASURES) },
    { keys: ["w"], title: "Narrower", run: () => change("measure", -3, MEASURES) },
    { keys: ["c"], title: "Copy", run: copyAll },
    { keys: ["p"], title: "Print", run: () => print() },
  ]);
  return { name: "Reader", side, tools: [], alone: true, close: unbind };
}

/** A button with a letter of another size. @param {string} label @param {string} size @param {() => void} run */
function letter(label, size, run) {
  return h(
    "button",
    { type: "button", class: `button plain icon letter ${size}`, "aria-label": label, title: label, onclick: run },
    "A",
  );
}

/** @param {ExtractionAnswer} result @param {string} title @param {Record<string, string>} pictures */
function text(result, title, pictures) {
  if (!result.keep.length) return emptyState("Nothing to read", [result.status_meaning, ...result.advice].join(" "));
  const body = h("div", { class: "article", dir: "auto" }, article(result.formats.html || "", pictures));
  if (!body.querySelector("h1")) body.prepend(h("h1", {}, title));
  return body;
}

/** @param {PageInfo} info @param {ExtractionAnswer} result */
function byline(info, result) {
  const { metadata } = result;
  const pieces = [
    authorOf(metadata),
    metadata.date && day(metadata.date),
    metadata.site_name || info.site,
    readingTime(result.words),
  ].filter(Boolean);
  return h("p", { class: "byline", dir: "auto" }, pieces.join(" · "));
}

/** The line above each printed sheet: title, source, date. @param {string} title @param {PageInfo} info @param {ExtractionAnswer} result */
function printLine(title, info, result) {
  const when = result.metadata.date ? day(result.metadata.date) : `printed ${day(new Date().toISOString())}`;
  return h(
    "div",
    { class: "print-line" },
    h("div", {}, h("strong", {}, title), h("span", {}, shortAddress(info.url) || info.name), h("span", {}, when)),
  );
}
