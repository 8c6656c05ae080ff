/**
 * Keys. A view binds its keys while it is shown; the help overlay and the command palette list what is bound.
 *
 * @typedef {{keys: string[], title: string, run: () => void, section?: string, hidden?: boolean}} Binding
 * @typedef {{key: string, shift: boolean, ctrl: boolean, alt?: boolean}} Press
 */

/** @type {{section: string, bindings: Binding[]}[]} */
const groups = [];

/**
 * Binds keys until the function that it returns is called. Names: "j", "?", "Enter", "Ctrl+k", "Shift+ArrowUp".
 * @param {string} section
 * @param {Binding[]} bindings
 */
export function bind(section, bindings) {
  const group = { section, bindings };
  groups.push(group);
  return () => {
    const place = groups.indexOf(group);
    if (place >= 0) groups.splice(place, 1);
  };
}

/** What is bound now, by section, the view's own first. */
export function bound() {
  return [...groups].reverse();
}

/**
 * The name of a press. Shift is part of it only beside keys that have a name, since "?" has it already.
 * @param {Press} press
 */
export function nameOf({ key, shift, ctrl }) {
  const plain = key.length === 1 ? key.toLowerCase() : key;
  const letter = /^[a-z]$/.test(plain);
  return `${ctrl ? "Ctrl+" : ""}${shift && (key.length > 1 || letter) ? "Shift+" : ""}${plain === " " ? "Space" : plain}`;
}

/**
 * Runs what is bound to a press, and says whether there was something. Frames hand on the keys that are typed in them.
 * @param {Press} press
 */
export function press(press) {
  if (press.alt || document.querySelector("dialog[open]")) return false;
  const name = nameOf(press);
  for (const { bindings } of bound()) {
    const found = bindings.find(({ keys }) => keys.includes(name));
    if (found) {
      found.run();
      return true;
    }
  }
  return false;
}

const TYPING = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]";
const PRESSED_BY_SPACE = "button, a[href], summary, input, [role=option], [role=separator]";

/** Listens to the keys of the document. */
export function listen() {
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.isComposing) return;
    if (target?.closest(TYPING) && !(ctrl || event.key === "Escape")) return;
    if (target?.closest(TYPING) && ["z", "y", "c", "v", "x", "a"].includes(event.key.toLowerCase())) return;
    if (target?.closest(PRESSED_BY_SPACE) && (event.key === " " || event.key === "Enter") && !ctrl) return;
    if (press({ key: event.key, shift: event.shiftKey, ctrl, alt: event.altKey })) event.preventDefault();
  });
}

const SYMBOLS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Backspace: "⌫" };

/** A key as it is printed on a keyboard. @param {string} name */
export function printed(name) {
  return name.split("+").map((part) => SYMBOLS[part] || (part.length === 1 ? part.toUpperCase() : part)).join(" + ").replace("Shift + ", "⇧ ") || "+";
}
