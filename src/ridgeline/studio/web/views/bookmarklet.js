/** The bookmarklet: a bookmark that sends the page one is on to this studio. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { button } from "../parts.js";
import { copy } from "../downloads.js";
import { say } from "../toasts.js";

export async function showBookmarklet() {
  const { address } = await get("/studio/bookmarklet");
  const link = h(
    "a",
    {
      class: "button primary bookmarklet",
      draggable: "true",
      onclick: (event) => {
        event.preventDefault();
        say("Drag it to your bookmarks; it works on other pages.");
      },
    },
    icon("bookmark"),
    "Send to ridgeline",
  );
  link.setAttribute("href", address); // made by this service; the policy of this page forbids to run it here
  const element = h(
    "div",
    { class: "sheet-view stack wide narrow-sheet" },
    h(
      "div",
      { class: "view-head" },
      h("p", { class: "small" }, h("a", { href: "#/" }, "Pages")),
      h("h1", {}, "Send pages from your browser"),
      h(
        "p",
        {},
        "A bookmark that brings the page you are on into this studio, as your browser has it: after its scripts ran, with what you are logged in to.",
      ),
    ),
    h(
      "div",
      { class: "card stack" },
      h(
        "div",
        { class: "row" },
        link,
        button("Copy the address", () => copy(address), { icon: "copy" }),
      ),
      h(
        "ol",
        { class: "steps" },
        h("li", {}, "Drag the button to your bookmarks bar, or copy its address into a new bookmark."),
        h("li", {}, "Go to any page, and click the bookmark."),
        h("li", {}, "A tab opens with the page in this studio. It has to be running."),
      ),
    ),
    h(
      "section",
      { class: "stack close" },
      h("h2", {}, "What it does, in five lines"),
      h(
        "ol",
        { class: "steps" },
        h("li", {}, "It takes the HTML of the page and its address."),
        h("li", {}, "It puts them into a hidden form that leads to this studio on your machine, and nowhere else."),
        h("li", {}, "It adds a token that can send pages to this studio, and can do nothing else."),
        h("li", {}, "It submits the form into a new tab, and removes it."),
        h("li", {}, "The studio stores the page here. Nothing is sent to anybody."),
      ),
    ),
    h(
      "p",
      { class: "small quiet" },
      "A few sites forbid forms that lead elsewhere by a policy of their own; save such a page as a file, and drop it on the studio.",
    ),
  );
  return { element, title: "Bookmarklet" };
}
