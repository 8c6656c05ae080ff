/**
 * One page: its head, the frame that shows it, and beside it the mode: look, compare, correct (and annotate), read.
 * The frame stays when the mode changes.
 *
 * @import { ExtractionAnswer, PageInfo } from "../../documents"
 * @import { Query } from "../api.js"
 * @import { Child } from "../dom.js"
 * @import { Events } from "../frame.js"
 * @typedef {{id: string, info: PageInfo, frame: PageFrame, frameSource: (options: Query) => void, setInfo: (info: PageInfo) => void,
 *   showFacts: (extraction: ExtractionAnswer | null) => void, showPane: (name: "page" | "side") => void}} Desk
 * @typedef {{name: string, tools: Node[], side: Element, foot?: Element, before?: Element, alone?: boolean, close?: () => void,
 *   click?: (message: Events["click"]) => void, hover?: (message: Events["hover"]) => void,
 *   region?: (message: Events["region"]) => void, themed?: () => void}} Mode
 */

import { address, get } from "../api.js";
import { h, outsideLink, replace } from "../dom.js";
import { PageFrame } from "../frame.js";
import { bind } from "../keyboard.js";
import { pagePath } from "../memory.js";
import { button, choice, confidenceChip, emptyState, statusChip } from "../parts.js";
import { go } from "../router.js";
import { choose, onChange, setting } from "../settings.js";
import { complain } from "../toasts.js";
import { authorOf, day, heading, readingTime, several, shortAddress, titleOf } from "../words.js";
import { compareMode } from "./compare-mode.js";
import { correctMode } from "./correct-mode.js";
import { showLacks } from "./lacks.js";
import { lookMode } from "./look-mode.js";
import { readMode } from "./read-mode.js";

const MODES = [
  ["look", "Look"],
  ["compare", "Compare"],
  ["correct", "Correct"],
  ["read", "Read"],
];
const MAKERS = { look: lookMode, compare: compareMode, correct: correctMode, annotate: correctMode, read: readMode };

/**
 * @param {string} id
 * @param {string} [wanted]
 */
export async function showPage(id, wanted = "look") {
  const frame = new PageFrame("The page");
  const path = pagePath(id);
  frame.load(address(`${path}/view`, { of: "page" }));
  const info = await get(path).catch((/** @type {unknown} */ error) => {
    frame.close();
    throw error;
  });
  frame.size = info.leaves ?? Infinity;
  const parts = layout(frame);
  /** @type {Mode | null} */
  let mode = null;
  let name = "";
  /** @type {Query} */
  const shown = {}; // how the frame shows the page
  /** @type {Desk} */
  const desk = {
    id,
    info,
    frame,
    frameSource: (options) => {
      Object.assign(shown, options);
      frame.load(address(`${path}/view`, { of: "page", ...shown }));
    },
    setInfo: (changed) => {
      desk.info = changed;
    },
    showFacts: (extraction) => replace(parts.facts, facts(desk.info, extraction)),
    showPane: parts.showPane,
  };
  let turn = 0;
  const enter = async (/** @type {string} */ next) => {
    const mine = ++turn;
    const made = await MAKERS[/** @type {keyof typeof MAKERS} */ (next)](desk, next).catch(
      (/** @type {unknown} */ error) => failed(error, () => enter(next)),
    );
    if (mine !== turn) {
      made.close?.();
      return;
    }
    mode?.close?.();
    mode = made;
    name = next;
    parts.put(made, next, id);
  };
  frame.on("click", (message) => mode?.click?.(message));
  frame.on("hover", (message) => mode?.hover?.(message));
  frame.on("region", (message) => mode?.region?.(message));
  frame.on("silent", () => replace(parts.tools, h("span", { class: "quiet" }, "The page is slow to show.")));
  replace(parts.title, titleOf(info));
  desk.showFacts(null);
  parts.showModes(wanted || "look", id);
  enter(wanted || "look"); // the frame loads meanwhile
  showLacks(parts.lacks, id, () => {
    frame.source = ""; // the same address shows more now
    desk.frameSource({});
  }).catch(complain);
  const unfollow = onChange((changed) => {
    if (changed !== "theme") return;
    frame.repaint();
    mode?.themed?.();
  });
  const unbind = bind(
    "This page",
    MODES.map(([next, title], place) => ({ keys: [String(place + 1)], title, run: () => go(`/pages/${id}/${next}`) })),
  );
  return {
    element: parts.element,
    title: titleOf(info),
    update: async (/** @type {string[]} */ [section, nextId, next]) => {
      const wantedMode = section === "annotate" ? "annotate" : next || "look";
      if (nextId !== id || !["pages", "annotate"].includes(section)) return false;
      if (wantedMode !== name) {
        parts.showModes(wantedMode, id);
        await enter(wantedMode);
      }
      return true;
    },
    close: () => {
      turn += 1;
      mode?.close?.();
      unfollow();
      unbind();
      frame.close();
    },
  };
}

