/** Everything that is known about a page and its extraction, as a list of facts. */

import { h, outsideLink, webAddress } from "../dom.js";
import { sentence } from "../api.js";
import { count, duration, heading, percent } from "../words.js";

/**
 * @param {any} info
 * @param {import("../api.js").Extraction} result
 */
export function details(info, result) {
  const found = Object.entries(result.metadata || {}).filter(([, value]) => value !== null && value !== "" && !(Array.isArray(value) && !value.length));
  return h("div", { class: "details stack wide" },
    section("The result", [
      ["Status", sentence(result.status_meaning)],
      ...result.advice.map((one) => /** @type {[string, any]} */ (["Advice", one])),
      ["Kind of page", result.page_type ? heading(result.page_type) : "Not known"],
      ["Confidence", result.confidence === null ? "This extractor gives none" : `${heading(result.confidence_words)} (expected word F1 ${result.confidence.toFixed(2)})`],
      ["Words", `${count(result.words)} of ${count(result.visible_words)} that the page shows${result.visible_words ? ` (${percent(result.words / result.visible_words)})` : ""}`],
      ["Extractor", result.extractor],
      ["Time", duration(result.seconds)],
      result.carrier ? ["Content from data", `The page shows little by itself; its content came from data that it carries (${result.carrier})`] : null,
      ...result.remarks.map((one) => /** @type {[string, any]} */ (["Remark", one])),
      ...result.cuts.map((one) => /** @type {[string, any]} */ (["Cut off", one])),
    ]),
    section("What the page says about itself", found.length ? found.map(([name, value]) => [heading(name), shown(value)]) : [["Nothing", "It names no author, no date, no language."]]),
    section("The stored page", [
      ["Name", info.name], ["Address", info.url ? outsideLink(info.url, info.url) : "Not known"], ["Size", `${count(info.bytes)} bytes, ${count(info.leaves)} leaves`],
      ["Corrected by", info.annotators?.join(", ") || "Nobody yet"],
    ]));
}

/**
 * @param {string} title
 * @param {([string, any] | null)[]} pairs
 */
function section(title, pairs) {
  return h("section", {}, h("h2", {}, title), h("dl", { class: "facts-list" }, pairs.filter((pair) => pair !== null).map((pair) => [h("dt", {}, /** @type {any} */ (pair)[0]), h("dd", { dir: "auto" }, /** @type {any} */ (pair)[1])])));
}

/** @param {any} value */
function shown(value) {
  if (Array.isArray(value)) return value.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one))).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return webAddress(String(value)) ? outsideLink(String(value), String(value)) : String(value);
}
