import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { part } from "./browser.js";
import { copy, saveFile } from "#studio/downloads.js";

let copied;

beforeEach(() => {
  copied = [];
  const clipboard = {
    write: async ([item]) => copied.push(Object.keys(item.kinds)),
    writeText: async (text) => copied.push(text),
  };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  globalThis.ClipboardItem = class {
    constructor(kinds) {
      this.kinds = kinds;
    }
  };
});

afterEach(() => part("toasts").replaceChildren());

test("text is copied with its form where there is one", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  await copy("plain");
  await copy("plain", "<p>plain</p>");
  delete globalThis.ClipboardItem;
  await copy("old browser", "<p>old browser</p>");
  assert.deepEqual(copied, ["plain", ["text/plain", "text/html"], "old browser"]);
  assert.equal(part("toasts").textContent, "Copied."); // only the newest message stays
});

test("a browser that does not allow it is no error", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  await copy("plain");
  assert.match(part("toasts").textContent, /did not allow/);
  context.mock.timers.tick(12_000);
  assert.equal(part("toasts").textContent, "");
});

test("a file is offered once, and its memory is given back", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const revoked = context.mock.method(URL, "revokeObjectURL", () => {});
  const appended = context.mock.method(document.body, "append");
  saveFile(new Blob(["x"]), "a.epub");
  const [link] = appended.mock.calls[0].arguments;
  assert.equal(link.getAttribute("download"), "a.epub");
  assert.match(link.getAttribute("href"), /^blob:/);
  assert.equal(document.body.children.includes(link), false);
  context.mock.timers.tick(60_000);
  assert.deepEqual(revoked.mock.calls[0].arguments, [link.getAttribute("href")]);
});
