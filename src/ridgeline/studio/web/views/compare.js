/** Compare: two to five extractors on one page, each in its colour; what only one keeps; how far they agree. */

import { h, replace } from "../dom.js";
import { extractors } from "../extracting.js";
import { bind } from "../keyboard.js";
import { pagePath, recall } from "../memory.js";
import { choice, emptyState, menu } from "../parts.js";
import { choose, setting } from "../settings.js";
import { complain, say } from "../toasts.js";
import { range, Tree } from "../tree.js";
import { count, duration, heading, score, several } from "../words.js";
import { mountainView } from "./mountain.js";

const COLOURS = ["a", "b", "c", "d", "e"];
const MOST_PASSAGES = 60;

/** @param {import("./page.js").Desk} desk */
export async function compareMode(desk) {
  const { id, frame } = desk;
  const [known, tree] = await Promise.all([extractors(), recall(`${pagePath(id)}/structure`).then((found) => new Tree(found))]);
  let names = setting("compared").filter((/** @type {string} */ name) => known.some((one) => one.name === name));
  if (names.length < 2) names = ["summit", "mountain"];
  /** @type {any} */
  let answer = { answers: [], agreement: [], presets: {} };
  let shown = "all";
  const body = h("div", { class: "pane-body pad stack wide" });
  const pickers = h("div", { class: "row" });
  const mountain = h("div", {});
  const presets = h("div", {});
  const usable = () => answer.answers.filter((/** @type {any} */ one) => !one.unavailable);

  const load = async () => {
    choose("compared", names);
    showPickers();
    body.setAttribute("aria-busy", "true");
    try {
      const wanted = names;
      const found = await recall(`${pagePath(id)}/compare`, { extractors: wanted.join(",") });
      if (wanted !== names) return;
      answer = found;
      shown = "all";
      show();
    } catch (error) {
      complain(error);
    } finally {
      body.removeAttribute("aria-busy");
    }
  };
  const colourOf = (/** @type {string} */ name) => COLOURS[names.indexOf(name)] || "a";
  const paint = () => {
    const layers = usable().map((/** @type {any} */ one) => ({ leaves: shown === "all" ? one.keep : shown === one.extractor ? one.only : [], style: colourOf(one.extractor) })).filter((/** @type {any} */ layer) => layer.leaves.length && layer.style !== "e");
    frame.paint(layers);
  };
  const focus = (/** @type {string} */ name) => {
    shown = shown === name ? "all" : name;
    show();
  };
  const showPickers = () => {
    const add = known.filter((one) => !names.includes(one.name));
    replace(pickers, names.map((/** @type {string} */ name) => h("span", { class: "chip extractor-chip" }, h("span", { class: `dot in-${colourOf(name)}` }), name,
      names.length > 2 && h("button", { type: "button", class: "chip-close", "aria-label": `Leave out ${name}`, onclick: () => { names = names.filter((/** @type {string} */ one) => one !== name); load(); } }, "×"))),
      names.length < 4 && menu("Add", "open", add.map((one) => h("button", { type: "button", title: one.summary, onclick: () => { names = [...names, one.name]; load(); } }, one.name, h("span", { class: "quiet small one-line" }, one.summary))), "list"));
  };
  const show = () => {
    paint();
    replace(presets, Object.entries(answer.presets).map(([title, wanted]) => h("button", { type: "button", onclick: () => preset(/** @type {string[]} */ (wanted)) }, heading(title), h("span", { class: "quiet small one-line" }, /** @type {string[]} */ (wanted).join(", ")))));
    replace(body, answers(answer, colourOf, shown, focus), onlySection(usable(), tree, colourOf, shown, focus, (leaves) => { frame.outline({ leaves }, "selection"); frame.scroll(leaves[0]); desk.showPane("page"); }), agreement(answer.agreement, colourOf), mountain);
  };
  const preset = (/** @type {string[]} */ wanted) => {
    names = wanted.slice(0, COLOURS.length);
    load();
  };
  const side = h("div", { class: "pane-inside" }, h("div", { class: "pane-bar" }, pickers, h("div", { class: "end" }, menu("Presets", "settings", [presets], "list"))), body);
  const hill = await mountainView(id, (leaves, isClick) => {
    frame.outline(leaves ? { leaves } : null, isClick ? "selection" : "hover");
    if (isClick && leaves) frame.scroll(leaves[0]);
  });
  replace(mountain, hill.element);
  await load();
  const unbind = bind("Compare", [
    ...[0, 1, 2, 3].map((place) => ({ keys: [["q", "w", "e", "r"][place]], title: `What only the ${["first", "second", "third", "fourth"][place]} keeps`, run: () => names[place] && focus(names[place]) })),
    { keys: ["Escape"], title: "All of them", run: () => { shown = "all"; show(); } },
  ]);
  return {
    name: "Comparison", side,
    tools: [h("p", { class: "quiet small one-line" }, "Stripes show which extractors keep a passage.")],
    hover: (/** @type {any} */ { leaf }) => hill.point(leaf),
    click: (/** @type {any} */ { leaf }) => {
      if (leaf === null) return;
      const keepers = usable().filter((/** @type {any} */ one) => one.keep.includes(leaf)).map((/** @type {any} */ one) => one.extractor);
      say(keepers.length ? `Kept by ${keepers.join(", ")}.` : "None of them keeps it.");
    },
    close: () => { unbind(); frame.outline(null, "selection"); frame.outline(null, "hover"); },
  };
}

