/** A tour of one minute: an example page, and a card that goes from view to view and says what each is for. */

import { h, replace } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { pagePath } from "./memory.js";
import { button } from "./parts.js";
import { go } from "./router.js";
import { complain } from "./toasts.js";
import { storeText } from "./uploads.js";

/** @type {{title: string, text: string, view: string, target: string}[]} */
const STEPS = [
  {
    title: "Look",
    text: "This is an example page. What ridgeline keeps of it is tinted; menus, boxes and the footer are not. Beside it stands the result. A click on a passage shows it on the other side.",
    view: "/look",
    target: ".pane-page",
  },
  {
    title: "Compare",
    text: "Other extractors, each in its colour: where they agree, and what only one of them keeps.",
    view: "/compare",
    target: ".pane-side",
  },
  {
    title: "Correct",
    text: "Click a passage to drop it, and another one to take it. Two or three corrected pages teach ridgeline a site.",
    view: "/correct",
    target: ".pane-page",
  },
  {
    title: "Read",
    text: "The content alone, with its pictures. Select a passage to highlight it; save it as a book or a file; print it on fewer sheets.",
    view: "/read",
    target: ".reader-bar",
  },
  {
    title: "Your pages",
    text: "All that you open stays here, on this machine, and is found by its words. Feeds bring new pages when you ask for them. That is all.",
    view: "",
    target: ".list-tools",
  },
];
const PATIENCE = 5_000; // milliseconds for a view to appear

/** Stores the first example, and begins. */
export async function startTour() {
  try {
    const [{ html, url }] = EXAMPLES;
    walk((await storeText(html, url)).id);
  } catch (error) {
    complain(error);
  }
}

/** @param {string} id of the example */
function walk(id) {
  let place = 0;
  const card = h("section", { class: "tour card", "aria-label": "Tour", tabindex: "-1" });
  const unmark = () => document.querySelector(".toured")?.classList.remove("toured");
  const end = () => {
    unmark();
    card.remove();
  };
  card.addEventListener("keydown", (event) => event.key === "Escape" && end());
  const show = () => {
    const { title, text, view, target } = STEPS[place];
    const isLast = place === STEPS.length - 1;
    unmark();
    go(view ? `${pagePath(id).replace("/v1", "")}${view}` : "/");
    replace(
      card,
      h("p", { class: "small quiet" }, `Tour, ${place + 1} of ${STEPS.length}`),
      h("h2", {}, title),
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        place > 0 && button("Back", () => step(-1)),
        button(isLast ? "Done" : "Next", () => (isLast ? end() : step(1)), { kind: "primary" }),
        !isLast && button("End the tour", end, { kind: "plain" }),
      ),
    );
    card.focus({ preventScroll: true }); // it is read aloud, and the next key is Tab
    markOnceShown(target, performance.now() + PATIENCE, () => STEPS[place].target === target && card.isConnected);
  };
  const step = (/** @type {number} */ by) => {
    place += by;
    show();
  };
  document.body.append(card);
  show();
}

/** @param {string} target @param {number} deadline @param {() => boolean} wanted */
function markOnceShown(target, deadline, wanted) {
  const found = document.querySelector(target);
  if (!wanted() || performance.now() > deadline) return;
  if (found) found.classList.add("toured");
  else requestAnimationFrame(() => markOnceShown(target, deadline, wanted));
}
