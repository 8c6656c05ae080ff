/** Text with passages that can be clicked and marked: the source of Markdown, plain text. */

import { h } from "./dom.js";

/**
 * Offsets in code points, as the service counts them, to offsets in a JavaScript string.
 * @param {string} text
 * @returns {(offset: number) => number}
 */
export function offsetsOf(text) {
  /** @type {number[]} */
  const wide = []; // the code points that take two units
  let point = 0;
  for (const character of text) {
    if (character.length === 2) wide.push(point);
    point += 1;
  }
  if (!wide.length) return (offset) => offset;
  return (offset) => {
    let [low, high] = [0, wide.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (wide[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
}

/**
 * A text whose blocks know their number. Ranges that overlap an earlier one are left out.
 * @param {string} text
 * @param {([number, number] | null)[]} ranges
 * @param {(block: number) => void} onClick
 */
export function passages(text, ranges, onClick) {
  const unit = offsetsOf(text);
  const element = h("pre", { class: "source", tabindex: "0", dir: "auto" });
  const known = ranges.flatMap((range, block) => (range ? [{ range, block }] : []));
  known.sort((one, other) => one.range[0] - other.range[0]);
  /** @type {Map<number, HTMLElement>} */
  const spans = new Map();
  let place = 0;
  for (const { range, block } of known) {
    const [first, end] = range.map(unit);
    if (first < place || end <= first) continue;
    const span = h("span", { class: "passage", "data-block": block }, text.slice(first, end));
    element.append(text.slice(place, first), span);
    spans.set(block, span);
    place = end;
  }
  element.append(text.slice(place));
  element.addEventListener("click", ({ target }) => {
    const span = target instanceof Element ? target.closest(".passage") : null;
    if (span && !String(getSelection())) onClick(Number(span.getAttribute("data-block")));
  });
  return { element, mark: (/** @type {number | null} */ block) => mark(spans, block) };
}

/** @param {Map<number, HTMLElement>} spans @param {number | null} block */
function mark(spans, block) {
  for (const span of spans.values()) span.classList.remove("marked");
  const span = block === null ? undefined : spans.get(block);
  span?.classList.add("marked");
  span?.scrollIntoView({
    block: "center",
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}
