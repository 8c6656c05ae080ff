import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { json, serve } from "./browser.js";
import { forget, pageChanged, pagePath, recall } from "#studio/memory.js";

beforeEach(() => forget("/"));

test("the same question is asked once, also while it is under way", async () => {
  const asked = serve((path) => json({ path }));
  const [one, other] = await Promise.all([recall("/v1/sites"), recall("/v1/sites")]);
  assert.equal(one, other);
  await recall("/v1/sites", { limit: 5 });
  assert.deepEqual(
    asked.map(([, path]) => path),
    ["/v1/sites", "/v1/sites?limit=5"],
  );
});

test("a failure is not remembered", async () => {
  let fails = true;
  serve(() => (fails ? json({ detail: "no" }, 500) : json({ sites: [] })));
  await assert.rejects(recall("/v1/sites"), /^Error: No\.$/);
  fails = false;
  assert.deepEqual(await recall("/v1/sites"), { sites: [] });
});

test("a change forgets the page and the lists that it stands in, not other pages", async () => {
  const asked = serve((path) => json({ path }));
  const questions = [`${pagePath("a")}/why`, pagePath("b"), "/v1/pages", "/v1/sites", "/v1/extractors"];
  for (const path of questions) await recall(path);
  pageChanged("a");
  asked.length = 0;
  for (const path of questions) await recall(path);
  assert.deepEqual(
    asked.map(([, path]) => path),
    [`${pagePath("a")}/why`, "/v1/pages", "/v1/sites"],
  );
});

test("the oldest answer makes room", async () => {
  const asked = serve((path) => json({ path }));
  for (let number = 0; number <= 120; number += 1) await recall(`/v1/pages/${number}`);
  asked.length = 0;
  await recall("/v1/pages/1");
  await recall("/v1/pages/0");
  assert.deepEqual(
    asked.map(([, path]) => path),
    ["/v1/pages/0"],
  );
});

test("ids are escaped in paths", () => assert.equal(pagePath("a/b?c"), "/v1/pages/a%2Fb%3Fc"));
