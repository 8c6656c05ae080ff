/** The pages that were opened: found by words, ordered, taken along as clips, removed. */

/** @import { NewClips, PageInfo } from "../../documents" */

import { download, get, send } from "../api.js";
import { h, replace } from "../dom.js";
import { EXAMPLES } from "../examples.js";
import { icon } from "../icons.js";
import { pageChanged, pagePath } from "../memory.js";
import { button, confidenceChip, confirm, emptyState, select, statusChip } from "../parts.js";
import { saveFile } from "../downloads.js";
import { go } from "../router.js";
import { complain, say } from "../toasts.js";
import { startTour } from "../tour.js";
import { storeText } from "../uploads.js";
import { ago, count, heading, several, shortAddress, titleOf } from "../words.js";

const AT_A_TIME = 50;

export async function pageList() {
  const wanted = { order: "recent", q: "", shelf: "inbox", tag: "", offset: 0, limit: AT_A_TIME };
  /** @type {Set<string>} */
  const chosen = new Set();
  let found = await get("/v1/pages", wanted);
  const rows = h("ul", { class: "page-list", "aria-label": "Pages" });
  const actions = h("div", { class: "row list-actions", hidden: true });
  const more = h("div", { class: "row" });
  const search = h("input", {
    type: "search",
    placeholder: "Search in titles and texts",
    "aria-label": "Find among the pages",
    oninput: () => wait(() => find({ q: search.value.trim() })),
  });
  const shelf = select(
    "Which pages",
    [
      ["inbox", "Without the archive"],
      ["unread", "Unread"],
      ["archive", "Archive"],
      ["", "All"],
    ],
    wanted.shelf,
    (value) => find({ shelf: value }),
    { unseenLabel: true },
  );
  const tags = h("div", { class: "row tags" });
  const order = select(
    "Order",
    [
      ["recent", "Newest first"],
      ["least-certain", "Least certain first"],
      ["site", "By site"],
    ],
    wanted.order,
    (value) => find({ order: value }),
    { unseenLabel: true },
  );
  const element = h(
    "section",
    { class: "stack", "aria-label": "Opened before" },
    h("div", { class: "spread" }, h("h2", {}, "Opened before"), h("div", { class: "row list-tools" }, search, shelf, order)),
    tags,
    actions,
    rows,
    more,
  );

  const find = async (/** @type {Partial<typeof wanted>} */ change) => {
    Object.assign(wanted, { offset: 0 }, change);
    try {
      found = await get("/v1/pages", wanted);
      show();
      await showTags();
    } catch (error) {
      complain(error);
    }
  };
  const showTags = async () => {
    const known = (await get("/v1/tags")).tags;
    const pick = (/** @type {string} */ name) => () => find({ tag: wanted.tag === name ? "" : name });
    replace(
      tags,
      known.map(({ name, pages }) =>
        h(
          "button",
          { type: "button", class: "chip", "aria-pressed": String(name === wanted.tag), onclick: pick(name) },
          `${name} ${count(pages)}`,
        ),
      ),
    );
  };
  const showMore = async () => {
    const next = await get("/v1/pages", { ...wanted, offset: found.pages.length });
    found = { ...next, pages: [...found.pages, ...next.pages] };
    show();
  };
  const showActions = () => {
    actions.hidden = chosen.size === 0;
    replace(
      actions,
      h("strong", {}, `${chosen.size} chosen`),
      button("EPUB", () => clip("epub"), { icon: "download" }),
      button("Markdown", () => clip("markdown")),
      button("HTML", () => clip("html")),
      button("JSON Lines", () => clip("jsonl")),
      button("Remove", () => remove([...chosen]), { icon: "trash", kind: "danger" }),
      button(
        "Choose none",
        () => {
          chosen.clear();
          show();
        },
        { kind: "plain" },
      ),
    );
  };
  const clip = async (/** @type {NewClips["format"]} */ format) => {
    try {
      const ids = found.pages
        .filter((page) => chosen.has(page.id))
        .map((page) => page.id);
      const { data, name } = await download("/v1/clips", { pages: ids, format });
      saveFile(data, name);
      say(`${several(ids.length, "clip")} saved as ${name}.`);
    } catch (error) {
      complain(error);
    }
  };
  const remove = async (/** @type {string[]} */ ids) => {
    const text = `${several(ids.length, "page")} and ${ids.length === 1 ? "its" : "their"} corrections are removed from this studio. Files on your disk stay.`;
    if (!(await confirm("Remove from the studio?", text, "Remove"))) return;
    try {
      for (const id of ids) {
        await send("DELETE", pagePath(id));
        pageChanged(id);
        chosen.delete(id);
      }
    } catch (error) {
      complain(error);
    }
    await find({});
  };
  const mark = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    if (on) chosen.add(id);
    else chosen.delete(id);
    showActions();
  };
  const show = () => {
    replace(
      rows,
      found.pages.map((page) => row(page, chosen.has(page.id), mark, remove)),
    );
    if (!found.pages.length)
      replace(
        rows,
        h(
          "li",
          { class: "bare" },
          wanted.q || wanted.tag || wanted.shelf !== "inbox"
            ? emptyState("Nothing found", wanted.q ? `No page has “${wanted.q}” in its title, its address or its text.` : "No page is here.")
            : emptyState(
                "No pages yet",
                "Type an address above, drop an HTML file on this window, or pick a folder. Pages stay on this machine. " +
                  "Or begin with an example: see what is kept, correct it with a click, read it.",
                [
                  button("A tour of one minute", startTour, { kind: "primary" }),
                  ...EXAMPLES.map(({ name, html, url }) => button(name, () => openExample(html, url))),
                ],
              ),
        ),
      );
    replace(more, found.pages.length < found.total && button(`Show more of ${count(found.total)}`, showMore));
    showActions();
  };
  show();
  await showTags();
  const bindings = [
    { keys: ["j", "ArrowDown"], title: "Next page of the list", run: () => step(rows, 1) },
    { keys: ["k", "ArrowUp"], title: "Previous page of the list", run: () => step(rows, -1) },
    { keys: ["Shift+f"], title: "Find among the pages", run: () => search.focus() },
  ];
  return { element, reload: () => find({}), bindings };
}

