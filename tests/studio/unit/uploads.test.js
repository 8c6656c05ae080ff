import assert from "node:assert/strict";
import { test } from "node:test";

import { json, serve } from "./browser.js";
import { filesOfDrop, filesOfList, storeAddress, storeFiles, storeText } from "#studio/uploads.js";

const names = (found) => found.map(({ name }) => name);

/** A file that was dropped, and a folder of such: it gives its entries two at a time. */
const file = (path) => ({
  isFile: true,
  name: path.split("/").pop(),
  fullPath: `/${path}`,
  file: (resolve) => resolve({ name: path }),
});
const folder = (...entries) => ({
  isFile: false,
  createReader: () => ({ readEntries: (resolve) => resolve(entries.splice(0, 2)) }),
});
const drop = (...entries) => ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] });

test("of a folder, only files that are called like web pages", () => {
  const picked = (path) => ({ name: path.split("/").pop(), webkitRelativePath: path });
  const files = ["site/a.html", "site/b.HTM.gz", "site/c.css", "site/d.mhtml", "site/htm"].map(picked);
  assert.deepEqual(names(filesOfList(files)), ["site/a.html", "site/b.HTM.gz", "site/d.mhtml"]);
  assert.deepEqual(names(filesOfList([{ name: "anything.txt", webkitRelativePath: "" }])), ["anything.txt"]);
});

test("folders that are dropped are walked to their end", async () => {
  const nested = folder(file("site/a.html"), file("site/b.css"), folder(file("site/deep/c.xhtml")), file("site/d.php"));
  const found = await filesOfDrop(drop(file("notes.txt"), nested, null));
  assert.deepEqual(names(found), ["notes.txt", "site/a.html", "site/deep/c.xhtml", "site/d.php"]);
});

test("a drop without entries is a list of files", async () => {
  const found = await filesOfDrop({ items: [], files: [{ name: "a.html", webkitRelativePath: "" }] });
  assert.deepEqual(names(found), ["a.html"]);
});

test("no more than two thousand files", () => {
  const many = Array.from({ length: 2001 }, (_, place) => ({ name: `${place}.html`, webkitRelativePath: "" }));
  assert.equal(filesOfList(many).length, 2000);
});

test("files are stored a few at once, and come back in their order", async () => {
  let [now, most] = [0, 0];
  serve(async (path) => {
    most = Math.max(most, (now += 1));
    const name = new URL(path, "http://studio").searchParams.get("name");
    for (let turn = name === "0" ? 20 : 1; turn; turn -= 1) await null; // the first one is the slowest
    now -= 1;
    return name === "3" ? json({ detail: "not a page" }, 422) : json({ id: name });
  });
  const files = Array.from({ length: 6 }, (_, place) => ({ data: new Blob(["x"]), name: String(place) }));
  const progress = [];
  const { pages, problems } = await storeFiles(files, (done, total) => progress.push(`${done}/${total}`));
  assert.deepEqual(
    pages.map(({ id }) => id),
    ["0", "1", "2", "4", "5"],
  );
  assert.deepEqual(problems, ["3: Not a page."]);
  assert.deepEqual(progress, ["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
  assert.equal(most, 3);
});

test("an address without a scheme is one of the web; its pictures are loaded with it", async () => {
  const asked = serve(() => json({ id: "7" }));
  await storeAddress("example.org/a");
  await storeAddress("HTTP://example.org");
  await storeText("<p>x", "");
  assert.deepEqual(
    asked.map(([, , body]) => JSON.parse(body)),
    [
      { url: "https://example.org/a" },
      { pictures: true },
      { url: "HTTP://example.org" },
      { pictures: true },
      { html: "<p>x" },
    ],
  );
});
