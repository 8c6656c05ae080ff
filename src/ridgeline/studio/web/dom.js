/**
 * Builds elements. Text from outside reaches the document only as text nodes: nothing here parses markup.
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "indeterminate"]);

/**
 * @typedef {{[Symbol.iterator]: () => Iterator<Child>}} Children
 * @typedef {Node | string | number | null | undefined | false | Children} Child
 * @typedef {string | number | boolean | null | undefined | ((event: never) => unknown)} AttributeValue
 * @typedef {{[Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => unknown}
 *   & Record<string, AttributeValue>} Attributes
 */

/**
 * An element with attributes, listeners (`onclick`, …) and children.
 * An attribute that is null, undefined or false is left out; one that is true is empty.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * The same for a part of a drawing.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Children} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (PROPERTIES.has(name)) Reflect.set(element, name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

/** @param {Element} element @param {Children} children */
function append(element, children) {
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (typeof child === "object" && child !== null) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

/**
 * Puts other children into an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * The address if a browser may be sent there by a click, else null: http and https alone.
 * @param {string | null | undefined} address
 */
export function webAddress(address) {
  if (!address) return null;
  try {
    const parsed = new URL(address);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

/**
 * A link to another site that tells it nothing about this one; plain text where the address is none of the web.
 * @param {string | null | undefined} address
 * @param {string} text
 */
export function outsideLink(address, text) {
  const target = webAddress(address);
  if (!target) return h("span", {}, text);
  return h("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, text);
}

let count = 0;

/** An id that no other element has, to tie labels to fields. */
export function newId() {
  count += 1;
  return `part-${count}`;
}
