import assert from "node:assert/strict";
import { test } from "node:test";

import "./browser.js";
import { h, newId, outsideLink, replace, webAddress } from "#studio/dom.js";

test("attributes: left out, empty, as text, as properties", () => {
  const element = h("input", { class: "a", hidden: true, title: null, lang: undefined, draggable: false, size: 0, checked: true });
  assert.deepEqual(Object.fromEntries(element.attributes), { class: "a", hidden: "", size: "0" });
  assert.equal(element.checked, true);
});

test("children of all kinds, however deep", () => {
  const element = h("p", {}, "one ", ["two ", [h("b", {}, 3), null, [undefined, false]]], 0, "");
  assert.equal(element.textContent, "one two 30");
  replace(element, ["other"]);
  assert.equal(element.textContent, "other");
});

test("listeners are no attributes", () => {
  let clicks = 0;
  const element = h("button", { onclick: () => (clicks += 1) });
  element.click();
  assert.equal(clicks, 1);
  assert.equal(element.attributes.size, 0);
});

test("only addresses of the web are links", () => {
  assert.equal(webAddress("https://example.org/a b"), "https://example.org/a%20b");
  for (const address of ["javascript:alert(1)", "data:text/html,x", "/relative", "", null, " JaVaScript:x"])
    assert.equal(webAddress(address), null);
  assert.equal(outsideLink("javascript:alert(1)", "text").localName, "span");
  const link = outsideLink("http://example.org", "text");
  assert.deepEqual([link.localName, link.getAttribute("rel")], ["a", "noopener noreferrer"]);
});

test("ids are never the same", () => assert.notEqual(newId(), newId()));
