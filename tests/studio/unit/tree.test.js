import assert from "node:assert/strict";
import { test } from "node:test";

import { others, range, wordCount } from "#studio/tree.js";

import { smallTree } from "./pages.js";

test("leaves of elements", () => {
  const tree = smallTree();
  assert.deepEqual(tree.span(0), [0, 4]);
  assert.deepEqual(tree.span(1), [0, 3]);
  assert.deepEqual(tree.span(4), [1, 2]);
  assert.deepEqual(tree.span(7), [3, 4]);
});

test("passages of leaves, in order and once", () => {
  const tree = smallTree();
  assert.deepEqual(tree.passageOfLeaf, [0, 0, 1, 2]);
  assert.deepEqual(tree.passagesOf([3, 1, 0]), [0, 2]);
  assert.deepEqual(tree.passagesOf([]), []);
});

test("a passage without text is named by its kind", () => {
  const tree = smallTree();
  assert.equal(tree.passageText(0), "One two three");
  assert.equal(tree.passageText(1), "A picture");
  tree.tags[6] = "input";
  assert.equal(tree.passageText(1), "A control");
});

test("growing to the element around", () => {
  const tree = smallTree();
  assert.equal(tree.around([1]), 2); // b holds no more than it: the paragraph does
  assert.equal(tree.around([0, 1]), 1);
  assert.equal(tree.around([0, 1, 2]), 0);
  assert.equal(tree.around([1, 3]), 0); // the div has as many leaves, but not the last one
  assert.equal(tree.around([0, 1, 2, 3]), null);
  assert.equal(tree.around([]), null);
  assert.equal(tree.nameOf(1), "<div>");
});

test("ranges", () => {
  assert.deepEqual(range(2, 5), [2, 3, 4]);
  assert.deepEqual(range(5, 2), []);
  assert.deepEqual(others(new Set([0, 2]), 4), [1, 3]);
});

test("words of all scripts", () => {
  for (const [text, expected] of [
    ["", 0],
    ["One two-three, 4", 4],
    ["Überfähre – ça va", 3],
    ["東京の駅", 4],
    ["東京 station 2", 4],
  ])
    assert.equal(wordCount(text), expected, text);
});
