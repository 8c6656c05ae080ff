/** Learn: what the corrected pages of a site teach, checked leave-one-out before it is kept. */

/** @import { CheckAnswer, KindInfo, PageInfo } from "../../documents" */

import { get, send } from "../api.js";
import { h, replace } from "../dom.js";
import { forget } from "../memory.js";
import { button, confirm, emptyState, table } from "../parts.js";
import { complain, say } from "../toasts.js";
import { ago, score, several, titleOf } from "../words.js";
import { byKind } from "./sites.js";

/** @typedef {KindInfo["kind"]} Kind */

/** @param {string} site */
export async function showSite(site) {
  const path = /** @type {const} */ (`/v1/sites/${encodeURIComponent(site)}`);
  const [{ sites, kinds: listed }, { pages }] = await Promise.all([
    get("/v1/sites"),
    get("/v1/pages", { site, limit: 200 }),
  ]);
  const kinds = byKind(listed);
  let about = sites.find((one) => one.site === site) || {
    site,
    pages: pages.length,
    corrected: 0,
    learnt: [],
  };
  const learnt = h("div", { class: "may-be-empty" });
  const cards = h("div", { class: "kinds" });
  const outcome = h("div", { "aria-live": "polite" });
  const names = new Map(pages.map((page) => [page.id, titleOf(page)]));

  const reload = async () => {
    forget("/v1/sites", "/v1/pages");
    const answer = await get("/v1/sites");
    about = answer.sites.find((one) => one.site === site) || about;
    show();
  };
  const check = async (/** @type {Kind} */ kind, /** @type {HTMLButtonElement} */ pressed) => {
    pressed.disabled = true;
    pressed.textContent = "Checking …";
    try {
      const answer = await send("POST", `${path}/check`, { kind });
      replace(
        outcome,
        checked(kinds[kind].label, answer, names, () => keep(kind, answer)),
      );
      outcome.scrollIntoView({ block: "nearest" });
    } catch (error) {
      complain(error);
    } finally {
      pressed.disabled = false;
      pressed.textContent = "Check";
    }
  };
  const keep = async (/** @type {Kind} */ kind, /** @type {CheckAnswer} */ answer) => {
    const force = !!answer.needs;
    if (
      force &&
      !(await confirm(
        "Keep it without a second page?",
        `It still needs ${answer.needs}. What one page teaches can be wrong on the next.`,
        "Keep it all the same",
      ))
    )
      return;
    try {
      await send("POST", `${path}/learnt`, force ? { kind, force: true } : { kind });
      say(`${kinds[kind].label} kept for ${site}. It applies in the studio, and elsewhere with --sites.`);
      replace(outcome);
      await reload();
    } catch (error) {
      complain(error);
    }
  };
  const drop = async (/** @type {Kind} */ kind) => {
    if (
      !(await confirm(
        "Forget it?",
        `${kinds[kind].label} of ${site} is deleted. Your corrections stay, so it can be learnt again.`,
        "Forget",
      ))
    )
      return;
    try {
      await send("DELETE", `${path}/learnt/${encodeURIComponent(kind)}`);
      say("Forgotten.");
      await reload();
    } catch (error) {
      complain(error);
    }
  };
  const show = () => {
    replace(
      learnt,
      about.learnt.length > 0 &&
        h(
          "section",
          { class: "stack close" },
          h("h2", {}, "Learnt and in use"),
          table(
            "Learnt",
            [
              "Kind",
              "When",
              { text: "Pages", number: true },
              { text: "F1 before", number: true },
              { text: "F1 after", number: true },
              "",
            ],
            about.learnt.map((one) =>
              h(
                "tr",
                {},
                h("td", {}, kinds[one.kind].label),
                h("td", { class: "quiet" }, ago(one.made)),
                h("td", { class: "number" }, one.pages),
                h("td", { class: "number" }, score(one.f1_before)),
                h("td", { class: "number" }, score(one.f1_after)),
                h(
                  "td",
                  { class: "number" },
                  button("Forget", () => drop(one.kind), { kind: "plain danger", icon: "trash" }),
                ),
              ),
            ),
          ),
        ),
    );
    replace(
      cards,
      listed.map(({ kind, label, summary, advice }) => {
        const pressed = h(
          "button",
          { type: "button", class: "button", disabled: !about.corrected, "aria-label": `Check: ${label}` },
          "Check",
        );
        pressed.addEventListener("click", () => check(kind, pressed));
        const text = `${summary[0].toUpperCase()}${summary.slice(1)}. Choose it ${advice}.`;
        return h("div", { class: "card kind" }, h("h3", {}, label), h("p", { class: "small quiet" }, text), pressed);
      }),
    );
  };
  show();
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head" },
      h("p", { class: "small" }, h("a", { href: "#/sites" }, "Sites")),
      h("h1", {}, site),
      h("p", {}, `${several(about.corrected, "corrected page")} of ${several(about.pages, "page")}.`),
    ),
    learnt,
    h(
      "section",
      { class: "stack close" },
      h("h2", {}, "What to learn"),
      about.corrected
        ? null
        : emptyState("Nothing to learn from yet", "Correct a page of this site first; two or three are better."),
      cards,
    ),
    outcome,
    h("section", { class: "stack close" }, h("h2", {}, "Its pages"), pageRows(pages)),
  );
  return { element, title: site };
}

