import assert from "node:assert/strict";
import { test } from "node:test";

import { json, serve } from "./browser.js";
import { address, download, get, send, sentence, upload } from "#studio/api.js";

test("addresses leave out what is not given", () => {
  const query = { q: "a & b", site: "", order: null, annotator: undefined, offset: 0, corrected: false };
  assert.equal(address("/v1/pages", query), "/v1/pages?q=a+%26+b&offset=0&corrected=false");
  assert.equal(address("/v1/pages", { q: "" }), "/v1/pages");
});

test("sentences", () => {
  assert.equal(sentence("the page is empty"), "The page is empty.");
  assert.equal(sentence(" Why? "), "Why?");
  assert.equal(sentence("waiting …"), "Waiting …");
  assert.equal(sentence(null), "Something went wrong.");
  assert.equal(sentence("https://x.org/a: not there"), "https://x.org/a: not there.");
  assert.equal(sentence("library.sqlite: damaged"), "library.sqlite: damaged.");
});

test("a body is sent as JSON; without one there is no header", async () => {
  const headers = [];
  const asked = serve((_, options) => {
    headers.push(options.headers);
    return json({ id: "7" });
  });
  assert.deepEqual(await send("POST", "/v1/runs", { path: "/out" }), { id: "7" });
  await send("POST", "/v1/runs/7/rows/1/open");
  assert.deepEqual(asked, [
    ["POST", "/v1/runs", '{"path":"/out"}'],
    ["POST", "/v1/runs/7/rows/1/open"],
  ]);
  assert.deepEqual(headers, [{ "Content-Type": "application/json" }, {}]);
});

test("an answer without content is null", async () => {
  serve(() => new Response(null, { status: 204 }));
  assert.equal(await send("DELETE", "/v1/pages/7"), null);
});

test("problems are sentences with a status and a kind", async () => {
  serve(() => json({ detail: "no such page", type: "urn:problem:unknown" }, 404));
  await assert.rejects(get("/v1/pages/7"), { status: 404, message: "No such page.", kind: "urn:problem:unknown" });
  serve(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await assert.rejects(get("/v1/pages/7"), { message: "The service answered 502, and said no more." });
  serve(() => json({}, 401));
  await assert.rejects(get("/v1/pages/7"), { kind: "session-over" });
});

test("a service that is not there, and a request that was given up", async () => {
  serve(() => Promise.reject(new TypeError("network")));
  await assert.rejects(get("/v1/pages"), { status: 0, kind: "unreachable" });
  serve(() => Promise.reject(new DOMException("given up", "AbortError")));
  await assert.rejects(get("/v1/pages"), { name: "AbortError" });
});

test("a full queue is asked again, three times at most", async (context) => {
  const waits = [];
  context.mock.method(globalThis, "setTimeout", (run, milliseconds) => {
    waits.push(milliseconds);
    run();
  });
  let left = 2;
  serve(() => (left-- > 0 ? json({}, 503, { "Retry-After": "1" }) : json({ pages: [] })));
  assert.deepEqual(await get("/v1/pages"), { pages: [] });
  assert.deepEqual(waits, [1000, 1000]);
  const asked = serve(() => json({ detail: "full" }, 503, { "Retry-After": "0" }));
  await assert.rejects(get("/v1/pages"), { status: 503 });
  assert.equal(asked.length, 4);
  const refused = serve(() => json({ detail: "down for an hour" }, 503, { "Retry-After": "3600" }));
  await assert.rejects(get("/v1/pages"), { message: "Down for an hour." });
  assert.equal(refused.length, 1);
});

test("a file has the name that the service gives it", async () => {
  serve(() => new Response("x", { headers: { "Content-Disposition": "attachment; filename*=UTF-8''F%C3%A4hre.epub" } }));
  assert.equal((await download("/v1/clips", { pages: ["7"] })).name, "Fähre.epub");
  serve(() => new Response("x"));
  assert.equal((await download("/v1/clips", { pages: ["7"] })).name, "clips");
});

test("bytes are sent as they are", async () => {
  const data = new Blob([new Uint8Array([0xff, 0x00])]);
  const asked = serve(() => json({ id: "7" }));
  await upload(data, { name: "a b.html" });
  assert.deepEqual(asked, [["POST", "/v1/pages?name=a+b.html", data]]);
});
