import assert from "node:assert/strict";
import { test } from "node:test";

import { exampleOf, kindOf, membersOf, PAGE, resolve } from "#docs/schemas.js";

const document = {
  components: {
    schemas: {
      Page: {
        type: "object",
        description: "A page.",
        required: ["html", "tags"],
        properties: {
          html: { type: "string", description: "Its source." },
          tags: { type: "array", items: { type: "string" } },
          formats: { type: "array", items: { $ref: "#/components/schemas/Format" } },
        },
      },
      Format: { enum: ["text", "html"] },
      Loop: { $ref: "#/components/schemas/Loop" },
    },
  },
};
const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

test("references are followed, and an endless one ends", () => {
  assert.equal(resolve(reference("Page"), document).description, "A page.");
  assert.deepEqual(resolve(reference("Nothing"), document), {});
  assert.ok(resolve(reference("Loop"), document));
  assert.deepEqual(resolve(undefined, document), {});
});

test("kinds in words", () => {
  for (const [schema, words] of [
    [{ type: "integer" }, "whole number"],
    [{ type: "boolean" }, "true or false"],
    [{ type: "number" }, "number"],
    [{ const: "ok" }, '"ok"'],
    [{ anyOf: [{ type: "string" }, { type: "null" }, { type: "string" }] }, "text or null"],
    [{ type: "array", items: reference("Page") }, "list of Page"],
    [reference("Format"), 'one of "text", "html"'],
    [{}, "anything"],
    [undefined, "anything"],
  ])
    assert.equal(kindOf(schema, document), words);
});

test("members", () => {
  assert.deepEqual(
    membersOf(reference("Page"), document).map(({ name, required }) => [name, required]),
    [
      ["html", true],
      ["tags", true],
      ["formats", false],
    ],
  );
});

test("an example has what is needed, and a short page", () => {
  assert.deepEqual(JSON.parse(exampleOf(reference("Page"), document)), { html: PAGE, tags: [], formats: ["markdown"] });
  assert.equal(exampleOf({ type: "string" }, document), "");
});
