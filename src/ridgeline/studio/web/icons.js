/** Small pictures, drawn as lines in the colour of the text around them. They are decoration: words say the same. */

import { s } from "./dom.js";

const PATHS = {
  mark: "M2 18l5-7 3.2 3.4L15 5l7 13",
  open: "M12 5v14M5 12h14",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.3M12 17.3v.2M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4z",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20.5 20.5L16 16",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3",
  grow: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  shrink: "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5",
  region: "M5 5h4M13 5h6v5M19 14v5h-5M10 19H5v-5M5 10V5",
  save: "M5 12.5l4.5 4.5L19 7.5",
  trash: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  narrower: "M3 5v14M21 5v14M6 12h5M8.5 9.5L11 12l-2.5 2.5M18 12h-5M15.5 9.5L13 12l2.5 2.5",
  wider: "M12 5v14M9 12H3M5.5 9.5L3 12l2.5 2.5M15 12h6M18.5 9.5L21 12l-2.5 2.5",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  letters: "M2 18L7 6l5 12M3.8 14h6.4M21 10.5v7.5M21 14.2a3.3 3.3 0 1 1-6.6 0 3.3 3.3 0 0 1 6.6 0z",
  tag: "M4 4h8l8.5 8.5-7.5 7.5L4 12zM8 8v.2",
  bookmark: "M6 3h12v18l-6-4.5L6 21z",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon-picture", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}
