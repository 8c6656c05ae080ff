/** Bulk runs: open the output folder of `ridgeline bulk`. */

import { get, send } from "../api.js";
import { h, newId } from "../dom.js";
import { emptyState } from "../parts.js";
import { go } from "../router.js";
import { complain } from "../toasts.js";
import { ago } from "../words.js";

export async function showRuns() {
  const { runs } = await get("/v1/runs");
  const id = newId();
  const field = h("input", {
    id,
    type: "text",
    placeholder: "/home/me/crawl/out",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
  });
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      go(`/runs/${(await send("POST", "/v1/runs", { path: field.value.trim() })).id}`);
    } catch (error) {
      complain(error);
    }
  };
  const row = (/** @type {import("../../documents").RunInfo} */ run) =>
    h(
      "li",
      {},
      h("div", { class: "grow" }, h("a", { class: "page-link one-line", href: `#/runs/${run.id}` }, run.path)),
      h("span", { class: "small quiet when" }, ago(run.opened)),
    );
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head" },
      h("h1", {}, "Bulk runs"),
      h(
        "p",
        {},
        "The output of ridgeline bulk at a glance: what became of the pages, how sure the answers are, what was slow, what failed.",
      ),
    ),
    h(
      "form",
      { class: "card open-address", onsubmit: open },
      h("div", { class: "field grow" }, h("label", { for: id }, "Output folder of a run"), field),
      h("button", { class: "button primary", type: "submit" }, "Open"),
    ),
    h(
      "section",
      { class: "stack close" },
      h("h2", {}, "Opened before"),
      runs.length
        ? h("ul", { class: "page-list" }, runs.map(row))
        : emptyState(
            "No runs yet",
            "Name the folder that was given to --output, such as the one of ridgeline bulk crawl/ --output out/.",
          ),
    ),
  );
  return { element, title: "Bulk runs" };
}
