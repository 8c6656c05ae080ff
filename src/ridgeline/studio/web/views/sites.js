/** Sites: how many of their pages are corrected, and what was learnt from that. */

/** @import { KindInfo } from "../../documents" */

import { get } from "../api.js";
import { h } from "../dom.js";
import { emptyState, table } from "../parts.js";
import { count, score } from "../words.js";

/**
 * The kinds of knowledge that the service knows, by name.
 * @param {KindInfo[]} listed
 * @returns {Record<string, KindInfo>}
 */
export const byKind = (listed) => Object.fromEntries(listed.map((one) => [one.kind, one]));

export async function showSites() {
  const { sites, kinds } = await get("/v1/sites");
  const labels = byKind(kinds);
  const rows = sites.map((one) =>
    h(
      "tr",
      {},
      h("td", {}, h("a", { href: `#/sites/${encodeURIComponent(one.site)}` }, one.site || "pages without an address")),
      h("td", { class: "number" }, count(one.pages)),
      h("td", { class: "number" }, count(one.corrected)),
      h(
        "td",
        {},
        one.learnt.length
          ? one.learnt.map((what) =>
              h(
                "span",
                { class: "chip accent", title: `F1 ${score(what.f1_before)} before, ${score(what.f1_after)} after` },
                labels[what.kind].label,
              ),
            )
          : h("span", { class: "quiet" }, one.corrected ? "ready to learn" : "–"),
      ),
    ),
  );
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head" },
      h("h1", {}, "Sites"),
      h(
        "p",
        {},
        "Correct two or three pages of a site, and let ridgeline learn its layout. Before anything is kept you see, page by page, what it changes.",
      ),
    ),
    sites.length
      ? table("Sites", ["Site", { text: "Pages", number: true }, { text: "Corrected", number: true }, "Learnt"], rows)
      : emptyState("No sites yet", "As soon as you open pages, their sites are listed here.", [
          h("a", { class: "button primary", href: "#/" }, "Open pages"),
        ]),
  );
  return { element, title: "Sites" };
}
