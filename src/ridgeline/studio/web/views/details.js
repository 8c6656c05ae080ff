/** Everything that is known about a page and its extraction, as a list of facts. */

import { h, outsideLink, webAddress } from "../dom.js";
import { sentence } from "../api.js";
import { count, duration, heading, percent } from "../words.js";

/**
 * @param {import("../../documents").PageInfo} info
 * @param {import("../../documents").ExtractionAnswer} result
 */
export function details(info, result) {
  const found = Object.entries(result.metadata).filter(([, value]) => !isNothing(value));
  return h(
    "div",
    { class: "details stack wide" },
    section("The result", [
      ["Status", sentence(result.status_meaning)],
      ...result.advice.map((one) => pair("Advice", one)),
      ["Kind of page", result.page_type ? heading(result.page_type) : "Not known"],
      [
        "Confidence",
        result.confidence === null || result.confidence_words === null
          ? "This extractor gives none"
          : `${heading(result.confidence_words)} (expected word F1 ${result.confidence.toFixed(2)})`,
      ],
      [
        "Words",
        `${count(result.words)} of ${count(result.visible_words)} that the page shows${result.visible_words ? ` (${percent(result.words / result.visible_words)})` : ""}`,
      ],
      ["Extractor", result.extractor],
      ["Time", duration(result.seconds)],
      ...(result.carrier ? [pair("Content from data", fromData(result.carrier))] : []),
      ...result.remarks.map((one) => pair("Remark", one)),
      ...result.cuts.map((one) => pair("Cut off", one)),
    ]),
    section(
      "What the page says about itself",
      found.length
        ? found.map(([name, value]) => pair(heading(name), shown(value)))
        : [["Nothing", "It names no author, no date, no language."]],
    ),
    section("The stored page", [
      ["Name", info.name],
      ["Address", info.url ? outsideLink(info.url, info.url) : "Not known"],
      ["Size", `${count(info.bytes)} bytes, ${count(info.leaves)} leaves`],
      ["Corrected by", info.annotators.join(", ") || "Nobody yet"],
    ]),
  );
}

/** @typedef {[string, import("../dom.js").Child]} Fact */

/** @param {string} name @param {import("../dom.js").Child} value @returns {Fact} */
const pair = (name, value) => [name, value];

/** @param {string} title @param {Fact[]} pairs */
function section(title, pairs) {
  return h(
    "section",
    {},
    h("h2", {}, title),
    h(
      "dl",
      { class: "facts-list" },
      pairs.map(([name, value]) => [h("dt", {}, name), h("dd", { dir: "auto" }, value)]),
    ),
  );
}

/** @param {string} carrier */
const fromData = (carrier) =>
  `The page shows little by itself; its content came from data that it carries (${carrier})`;

/** @param {unknown} value */
const isNothing = (value) => value === null || value === "" || (Array.isArray(value) && !value.length);

/** @param {string | number | string[] | object | null} value */
function shown(value) {
  if (Array.isArray(value)) return value.join(", ");
  if (value !== null && typeof value === "object") {
    const known = Object.entries(value).filter(([, own]) => !isNothing(own));
    return known.map(([name, own]) => `${heading(name)}: ${[own].flat().join(", ")}`).join(" · ");
  }
  return webAddress(String(value)) ? outsideLink(String(value), String(value)) : String(value);
}
