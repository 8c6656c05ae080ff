/** The beginning: theme, top bar, keys, and the views by their addresses. */

import { h, replace } from "./dom.js";
import { showKeys, showPalette } from "./help.js";
import { icon } from "./icons.js";
import { bind, listen } from "./keyboard.js";
import { button } from "./parts.js";
import { go, start } from "./router.js";
import { choose, followTheme, onChange, theme } from "./settings.js";
import { hush } from "./toasts.js";
import { showAnnotate } from "./views/annotation.js";
import { showBookmarklet } from "./views/bookmarklet.js";
import { showFeeds } from "./views/feeds.js";
import { showPages } from "./views/pages.js";
import { showPage } from "./views/page.js";
import { showRun } from "./views/run.js";
import { showRuns } from "./views/runs.js";
import { showSite } from "./views/site.js";
import { showSites } from "./views/sites.js";

const SECTIONS = [
  ["pages", "/", "Pages"],
  ["annotate", "/annotate", "Annotate"],
  ["sites", "/sites", "Sites"],
  ["runs", "/runs", "Runs"],
];

const ROUTES = [
  { pattern: /^\/$/, show: showPages, section: "pages" },
  { pattern: /^\/pages\/([^/]+)(?:\/(look|compare|correct|read))?$/, show: showPage, section: "pages" },
  { pattern: /^\/annotate$/, show: showAnnotate, section: "annotate" },
  {
    pattern: /^\/annotate\/([^/]+)$/,
    show: (/** @type {string} */ id) => showPage(id, "annotate"),
    section: "annotate",
  },
  { pattern: /^\/sites$/, show: showSites, section: "sites" },
  { pattern: /^\/sites\/([^/]+)$/, show: showSite, section: "sites" },
  { pattern: /^\/runs$/, show: showRuns, section: "runs" },
  { pattern: /^\/runs\/([^/]+)$/, show: showRun, section: "runs" },
  { pattern: /^\/feeds$/, show: showFeeds, section: "pages" },
  { pattern: /^\/bookmarklet$/, show: showBookmarklet, section: "pages" },
];

/** The bar at the top; the function that it returns marks the section that is shown. */
function topBar() {
  const links = SECTIONS.map(([name, path, text]) => h("a", { href: `#${path}`, "data-section": name }, text));
  const themeButton = button("", toggleTheme, { kind: "plain icon" });
  const showTheme = () => {
    const label = theme() === "dark" ? "Light colours" : "Dark colours";
    replace(themeButton, icon(theme() === "dark" ? "sun" : "moon"));
    themeButton.setAttribute("aria-label", label);
    themeButton.title = label;
  };
  showTheme();
  onChange((name) => name === "theme" && showTheme());
  replace(
    /** @type {Element} */ (document.getElementById("top")),
    h("a", { class: "brand", href: "#/", "aria-label": "ridgeline studio" }, icon("mark"), h("span", {}, "ridgeline")),
    h("nav", { "aria-label": "Studio" }, links),
    h(
      "div",
      { class: "end" },
      button("Find", showPalette, {
        icon: "search",
        kind: "plain wide-only",
        title: "Find a page or a command (Ctrl + K)",
      }),
      themeButton,
      button("Keyboard", showKeys, { icon: "help", iconOnly: true, kind: "plain keys-only" }),
    ),
  );
  return (/** @type {string} */ section) => {
    for (const link of links) {
      if (link.dataset.section === section) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };
}

function toggleTheme() {
  choose("theme", theme() === "dark" ? "light" : "dark");
}

followTheme();
const mark = topBar();
listen();
bind("Everywhere", [
  { keys: ["Ctrl+k", "/"], title: "Find a page or a command", run: showPalette },
  { keys: ["o"], title: "Open pages", run: () => go("/") },
  { keys: ["a"], title: "Annotate", run: () => go("/annotate") },
  { keys: ["l"], title: "Sites and what was learnt", run: () => go("/sites") },
  { keys: ["b"], title: "Bulk runs", run: () => go("/runs") },
  { keys: ["Shift+t"], title: "Light or dark", run: toggleTheme },
  { keys: ["?"], title: "Show the keys", run: showKeys },
]);
addEventListener("hashchange", hush);
start(ROUTES, mark);
