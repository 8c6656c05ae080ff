/**
 * The structure of a page: which leaves are in which element, and which of them a reader sees as one passage.
 *
 * @import { Structure } from "../documents"
 */

const KINDS = {
  img: "A picture",
  picture: "A picture",
  svg: "A drawing",
  video: "A film",
  audio: "A sound",
  iframe: "A frame",
  embed: "An embedded object",
  object: "An embedded object",
  math: "A formula",
};

export class Tree {
  /** @param {Structure} structure */
  constructor(structure) {
    this.rows = structure.leaves;
    this.texts = structure.texts;
    this.parents = structure.parents;
    this.ends = structure.ends;
    this.tags = structure.tags;
    this.passages = structure.passages;
    this.passageTexts = structure.passage_texts;
    this.size = structure.leaves.length;
    /** @type {number[]} */
    this.passageOfLeaf = new Array(this.size).fill(-1);
    structure.passages.forEach(([first, end], place) => this.passageOfLeaf.fill(place, first, end));
  }

  /** The first leaf at or after a row. @param {number} row */
  #leafAt(row) {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The leaves of an element, as the first and the one after the last. @param {number} node @returns {[number, number]} */
  span(node) {
    return [this.#leafAt(node), this.#leafAt(this.ends[node])];
  }

  /** The text of a passage. @param {number} place */
  passageText(place) {
    return this.passageTexts[place] || this.#kindOf(this.passages[place][0]);
  }

  /** What a leaf without text is. @param {number} leaf */
  #kindOf(leaf) {
    return KINDS[/** @type {keyof typeof KINDS} */ (this.tags[this.rows[leaf]])] || "A control";
  }

  /** The passages that leaves belong to, in order. @param {Iterable<number>} leaves */
  passagesOf(leaves) {
    return [...new Set([...leaves].map((leaf) => this.passageOfLeaf[leaf]))]
      .filter((place) => place >= 0)
      .sort((one, other) => one - other);
  }

  /**
   * The smallest element that holds more leaves than these and all of them; null if there is none.
   * @param {number[]} leaves ascending
   */
  around(leaves) {
    if (!leaves.length) return null;
    const [first, last] = [leaves[0], leaves[leaves.length - 1]];
    for (let node = this.parents[this.rows[first]]; node >= 0; node = this.parents[node]) {
      const [from, to] = this.span(node);
      if (to > last && to - from > leaves.length) return node;
    }
    return null;
  }

  /** An element's name for people. @param {number} node */
  nameOf(node) {
    return `<${this.tags[node]}>`;
  }
}

/** The numbers from the first to the one before the last. @param {number} first @param {number} end */
export function range(first, end) {
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
}

/** The leaves of a page that are not among these. @param {Set<number>} kept @param {number} size */
export function others(kept, size) {
  return range(0, size).filter((leaf) => !kept.has(leaf));
}

/** How many words a text has; a character of Chinese or Japanese counts as one. @param {string} text */
export function wordCount(text) {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/g)?.length || 0;
  return wide + (text.replace(/[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/g, " ").match(/[\p{L}\p{N}]+/gu)?.length || 0);
}
