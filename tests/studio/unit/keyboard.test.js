import assert from "node:assert/strict";
import { test } from "node:test";

import { state } from "./browser.js";
import { bind, bound, nameOf, press, printed } from "#studio/keyboard.js";

const key = (name, more = {}) => ({ key: name, shift: false, ctrl: false, ...more });

test("names of presses", () => {
  assert.equal(nameOf(key("j")), "j");
  assert.equal(nameOf(key("J", { shift: true })), "Shift+j");
  assert.equal(nameOf(key("?", { shift: true })), "?");
  assert.equal(nameOf(key(" ")), "Space");
  assert.equal(nameOf(key("ArrowUp", { shift: true })), "Shift+ArrowUp");
  assert.equal(nameOf(key("Z", { shift: true, ctrl: true })), "Ctrl+Shift+z");
});

test("keys as they are printed", () => {
  assert.equal(printed("Ctrl+k"), "Ctrl + K");
  assert.equal(printed("Shift+ArrowUp"), "⇧ ↑");
  assert.equal(printed("Backspace"), "⌫");
});

test("the view's own keys come first, until it closes", () => {
  const ran = [];
  const binding = (name) => ({ keys: ["x", "Ctrl+x"], title: name, run: () => ran.push(name) });
  const endAll = bind("Everywhere", [binding("everywhere")]);
  const endView = bind("View", [binding("view")]);
  assert.deepEqual(
    bound().map(({ section }) => section),
    ["View", "Everywhere"],
  );
  assert.equal(press(key("x")), true);
  endView();
  endView(); // twice ends nothing else
  press(key("x", { ctrl: true }));
  endAll();
  assert.equal(press(key("x")), false);
  assert.deepEqual(ran, ["view", "everywhere"]);
});

test("dialogs and Alt keep keys for themselves", () => {
  const end = bind("View", [{ keys: ["x"], title: "X", run: () => assert.fail("it ran") }]);
  assert.equal(press(key("x", { alt: true })), false);
  state.isDialogOpen = true;
  assert.equal(press(key("x")), false);
  state.isDialogOpen = false;
  end();
});
