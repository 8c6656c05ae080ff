/** What is selected on a page that is being corrected: a passage, several, or an element that grows and shrinks. */

import { range } from "../tree.js";

export class Selection {
  /**
   * @param {import("../tree.js").Tree} tree
   * @param {(leaves: number[], isNear: boolean) => void} onChange isNear: bring it into view
   */
  constructor(tree, onChange) {
    this.tree = tree;
    this.onChange = onChange;
    /** @type {number[]} */
    this.leaves = [];
    this.place = -1; // the passage that one stands on
    this.anchor = -1; // where a selection of several passages began
    /** @type {number | null} */
    this.node = null; // the element that it grew to
    /** @type {{leaves: number[], node: number | null}[]} */
    this.trail = []; // what it was before it grew
  }

  /** @param {number[]} leaves @param {boolean} isNear @param {number | null} [node] */
  #become(leaves, isNear, node = null) {
    this.leaves = leaves;
    this.node = node;
    this.onChange(leaves, isNear);
  }

  /** Selects a passage. @param {number} place @param {boolean} isNear */
  choose(place, isNear) {
    if (place < 0 || place >= this.tree.passages.length) return;
    this.place = place;
    this.anchor = place;
    this.trail = [];
    this.#become(range(...this.tree.passages[place]), isNear);
  }

  /** Selects exactly these leaves. @param {number[]} leaves */
  only(leaves) {
    this.trail = [];
    if (leaves.length) {
      this.place = this.tree.passageOfLeaf[leaves[0]];
      this.anchor = this.place;
    }
    this.#become(leaves, false);
  }

  /** Selects everything from where it began to a leaf. @param {number} leaf */
  extend(leaf) {
    this.#through(this.tree.passageOfLeaf[leaf], false);
  }

  /** Selects one passage more. @param {number} by */
  reach(by) {
    const place = Math.max(0, Math.min(this.tree.passages.length - 1, this.place + by));
    this.#through(place, true);
  }

  /** @param {number} place @param {boolean} isNear */
  #through(place, isNear) {
    const anchor = this.anchor < 0 ? place : this.anchor;
    const [first, last] = [Math.min(anchor, place), Math.max(anchor, place)];
    this.place = place;
    this.anchor = anchor;
    this.trail = [];
    this.#become(range(this.tree.passages[first][0], this.tree.passages[last][1]), isNear);
  }

  /** Goes to another passage. @param {number} by */
  step(by) {
    this.choose(Math.max(0, Math.min(this.tree.passages.length - 1, this.place + by)), true);
  }

  /** Grows to the element around what is selected. */
  grow() {
    const node = this.tree.around(this.leaves);
    if (node === null) return;
    this.trail.push({ leaves: this.leaves, node: this.node });
    this.#become(range(...this.tree.span(node)), false, node);
  }

  /** Becomes what it was before it grew. */
  shrink() {
    const before = this.trail.pop();
    if (before) this.#become(before.leaves, false, before.node);
  }
}

/** How many words leaves have. @param {Iterable<number>} leaves @param {number[]} words */
export function sum(leaves, words) {
  let total = 0;
  for (const leaf of leaves) total += words[leaf] || 0;
  return total;
}

/**
 * The next passage whose state differs from the one before it.
 * @param {import("../tree.js").Tree} tree
 * @param {import("../draft.js").Draft} draft
 * @param {number} from
 * @param {number} by
 */
export function border(tree, draft, from, by) {
  const isKept = (/** @type {number} */ place) => draft.kept.has(tree.passages[place][0]);
  for (let place = from + by; place >= 0 && place < tree.passages.length; place += by) {
    if (place > 0 && isKept(place) !== isKept(place - 1)) return place;
  }
  return Math.max(0, from);
}
