/**
 * Highlights: where a passage stands in a text, and how it is marked there.
 *
 * A passage is anchored by its words, by those before and after it, and by its position, as the W3C's annotation model has it. So
 * it is found again where the text around it changed. White space does not count: versions of a page differ in it.
 *
 * @typedef {{exact: string, prefix: string, suffix: string, start: number}} Anchor
 */

import { h } from "./dom.js";

const AROUND = 60; // characters of context

/**
 * The anchor of a part of a text; null where it has no words.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {Anchor | null}
 */
export function anchorOf(text, start, end) {
  const exact = text.slice(start, end);
  const from = start + exact.length - exact.trimStart().length;
  if (!exact.trim()) return null;
  const to = from + exact.trim().length;
  return { exact: exact.trim(), prefix: text.slice(Math.max(0, from - AROUND), from), suffix: text.slice(to, to + AROUND), start: from };
}

/**
 * Where a passage stands in a text: of several places, the one with the same words around it, else the nearest.
 * @param {string} text
 * @param {Anchor} anchor
 * @returns {[number, number] | null} null where it does not stand there any more
 */
export function locate(text, anchor) {
  const plain = squeeze(text);
  const [exact, prefix, suffix] = [anchor.exact, anchor.prefix, anchor.suffix].map((one) => squeeze(one).text);
  if (!exact) return null;
  /** @type {[number, number] | null} */
  let best = null;
  let bestScore = -Infinity;
  for (let at = plain.text.indexOf(exact); at >= 0; at = plain.text.indexOf(exact, at + 1)) {
    const begin = plain.places[at];
    const around = commonEnd(plain.text.slice(0, at), prefix) + commonBeginning(plain.text.slice(at + exact.length), suffix);
    const score = around - Math.min(1, Math.abs(begin - anchor.start) / (text.length + 1)); // a tie goes to the nearest
    if (score > bestScore) {
      best = [begin, plain.places[at + exact.length - 1] + 1];
      bestScore = score;
    }
  }
  return best;
}

/** A text without white space, and by character where it stood. @param {string} text */
function squeeze(text) {
  /** @type {number[]} */
  const places = [];
  let kept = "";
  for (let place = 0; place < text.length; place += 1) {
    if (/\s/.test(text[place])) continue;
    kept += text[place];
    places.push(place);
  }
  return { text: kept, places };
}

/** @param {string} one @param {string} other */
function commonBeginning(one, other) {
  let count = 0;
  while (count < other.length && one[count] === other[count]) count += 1;
  return count;
}

/** @param {string} one @param {string} other */
function commonEnd(one, other) {
  let count = 0;
  while (count < other.length && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1;
  return count;
}

/** Where the selection stands in the text of an element; null where it is empty or elsewhere. @param {Element} root */
export function selectedPart(root) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  const before = document.createRange();
  before.setStart(root, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { start, end: start + range.toString().length, box: range.getBoundingClientRect() };
}

/**
 * Marks a part of the text of an element.
 * @param {Element} root
 * @param {number} start
 * @param {number} end
 * @param {string} id
 */
export function mark(root, start, end, id) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {[Text, number, number][]} */
  const parts = [];
  let place = 0;
  while (walker.nextNode() && place < end) {
    const node = /** @type {Text} */ (walker.currentNode);
    const [from, to] = [Math.max(start - place, 0), Math.min(end - place, node.length)];
    if (from < to && node.data.slice(from, to).trim()) parts.push([node, from, to]);
    place += node.length;
  }
  for (const [node, from, to] of parts) {
    const middle = node.splitText(from);
    middle.splitText(to - from);
    const around = h("mark", { class: "highlight", "data-highlight": id });
    middle.replaceWith(around);
    around.append(middle);
  }
}

/** Takes all marks away. @param {Element} root */
export function unmark(root) {
  for (const one of root.querySelectorAll("mark.highlight")) one.replaceWith(...one.childNodes);
  root.normalize();
}
