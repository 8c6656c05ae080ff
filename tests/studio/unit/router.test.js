import assert from "node:assert/strict";
import { test } from "node:test";

import { part } from "./browser.js";
import { go, start } from "#studio/router.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const shown = () => part("main").textContent;

/** A view with a text, that notes when it is closed. */
function view(text, closed, more = {}) {
  const element = document.createElement("div");
  element.append(text);
  return { element, title: text, close: () => closed.push(text), ...more };
}

test("addresses and their views", async (context) => {
  context.mock.method(console, "error", () => {});
  const closed = [];
  const sections = [];
  const updates = [];
  let finish = () => {};
  const update = (parameters) => updates.push(parameters) > 0 && parameters[0] === "pages" && parameters[1] === "a/b";
  const routes = [
    { pattern: /^\/$/, show: () => view("front", closed), section: "pages" },
    {
      pattern: /^\/pages\/([^/]+)(?:\/(look|read))?$/,
      show: (id, mode) => view(`page ${id} ${mode || "as it is"}`, closed, { update }),
      section: "pages",
    },
    {
      pattern: /^\/slow$/,
      show: () => new Promise((resolve) => (finish = () => resolve(view("slow", closed)))),
      section: "runs",
    },
    { pattern: /^\/broken$/, show: () => Promise.reject(new Error("It is broken.")), section: "runs" },
  ];
  await start(routes, (section) => sections.push(section));
  assert.equal(shown(), "front");
  assert.equal(document.title, "front · ridgeline");

  await context.test("parameters are decoded, what follows a question mark is not one", async () => {
    go("/pages/a%2Fb?x=1");
    await settled();
    assert.equal(shown(), "page a/b as it is");
    assert.deepEqual(closed, ["front"]);
  });

  await context.test("a view that can show the next address stays", async () => {
    go("/pages/a%2Fb/read");
    await settled();
    assert.deepEqual(updates, [["pages", "a/b", "read"]]);
    assert.equal(shown(), "page a/b as it is");
    assert.equal(part("main").dataset.place, "/pages/a%2Fb/read");
  });

  await context.test("a view that comes too late is closed and never shown", async () => {
    go("/slow");
    await settled();
    go("/nowhere"); // the first route stands for what is unknown
    await settled();
    assert.equal(shown(), "front");
    finish();
    await settled();
    assert.equal(shown(), "front");
    assert.equal(closed.at(-1), "slow");
  });

  await context.test("the link that skips the navigation is no address", async () => {
    const before = sections.length;
    go("main");
    await settled();
    assert.equal(sections.length, before);
  });

  await context.test("a view that fails says why, and can be tried again", async () => {
    go("/broken");
    await settled();
    assert.match(shown(), /It is broken\..*Try again/);
    routes[3].show = () => view("mended", closed);
    go("/broken");
    await settled();
    assert.equal(shown(), "mended");
  });

  assert.deepEqual(sections, ["pages", "pages", "pages", "runs", "pages", "runs", "runs"]);
});
