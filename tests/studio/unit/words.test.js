import assert from "node:assert/strict";
import { test } from "node:test";

import * as words from "#studio/words.js";

test("numbers", () => {
  assert.equal(words.count(1234567), "1,234,567");
  assert.equal(words.count(0), "0");
  assert.equal(words.count(null), "–");
  assert.equal(words.score(0.98765), "0.988");
  assert.equal(words.score(undefined), "–");
  assert.equal(words.percent(0.125), "13 %");
  assert.equal(words.percent(null), "–");
});

test("one thing and several", () => {
  assert.equal(words.several(1, "page"), "1 page");
  assert.equal(words.several(0, "page"), "0 pages");
  assert.equal(words.several(2, "page gets", "pages get"), "2 pages get");
});

test("durations", () => {
  for (const [seconds, text] of [
    [0, "1 ms"],
    [0.0123, "12 ms"],
    [1, "1.0 s"],
    [89.94, "89.9 s"],
    [150, "3 min"],
    [null, "–"],
  ])
    assert.equal(words.duration(seconds), text);
});

test("how long ago", () => {
  const before = (minutes) => words.ago(Date.now() - minutes * 60_000);
  assert.equal(before(0), "just now");
  assert.equal(before(5), "5 minutes ago");
  assert.equal(before(120), "2 hours ago");
  assert.equal(before(24 * 60), "yesterday");
  assert.match(before(30 * 24 * 60), /^\w{3} \d+, \d{4}$/);
  assert.equal(words.ago("no date"), "");
  assert.equal(words.ago(null), "");
});

test("days", () => {
  assert.equal(words.day("2023-12-17"), "Dec 17, 2023");
  assert.equal(words.day("sometime"), "sometime");
  assert.equal(words.day(null), "");
});

test("names", () => {
  assert.equal(words.shortAddress("https://www.example.org/a/"), "example.org/a");
  assert.equal(words.shortAddress(null), "");
  assert.equal(words.heading("site_name-of"), "Site name of");
  assert.equal(words.titleOf({ title: "", name: null, url: "http://example.org/", id: "7" }), "example.org");
  assert.equal(words.titleOf({ id: "7" }), "7");
  assert.equal(words.authorOf({ authors: ["A. Writer", "B. Writer"] }), "A. Writer, B. Writer");
  assert.equal(words.authorOf(undefined), "");
});

test("reading time is never nothing", () => {
  assert.equal(words.readingTime(0), "1 min read");
  assert.equal(words.readingTime(null), "1 min read");
  assert.equal(words.readingTime(1150), "5 min read");
});

test("moods", () => {
  assert.deepEqual(["ok", "shell", "blocked", null].map(words.mood), ["good", "fair", "bad", "bad"]);
  assert.deepEqual([0.85, 0.849, 0.6, 0.59, null].map(words.sureness), ["good", "fair", "fair", "bad", ""]);
});
