/** The line below a page that says why a passage was kept or dropped. Its height is fixed: nothing jumps. */

import { h, replace } from "./dom.js";
import { pagePath, recall } from "./memory.js";
import { isTouched, percent } from "./words.js";

const DELAY = 90; // milliseconds: a pointer that only passes asks nothing
const HINT = "Point at a passage to see why it was kept or dropped; click it to find it in the result.";
const TOUCH_HINT = "Tap a passage to see why it was kept or dropped, and to find it in the result.";

/**
 * @param {string} id of the page
 * @param {() => string} extractor
 */
export function reasonLine(id, extractor) {
  const element = h(
    "div",
    { class: "pane-foot why", role: "status", "aria-live": "off" },
    h("p", { class: "quiet" }, isTouched() ? TOUCH_HINT : HINT),
  );
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = async (/** @type {number} */ leaf) => {
    const mine = ++turn;
    try {
      const answer = await recall(`${pagePath(id)}/why`, { leaf, extractor: extractor() });
      if (mine === turn) replace(element, ...explained(answer));
    } catch (error) {
      if (mine === turn)
        replace(element, h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
    }
  };
  return {
    element,
    /** @param {number | null} leaf @param {boolean} [atOnce] */
    ask(leaf, atOnce = false) {
      clearTimeout(timer);
      if (leaf === null) return; // the last answer stays: one can read it
      timer = setTimeout(() => show(leaf), atOnce ? 0 : DELAY);
    },
    clear() {
      turn += 1;
      replace(element, h("p", { class: "quiet" }, isTouched() ? TOUCH_HINT : HINT));
    },
  };
}

/** @param {import("../documents").WhyAnswer} answer */
function explained(answer) {
  const sure =
    answer.probability === null ? "" : ` · ${percent(answer.probability)} likely content`;
  const verdict = h(
    "span",
    { class: `chip ${answer.kept ? "good" : "bad"}` },
    (answer.kept ? "kept" : "dropped") + sure,
  );
  const reasons = answer.reasons.slice(0, 6).map((reason) =>
    h(
      "li",
      {
        class: direction(reason.effect),
        title: `${reason.name}${reason.value === null ? "" : ` = ${reason.value}`}`,
      },
      reason.words || reason.name,
    ),
  );
  return [
    h(
      "div",
      { class: "row tight" },
      verdict,
      h("span", { class: "one-line quiet", dir: "auto" }, answer.text || "a picture or control"),
    ),
    h(
      "ul",
      { class: "reasons" },
      reasons.length ? reasons : h("li", { class: "quiet" }, "This extractor gives no reasons."),
    ),
  ];
}

/** @param {number | null} effect */
function direction(effect) {
  if (!effect) return "";
  return effect > 0 ? "for" : "against";
}