/** What stands beside the page where a mode could not be shown. @param {unknown} error @param {() => void} again @returns {Mode} */
function failed(error, again) {
  console.error(error);
  const text = error instanceof Error ? error.message : String(error);
  return {
    name: "Result",
    tools: [],
    side: h(
      "div",
      { role: "alert", class: "pane-body pad" },
      emptyState("This could not be shown", text, [button("Try again", again)]),
    ),
  };
}

/** The parts of the view that stay. @param {PageFrame} frame */
function layout(frame) {
  const title = h("h1", { class: "one-line", dir: "auto" });
  const factsLine = h("div", { class: "facts" });
  const modes = h("nav", { class: "modes", "aria-label": "What to do with the page" });
  const tools = h("div", { class: "pane-bar" });
  const lacks = h("div");
  const pagePane = h(
    "section",
    { class: "pane pane-page", "aria-label": "The page" },
    tools,
    lacks,
    h("div", { class: "pane-body frame-body" }, frame.element),
  );
  const sidePane = h("section", { class: "pane pane-side", "aria-label": "Result" });
  /** @type {HTMLElement} */
  const panes = h(
    "div",
    { class: "panes", "data-shown": "page" },
    pagePane,
    splitter(() => panes),
    sidePane,
  );
  panes.style.setProperty("--share", `${setting("share")}%`);
  const switcher = h("div", { class: "pane-switch" });
  /** @type {ReturnType<typeof choice> | null} */
  let shownPane = null;
  const before = h("div", { class: "before" });
  const element = h(
    "div",
    { class: "page-view" },
    h(
      "div",
      { class: "page-top" },
      before,
      h("header", { class: "page-head" }, h("div", { class: "about" }, title, factsLine), modes),
    ),
    switcher,
    panes,
  );
  const showPane = (/** @type {"page" | "side"} */ shown) => {
    panes.dataset.shown = shown;
    shownPane?.show(shown);
  };
  const showModes = (/** @type {string} */ name, /** @type {string} */ id) => {
    replace(
      modes,
      MODES.map(([one, text]) =>
        h("a", { href: `#/pages/${id}/${one}`, "aria-current": one === name ? "page" : null }, text),
      ),
    );
    modes.hidden = name === "annotate";
  };
  const put = (/** @type {Mode} */ mode, /** @type {string} */ name, /** @type {string} */ id) => {
    showModes(name, id);
    replace(before, mode.before);
    replace(tools, mode.tools);
    while (pagePane.children.length > 3) pagePane.lastElementChild?.remove();
    if (mode.foot) pagePane.append(mode.foot);
    sidePane.setAttribute("aria-label", mode.name);
    replace(sidePane, mode.side);
    element.classList.toggle("alone", !!mode.alone);
    shownPane = choice(
      "Pane",
      [
        ["page", "Page"],
        ["side", mode.name],
      ],
      panes.dataset.shown ?? "page",
      (shown) => {
        panes.dataset.shown = shown;
      },
    );
    replace(switcher, shownPane);
  };
  return { element, title, facts: factsLine, tools, lacks, put, showModes, showPane };
}

/** The line between the panes, to be dragged or moved with the arrow keys. @param {() => HTMLElement} panes */
function splitter(panes) {
  const set = (/** @type {number} */ share) => {
    const value = Math.round(Math.max(25, Math.min(75, share)));
    choose("share", value);
    panes().style.setProperty("--share", `${value}%`);
    element.setAttribute("aria-valuenow", String(value));
  };
  const element = h("div", {
    class: "splitter",
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": "Width of the page",
    "aria-valuemin": "25",
    "aria-valuemax": "75",
    "aria-valuenow": setting("share"),
    onkeydown: (event) => {
      const step = { ArrowLeft: -4, ArrowRight: 4 }[event.key];
      if (step) set(setting("share") + step);
    },
    onpointerdown: (event) => {
      element.setPointerCapture(event.pointerId);
      panes().classList.add("resizing");
    },
    onpointermove: (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const box = panes().getBoundingClientRect();
      set(((event.clientX - box.left) / box.width) * 100);
    },
    onpointerup: () => panes().classList.remove("resizing"),
    ondblclick: () => set(52),
  });
  return element;
}

/** @param {PageInfo} info @param {ExtractionAnswer | null} extraction @returns {Child[]} */
function facts(info, extraction) {
  const shown = extraction || info;
  const metadata = extraction?.metadata;
  const author = authorOf(metadata);
  return [
    statusChip(shown),
    confidenceChip(shown),
    shown.page_type && h("span", {}, heading(shown.page_type)),
    h("span", { title: readingTime(shown.words) }, several(shown.words, "word")),
    author !== "" && h("span", { class: "one-line", dir: "auto" }, author),
    metadata?.date && h("span", {}, day(metadata.date)),
    h("span", { class: "one-line" }, info.url ? outsideLink(info.url, shortAddress(info.url)) : info.name),
  ];
}
