/** Small charts: bars to click, a histogram. */

import { h, s } from "./dom.js";
import { count } from "./words.js";

/**
 * Bars with names and counts; a click on one chooses it.
 * @param {string} label
 * @param {{name: string, count: number, value?: string | null}[]} bars
 * @param {(value: string) => void} onChoice
 * @param {string} [chosen]
 */
export function bars(label, bars, onChoice, chosen = "") {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return h("ul", { class: "bars", "aria-label": label }, bars.map((bar) => {
    const fill = h("span", { class: "fill", "aria-hidden": "true" });
    fill.style.width = `${(bar.count / most) * 100}%`;
    const value = bar.value ?? bar.name;
    return h("li", {}, h("button", { type: "button", "aria-pressed": String(chosen === value && chosen !== ""), onclick: () => onChoice(value) }, fill, h("span", { class: "name one-line", dir: "auto" }, bar.name || "unknown"), h("span", { class: "number" }, count(bar.count))));
  }));
}

const WIDTH = 480;
const HEIGHT = 150;
const FOOT = 20;

/**
 * A histogram of values between 0 and 1.
 * @param {string} label
 * @param {number[]} counts
 */
export function histogram(label, counts) {
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  const columns = counts.map((value, place) => {
    const height = (value / most) * (HEIGHT - FOOT - 18);
    const top = HEIGHT - FOOT - height;
    return s("g", {}, s("rect", { class: "column", x: place * step + 2, y: top, width: step - 4, height: Math.max(height, value ? 2 : 0), rx: 2 }, s("title", {}, `${(place / counts.length).toFixed(1)} to ${((place + 1) / counts.length).toFixed(1)}: ${count(value)}`)),
      value > 0 && s("text", { x: (place + 0.5) * step, y: top - 5, "text-anchor": "middle", class: "amount" }, count(value)));
  });
  const marks = [0, 0.5, 1].map((at) => s("text", { x: Math.min(WIDTH - 2, Math.max(2, at * WIDTH)), y: HEIGHT - 4, "text-anchor": at === 0 ? "start" : at === 1 ? "end" : "middle", class: "tick" }, at.toFixed(1)));
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "histogram", role: "img", "aria-label": `${label}: ${counts.map((value, place) => `${(place / counts.length).toFixed(1)}: ${value}`).join(", ")}` },
    s("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT }), columns, marks);
}
