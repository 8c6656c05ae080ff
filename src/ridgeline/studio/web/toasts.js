/** Short messages at the foot of the window. Screen readers hear them: they appear in a live region. */

import { h } from "./dom.js";

const SECONDS = 6;
const SECONDS_OF_PROBLEM = 12;

/**
 * Says something, and offers to take it back where that is possible.
 * @param {string} text
 * @param {{bad?: boolean, action?: {label: string, run: () => void}}} [options]
 */
export function say(text, { bad = false, action } = {}) {
  const region = /** @type {HTMLElement} */ (document.getElementById("toasts"));
  const toast = h("div", { class: bad ? "toast bad" : "toast" }, h("span", {}, text));
  const close = () => toast.remove();
  if (action) {
    toast.append(
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            close();
            action.run();
          },
        },
        action.label,
      ),
    );
  } else if (bad) {
    toast.append(h("button", { type: "button", onclick: close }, "Close"));
  }
  if (!bad && !action) toast.classList.add("plain");
  for (const earlier of region.querySelectorAll(".plain")) earlier.remove(); // only the newest is news
  while (region.children.length >= 3) region.firstElementChild?.remove();
  region.append(toast);
  setTimeout(close, (bad ? SECONDS_OF_PROBLEM : SECONDS) * 1000);
}

/** Takes away what was said about a view that is left; what can be taken back stays. */
export function hush() {
  for (const toast of document.querySelectorAll("#toasts .bad")) toast.remove();
}

/**
 * Says what went wrong, in one sentence.
 * @param {unknown} error
 */
export function complain(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (!(error instanceof Error) || error.name !== "Error") console.error(error);
  say(error instanceof Error ? error.message : String(error), { bad: true });
}
