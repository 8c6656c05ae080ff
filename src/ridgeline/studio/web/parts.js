/** Parts of views: buttons, choices, menus, dialogs, facts about a page. */

/**
 * @import { Child } from "./dom.js"
 * @import { IconName } from "./icons.js"
 */

import { h, newId } from "./dom.js";
import { icon } from "./icons.js";
import { heading, mood, sureness } from "./words.js";

/**
 * @param {string} label
 * @param {() => void} run
 * @param {{icon?: IconName, kind?: string, title?: string, iconOnly?: boolean, disabled?: boolean}} [options]
 */
export function button(label, run, options = {}) {
  const classes = ["button", options.kind, options.iconOnly && "icon"].filter(Boolean).join(" ");
  return h(
    "button",
    {
      type: "button",
      class: classes,
      onclick: run,
      disabled: !!options.disabled,
      title: options.title || (options.iconOnly ? label : null),
      "aria-label": options.iconOnly ? label : null,
    },
    options.icon && icon(options.icon),
    !options.iconOnly && label,
  );
}

/**
 * A choice of few that are all seen: a radio group. Arrow keys move in it.
 * @param {string} label
 * @param {[string, string][]} options values and their names
 * @param {string} value
 * @param {(value: string) => void} onChoice
 * @param {"radio" | "tab"} [role]
 */
export function choice(label, options, value, onChoice, role = "radio") {
  const state = role === "tab" ? "aria-selected" : "aria-checked";
  const buttons = options.map(([name, text], place) =>
    h("button", { type: "button", role, "data-value": name, onclick: () => pick(place) }, text),
  );
  const element = h(
    "div",
    { class: "choice", role: role === "tab" ? "tablist" : "radiogroup", "aria-label": label },
    buttons,
  );
  const show = (/** @type {string} */ chosen) => {
    for (const one of buttons) {
      const isChosen = one.dataset.value === chosen;
      one.setAttribute(state, String(isChosen));
      one.tabIndex = isChosen ? 0 : -1;
    }
  };
  const pick = (/** @type {number} */ place) => {
    const [name] = options[place];
    show(name);
    buttons[place].focus();
    onChoice(name);
  };
  element.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const place = buttons.findIndex((one) => one === document.activeElement);
    pick((place + step + buttons.length) % buttons.length);
    event.preventDefault();
    event.stopPropagation();
  });
  show(value);
  return Object.assign(element, { show });
}

/**
 * A list to choose from, with its label.
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} value
 * @param {(value: string) => void} onChoice
 * @param {{unseenLabel?: boolean}} [look]
 */
export function select(label, options, value, onChoice, { unseenLabel = false } = {}) {
  const id = newId();
  /** @type {HTMLSelectElement} */
  const list = h(
    "select",
    { id, onchange: () => onChoice(list.value) },
    options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)),
  );
  if (unseenLabel) list.setAttribute("aria-label", label);
  return unseenLabel ? list : h("div", { class: "field" }, h("label", { for: id }, label), list);
}

/**
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} onChoice
 */
export function check(label, value, onChoice) {
  /** @type {HTMLInputElement} */
  const box = h("input", { type: "checkbox", checked: value, onchange: () => onChoice(box.checked) });
  return h("label", { class: "check" }, box, label);
}

/**
 * A button that opens a sheet below it; a click elsewhere and Escape close it.
 * @param {string} label
 * @param {IconName} picture
 * @param {Node[]} content
 * @param {string} [kind]
 */
export function menu(label, picture, content, kind = "sheet") {
  const element = h(
    "details",
    { class: "menu" },
    h("summary", { class: "button", "aria-label": label }, icon(picture), h("span", { class: "menu-label" }, label)),
    h("div", { class: `sheet ${kind}` }, content),
  );
  const close = (/** @type {Event} */ event) => {
    if (!element.isConnected) document.removeEventListener("pointerdown", close);
    else if (!element.contains(/** @type {Node} */ (event.target))) element.open = false;
  };
  document.addEventListener("pointerdown", close);
  addEventListener("blur", () => {
    element.open = false;
  }); // a click into a frame
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    element.open = false;
    element.querySelector("summary")?.focus();
    event.stopPropagation();
  });
  if (kind === "list")
    element.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest(".sheet")) element.open = false;
    });
  return element;
}

/**
 * Shows a dialog, and gives back the focus when it closes.
 * @param {string} title
 * @param {Node[]} content
 * @param {string} [kind]
 */
export function openDialog(title, content, kind = "") {
  const id = newId();
  const before = document.activeElement;
  const dialog = h(
    "dialog",
    {
      class: kind,
      "aria-labelledby": id,
      onclose: () => {
        dialog.remove();
        if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
      },
    },
    h("div", { class: "inside stack" }, h("h2", { id }, title), content),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks before something that cannot be taken back.
 * @param {string} title
 * @param {string} text
 * @param {string} action
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, action) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(
      title,
      [
        h("p", {}, text),
        h(
          "div",
          { class: "row" },
          button(
            action,
            () => {
              answer = true;
              dialog.close();
            },
            { kind: "primary" },
          ),
          button("Cancel", () => dialog.close()),
        ),
      ],
      "small",
    );
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/** @param {{status: string | null, status_meaning: string | null}} page */
export function statusChip(page) {
  return h(
    "span",
    { class: `chip ${mood(page.status)}`, title: page.status_meaning },
    page.status === "ok" ? "content found" : heading(page.status ?? "unknown"),
  );
}

/** @param {{confidence: number | null, confidence_words: string | null}} page */
export function confidenceChip(page) {
  if (page.confidence === null || page.confidence === undefined) return null;
  return h(
    "span",
    { class: `chip ${sureness(page.confidence)}`, title: `Expected word F1: ${page.confidence.toFixed(2)}` },
    page.confidence_words,
  );
}

/** A bar that shows a share. @param {number} share @param {string} label */
export function meter(share, label) {
  const inner = h("span");
  inner.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return h("div", { class: "bar", role: "img", "aria-label": label }, inner);
}

/** @param {string} title @param {string} text @param {Node[]} [actions] */
export function emptyState(title, text, actions = []) {
  return h(
    "div",
    { class: "empty" },
    h("h2", {}, title),
    h("p", {}, text),
    actions.length > 0 && h("div", { class: "row" }, actions),
  );
}

/**
 * A table in a box that scrolls sideways.
 * @param {string} caption
 * @param {(string | {text: string, number?: boolean})[]} head
 * @param {Child[]} rows
 */
export function table(caption, head, rows) {
  const cells = head.map((one) =>
    typeof one === "string"
      ? h("th", { scope: "col" }, one)
      : h("th", { scope: "col", class: one.number ? "number" : null }, one.text),
  );
  return h(
    "div",
    { class: "wide-table", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, cells)),
      h("tbody", {}, rows),
    ),
  );
}
