/** What a comparison shows: the answers, what only one of them keeps, how far they agree. */

/** @import { CompareAnswer, ComparedAnswer, ExtractorPair } from "../../documents" */

import { h } from "../dom.js";
import { choice, emptyState } from "../parts.js";
import { range } from "../tree.js";
import { count, duration, score, several } from "../words.js";

const MOST_PASSAGES = 60;

/**
 * @param {CompareAnswer} answer
 * @param {(name: string) => string} colourOf
 * @param {string} shown
 * @param {(name: string) => void} focus
 */
export function answers(answer, colourOf, shown, focus) {
  const rows = answer.answers.map((one) =>
    one.unavailable
      ? h(
          "tr",
          {},
          h("th", { scope: "row" }, swatch(colourOf(one.extractor)), one.extractor),
          h("td", { colspan: "4", class: "quiet" }, one.unavailable),
        )
      : h(
          "tr",
          { class: shown === one.extractor ? "chosen" : null },
          h("th", { scope: "row" }, swatch(colourOf(one.extractor)), one.extractor),
          h("td", { class: "number" }, count(one.words)),
          h(
            "td",
            { class: "number" },
            h(
              "button",
              {
                type: "button",
                class: "link",
                "aria-pressed": String(shown === one.extractor),
                onclick: () => focus(one.extractor),
              },
              several(one.only_words, "word"),
            ),
          ),
          h("td", { class: "number" }, score(one.confidence)),
          h("td", { class: "number" }, duration(one.seconds)),
        ),
  );
  return h(
    "section",
    { class: "stack close" },
    h("h2", {}, "Answers"),
    h(
      "div",
      { class: "wide-table", tabindex: "0", role: "region", "aria-label": "Answers" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Extractor"),
            h("th", { scope: "col", class: "number" }, "Words"),
            h("th", { scope: "col", class: "number" }, "Only it keeps"),
            h("th", { scope: "col", class: "number" }, "Expected F1"),
            h("th", { scope: "col", class: "number" }, "Time"),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}

/** @param {string} colour */
const swatch = (colour) => h("span", { class: `dot in-${colour}` });

/**
 * The passages that one extractor alone keeps.
 * @param {ComparedAnswer[]} usable
 * @param {import("../tree.js").Tree} tree
 * @param {(name: string) => string} colourOf
 * @param {string} shown
 * @param {(name: string) => void} focus
 * @param {(leaves: number[]) => void} find
 */
export function onlySection(usable, tree, colourOf, shown, focus, find) {
  const wanted = usable.filter((one) => shown === "all" || one.extractor === shown);
  const found = wanted.flatMap((one) => tree.passagesOf(one.only).map((place) => ({ place, one })));
  found.sort((first, second) => first.place - second.place);
  const items = found
    .slice(0, MOST_PASSAGES)
    .map(({ place, one }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "passage-button", onclick: () => find(range(...tree.passages[place])) },
          swatch(colourOf(one.extractor)),
          h("span", { class: "two-lines", dir: "auto" }, tree.passageText(place)),
          h("span", { class: "unseen" }, ` (only ${one.extractor})`),
        ),
      ),
    );
  const tabs = choice(
    "What only one keeps",
    /** @type {[string, string][]} */ ([["all", "All"], ...usable.map((one) => [one.extractor, one.extractor])]),
    shown,
    (name) => (name === "all" ? shown !== "all" && focus(shown) : focus(name)),
  );
  return h(
    "section",
    { class: "stack close" },
    h("div", { class: "spread" }, h("h2", {}, "What only one keeps"), tabs),
    items.length
      ? h("ul", { class: "only-list" }, items)
      : emptyState("No difference", "Every passage that one of them keeps, another keeps too."),
    found.length > MOST_PASSAGES &&
      h("p", { class: "small quiet" }, `The first ${MOST_PASSAGES} of ${count(found.length)} passages.`),
  );
}

/** @param {ExtractorPair[]} pairs @param {(name: string) => string} colourOf */
export function agreement(pairs, colourOf) {
  if (!pairs.length) return null;
  const row = (/** @type {ExtractorPair} */ pair) => {
    const bar = h("span");
    bar.style.width = `${pair.word_f1 * 100}%`;
    return h(
      "li",
      {},
      h(
        "span",
        { class: "row tight" },
        swatch(colourOf(pair.first)),
        pair.first,
        h("span", { class: "quiet" }, "and"),
        swatch(colourOf(pair.second)),
        pair.second,
      ),
      h("span", { class: "bar", "aria-hidden": "true" }, bar),
      h("span", { class: "number" }, score(pair.word_f1)),
    );
  };
  return h(
    "section",
    { class: "stack close" },
    h("h2", {}, "Agreement"),
    h("p", { class: "small quiet" }, "Word F1 of one text beside the other; 1 is the same words."),
    h("ul", { class: "agreement" }, pairs.map(row)),
  );
}
