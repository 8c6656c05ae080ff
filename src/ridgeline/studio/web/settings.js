/** What a person chose, kept in this browser: theme, name, reader, panes. */

const KEY = "ridgeline-studio";
const DEFAULTS = {
  theme: "system", // system, light, dark
  annotator: "me",
  extractor: "summit",
  favor: "balanced",
  comments: "decide",
  sites: true,
  corrected: true,
  format: "reading",
  tint: "kept",
  share: 52, // per cent of the width for the page
  compared: ["summit", "mountain"],
  order: "least-certain",
  typeface: "serif",
  size: 19,
  measure: 38,
  paper: "theme", // theme, light, sepia, dark
  pictures: "page", // page: loaded with it, demand, never
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
let values = { ...DEFAULTS, ...stored() };
/** @type {Set<(name: string) => void>} */
const listeners = new Set();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {}; // a full or forbidden store: the defaults serve
  }
}

/** @template {keyof Settings} Name @param {Name} name @returns {Settings[Name]} */
export function setting(name) {
  return values[name];
}

/** @template {keyof Settings} Name @param {Name} name @param {Settings[Name]} value */
export function choose(name, value) {
  if (values[name] === value) return;
  values = { ...values, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // it holds for this visit
  }
  for (const listener of listeners) listener(name);
}

/** @param {(name: string) => void} listener @returns {() => void} a function that ends it */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme that is shown: "light" or "dark". */
export function theme() {
  const wanted = setting("theme");
  if (wanted === "light" || wanted === "dark") return wanted;
  return dark.matches ? "dark" : "light";
}

/** Shows the theme, now and whenever it changes. */
export function followTheme() {
  const show = () => {
    document.documentElement.dataset.theme = theme();
  };
  show();
  onChange((name) => name === "theme" && show());
  dark.addEventListener("change", () => {
    show();
    for (const listener of listeners) listener("theme");
  });
}
