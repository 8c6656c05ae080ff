/** Sites: how many of their pages are corrected, and what was learnt from that. */

/** @import { LearntInfo } from "../../documents" */

import { get } from "../api.js";
import { h } from "../dom.js";
import { emptyState, table } from "../parts.js";
import { count, score } from "../words.js";

/** The names of the kinds of knowledge. */
export const KINDS = /** @type {Record<LearntInfo["kind"], {name: string, text: string}>} */ ({
  rule: {
    name: "Rule",
    text: "Selectors that you can read and edit. Written into the site rules that the command line uses too.",
  },
  template: {
    name: "Template",
    text: "The layout that the site’s pages share: paths of content, and blocks that are not.",
  },
  "mountain-site": {
    name: "Site classifier",
    text: "The Mountain Model with a classifier for this site; it wants about ten corrected pages.",
  },
  summit: { name: "Adapted summit", text: "The default networks with a small head for this site, learnt in seconds." },
});

export async function showSites() {
  const { sites } = await get("/v1/sites");
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
                KINDS[what.kind].name,
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
