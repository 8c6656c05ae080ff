import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Draft } from "#studio/draft.js";
import { border, Selection, sum } from "#studio/views/selection.js";

import { smallTree } from "./pages.js";

let selection;
let told;

beforeEach(() => {
  told = [];
  selection = new Selection(smallTree(), (leaves, isNear) => told.push([leaves, isNear]));
});

test("a passage is chosen; one that is not there is not", () => {
  selection.choose(0, true);
  selection.choose(3, true);
  selection.choose(-1, true);
  assert.deepEqual(told, [[[0, 1], true]]);
  assert.equal(selection.place, 0);
});

test("steps end at the first and the last passage", () => {
  selection.step(1);
  assert.equal(selection.place, 0);
  selection.step(-1);
  assert.equal(selection.place, 0);
  for (let step = 0; step < 5; step += 1) selection.step(1);
  assert.deepEqual([selection.place, selection.leaves], [2, [3]]);
});

test("several passages, forwards and backwards from where it began", () => {
  selection.choose(1, false);
  selection.reach(1);
  assert.deepEqual(selection.leaves, [2, 3]);
  selection.reach(-1);
  selection.reach(-1);
  assert.deepEqual(selection.leaves, [0, 1, 2]);
  selection.extend(3);
  assert.deepEqual(selection.leaves, [2, 3]);
});

test("without a beginning, extending begins", () => {
  selection.extend(2);
  assert.deepEqual([selection.leaves, selection.anchor], [[2], 1]);
});

test("growing and shrinking", () => {
  selection.only([1]);
  selection.grow();
  assert.deepEqual([selection.leaves, selection.node], [[0, 1], 2]);
  selection.grow();
  selection.grow();
  selection.grow(); // nothing is around the body
  assert.deepEqual([selection.leaves, selection.node], [[0, 1, 2, 3], 0]);
  selection.shrink();
  selection.shrink();
  selection.shrink();
  selection.shrink();
  assert.deepEqual([selection.leaves, selection.node], [[1], null]);
});

test("choosing forgets what it grew from", () => {
  selection.choose(0, false);
  selection.grow();
  selection.choose(2, false);
  selection.shrink();
  assert.deepEqual(selection.leaves, [3]);
});

test("borders of what is kept", () => {
  const tree = smallTree();
  const draft = new Draft([2]); // the middle one of three passages
  assert.equal(border(tree, draft, -1, 1), 1);
  assert.equal(border(tree, draft, 1, 1), 2);
  assert.equal(border(tree, draft, 2, 1), 2);
  assert.equal(border(tree, draft, 2, -1), 1);
  assert.equal(border(tree, draft, 1, -1), 1);
  assert.equal(border(tree, new Draft([]), -1, 1), 0);
});

test("words of leaves", () => {
  assert.equal(sum(new Set([0, 2, 9]), [5, 1, 3]), 8);
});