/** @param {string} html @param {string} url */
async function openExample(html, url) {
  try {
    go(`/pages/${(await storeText(html, url)).id}`);
  } catch (error) {
    complain(error);
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {() => void} run */
function wait(run) {
  clearTimeout(timer);
  timer = setTimeout(run, 150);
}

/** @param {Element} rows @param {number} by */
function step(rows, by) {
  const links = [.../** @type {NodeListOf<HTMLElement>} */ (rows.querySelectorAll("a.page-link"))];
  const place = links.findIndex((link) => link === document.activeElement);
  links[place < 0 ? 0 : Math.max(0, Math.min(links.length - 1, place + by))]?.focus();
}

/**
 * @param {PageInfo} page
 * @param {boolean} isChosen
 * @param {(id: string, on: boolean) => void} mark
 * @param {(ids: string[]) => void} remove
 */
function row(page, isChosen, mark, remove) {
  const title = titleOf(page);
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox",
    checked: isChosen,
    "aria-label": `Choose ${title}`,
    onchange: () => mark(page.id, box.checked),
  });
  return h(
    "li",
    {},
    box,
    h(
      "div",
      { class: "grow" },
      h(
        "a",
        { class: page.unread ? "page-link one-line unread" : "page-link one-line", href: `#/pages/${page.id}`, dir: "auto" },
        title,
      ),
      h("div", { class: "small quiet one-line", dir: "auto" }, shortAddress(page.url) || page.name),
      page.excerpt && h("div", { class: "small excerpt", dir: "auto" }, page.excerpt),
    ),
    h(
      "div",
      { class: "row chips" },
      page.tags.map((tag) => h("span", { class: "chip" }, tag)),
      page.corrected && h("span", { class: "chip accent" }, "corrected"),
      page.status === "ok" && page.page_type && h("span", { class: "chip" }, heading(page.page_type)),
      page.status === "ok" ? confidenceChip(page) : statusChip(page),
    ),
    h("span", { class: "small quiet when" }, ago(page.opened)),
    h(
      "button",
      {
        class: "button plain icon",
        type: "button",
        "aria-label": `Remove ${title}`,
        title: "Remove",
        onclick: () => remove([page.id]),
      },
      icon("trash"),
    ),
  );
}
