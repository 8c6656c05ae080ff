/** Highlights and notes in the reader: a bar where a passage is selected, the marks, and a list below the text. */

/** @import { HighlightInfo } from "../../documents" */

import { get, send } from "../api.js";
import { h, newId, replace } from "../dom.js";
import { anchorOf, locate, mark, selectedPart, unmark } from "../highlights.js";
import { pagePath } from "../memory.js";
import { button, openDialog } from "../parts.js";
import { complain, say } from "../toasts.js";

/**
 * @param {string} id
 * @param {Element} body the text
 */
export async function notes(id, body) {
  const path = /** @type {`/v1/pages/${string}/highlights`} */ (`${pagePath(id)}/highlights`);
  const list = h("section", { class: "notes", "aria-label": "Highlights and notes", hidden: true });
  const bar = h("div", { class: "marker", role: "toolbar", "aria-label": "The selected passage", hidden: true });
  /** @type {HighlightInfo[]} */
  let known = [];
  /** @type {ReturnType<typeof selectedPart>} */
  let selected = null;

  const show = () => {
    unmark(body);
    const text = body.textContent ?? "";
    const places = known.map((one) => locate(text, one));
    known.forEach((one, place) => {
      const found = places[place];
      if (found) mark(body, ...found, one.id);
    });
    list.hidden = known.length === 0;
    replace(list, h("h2", {}, "Highlights"), h("ul", {}, known.map((one, place) => entry(one, places[place] !== null))));
  };
  const reload = async () => {
    known = (await get(path)).highlights;
    show();
  };
  const change = async (/** @type {() => Promise<unknown>} */ run) => {
    try {
      await run();
      await reload();
    } catch (error) {
      complain(error);
    }
  };
  const entry = (/** @type {HighlightInfo} */ one, /** @type {boolean} */ isThere) =>
    h(
      "li",
      {},
      h("blockquote", { dir: "auto" }, one.exact),
      one.note && h("p", { dir: "auto" }, one.note),
      !isThere && h("p", { class: "quiet small" }, "Not in this version of the page."),
      button(one.note ? "Change the note" : "Add a note", () => edit(one), { kind: "plain" }),
      button("Remove", () => remove(one), { kind: "plain" }),
    );
  const remove = (/** @type {HighlightInfo} */ one) =>
    change(async () => {
      await send("DELETE", `${path}/${one.id}`);
      const { exact, prefix, suffix, start, note } = one;
      const undo = () => change(() => send("POST", path, { exact, prefix, suffix, start, note }));
      say("Highlight removed.", { action: { label: "Undo", run: undo } });
    });
  const edit = (/** @type {HighlightInfo} */ one) => {
    const field = newId();
    const area = h("textarea", { id: field, rows: 5, value: one.note });
    const save = () => {
      dialog.close();
      change(() => send("PUT", `${path}/${one.id}`, { note: area.value }));
    };
    const dialog = openDialog(
      "Note",
      [
        h("blockquote", { class: "quiet", dir: "auto" }, one.exact),
        h("div", { class: "field" }, h("label", { for: field }, "What you think about it"), area),
        h("div", { class: "row" }, button("Save", save, { kind: "primary" }), button("Cancel", () => dialog.close())),
      ],
      "small",
    );
    area.focus();
  };
  const highlight = (/** @type {boolean} */ withNote = false) => {
    const part = selectedPart(body) ?? selected;
    const anchor = part && anchorOf(body.textContent ?? "", part.start, part.end);
    if (!anchor) {
      say("Select a passage first.");
      return;
    }
    bar.hidden = true;
    getSelection()?.removeAllRanges();
    change(async () => {
      const made = await send("POST", path, anchor);
      if (withNote) edit(made);
    });
  };
  const follow = () => {
    selected = selectedPart(body);
    bar.hidden = selected === null;
    if (!selected) return;
    const around = bar.offsetParent?.getBoundingClientRect();
    bar.style.setProperty("--top", `${selected.box.bottom - (around?.top ?? 0) + 8}px`);
    bar.style.setProperty("--left", `${Math.max(8, selected.box.left - (around?.left ?? 0))}px`);
  };
  replace(bar, button("Highlight", () => highlight(), { kind: "primary" }), button("Note …", () => highlight(true)));
  bar.addEventListener("pointerdown", (event) => event.preventDefault()); // the selection stays
  document.addEventListener("selectionchange", follow);
  body.addEventListener("click", ({ target }) => {
    const found = target instanceof Element ? target.closest("mark.highlight") : null;
    const one = known.find(({ id: name }) => name === found?.getAttribute("data-highlight"));
    if (one && getSelection()?.isCollapsed) edit(one);
  });
  await reload().catch(complain);
  return { list, bar, highlight, close: () => document.removeEventListener("selectionchange", follow) };
}
