/** The passages of a page as a list: what is kept, what is dropped, what is selected. It does all that the page can do. */

import { h } from "../dom.js";

/**
 * @param {import("../tree.js").Tree} tree
 * @param {import("../draft.js").Draft} draft
 * @param {{select: (place: number) => void, toggle: (place: number) => void}} on
 */
export function passageList(tree, draft, on) {
  const element = h("ul", { class: "passages", "aria-label": "Passages of the page" });
  const rows = tree.passages.map((_, place) => {
    const box = h("input", {
      type: "checkbox",
      tabindex: "-1",
      onchange: () => {
        on.select(place);
        on.toggle(place);
      },
    });
    const text = tree.passageText(place);
    box.setAttribute("aria-label", text.slice(0, 120));
    const item = h(
      "li",
      { "data-place": place },
      box,
      h(
        "button",
        { type: "button", tabindex: "-1", class: "passage-text", dir: "auto", onclick: () => on.select(place) },
        text,
      ),
    );
    return { item, box };
  });
  element.append(...rows.map(({ item }) => item));
  if (rows.length) rows[0].box.tabIndex = 0;
  return {
    element,
    /** Shows what is kept. */
    show() {
      rows.forEach(({ item, box }, place) => {
        const [first, end] = tree.passages[place];
        let kept = 0;
        for (let leaf = first; leaf < end; leaf += 1) if (draft.kept.has(leaf)) kept += 1;
        box.checked = kept === end - first;
        box.indeterminate = kept > 0 && kept < end - first;
        item.classList.toggle("kept", kept > 0);
      });
    },
    /** Shows what is selected. @param {number[]} leaves @param {boolean} isNear */
    mark(leaves, isNear) {
      const places = new Set(tree.passagesOf(leaves));
      rows.forEach(({ item, box }, place) => {
        item.classList.toggle("marked", places.has(place));
        box.tabIndex = places.size === 1 && places.has(place) ? 0 : -1;
      });
      if (!places.size) rows[0] && (rows[0].box.tabIndex = 0);
      const [first] = places;
      if (first === undefined) return;
      rows[first].item.scrollIntoView({ block: isNear ? "center" : "nearest" });
    },
  };
}
