/** How many sheets of paper a page takes, as its site made it and as the reader prints it: laid out here, and measured. */

import { address } from "./api.js";
import { h } from "./dom.js";
import { PageFrame } from "./frame.js";
import { pagePath } from "./memory.js";

// A4 in CSS pixels, within the margins that browsers have, and within those of print.css.
const SHEET = { width: 718, height: 1047 };
const OWN_SHEET = { width: 643, height: 986 };
const PATIENCE = 20_000; // milliseconds

/**
 * The sheets of the page, and of the paper of the reader; null where one cannot be laid out.
 * @param {string} id
 * @param {HTMLElement} paper
 * @returns {Promise<{page: number, reader: number} | null>}
 */
export async function countSheets(id, paper) {
  try {
    const [page, reader] = await Promise.all([sheetsOfPage(id), sheetsOfReader(paper)]);
    return { page, reader };
  } catch {
    return null;
  }
}

/** @param {HTMLIFrameElement} frame @param {{width: number, height: number}} sheet */
function hide(frame, sheet) {
  Object.assign(frame.style, { position: "absolute", insetInlineStart: "-9999px", visibility: "hidden", border: "0" });
  Object.assign(frame.style, { width: `${sheet.width}px`, height: `${sheet.height}px` });
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  document.body.append(frame);
}

/** @template Value @param {Promise<Value>} work @returns {Promise<Value>} */
const inTime = (work) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new Error("it took too long")), PATIENCE))]);

/** @param {string} id */
async function sheetsOfPage(id) {
  const frame = new PageFrame("The page on paper");
  try {
    hide(frame.element, SHEET);
    /** @type {Promise<{width: number, height: number}>} */
    const measured = new Promise((resolve) => frame.on("size", resolve).on("ready", () => frame.print()));
    frame.load(address(`${pagePath(id)}/view`, { of: "page" }));
    const { width, height } = await inTime(measured);
    const scale = Math.min(1, SHEET.width / width); // browsers shrink what is too wide
    return Math.ceil((height * scale) / SHEET.height - 0.02);
  } finally {
    frame.close();
  }
}

/** @param {HTMLElement} paper */
async function sheetsOfReader(paper) {
  const frame = h("iframe", { title: "The text on paper" });
  try {
    hide(frame, OWN_SHEET);
    const inside = /** @type {Document} */ (frame.contentDocument);
    const styles = [.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"))].map(
      (link) => h("link", { rel: "stylesheet", href: link.href }), // for all media
    );
    const loaded = styles.map((link) => new Promise((resolve) => (link.onload = link.onerror = resolve)));
    inside.head.append(...styles);
    const copy = /** @type {HTMLElement} */ (inside.importNode(paper, true));
    inside.body.append(copy);
    const pictures = [...copy.querySelectorAll("img")].map((one) => one.decode().catch(() => null));
    await inTime(Promise.all([...loaded, ...pictures]));
    const [line, text] = [copy.querySelector(".print-line"), copy.querySelector(".sheet-of-paper")];
    const height = (/** @type {Element | null} */ one) => one?.getBoundingClientRect().height ?? 0;
    return Math.ceil(height(text) / (OWN_SHEET.height - height(line)) - 0.02);
  } finally {
    frame.remove();
  }
}
