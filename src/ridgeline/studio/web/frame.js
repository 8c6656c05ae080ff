/**
 * The bridge to a sandboxed frame that shows a page of somebody else.
 *
 * The frame has an origin of its own and runs only the service's script. It tells which leaf was clicked, hovered or dragged
 * over; it is told what to tint. A message counts only if it comes from the frame's own window and has the right form.
 *
 * @typedef {{leaves: number[], style: string, values?: number[]}} Layer
 * @typedef {{ridgeline: "paint", layers: Layer[], theme: string}
 *   | {ridgeline: "outline", node: number | null, leaves: number[] | null, kind: "selection" | "hover"}
 *   | {ridgeline: "scroll", leaf: number}
 *   | {ridgeline: "dragging" | "reveal", on: boolean} | {ridgeline: "print"}} Order what a frame is told
 * @typedef {{click: {leaf: number | null, shift: boolean, alt: boolean}, hover: {leaf: number | null},
 *   region: {leaves: number[]}, size: {width: number, height: number}, ready: {}, silent: {}}} Events what a frame tells, by name
 */

import { h } from "./dom.js";
import { press } from "./keyboard.js";
import { theme } from "./settings.js";

const PATIENCE = 15_000; // milliseconds for a frame to begin

export class PageFrame {
  /**
   * @param {string} title what a screen reader calls it
   * @param {number} [size] how many leaves the page has: greater numbers are not believed
   */
  constructor(title, size = Infinity) {
    this.size = size;
    this.element = h("iframe", { sandbox: "allow-scripts", referrerpolicy: "no-referrer", title });
    /** @type {{[Name in keyof Events]?: (message: Events[Name]) => void}} */
    this.handlers = {};
    /** @type {Order[]} */
    this.waiting = [];
    /** @type {Layer[]} */
    this.layers = [];
    this.isReady = false;
    this.source = "";
    this.listener = (/** @type {MessageEvent} */ event) => this.#receive(event);
    addEventListener("message", this.listener);
  }

  /**
   * Shows a view of the service. Messages that are sent meanwhile wait.
   * @param {string} source
   */
  load(source) {
    if (source === this.source) return;
    this.source = source;
    this.isReady = false;
    this.waiting = [];
    delete this.element.dataset.ready;
    this.element.src = source;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => !this.isReady && this.#giveUp(), PATIENCE);
  }

  /** @template {keyof Events} Name @param {Name} name @param {(message: Events[Name]) => void} handler */
  on(name, handler) {
    Object.assign(this.handlers, { [name]: handler });
    return this;
  }

  /** @param {Layer[]} layers */
  paint(layers) {
    this.layers = layers;
    this.#send({ ridgeline: "paint", layers, theme: theme() });
  }

  /** Paints the same again, in the colours of the present theme. */
  repaint() {
    this.paint(this.layers);
  }

  /** @param {{node?: number, leaves?: number[]} | null} what @param {"selection" | "hover"} kind */
  outline(what, kind) {
    this.#send({ ridgeline: "outline", node: what?.node ?? null, leaves: what?.leaves ?? null, kind });
  }

  /** @param {number} leaf */
  scroll(leaf) {
    this.#send({ ridgeline: "scroll", leaf });
  }

  /** @param {boolean} on */
  dragging(on) {
    this.#send({ ridgeline: "dragging", on });
  }

  /** Shows what the page hides. @param {boolean} on */
  reveal(on) {
    this.#send({ ridgeline: "reveal", on });
  }

  /** Lays the page out as it would be printed, once it is loaded, and tells its size. */
  print() {
    this.#send({ ridgeline: "print" });
  }

  close() {
    clearTimeout(this.timer);
    removeEventListener("message", this.listener);
    this.element.remove();
  }

  /** @param {Order} message */
  #send(message) {
    if (!this.isReady) this.waiting.push(message);
    else this.element.contentWindow?.postMessage(message, "*"); // an opaque origin has no name; nothing here is secret
  }

  /** @param {MessageEvent} event */
  #receive(event) {
    if (event.source !== this.element.contentWindow || event.source === null) return;
    const { data } = event;
    if (typeof data !== "object" || data === null || typeof data.ridgeline !== "string") return;
    if (data.ridgeline === "ready") this.#begin();
    else if (data.ridgeline === "click")
      this.handlers.click?.({ leaf: this.#leaf(data.leaf), shift: !!data.shift, alt: !!data.alt });
    else if (data.ridgeline === "hover") this.handlers.hover?.({ leaf: this.#leaf(data.leaf) });
    else if (data.ridgeline === "region")
      this.handlers.region?.({
        leaves: Array.isArray(data.leaves) ? data.leaves.filter((/** @type {unknown} */ leaf) => this.#leaf(leaf) !== null) : [],
      });
    else if (data.ridgeline === "size" && data.width > 0 && data.height > 0)
      this.handlers.size?.({ width: Number(data.width), height: Number(data.height) });
    else if (data.ridgeline === "key" && typeof data.key === "string")
      press({ key: data.key, shift: !!data.shift, ctrl: !!data.ctrl });
  }

  /** The number of a leaf, or null where it cannot be one. @param {unknown} value */
  #leaf(value) {
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < this.size ? value : null;
  }

  #begin() {
    this.isReady = true;
    this.element.dataset.ready = "true";
    const waiting = this.waiting.splice(0);
    this.repaint(); // a new document has neither tints nor the theme
    for (const message of waiting) this.#send(message);
    this.handlers.ready?.({});
  }

  /** Shows what there is: an answer that is not a view, such as a problem. */
  #giveUp() {
    this.element.dataset.ready = "late";
    this.handlers.silent?.({});
  }
}
