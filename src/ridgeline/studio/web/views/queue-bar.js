/** The bar above a page that is annotated: how far one is, save and go on, skip. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { button, meter } from "../parts.js";
import { go } from "../router.js";
import { setting } from "../settings.js";
import { complain, say } from "../toasts.js";

/** Pages that were skipped in this visit. @type {Set<string>} */
const skipped = new Set();

/**
 * @param {string} id of the page that is shown
 * @param {() => Promise<boolean>} save
 */
export async function queueBar(id, save) {
  const annotator = setting("annotator");
  const query = { order: setting("order"), annotator, limit: 200 };
  const queue = await get("/v1/annotation/queue", query);
  const next = async () => {
    try {
      const { pages } = await get("/v1/annotation/queue", query);
      const found =
        pages.find((page) => page.id !== id && !skipped.has(page.id)) ||
        pages.find((page) => page.id !== id);
      if (found) go(`/annotate/${found.id}`);
      else {
        say("That was the last page. Well done.");
        go("/annotate");
      }
    } catch (error) {
      complain(error);
    }
  };
  const saveAndGo = async () => {
    if (await save()) await next();
  };
  const skip = () => {
    skipped.add(id);
    next();
  };
  const element = h(
    "div",
    { class: "queue-bar" },
    h("a", { class: "button plain", href: "#/annotate" }, "Queue"),
    h(
      "div",
      { class: "grow queue-progress" },
      h("span", { class: "small" }, h("strong", {}, `${queue.done} of ${queue.total}`), ` done by ${annotator}`),
      meter(queue.total ? queue.done / queue.total : 0, `${queue.done} of ${queue.total} pages done`),
    ),
    button("Skip", skip, { title: "Skip (X)" }),
    button("Save and next", saveAndGo, {
      kind: "primary",
      icon: "right",
      title: "Save and go to the next page (Enter)",
    }),
  );
  return {
    element,
    bindings: [
      { keys: ["Enter"], title: "Save and go to the next page", run: saveAndGo },
      { keys: ["x"], title: "Skip the page", run: skip },
    ],
  };
}
