/** The overlay that lists the keys, and the palette that finds pages and commands. */

import { get } from "./api.js";
import { h, newId, replace } from "./dom.js";
import { bound, printed } from "./keyboard.js";
import { button, openDialog } from "./parts.js";
import { go } from "./router.js";
import { shortAddress, titleOf } from "./words.js";

/** Shows the keys that can be pressed now. */
export function showKeys() {
  const sections = bound().map(({ section, bindings }) =>
    h(
      "section",
      {},
      h("h3", {}, section),
      h(
        "dl",
        {},
        bindings
          .filter(({ hidden }) => !hidden)
          .map(({ keys, title }) => [
            h("dt", {}, title),
            h(
              "dd",
              {},
              keys.flatMap((key, place) => [place ? " " : null, h("kbd", {}, printed(key))]),
            ),
          ]),
      ),
    ),
  );
  const dialog = openDialog("Keyboard", [
    h("p", { class: "quiet" }, "Everything can be done without a mouse. Keys work while a page has the focus, too."),
    h("div", { class: "keys" }, sections),
    h(
      "div",
      { class: "row" },
      button("Close", () => dialog.close(), { kind: "primary" }),
    ),
  ]);
}

/** @typedef {{text: string, more: string, run: () => void}} Entry */

/** Shows the palette: what is typed finds commands and pages. */
export function showPalette() {
  const listId = newId();
  const input = h("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": listId,
    "aria-label": "Find a page or a command",
    placeholder: "Find a page or a command",
    autocomplete: "off",
  });
  const list = h("div", { role: "listbox", id: listId, "aria-label": "Found" });
  const dialog = h("dialog", { class: "palette", "aria-label": "Find" }, input, list);
  dialog.addEventListener("close", () => dialog.remove());
  /** @type {Entry[]} */
  let entries = [];
  let chosen = 0;
  let turn = 0;
  const mark = () => {
    [...list.children].forEach((one, place) => {
      one.setAttribute("aria-selected", String(place === chosen));
      if (place !== chosen) return;
      input.setAttribute("aria-activedescendant", one.id);
      one.scrollIntoView({ block: "nearest" });
    });
  };
  const show = (/** @type {Entry[]} */ found) => {
    entries = found;
    chosen = 0;
    replace(
      list,
      found.map((entry, place) =>
        h(
          "div",
          { role: "option", id: `${listId}-${place}`, onclick: () => take(place) },
          h("span", { class: "one-line" }, entry.text),
          h("span", { class: "quiet small one-line" }, entry.more),
        ),
      ),
    );
    if (!found.length)
      list.append(h("div", { class: "quiet", role: "option", "aria-disabled": "true" }, "Nothing is called that"));
    mark();
  };
  const take = (/** @type {number} */ place) => {
    dialog.close();
    entries[place]?.run();
  };
  const search = async () => {
    const mine = ++turn;
    const words = input.value.trim().toLowerCase();
    const commands = knownCommands().filter(({ text }) => text.toLowerCase().includes(words));
    show(commands);
    const pages = await foundPages(words);
    if (mine === turn) show([...(words ? pages : pages.slice(0, 5)), ...commands]);
  };
  input.addEventListener("input", search);
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) chosen = (chosen + step + entries.length) % Math.max(entries.length, 1);
    else if (event.key === "Enter") take(chosen);
    else return;
    mark();
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  search();
}

/** @returns {Entry[]} */
function knownCommands() {
  return bound().flatMap(({ bindings }) =>
    bindings
      .filter(({ hidden }) => !hidden)
      .map(({ title, keys, run }) => ({ text: title, more: printed(keys[0]), run })),
  );
}

/** @param {string} words @returns {Promise<Entry[]>} */
async function foundPages(words) {
  try {
    const { pages } = await get("/v1/pages", { q: words, order: "recent", limit: 8 });
    return pages.map((page) => ({
      text: titleOf(page),
      more: shortAddress(page.url),
      run: () => go(`/pages/${page.id}`),
    }));
  } catch {
    return []; // commands still work
  }
}