/** @param {PageInfo[]} pages */
function pageRows(pages) {
  return h(
    "ul",
    { class: "page-list" },
    pages.map((page) =>
      h(
        "li",
        {},
        h(
          "div",
          { class: "grow" },
          h("a", { class: "page-link one-line", href: `#/pages/${page.id}/correct`, dir: "auto" }, titleOf(page)),
        ),
        page.corrected
          ? h("span", { class: "chip accent" }, `corrected by ${page.annotators.join(", ")}`)
          : h("span", { class: "chip" }, "not corrected"),
      ),
    ),
  );
}

/**
 * What a check found: a row for each corrected page, tried with what the others teach.
 * @param {string} label
 * @param {CheckAnswer} answer
 * @param {Map<string, string>} names
 * @param {() => void} keep
 */
function checked(label, answer, names, keep) {
  const worse = new Set(answer.worse);
  const rows = answer.pages.map((page) =>
    h(
      "tr",
      { class: worse.has(page.id) ? "worse" : null },
      h("td", { dir: "auto" }, h("a", { href: `#/pages/${page.id}/correct` }, names.get(page.id) || page.name)),
      h("td", { class: "number" }, score(page.before)),
      h("td", { class: "number" }, score(page.after)),
      h("td", { class: "number" }, change(page.before, page.after)),
    ),
  );
  return h(
    "section",
    { class: "card stack" },
    h(
      "div",
      { class: "spread" },
      h("h2", {}, `${label}: what it would change`),
      button("Keep it", keep, { kind: answer.needs ? "" : "primary", icon: "save" }),
    ),
    answer.needs && h("p", { class: "notice fair" }, `Not confirmed yet: this needs ${answer.needs}.`),
    worse.size > 0 &&
      h(
        "p",
        { class: "notice bad" },
        `${several(worse.size, "page gets", "pages get")} worse: ${[...worse].map((id) => names.get(id) || id).join(", ")}.`,
      ),
    !answer.needs &&
      worse.size === 0 &&
      answer.pages.length > 0 &&
      h("p", { class: "notice good" }, "No page gets worse."),
    h("p", { class: "small quiet" }, "Each page was tried with what was learnt from the other corrected pages alone."),
    table(
      "Leave-one-out check",
      [
        "Page",
        { text: "F1 before", number: true },
        { text: "F1 after", number: true },
        { text: "Change", number: true },
      ],
      [
        ...rows,
        h(
          "tr",
          { class: "total" },
          h("th", { scope: "row" }, "Mean"),
          h("td", { class: "number" }, score(answer.before)),
          h("td", { class: "number" }, score(answer.after)),
          h("td", { class: "number" }, change(answer.before, answer.after)),
        ),
      ],
    ),
    answer.preview &&
      h(
        "details",
        {},
        h("summary", {}, "What would be written"),
        h("pre", { class: "source boxed", tabindex: "0" }, answer.preview),
      ),
  );
}

/** @param {number | null} before @param {number | null} after */
function change(before, after) {
  if (before === null || after === null) return "–";
  const by = after - before;
  if (Math.abs(by) < 0.0005) return h("span", { class: "quiet" }, "same");
  return h("span", { class: by > 0 ? "up" : "down" }, `${by > 0 ? "+" : "−"}${Math.abs(by).toFixed(3)}`);
}
