/**
 * The Mountain Model's picture of a page: cells with their scores along the source, ridges, and which of them are content.
 * The pointer and the arrow keys move along it, and the page shows where one is.
 */

/** @import { Cell, MountainAnswer } from "../../documents" */

import { h, replace, s } from "../dom.js";
import { pagePath, recall } from "../memory.js";
import { button } from "../parts.js";

const WIDTH = 640;
const HEIGHT = 190;
const FOOT = 22;

/**
 * @param {string} id
 * @param {(leaves: number[] | null, isClick: boolean) => void} onPlace
 */
export async function mountainView(id, onPlace) {
  const element = h("section", { class: "stack close" }, h("h2", {}, "Mountain view"));
  /** @type {(leaf: number | null) => void} */
  let point = () => {};
  const open = async () => {
    try {
      const drawn = draw(await recall(`${pagePath(id)}/mountain`), onPlace);
      point = drawn.point;
      replace(element, h("h2", {}, "Mountain view"), drawn.element);
    } catch (error) {
      replace(
        element,
        h("h2", {}, "Mountain view"),
        h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)),
        button("Try again", open),
      );
    }
  };
  await open();
  return { element, point: (/** @type {number | null} */ leaf) => point(leaf) };
}

/**
 * @param {MountainAnswer} mountain
 * @param {(leaves: number[] | null, isClick: boolean) => void} onPlace
 */
function draw(mountain, onPlace) {
  const { cells } = mountain;
  if (!cells.length)
    return { element: h("p", { class: "quiet" }, "The page has no cells: there is no text to draw."), point: () => {} };
  const length = Math.max(mountain.length, cells[cells.length - 1].position + 1, 1);
  const highest = Math.max(
    ...cells.map((cell) => Math.max(cell.smoothed, cell.raw)),
    mountain.peak_threshold,
    1e-9,
  );
  const x = (/** @type {number} */ position) => (position / length) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - FOOT - (Math.max(0, value) / highest) * (HEIGHT - FOOT - 10);
  const leafCell = new Map(
    cells.flatMap((cell, place) => cell.leaves.map((leaf) => /** @type {const} */ ([leaf, place]))),
  );
  const cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT - FOOT, hidden: true });
  const caption = h(
    "p",
    { class: "small quiet two-lines mountain-caption", dir: "auto", role: "status", "aria-live": "off" },
    "Point at the mountain, or move along it with the arrow keys.",
  );
  let place = 0;
  const go = (/** @type {number} */ next, /** @type {boolean} */ isClick) => {
    place = Math.max(0, Math.min(cells.length - 1, next));
    mark(place);
    onPlace(cells[place].leaves.length ? cells[place].leaves : null, isClick);
  };
  const mark = (/** @type {number} */ at) => {
    const cell = cells[at];
    cursor.removeAttribute("hidden");
    cursor.setAttribute("x1", String(x(cell.position)));
    cursor.setAttribute("x2", String(x(cell.position)));
    replace(caption, h("strong", {}, cell.smoothed.toFixed(2)), ` ${cell.text || "a blank cell"}`);
  };
  const nearest = (/** @type {MouseEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    const position = ((event.clientX - box.left) / box.width) * length;
    return closest(cells, position);
  };
  /** @type {SVGSVGElement} */
  const picture = s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "mountain",
      role: "application",
      "aria-roledescription": "mountain",
      tabindex: "0",
      "aria-label": summary(mountain),
      preserveAspectRatio: "none",
      onmousemove: (event) => go(nearest(event), false),
      onmouseleave: () => onPlace(null, false),
      onclick: (event) => go(nearest(event), true),
      onkeydown: (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
        if (!step) return;
        go(place + step, true);
        event.preventDefault();
      },
    },
    ridges(mountain, x),
    s("path", {
      class: "raw",
      d: cells
        .map((cell) => `M${x(cell.position).toFixed(1)} ${HEIGHT - FOOT}V${y(cell.raw).toFixed(1)}`)
        .join(""),
    }),
    s("path", { class: "ridge-line", d: line(cells, x, y) }),
    threshold(mountain.primary_threshold, y, "primary"),
    threshold(mountain.peak_threshold, y, "peak"),
    cursor,
  );
  return {
    element: h("figure", { class: "stack close" }, picture, caption, legend()),
    point: (/** @type {number | null} */ leaf) => {
      const found = leaf === null ? undefined : leafCell.get(leaf);
      if (found !== undefined) mark(found);
    },
  };
}

/** @param {Cell[]} cells @param {number} position */
function closest(cells, position) {
  let best = 0;
  for (let place = 1; place < cells.length; place += 1) {
    if (Math.abs(cells[place].position - position) < Math.abs(cells[best].position - position)) best = place;
  }
  return best;
}

/** @param {MountainAnswer} mountain */
function summary(mountain) {
  const chosen = mountain.ridges.filter((ridge) => ridge.primary).length;
  return `Mountain of the page: ${mountain.cells.length} cells, ${mountain.ridges.length} ridges, ${chosen} of them content`;
}

/** @param {Cell[]} cells @param {(position: number) => number} x @param {(value: number) => number} y */
function line(cells, x, y) {
  const points = cells.map((cell) => `${x(cell.position).toFixed(1)} ${y(cell.smoothed).toFixed(1)}`);
  return `M${x(cells[0].position).toFixed(1)} ${HEIGHT - FOOT}L${points.join("L")}L${x(cells[cells.length - 1].position).toFixed(1)} ${HEIGHT - FOOT}Z`;
}

/** @param {MountainAnswer} mountain @param {(position: number) => number} x */
function ridges(mountain, x) {
  return s(
    "g",
    {},
    mountain.ridges
      .map((ridge) => {
        const [from, to] = [x(ridge.first), x(ridge.last + 1)];
        const title = s(
          "title",
          {},
          `${ridge.primary ? "Content" : "Not content"}: height ${ridge.height.toFixed(2)}, width ${ridge.width.toFixed(2)}`,
        );
        return [
          s(
            "rect",
            {
              class: ridge.primary ? "ridge chosen" : "ridge",
              x: from,
              width: Math.max(1.5, to - from),
              y: 0,
              height: HEIGHT - FOOT,
            },
            title,
          ),
          s("rect", {
            class: ridge.primary ? "foot chosen" : "foot",
            x: from,
            width: Math.max(1.5, to - from),
            y: HEIGHT - FOOT + 4,
            height: 5,
            rx: 2,
          }),
        ];
      })
      .flat(),
  );
}

/** @param {number} value @param {(value: number) => number} y @param {string} kind */
function threshold(value, y, kind) {
  return s(
    "line",
    { class: `threshold ${kind}`, x1: 0, x2: WIDTH, y1: y(value), y2: y(value) },
    s("title", {}, `${kind} threshold ${value.toFixed(2)}`),
  );
}

function legend() {
  return h(
    "ul",
    { class: "legend small quiet" },
    h("li", { class: "of-line" }, "smoothed score"),
    h("li", { class: "of-raw" }, "score of a cell"),
    h("li", { class: "of-ridge" }, "chosen ridge"),
    h("li", { class: "of-threshold" }, "thresholds"),
  );
}
