/** Compare: two to five extractors on one page, each in its colour; what only one keeps; how far they agree. */

import { h, replace } from "../dom.js";
import { extractors } from "../extractions.js";
import { bind } from "../keyboard.js";
import { pagePath, recall } from "../memory.js";
import { menu } from "../parts.js";
import { choose, setting } from "../settings.js";
import { complain, say } from "../toasts.js";
import { Tree } from "../tree.js";
import { heading } from "../words.js";
import { agreement, answers, onlySection } from "./comparison.js";
import { mountainView } from "./mountain.js";

const COLOURS = ["a", "b", "c", "d", "e"];

/** @param {import("./page.js").Desk} desk @returns {Promise<import("./page.js").Mode>} */
export async function compareMode(desk) {
  const { id, frame } = desk;
  const [known, tree] = await Promise.all([
    extractors(),
    recall(`${pagePath(id)}/structure`).then((found) => new Tree(found)),
  ]);
  let names = setting("compared").filter((name) => known.some((one) => one.name === name));
  if (names.length < 2) names = ["summit", "mountain"];
  /** @type {import("../../documents").CompareAnswer} */
  let answer = { answers: [], agreement: [], presets: {} };
  let shown = "all";
  const body = h("div", { class: "pane-body pad stack wide" });
  const pickers = h("div", { class: "row" });
  const mountain = h("div", {});
  const presets = h("div", {});
  const usable = () => answer.answers.filter((one) => !one.unavailable);

  const load = async () => {
    choose("compared", names);
    showPickers();
    body.setAttribute("aria-busy", "true");
    try {
      const wanted = names;
      const found = await recall(`${pagePath(id)}/compare`, { extractors: wanted.join(",") });
      if (wanted !== names) return;
      answer = found;
      shown = "all";
      show();
    } catch (error) {
      complain(error);
    } finally {
      body.removeAttribute("aria-busy");
    }
  };
  const colourOf = (/** @type {string} */ name) => COLOURS[names.indexOf(name)] || "a";
  const paint = () => {
    const layers = usable()
      .map((one) => ({
        leaves: shown === "all" ? one.keep : shown === one.extractor ? one.only : [],
        style: colourOf(one.extractor),
      }))
      .filter((layer) => layer.leaves.length);
    frame.paint(layers);
  };
  const focus = (/** @type {string} */ name) => {
    shown = shown === name ? "all" : name;
    show();
  };
  const showPickers = () => {
    const add = known.filter((one) => !names.includes(one.name));
    replace(
      pickers,
      names.map((name) =>
        h(
          "span",
          { class: "chip extractor-chip" },
          h("span", { class: `dot in-${colourOf(name)}` }),
          name,
          names.length > 2 &&
            h(
              "button",
              {
                type: "button",
                class: "chip-close",
                "aria-label": `Leave out ${name}`,
                onclick: () => {
                  names = names.filter((one) => one !== name);
                  load();
                },
              },
              "×",
            ),
        ),
      ),
      names.length < 4 &&
        menu(
          "Add",
          "open",
          add.map((one) =>
            h(
              "button",
              {
                type: "button",
                title: one.summary,
                onclick: () => {
                  names = [...names, one.name];
                  load();
                },
              },
              one.name,
              h("span", { class: "quiet small one-line" }, one.summary),
            ),
          ),
          "list",
        ),
    );
  };
  const show = () => {
    paint();
    replace(
      presets,
      Object.entries(answer.presets).map(([title, wanted]) =>
        h(
          "button",
          { type: "button", onclick: () => preset(wanted) },
          heading(title),
          h("span", { class: "quiet small one-line" }, wanted.join(", ")),
        ),
      ),
    );
    replace(
      body,
      answers(answer, colourOf, shown, focus),
      onlySection(usable(), tree, colourOf, shown, focus, (leaves) => {
        frame.outline({ leaves }, "selection");
        frame.scroll(leaves[0]);
        desk.showPane("page");
      }),
      agreement(answer.agreement, colourOf),
      mountain,
    );
  };
  const preset = (/** @type {string[]} */ wanted) => {
    names = wanted.slice(0, COLOURS.length);
    load();
  };
  const side = h(
    "div",
    { class: "pane-inside" },
    h(
      "div",
      { class: "pane-bar" },
      pickers,
      h("div", { class: "end" }, menu("Presets", "settings", [presets], "list")),
    ),
    body,
  );
  const hill = await mountainView(id, (leaves, isClick) => {
    frame.outline(leaves ? { leaves } : null, isClick ? "selection" : "hover");
    if (isClick && leaves) frame.scroll(leaves[0]);
  });
  replace(mountain, hill.element);
  await load();
  const unbind = bind("Compare", [
    ...[0, 1, 2, 3].map((place) => ({
      keys: [["q", "w", "e", "r"][place]],
      title: `What only the ${["first", "second", "third", "fourth"][place]} keeps`,
      run: () => names[place] && focus(names[place]),
    })),
    {
      keys: ["Escape"],
      title: "All of them",
      run: () => {
        shown = "all";
        show();
      },
    },
  ]);
  return {
    name: "Comparison",
    side,
    tools: [h("p", { class: "quiet small one-line" }, "Stripes show which extractors keep a passage.")],
    hover: ({ leaf }) => hill.point(leaf),
    click: ({ leaf }) => {
      if (leaf === null) return;
      const keepers = usable()
        .filter((one) => one.keep.includes(leaf))
        .map((one) => one.extractor);
      say(keepers.length ? `Kept by ${keepers.join(", ")}.` : "None of them keeps it.");
    },
    close: () => {
      unbind();
      frame.outline(null, "selection");
      frame.outline(null, "hover");
    },
  };
}
