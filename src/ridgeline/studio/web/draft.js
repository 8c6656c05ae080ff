/** What a person keeps of a page, with undo and redo. */

export class Draft {
  /** @param {Iterable<number>} keep */
  constructor(keep) {
    /** @type {Set<number>} */
    this.kept = new Set(keep);
    this.saved = this.kept;
    /** @type {Set<number>[]} */
    this.past = [];
    /** @type {Set<number>[]} */
    this.future = [];
    this.listener = () => {};
  }

  /** @param {Set<number>} kept */
  #become(kept) {
    if (isSame(kept, this.kept)) return false;
    this.past.push(this.kept);
    this.future = [];
    this.kept = kept;
    this.listener();
    return true;
  }

  /** Takes leaves, or drops them. @param {Iterable<number>} leaves @param {boolean} on */
  put(leaves, on) {
    const kept = new Set(this.kept);
    for (const leaf of leaves) {
      if (on) kept.add(leaf);
      else kept.delete(leaf);
    }
    return this.#become(kept);
  }

  /** Keeps these and nothing else. @param {Iterable<number>} leaves */
  replace(leaves) {
    return this.#become(new Set(leaves));
  }

  undo() {
    return this.#travel(this.past, this.future);
  }

  redo() {
    return this.#travel(this.future, this.past);
  }

  /** @param {Set<number>[]} from @param {Set<number>[]} to */
  #travel(from, to) {
    const kept = from.pop();
    if (!kept) return false;
    to.push(this.kept);
    this.kept = kept;
    this.listener();
    return true;
  }

  /** Whether something changed since it was saved. */
  get isChanged() {
    return !isSame(this.kept, this.saved);
  }

  /** Notes that the present state was saved. @param {Set<number>} kept */
  markSaved(kept) {
    this.saved = kept;
    this.listener();
  }

  /** The kept leaves in order. */
  leaves() {
    return [...this.kept].sort((one, other) => one - other);
  }
}

/** @param {Set<number>} one @param {Set<number>} other */
function isSame(one, other) {
  return one.size === other.size && [...one].every((leaf) => other.has(leaf));
}
