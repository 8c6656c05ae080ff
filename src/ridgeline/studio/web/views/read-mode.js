/** Read, clip and print: the content with good typography, as a file, on the clipboard, on paper. */

/** @import { ExtractionAnswer, PageInfo, ReadingState } from "../../documents" */

import { address, send } from "../api.js";
import { article } from "../article.js";
import { h, newId, replace } from "../dom.js";
import { extraction } from "../extractions.js";
import { bind } from "../keyboard.js";
import { pageChanged, pagePath, recall } from "../memory.js";
import { button, choice, emptyState, menu } from "../parts.js";
import { copy } from "../downloads.js";
import { countSheets } from "../print.js";
import { choose, setting } from "../settings.js";
import { complain, say } from "../toasts.js";
import { authorOf, count, day, readingTime, several, shortAddress, titleOf } from "../words.js";
import { notes } from "./notes.js";

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
  const body = text(result, title, resources.files);
  new ResizeObserver(() => letScroll(body)).observe(body);
  const marked = await notes(id, body);
  replace(
    paper,
    printLine(title, desk.info, result),
    h("div", { class: "sheet-of-paper" }, byline(desk.info, result), body, marked.list),
  );
  if (result.keep.length)
    countSheets(id, paper).then((sheets) => sheets && paper.querySelector(".byline")?.append(sheetsSaved(sheets)));
  const shelve = async (/** @type {ReadingState} */ state, /** @type {string} */ said = "") => {
    try {
      desk.setInfo(await send("PUT", `${pagePath(id)}/reading`, state));
      pageChanged(id);
      archive.textContent = desk.info.archived ? "Move back" : "Archive";
      if (said) say(said);
    } catch (error) {
      complain(error);
    }
  };
  const toArchive = () => shelve({ archived: !desk.info.archived }, desk.info.archived ? "Back in the list." : "Archived.");
  const archive = button(desk.info.archived ? "Move back" : "Archive", toArchive, { title: "Archive or move back (E)" });
  if (desk.info.unread) shelve({ unread: false });
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
  const isNarrow = matchMedia("(max-width: 40rem)").matches; // one row has to do
  const type = [
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
  ];
  const tools = h(
    "div",
    { class: "reader-bar pane-bar" },
    isNarrow ? menu("Type", "letters", [h("div", { class: "stack close" }, type)]) : type,
    h(
      "div",
      { class: "end" },
      archive,
      menu("Tags", "tag", [tagField(desk, shelve)]),
      button("Copy", copyAll, { icon: "copy", iconOnly: true, title: "Copy as rich text and Markdown (C)" }),
      menu("Save as", "download", files, "list"),
      button("Print", () => print(), { icon: "print", kind: "primary", iconOnly: isNarrow }),
    ),
  );
  const side = h(
    "div",
    { class: "pane-inside reader" },
    tools,
    h("div", { class: "pane-body reader-body", tabindex: "0", role: "region", "aria-label": "The content" }, paper),
    marked.bar,
  );
  const unbind = bind("Read", [
    { keys: ["+", "="], title: "Larger", run: () => change("size", 1, SIZES) },
    { keys: ["-"], title: "Smaller", run: () => change("size", -1, SIZES) },
    { keys: ["Shift+w"], title: "Wider", run: () => change("measure", 3, MEASURES) },
    { keys: ["w"], title: "Narrower", run: () => change("measure", -3, MEASURES) },
    { keys: ["c"], title: "Copy", run: copyAll },
    { keys: ["p"], title: "Print", run: () => print() },
    { keys: ["h"], title: "Highlight the selected passage", run: () => marked.highlight() },
    { keys: ["e"], title: "Archive, or move back", run: toArchive },
  ]);
  const close = () => {
    unbind();
    marked.close();
  };
  return { name: "Reader", side, tools: [], alone: true, close };
}

/**
 * A field for the tags of a page, with commas between.
 * @param {import("./page.js").Desk} desk
 * @param {(state: ReadingState, said: string) => void} shelve
 */
function tagField(desk, shelve) {
  const field = newId();
  const input = h("input", { id: field, type: "text", value: desk.info.tags.join(", "), autocomplete: "off" });
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    shelve({ tags: input.value.split(",").map((tag) => tag.trim()).filter(Boolean) }, "Tags saved.");
  };
  return h(
    "form",
    { class: "stack close", onsubmit: save },
    h("div", { class: "field" }, h("label", { for: field }, "Tags, with commas between"), input),
    h("button", { class: "button primary", type: "submit" }, "Save the tags"),
  );
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

/** Lets keys reach what is wider than the text, and scrolls in a box of its own. @param {Element} body */
function letScroll(body) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (body.querySelectorAll("table, pre"))) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  }
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

/** What printing takes, and what it saves. @param {{page: number, reader: number}} sheets */
function sheetsSaved({ page, reader }) {
  const instead = reader < page ? ` instead of ${count(page)}` : "";
  return h("span", { class: "sheets" }, ` · prints on about ${several(reader, "page")}${instead}`);
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
