/**
 * Correct, and annotate: click a passage to drop or take it, drag over a region, grow and shrink what is selected.
 * Everything works with the keyboard. What is unsaved survives a change of the view.
 */

/** @import { Events } from "../frame.js" */

import { get, send } from "../api.js";
import { h, replace } from "../dom.js";
import { plainExtraction } from "../extractions.js";
import { bind } from "../keyboard.js";
import { Draft } from "../draft.js";
import { pageChanged, pagePath, recall } from "../memory.js";
import { button, choice, menu } from "../parts.js";
import { setting } from "../settings.js";
import { complain, say } from "../toasts.js";
import { others, range, Tree, wordCount } from "../tree.js";
import { count, isTouched, score, several } from "../words.js";
import { passageList } from "./passage-list.js";
import { queueBar } from "./queue-bar.js";
import { border, Selection, sum } from "./selection.js";

/** Drafts that are not saved yet, by page. @type {Map<string, Draft>} */
const drafts = new Map();

/**
 * @param {import("./page.js").Desk} desk
 * @param {string} name "correct" or "annotate"
 * @returns {Promise<import("./page.js").Mode>}
 */
export async function correctMode(desk, name) {
  const { id, frame } = desk;
  const annotator = setting("annotator");
  const [structure, extracted, { corrections }] = await Promise.all([
    recall(`${pagePath(id)}/structure`),
    plainExtraction(id, "summit"),
    get(`${pagePath(id)}/corrections`),
  ]);
  const tree = new Tree(structure);
  const own = corrections.find((one) => one.annotator === annotator);
  const draft = drafts.get(id) || new Draft(own ? own.keep : extracted.keep);
  drafts.set(id, draft);
  const bar = name === "annotate" ? await queueBar(id, () => save()) : null;
  const started = performance.now();
  const words = tree.texts.map(wordCount);
  let showLabels = false;
  let dragTakes = true;
  const list = passageList(tree, draft, {
    select: (place) => selection.choose(place, true),
    toggle: (place) => toggle(place),
  });
  const selection = new Selection(tree, (leaves, isNear) => {
    frame.outline(selection.node !== null ? { node: selection.node } : leaves.length ? { leaves } : null, "selection");
    list.mark(leaves, isNear);
    if (leaves.length && isNear) frame.scroll(leaves[0]);
    showSelected();
  });

  const toggle = (/** @type {number} */ place) => {
    const leaves = range(...tree.passages[place]);
    draft.put(leaves, !leaves.some((leaf) => draft.kept.has(leaf)));
  };
  const put = (/** @type {boolean} */ on) => {
    if (!selection.leaves.length) say("Nothing is selected: press J or K, or click a passage.");
    else if (!draft.put(selection.leaves, on)) say(on ? "It is kept already." : "It is dropped already.");
  };
  const click = (/** @type {Events["click"]} */ { leaf, shift, alt }) => {
    if (leaf === null) return;
    const on = !draft.kept.has(leaf);
    if (shift && selection.leaves.length) selection.extend(leaf);
    else if (alt) selection.only([leaf]);
    else selection.choose(tree.passageOfLeaf[leaf], false);
    draft.put(selection.leaves, on);
  };
  const region = (/** @type {Events["region"]} */ { leaves }) => {
    if (!leaves.length) return;
    selection.only(leaves);
    draft.put(leaves, dragTakes);
    say(`${several(tree.passagesOf(leaves).length, "passage")} ${dragTakes ? "taken" : "dropped"}.`, {
      action: { label: "Undo", run: () => draft.undo() },
    });
  };
  const save = async () => {
    const kept = new Set(draft.kept);
    try {
      const saved = await send("PUT", `${pagePath(id)}/corrections`, {
        keep: draft.leaves(),
        annotator,
        seconds: Math.round((performance.now() - started) / 100) / 10,
        extractor: "summit",
      });
      draft.markSaved(kept);
      drafts.delete(id);
      drafts.set(id, draft);
      pageChanged(id);
      recall(`${pagePath(id)}/structure`);
      desk.setInfo({
        ...desk.info,
        corrected: true,
        annotators: [...new Set([...desk.info.annotators, annotator])],
      });
      say(`Saved. The extractor’s answer had a word F1 of ${score(saved.word_f1)} beside it.`);
      if (showLabels) paintLabels();
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  };
  const paintLabels = async () => {
    try {
      const { labels } = await get(`${pagePath(id)}/labels`, { annotator });
      const of = (/** @type {number} */ value) =>
        range(0, tree.size).filter((leaf) => labels[tree.rows[leaf]] === value);
      frame.paint([
        { leaves: of(1), style: "positive" },
        { leaves: of(-1), style: "negative" },
        { leaves: of(0), style: "neutral" },
      ]);
    } catch (error) {
      complain(error);
      setLabels(false);
    }
  };
  const paint = () => {
    if (showLabels) return;
    const kept = draft.leaves();
    frame.paint([
      { leaves: kept, style: "kept" },
      { leaves: others(draft.kept, tree.size), style: "dropped" },
    ]);
  };
  const setLabels = (/** @type {boolean} */ on) => {
    showLabels = on;
    labelsButton.setAttribute("aria-pressed", String(on));
    if (on) paintLabels();
    else paint();
  };

  const state = h("p", { class: "grow small", role: "status" });
  const selected = h("div", { class: "pane-foot selected" });
  const saveButton = button("Save", save, { kind: "primary", icon: "save" });
  const undo = button("Undo", () => draft.undo(), { icon: "undo", iconOnly: true, kind: "plain", title: "Undo (U)" });
  const redo = button("Redo", () => draft.redo(), {
    icon: "redo",
    iconOnly: true,
    kind: "plain",
    title: "Redo (Shift + U)",
  });
  const labelsButton = button("Labels", () => setLabels(!showLabels), {
    title: "The labels of the saved correction: positive, negative, neutral",
  });
  const drag = choice(
    "Dragging over a region",
    [
      ["take", "Drag takes"],
      ["drop", "Drag drops"],
    ],
    "take",
    (value) => {
      dragTakes = value === "take";
    },
  );
  drag.classList.add("keys-only"); // a finger scrolls instead
  const showSelected = () => {
    const places = tree.passagesOf(selection.leaves);
    const text = !places.length
      ? isTouched()
        ? "Tap a passage to drop it, a dropped one to take it."
        : "Click a passage to drop it, a dropped one to take it. J and K move, Space changes, ] and [ grow and shrink."
      : `${selection.node === null ? several(places.length, "passage") : `${tree.nameOf(selection.node)} with ${several(places.length, "passage")}`}, ${several(sum(selection.leaves, words), "word")}`;
    replace(
      selected,
      h(
        "div",
        { class: "row tight" },
        h("span", { class: "grow two-lines" }, text),
        places.length > 0 && [
          button("Take", () => put(true), { title: "Take (T)" }),
          button("Drop", () => put(false), { title: "Drop (D)" }),
          button("Grow", () => selection.grow(), {
            icon: "grow",
            iconOnly: true,
            title: "Grow to the element around it ( ] )",
          }),
          button("Shrink", () => selection.shrink(), { icon: "shrink", iconOnly: true, title: "Shrink ( [ )" }),
        ],
      ),
    );
  };
  const show = () => {
    const kept = sum(draft.kept, words);
    replace(
      state,
      h("strong", {}, `${count(kept)} of ${count(sum(range(0, tree.size), words))} words kept`),
      draft.isChanged
        ? " · not saved"
        : own || desk.info.annotators.includes(annotator)
          ? " · saved"
          : " · as extracted",
    );
    saveButton.disabled = false;
    undo.disabled = !draft.past.length;
    redo.disabled = !draft.future.length;
    list.show();
    paint();
  };
  draft.listener = show;
  const side = h(
    "div",
    { class: "pane-inside" },
    h(
      "div",
      { class: "pane-bar" },
      state,
      h(
        "div",
        { class: "end" },
        undo,
        redo,
        bar ? null : saveButton,
        menu(
          "Start again",
          "settings",
          [
            h("button", { type: "button", onclick: () => draft.replace(extracted.keep) }, "As extracted"),
            h("button", { type: "button", onclick: () => draft.replace([]) }, "Nothing kept"),
            h("button", { type: "button", onclick: () => draft.replace(range(0, tree.size)) }, "Everything kept"),
            ...corrections
              .filter((one) => one.annotator !== annotator && name === "correct")
              .map((one) =>
                h("button", { type: "button", onclick: () => draft.replace(one.keep) }, `As ${one.annotator} has it`),
              ),
          ],
          "list",
        ),
      ),
    ),
    h("div", { class: "pane-body" }, list.element),
  );
  frame.dragging(true);
  showSelected();
  show();
  const unbind = bind(name === "annotate" ? "Annotate" : "Correct", [
    { keys: ["j", "ArrowDown"], title: "Next passage", run: () => selection.step(1) },
    { keys: ["k", "ArrowUp"], title: "Previous passage", run: () => selection.step(-1) },
    {
      keys: ["n"],
      title: "Next border of what is kept",
      run: () => selection.choose(border(tree, draft, selection.place, 1), true),
    },
    {
      keys: ["Shift+n"],
      title: "Previous border",
      run: () => selection.choose(border(tree, draft, selection.place, -1), true),
    },
    {
      keys: ["Space"],
      title: "Take or drop",
      run: () => put(!selection.leaves.some((leaf) => draft.kept.has(leaf))),
    },
    { keys: ["t"], title: "Take", run: () => put(true) },
    { keys: ["d", "Backspace"], title: "Drop", run: () => put(false) },
    { keys: ["]", "Shift+ArrowUp"], title: "Grow to the element around", run: () => selection.grow() },
    { keys: ["[", "Shift+ArrowDown"], title: "Shrink again", run: () => selection.shrink() },
    { keys: ["Shift+j"], title: "Select the next passage too", run: () => selection.reach(1) },
    { keys: ["Shift+k"], title: "Select the previous passage too", run: () => selection.reach(-1) },
    { keys: ["u", "Ctrl+z"], title: "Undo", run: () => draft.undo() },
    { keys: ["Shift+u", "Ctrl+Shift+z", "Ctrl+y"], title: "Redo", run: () => draft.redo() },
    { keys: ["s", "Ctrl+s"], title: "Save", run: save },
    { keys: ["g"], title: "Show the labels", run: () => setLabels(!showLabels) },
    { keys: ["Escape"], title: "Select nothing", run: () => selection.only([]) },
    ...(bar?.bindings || []),
  ]);
  return {
    name: "Passages",
    side,
    before: bar?.element,
    foot: selected,
    click,
    region,
    tools: [drag, h("div", { class: "end" }, labelsButton)],
    close: () => {
      unbind();
      draft.listener = () => {};
      if (!draft.isChanged) drafts.delete(id);
      frame.dragging(false);
      frame.outline(null, "selection");
    },
  };
}
