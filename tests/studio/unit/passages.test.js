import assert from "node:assert/strict";
import { test } from "node:test";

import { state } from "./browser.js";
import { offsetsOf, passages } from "#studio/passages.js";

test("offsets in code points become offsets in units", () => {
  const text = "a😀b😀c";
  const unit = offsetsOf(text);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(unit), [0, 1, 3, 4, 6, 7]);
  assert.equal(text.slice(unit(2), unit(3)), "b");
  assert.equal(offsetsOf("plain")(3), 3);
});

test("a text is cut at its blocks, and nothing of it is lost", () => {
  const { element } = passages("😀 One. Two. Three.", [[7, 11], [2, 6], null], () => {});
  assert.equal(element.textContent, "😀 One. Two. Three.");
  const spans = element.children.map((span) => [span.getAttribute("data-block"), span.textContent]);
  assert.deepEqual(spans, [
    ["1", "One."],
    ["0", "Two."],
  ]);
});

test("ranges that overlap an earlier one, and empty ones, are left out", () => {
  const { element } = passages("One. Two.", [[0, 6], [5, 9], [9, 9], [8, 2]], () => {});
  assert.deepEqual(
    element.children.map((span) => span.textContent),
    ["One. T"],
  );
});

test("a click tells the block, unless text is being selected", () => {
  const clicked = [];
  const { element } = passages("One. Two.", [[0, 4], [5, 9]], (block) => clicked.push(block));
  const click = (target) => {
    const event = new Event("click");
    Object.defineProperty(event, "target", { value: target });
    element.dispatchEvent(event);
  };
  click(element.children[1]);
  click(element);
  state.selected = "Tw";
  click(element.children[0]);
  state.selected = "";
  assert.deepEqual(clicked, [1]);
});

test("one block is marked at a time", () => {
  const { element, mark } = passages("One. Two.", [[0, 4], [5, 9]], () => {});
  const marked = () => element.children.map((span) => span.classList.contains("marked"));
  mark(0);
  mark(1);
  assert.deepEqual(marked(), [false, true]);
  assert.equal(element.children[1].wasScrolledTo, true);
  mark(null);
  assert.deepEqual(marked(), [false, false]);
});
