/** Feeds: follow them, and fetch the pages of their new entries when somebody asks for that. */

/** @import { FeedInfo } from "../../documents" */

import { get, send } from "../api.js";
import { h, newId, outsideLink, replace } from "../dom.js";
import { icon } from "../icons.js";
import { forget } from "../memory.js";
import { button, confirm, emptyState } from "../parts.js";
import { setting } from "../settings.js";
import { complain, say } from "../toasts.js";
import { loadResources } from "../uploads.js";
import { ago, several, shortAddress } from "../words.js";

/** @param {string} id @returns {`/v1/feeds/${string}`} */
const feedPath = (id) => `/v1/feeds/${encodeURIComponent(id)}`;

export async function showFeeds() {
  let { feeds } = await get("/v1/feeds");
  let isOpen = true; // entries are fetched until the view is left
  const id = newId();
  const field = h("input", {
    id,
    type: "text",
    inputmode: "url",
    placeholder: "https://example.org/",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
  });
  const follow = h("button", { class: "button primary", type: "submit" }, "Follow");
  const status = h("p", { class: "small quiet", role: "status" });
  const list = h("ul", { class: "page-list", "aria-label": "Feeds" });
  const now = button("Fetch now", () => fetchAll());
  const file = h("input", { type: "file", accept: ".opml,.xml,text/x-opml", hidden: true, "aria-hidden": "true", tabindex: "-1" });
  file.addEventListener("change", async () => {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text !== undefined) await change(() => send("POST", "/v1/feeds/opml", { opml: text }));
  });

  /** Does something, and shows the feeds that there are then. @param {() => Promise<unknown>} work */
  const change = async (work) => {
    try {
      await work();
    } catch (error) {
      complain(error);
    }
    feeds = (await get("/v1/feeds")).feeds;
    show();
  };
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    follow.disabled = true;
    const typed = field.value.trim();
    await change(async () => {
      const feed = await send("POST", "/v1/feeds", { url: /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}` });
      field.value = "";
      say(`You follow ${feed.title || feed.url}. Its ${several(feed.waiting, "new entry", "new entries")} can be fetched now.`);
    });
    follow.disabled = false;
  };
  const remove = async (/** @type {FeedInfo} */ feed) => {
    const text = "Its new entries are fetched no more. The pages that it brought stay.";
    if (await confirm(`Remove ${feed.title || feed.url}?`, text, "Remove")) await change(() => send("DELETE", feedPath(feed.id)));
  };
  const fetchAll = async () => {
    now.disabled = true;
    let [stored, failed] = [0, 0];
    for (const feed of feeds) {
      status.textContent = `Looking for new entries of ${feed.title || feed.url} …`;
      const found = await send("POST", `${feedPath(feed.id)}/entries`).catch(() => null); // the list says why
      for (const [place, entry] of (found?.entries ?? []).entries()) {
        if (!isOpen) return;
        status.textContent = `${feed.title || feed.url}: ${place + 1} of ${found?.entries.length} …`;
        try {
          const page = await send("POST", `${feedPath(feed.id)}/pages`, { url: entry.url });
          stored += 1;
          await loadResources(page.id, setting("pictures") === "page").catch(() => null); // the page says what it lacks
        } catch {
          failed += 1; // it is tried again the next time
        }
      }
    }
    forget("/v1/pages?", "/v1/sites", "/v1/annotation");
    now.disabled = false;
    const rest = failed ? `; ${several(failed, "page")} could not be fetched` : "";
    status.textContent = `${several(stored, "new page")}${rest}.`;
    await change(async () => {});
  };
  const show = () => {
    now.disabled = !feeds.length;
    replace(
      list,
      feeds.length
        ? feeds.map((feed) => row(feed, remove))
        : h("li", { class: "bare" }, emptyState("No feeds yet", "Type the address of a site or of its feed. New entries come as whole pages, when you ask for them.")),
    );
  };
  show();
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head" },
      h("p", { class: "small" }, h("a", { href: "#/" }, "Pages")),
      h("h1", {}, "Feeds"),
      h("p", {}, "Follow sites that you read. Their new entries are fetched as whole pages, a second apart, when you ask for that."),
    ),
    h(
      "section",
      { class: "open-box card", "aria-label": "Follow a feed" },
      h(
        "form",
        { class: "open-address", onsubmit: add },
        h("div", { class: "field grow" }, h("label", { for: id }, "Address of a site or of its feed"), field),
        follow,
      ),
    ),
    h(
      "div",
      { class: "spread" },
      h("div", { class: "row" }, now, status),
      h(
        "div",
        { class: "row" },
        button("Import OPML …", () => file.click(), { icon: "open" }),
        h("a", { class: "button", href: "/v1/feeds/opml", download: "" }, icon("download"), "Export OPML"),
        file,
      ),
    ),
    list,
  );
  return { element, title: "Feeds", close: () => (isOpen = false) };
}

/** @param {FeedInfo} feed @param {(feed: FeedInfo) => void} remove */
function row(feed, remove) {
  const name = feed.title || shortAddress(feed.url);
  const asked = feed.fetched ? `asked ${ago(feed.fetched)}` : "not asked yet";
  return h(
    "li",
    {},
    h(
      "div",
      { class: "grow" },
      h("div", { class: "one-line", dir: "auto" }, name),
      h("div", { class: "small quiet one-line" }, outsideLink(feed.url, shortAddress(feed.url)), ` · ${asked}`),
      feed.problem && h("div", { class: "small problem" }, feed.problem),
    ),
    feed.waiting > 0 && h("span", { class: "chip accent" }, `${feed.waiting} new`),
    button(`Remove ${name}`, () => remove(feed), { icon: "trash", iconOnly: true, kind: "plain" }),
  );
}
