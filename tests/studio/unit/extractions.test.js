import assert from "node:assert/strict";
import { test } from "node:test";

import { json, serve } from "./browser.js";
import { extraction, extractors, options, plainExtraction } from "#studio/extractions.js";
import { choose } from "#studio/settings.js";

test("what was chosen becomes a query; what is left to the service is left out", async () => {
  assert.deepEqual(options(), { extractor: "summit", favor: null, comments: null, sites: 1, corrected: 1 });
  choose("favor", "recall");
  choose("comments", "drop");
  choose("sites", false);
  assert.deepEqual(options(), { extractor: "summit", favor: "recall", comments: 0, sites: 0, corrected: 1 });
});

test("a plain extraction knows no correction, and none of the choices", async () => {
  const asked = serve(() => json({ extractors: [{ name: "summit" }] }));
  choose("extractor", "mountain");
  await plainExtraction("7", "summit");
  await extraction("7");
  assert.deepEqual(await extractors(), [{ name: "summit" }]);
  assert.deepEqual(
    asked.map(([, path]) => path.split("?")[1] ?? path),
    [
      "extractor=summit&corrected=0&sites=1&formats=text",
      "extractor=mountain&favor=recall&comments=0&sites=0&corrected=1&formats=markdown%2Ctext%2Chtml%2Cjson",
      "/v1/extractors",
    ],
  );
});
