/** The first view: open pages, and the pages that were opened before. */

import { h, newId, replace } from "../dom.js";
import { bind } from "../keyboard.js";
import { filesOfDrop, filesOfList, storeAddress, storeFiles, storeText } from "../uploads.js";
import { button, choice, select } from "../parts.js";
import { go } from "../router.js";
import { choose, setting } from "../settings.js";
import { complain, say } from "../toasts.js";
import { several } from "../words.js";
import { pageList } from "./page-list.js";

export async function showPages() {
  const list = await pageList();
  const status = h("p", { class: "small quiet", role: "status" });
  const ways = h("div", { class: "open-ways" });
  const forms = { address: addressForm((text) => (status.textContent = text)), paste: pasteForm() };
  const pickers = { files: picker({ multiple: true }), folder: picker({ webkitdirectory: true }) };
  const take = async (/** @type {import("../uploads.js").Found[]} */ files) => {
    if (!files.length) {
      say("There is no web page among these files.", { bad: true });
      return;
    }
    status.textContent = `Opening ${several(files.length, "page")} …`;
    const { pages, problems } = await storeFiles(files, (done, total) => {
      status.textContent = `${done} of ${total} opened`;
    });
    status.textContent = "";
    if (problems.length)
      say(
        problems.length === 1
          ? problems[0]
          : `${several(problems.length, "file")} could not be opened. The first: ${problems[0]}`,
        { bad: true },
      );
    if (pages.length === 1 && !problems.length) go(`/pages/${pages[0].id}`);
    else if (pages.length) {
      say(`${several(pages.length, "page")} opened.`);
      list.reload();
    }
  };
  for (const one of Object.values(pickers))
    one.addEventListener("change", () => {
      take(filesOfList(one.files ?? []));
      one.value = "";
    });
  const way = choice(
    "How to open a page",
    [
      ["address", "Address"],
      ["paste", "Pasted HTML"],
    ],
    "address",
    (value) => show(value),
  );
  const show = (/** @type {string} */ value) => {
    replace(ways, value === "paste" ? forms.paste : forms.address);
    /** @type {HTMLElement | null} */ (ways.querySelector("input, textarea"))?.focus();
  };
  replace(ways, forms.address);
  const box = h(
    "section",
    { class: "open-box card", "aria-label": "Open a page" },
    h(
      "div",
      { class: "spread" },
      way,
      h(
        "div",
        { class: "row" },
        button("Files …", () => pickers.files.click(), { icon: "open" }),
        button("Folder …", () => pickers.folder.click()),
        pickers.files,
        pickers.folder,
      ),
    ),
    ways,
    h(
      "div",
      { class: "spread drop-hint" },
      h("p", { class: "small quiet" }, "Or drop files and folders anywhere on this window."),
      status,
    ),
  );
  const element = h(
    "div",
    { class: "sheet-view stack wide" },
    h(
      "div",
      { class: "view-head spread" },
      h(
        "div",
        {},
        h("h1", {}, "Pages"),
        h("p", {}, "Open a web page, see what ridgeline keeps of it and why, and correct it where it is wrong."),
      ),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "#/feeds" }, "Feeds"),
        h("a", { class: "button", href: "#/bookmarklet" }, "Send pages from your browser"),
      ),
    ),
    box,
    list.element,
  );
  const undrop = acceptDrops(take);
  const unbind = bind("Pages", [
    { keys: ["f"], title: "Pick files", run: () => pickers.files.click() },
    {
      keys: ["u"],
      title: "Type an address",
      run: () => {
        way.show("address");
        show("address");
      },
    },
    {
      keys: ["p"],
      title: "Paste HTML",
      run: () => {
        way.show("paste");
        show("paste");
      },
    },
    ...list.bindings,
  ]);
  return {
    element,
    title: "Pages",
    close: () => {
      undrop();
      unbind();
    },
  };
}

/** @param {Record<string, boolean>} attributes */
function picker(attributes) {
  return h("input", { type: "file", hidden: true, "aria-hidden": "true", tabindex: "-1", ...attributes });
}

/** @param {(doing: string) => void} tell */
function addressForm(tell) {
  const id = newId();
  const field = h("input", {
    id,
    type: "text",
    inputmode: "url",
    name: "address",
    placeholder: "https://example.org/story",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
  });
  const open = h("button", { class: "button primary", type: "submit" }, "Open");
  return h(
    "form",
    {
      class: "open-address",
      onsubmit: (event) => submit(event, open, () => storeAddress(field.value.trim(), tell)),
    },
    h("div", { class: "field grow" }, h("label", { for: id }, "Address of a page"), field),
    select(
      "Pictures",
      [
        ["page", "with the page"],
        ["demand", "on demand"],
        ["never", "never"],
      ],
      setting("pictures"),
      (value) => choose("pictures", value),
    ),
    open,
  );
}

function pasteForm() {
  const [htmlId, urlId] = [newId(), newId()];
  const html = h("textarea", { id: htmlId, required: true, placeholder: "<!DOCTYPE html> …", spellcheck: "false" });
  const url = h("input", {
    id: urlId,
    type: "text",
    inputmode: "url",
    placeholder: "https://example.org/story",
    autocomplete: "off",
  });
  const open = h("button", { class: "button primary", type: "submit" }, "Open");
  return h(
    "form",
    {
      class: "stack",
      onsubmit: (event) => submit(event, open, () => storeText(html.value, url.value.trim())),
    },
    h("div", { class: "field" }, h("label", { for: htmlId }, "HTML of a page"), html),
    h(
      "div",
      { class: "open-address" },
      h("div", { class: "field grow" }, h("label", { for: urlId }, "Where it came from, if you know"), url),
      open,
    ),
  );
}

/**
 * @param {Event} event
 * @param {HTMLButtonElement} open
 * @param {() => Promise<import("../../documents").PageInfo>} store
 */
async function submit(event, open, store) {
  event.preventDefault();
  open.disabled = true;
  try {
    go(`/pages/${(await store()).id}`);
  } catch (error) {
    complain(error);
  } finally {
    open.disabled = false;
  }
}

/**
 * Lets files be dropped on the whole window, until the function that it returns is called.
 * @param {(files: import("../uploads.js").Found[]) => void} take
 */
function acceptDrops(take) {
  const carriesFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  const over = (/** @type {DragEvent} */ event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  };
  const leave = (/** @type {DragEvent} */ event) => !event.relatedTarget && document.body.classList.remove("dropping");
  const drop = async (/** @type {DragEvent} */ event) => {
    document.body.classList.remove("dropping");
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    try {
      take(await filesOfDrop(event.dataTransfer));
    } catch (error) {
      complain(error);
    }
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", leave);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", leave);
    removeEventListener("drop", drop);
    document.body.classList.remove("dropping");
  };
}
