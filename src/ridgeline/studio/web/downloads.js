/** Gives files to the person: as downloads, and on the clipboard. */

import { h } from "./dom.js";
import { say } from "./toasts.js";

/** @param {Blob} data @param {string} name */
export function saveFile(data, name) {
  const source = URL.createObjectURL(data);
  const link = h("a", { href: source, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(source), 60_000);
}

/**
 * Copies text, and as much of its form as the place where it is pasted can take.
 * @param {string} text
 * @param {string} [html]
 */
export async function copy(text, html = "") {
  try {
    if (html && typeof ClipboardItem !== "undefined") {
      const kinds = {
        "text/plain": new Blob([text], { type: "text/plain" }),
        "text/html": new Blob([html], { type: "text/html" }),
      };
      await navigator.clipboard.write([new ClipboardItem(kinds)]);
    } else {
      await navigator.clipboard.writeText(text);
    }
    say("Copied.");
  } catch {
    say("The browser did not allow to copy. Click into this window, and try again.", { bad: true });
  }
}
