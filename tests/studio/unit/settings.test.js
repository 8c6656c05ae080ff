import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { state, store } from "./browser.js";

const KEY = "ridgeline-studio";
let visits = 0;

/** The module as a new visit loads it. */
const visit = () => import(`#studio/settings.js?visit=${(visits += 1)}`);

beforeEach(() => store.clear());

test("what was chosen is there at the next visit; the rest is as it ships", async () => {
  const first = await visit();
  assert.equal(first.setting("extractor"), "summit");
  first.choose("extractor", "mountain");
  const next = await visit();
  assert.equal(next.setting("extractor"), "mountain");
  assert.equal(next.setting("share"), 52);
});

test("a damaged store gives the defaults", async () => {
  store.set(KEY, "{not json");
  assert.equal((await visit()).setting("order"), "least-certain");
});

test("a full store: the choice holds for this visit", async (context) => {
  const settings = await visit();
  context.mock.method(localStorage, "setItem", () => {
    throw new Error("full");
  });
  settings.choose("size", 21);
  assert.equal(settings.setting("size"), 21);
});

test("listeners hear of changes, and of nothing else", async () => {
  const settings = await visit();
  const heard = [];
  const end = settings.onChange((name) => heard.push(name));
  settings.choose("paper", "sepia");
  settings.choose("paper", "sepia");
  end();
  settings.choose("paper", "dark");
  assert.deepEqual(heard, ["paper"]);
});

test("the theme follows the system until one is chosen", async () => {
  const settings = await visit();
  state.isSystemDark = true;
  assert.equal(settings.theme(), "dark");
  settings.choose("theme", "light");
  assert.equal(settings.theme(), "light");
  state.isSystemDark = false;
});
