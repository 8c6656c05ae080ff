import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "#studio/draft.js";

test("leaves are taken and dropped", () => {
  const draft = new Draft([3, 1]);
  assert.deepEqual(draft.leaves(), [1, 3]);
  assert.equal(draft.put([2, 3], true), true);
  assert.deepEqual(draft.leaves(), [1, 2, 3]);
  draft.put([1, 9], false);
  assert.deepEqual(draft.leaves(), [2, 3]);
  draft.replace([7]);
  assert.deepEqual(draft.leaves(), [7]);
});

test("what changes nothing is no step", () => {
  const draft = new Draft([1]);
  let told = 0;
  draft.listener = () => (told += 1);
  assert.equal(draft.put([1], true), false);
  assert.equal(draft.replace([1]), false);
  assert.equal(draft.undo(), false);
  assert.equal(told, 0);
});

test("undo and redo", () => {
  const draft = new Draft([1]);
  let told = 0;
  draft.listener = () => (told += 1);
  draft.put([2], true);
  draft.put([3], true);
  assert.equal(draft.undo(), true);
  assert.deepEqual(draft.leaves(), [1, 2]);
  draft.undo();
  draft.redo();
  assert.deepEqual(draft.leaves(), [1, 2]);
  draft.put([9], true); // a new step takes the place of what was undone
  assert.equal(draft.redo(), false);
  assert.deepEqual(draft.leaves(), [1, 2, 9]);
  assert.equal(told, 6);
});

test("changed means other than what was saved", () => {
  const draft = new Draft([1]);
  draft.put([2], true);
  assert.equal(draft.isChanged, true);
  const saved = new Set(draft.kept);
  draft.put([3], true); // while the request is under way
  draft.markSaved(saved);
  assert.equal(draft.isChanged, true);
  draft.undo();
  assert.equal(draft.isChanged, false);
});