/**
 * @param {any} answer
 * @param {(name: string) => string} colourOf
 * @param {string} shown
 * @param {(name: string) => void} focus
 */
function answers(answer, colourOf, shown, focus) {
  const rows = answer.answers.map((/** @type {any} */ one) => (one.unavailable
    ? h("tr", {}, h("th", { scope: "row" }, swatch(colourOf(one.extractor)), one.extractor), h("td", { colspan: "4", class: "quiet" }, one.unavailable))
    : h("tr", { class: shown === one.extractor ? "chosen" : null }, h("th", { scope: "row" }, swatch(colourOf(one.extractor)), one.extractor), h("td", { class: "number" }, count(one.words)),
      h("td", { class: "number" }, h("button", { type: "button", class: "link", "aria-pressed": String(shown === one.extractor), onclick: () => focus(one.extractor) }, several(one.only_words, "word"))),
      h("td", { class: "number" }, score(one.confidence)), h("td", { class: "number" }, duration(one.seconds)))));
  return h("section", { class: "stack close" }, h("h2", {}, "Answers"), h("div", { class: "wide-table", tabindex: "0", role: "region", "aria-label": "Answers" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Extractor"), h("th", { scope: "col", class: "number" }, "Words"), h("th", { scope: "col", class: "number" }, "Only it keeps"), h("th", { scope: "col", class: "number" }, "Expected F1"), h("th", { scope: "col", class: "number" }, "Time"))),
    h("tbody", {}, rows))));
}

/** @param {string} colour */
const swatch = (colour) => h("span", { class: `dot in-${colour}` });

/**
 * The passages that one extractor alone keeps.
 * @param {any[]} usable
 * @param {Tree} tree
 * @param {(name: string) => string} colourOf
 * @param {string} shown
 * @param {(name: string) => void} focus
 * @param {(leaves: number[]) => void} find
 */
function onlySection(usable, tree, colourOf, shown, focus, find) {
  const wanted = usable.filter((one) => shown === "all" || one.extractor === shown);
  const found = wanted.flatMap((one) => tree.passagesOf(one.only).map((place) => ({ place, one })));
  found.sort((first, second) => first.place - second.place);
  const items = found.slice(0, MOST_PASSAGES).map(({ place, one }) => h("li", {}, h("button", { type: "button", class: "passage-button", onclick: () => find(range(...tree.passages[place])) },
    swatch(colourOf(one.extractor)), h("span", { class: "two-lines", dir: "auto" }, tree.passageText(place)), h("span", { class: "unseen" }, ` (only ${one.extractor})`))));
  const tabs = choice("What only one keeps", /** @type {[string, string][]} */ ([["all", "All"], ...usable.map((one) => [one.extractor, one.extractor])]), shown, (name) => (name === "all" ? shown !== "all" && focus(shown) : focus(name)));
  return h("section", { class: "stack close" }, h("div", { class: "spread" }, h("h2", {}, "What only one keeps"), tabs),
    items.length ? h("ul", { class: "only-list" }, items) : emptyState("No difference", "Every passage that one of them keeps, another keeps too."),
    found.length > MOST_PASSAGES && h("p", { class: "small quiet" }, `The first ${MOST_PASSAGES} of ${count(found.length)} passages.`));
}

/** @param {{first: string, second: string, word_f1: number}[]} pairs @param {(name: string) => string} colourOf */
function agreement(pairs, colourOf) {
  if (!pairs.length) return null;
  const row = (/** @type {any} */ pair) => {
    const bar = h("span");
    bar.style.width = `${pair.word_f1 * 100}%`;
    return h("li", {}, h("span", { class: "row tight" }, swatch(colourOf(pair.first)), pair.first, h("span", { class: "quiet" }, "and"), swatch(colourOf(pair.second)), pair.second), h("span", { class: "bar", "aria-hidden": "true" }, bar), h("span", { class: "number" }, score(pair.word_f1)));
  };
  return h("section", { class: "stack close" }, h("h2", {}, "Agreement"), h("p", { class: "small quiet" }, "Word F1 of one text beside the other; 1 is the same words."), h("ul", { class: "agreement" }, pairs.map(row)));
}

