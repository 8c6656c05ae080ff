/**
 * Builds the content of a page as elements of this document, to be read and printed.
 *
 * The HTML is parsed into a document that is not shown, where nothing runs or loads. Of that, only elements of the list below
 * are made anew, with text and with the few attributes that are named here. Everything else is left out or unwrapped.
 */

import { h, webAddress } from "./dom.js";

const ELEMENTS = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "dl",
  "dt",
  "dd",
  "blockquote",
  "pre",
  "code",
  "em",
  "strong",
  "b",
  "i",
  "u",
  "s",
  "del",
  "ins",
  "sub",
  "sup",
  "mark",
  "small",
  "q",
  "cite",
  "abbr",
  "kbd",
  "samp",
  "var",
  "time",
  "br",
  "hr",
  "figure",
  "figcaption",
  "table",
  "caption",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "th",
  "td",
  "details",
  "summary",
  "div",
  "section",
  "article",
]);
const DROPPED = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "embed",
  "form",
  "input",
  "button",
  "select",
  "textarea",
  "svg",
  "math",
  "link",
  "meta",
  "base",
  "title",
  "head",
  "noscript",
  "audio",
  "video",
  "canvas",
]);
const SPANS = ["colspan", "rowspan"];
const MOST_DEPTH = 200;
const DATA_PICTURE = /^data:image\/(png|jpe?g|gif|webp|avif);base64,/i;

/** @typedef {Record<string, string>} Pictures by address: where the studio has the picture */

/**
 * @param {string} html
 * @param {Pictures} [pictures]
 * @returns {DocumentFragment}
 */
export function article(html, pictures = {}) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const made = document.createDocumentFragment();
  copyChildren(parsed.body, made, 0, pictures);
  return made;
}

/** @param {Node} from @param {Node} to @param {number} depth @param {Pictures} pictures */
function copyChildren(from, to, depth, pictures) {
  for (const child of from.childNodes) {
    if (child instanceof Text) to.appendChild(document.createTextNode(child.data));
    else if (child instanceof Element) copy(child, to, depth, pictures);
  }
}

/** @param {Element} element @param {Node} to @param {number} depth @param {Pictures} pictures */
function copy(element, to, depth, pictures) {
  const name = element.localName;
  if (DROPPED.has(name) || depth > MOST_DEPTH) return;
  if (name === "img") {
    to.appendChild(picture(element, pictures));
    return;
  }
  const made = name === "a" ? link(element) : ELEMENTS.has(name) ? document.createElement(name) : null;
  if (made) copyAttributes(element, made);
  copyChildren(element, made ?? to, depth + 1, pictures);
  if (made) to.appendChild(made);
}

/** @param {Element} element */
function link(element) {
  const target = webAddress(element.getAttribute("href"));
  return target ? h("a", { href: target, target: "_blank", rel: "noopener noreferrer" }) : h("span");
}

/**
 * A picture that is stored with the page, or that the page carries in itself; of any other, what it shows: nothing is loaded.
 * @param {Element} element
 * @param {Pictures} pictures
 */
function picture(element, pictures) {
  const source = element.getAttribute("src") || "";
  const words = element.getAttribute("alt") || "";
  if (Object.hasOwn(pictures, source)) return h("img", { src: pictures[source], alt: words });
  if (DATA_PICTURE.test(source)) return h("img", { src: source, alt: words });
  return words ? h("span", { class: "picture" }, `Picture: ${words}`) : document.createDocumentFragment();
}

/** @param {Element} from @param {HTMLElement} to */
function copyAttributes(from, to) {
  if (to instanceof HTMLDetailsElement) to.open = true;
  const language = from.getAttribute("lang");
  if (language && /^[A-Za-z-]{2,20}$/.test(language)) to.lang = language;
  const direction = from.getAttribute("dir");
  if (direction === "rtl" || direction === "ltr" || direction === "auto") to.dir = direction;
  for (const name of to instanceof HTMLTableCellElement ? SPANS : []) {
    const value = Number(from.getAttribute(name));
    if (Number.isInteger(value) && value > 1 && value <= 1000) to.setAttribute(name, String(value));
  }
}
