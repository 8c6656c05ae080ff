import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { anchorOf, locate } from "#studio/highlights.js";

const TEXT = "One boat left. The boat came back. Nobody saw the boat.";
const part = (text, place) => text.slice(...place);

test("an anchor has the words around it, and no white space at its ends", () => {
  const anchor = anchorOf(TEXT, 14, 24);
  assert.deepEqual([anchor.exact, anchor.start], ["The boat", 15]);
  assert.ok(anchor.prefix.endsWith("left. "));
  assert.ok(anchor.suffix.startsWith(" c"));
  assert.equal(anchorOf(TEXT, 3, 4), null);
});

test("of several places, the one with the same words around it", () => {
  for (const start of [4, 19, 50]) {
    const anchor = anchorOf(TEXT, start, start + 4);
    assert.deepEqual(locate(TEXT, anchor), [start, start + 4]);
  }
});

test("a passage is found again where the text before it changed", () => {
  const anchor = anchorOf(TEXT, 15, 34);
  const later = `A new first sentence, and another one.\n\n${TEXT.replace("One boat left.", "A boat had  left.")}`;
  assert.equal(part(later, locate(later, anchor)), "The boat came back.");
});

test("white space does not count, and what is gone is not found", () => {
  const anchor = anchorOf(TEXT, 15, 34);
  const broken = TEXT.replaceAll(" ", "\n  ");
  assert.equal(part(broken, locate(broken, anchor)).replace(/\s+/g, " "), "The boat came back.");
  assert.equal(locate("Quite another text.", anchor), null);
  assert.equal(locate("", { exact: " ", prefix: "", suffix: "", start: 0 }), null);
});

test("without words around it, the nearest place counts", () => {
  const anchor = { exact: "boat", prefix: "", suffix: "", start: 48 };
  assert.deepEqual(locate(TEXT, anchor), [50, 54]);
});
