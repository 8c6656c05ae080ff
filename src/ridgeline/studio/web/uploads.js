/** Takes in pages: files and folders that are dropped or picked, pasted HTML, addresses. */

import { send, upload } from "./api.js";
import { forget, pagePath } from "./memory.js";
import { setting } from "./settings.js";

const WEB_PAGE = /\.(x?html?|shtml|mht(ml)?|webarchive|php|aspx?)(\.(gz|br|zst|xz|bz2))?$/i;
const AT_ONCE = 3;
const MOST_FILES = 2000;

/**
 * @import { PageInfo } from "../documents"
 * @typedef {{data: File, name: string}} Found
 */

/**
 * The files of a drop, those inside of folders included. Has to be called while the event is handled.
 * @param {DataTransfer} transfer
 * @returns {Promise<Found[]>}
 */
export async function filesOfDrop(transfer) {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry !== null && entry !== undefined);
  if (!entries.length) return filesOfList(transfer.files);
  /** @type {Found[]} */
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

/**
 * The files of a picker. Of a folder, those that are called like web pages.
 * @param {Iterable<File>} files
 * @returns {Found[]}
 */
export function filesOfList(files) {
  const all = [...files].map((data) => ({ data, name: data.webkitRelativePath || data.name }));
  return all.filter(({ data, name }) => !data.webkitRelativePath || WEB_PAGE.test(name)).slice(0, MOST_FILES);
}

/**
 * @param {FileSystemEntry} entry
 * @param {Found[]} found
 */
async function walk(entry, found) {
  if (found.length >= MOST_FILES) return;
  if (isFile(entry)) {
    const isNested = entry.fullPath.split("/").length > 2;
    if (isNested && !WEB_PAGE.test(entry.name)) return;
    const data = await new Promise((/** @type {FileCallback} */ resolve, reject) => entry.file(resolve, reject));
    found.push({ data, name: entry.fullPath.slice(1) });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    // a reader gives a hundred entries at a time
    const some = await new Promise((/** @type {FileSystemEntriesCallback} */ resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!some.length) return;
    for (const one of some) await walk(one, found);
  }
}

/** @param {FileSystemEntry} entry @returns {entry is FileSystemFileEntry} */
const isFile = (entry) => entry.isFile;

/**
 * Stores files, a few at once, and tells about each. Files that are no pages cost one message each.
 * @param {Found[]} files
 * @param {(done: number, total: number) => void} onProgress
 * @returns {Promise<{pages: PageInfo[], problems: string[]}>} pages in the order of the files
 */
export async function storeFiles(files, onProgress) {
  /** @type {(PageInfo | null)[]} */
  const pages = new Array(files.length).fill(null);
  /** @type {string[]} */
  const problems = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < files.length) {
      const place = next++;
      try {
        pages[place] = await upload(files[place].data, { name: files[place].name });
      } catch (error) {
        problems.push(`${files[place].name}: ${error instanceof Error ? error.message : error}`);
      }
      onProgress(++done, files.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, files.length) }, work));
  forget("/v1/pages?", "/v1/sites", "/v1/annotation");
  return { pages: pages.filter((page) => page !== null), problems };
}

/**
 * Fetches and stores a page with its style sheets and, if a person wants that, its pictures.
 * @param {string} url
 * @param {(doing: string) => void} [tell]
 */
export async function storeAddress(url, tell = () => {}) {
  const page = await send("POST", "/v1/pages", { url: /^[a-z]+:\/\//i.test(url) ? url : `https://${url}` });
  tell("Loading its style sheets and pictures …");
  await loadResources(page.id, setting("pictures") === "page").catch(() => null); // the page says what it lacks
  forget("/v1/pages?", "/v1/sites", "/v1/annotation");
  return page;
}

/** Loads the style sheets of a page, and its pictures. @param {string} id @param {boolean} pictures */
export async function loadResources(id, pictures) {
  const found = await send("POST", `${pagePath(id)}/resources`, { pictures });
  forget(pagePath(id));
  return found;
}

/** Stores HTML that somebody pasted. @param {string} html @param {string} url */
export async function storeText(html, url) {
  const page = await send("POST", "/v1/pages", { html, url: url || undefined });
  forget("/v1/pages?", "/v1/sites", "/v1/annotation");
  return page;
}
