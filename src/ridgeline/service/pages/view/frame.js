"use strict";
/**
 * The script of a view: paints leaves as the page around the frame asks, and tells it what a person does here.
 *
 * @typedef {import("../../../studio/web/frame.js").Order} Order
 * @typedef {import("../../../studio/web/frame.js").Layer} Layer
 * @typedef {Extract<Order, {ridgeline: "paint"}>} Paint
 * @typedef {Extract<Order, {ridgeline: "outline"}>} Outline
 * @typedef {{x: number, y: number, top: number, left: number}} Start where a drag began, and how far the page was scrolled
 */
(() => {
  const studio = window.parent;
  /** @param {string} kind @param {Record<string, unknown>} fields */
  const send = (kind, fields) => studio.postMessage({ ridgeline: kind, ...fields }, "*");
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const STYLES = ["kept", "dropped", "positive", "negative", "neutral"];
  const MIXED = ["a", "b", "c", "d", "e"];
  const DRAG_PIXELS = 6;

  /** @type {HTMLElement[]} */
  const leaves = []; // by number: the element of the leaf
  /** @type {HTMLElement[]} */
  let painted = []; // leaves that have a class of ours
  /** @type {Element[]} */
  let areas = []; // elements that are tinted as a whole
  /** @type {Map<Element, [number, number]>} */
  const spans = new Map(); // by element: its first and its last leaf
  /** @type {{selection: Element[], hover: Element[]}} */
  const outlined = { selection: [], hover: [] };
  let canDrag = false;
  /** @type {Paint | null} */
  let wanted = null; // the newest paint that was asked for

  /** @param {Element | null} element @param {string} name */
  const numberOf = (element, name) => (element && element.hasAttribute(name) ? Number(element.getAttribute(name)) : null);
  /** @param {EventTarget | null} target */
  const nodeOf = (target) => (target instanceof Element ? target.closest("[data-n]") : null);
  /** @param {EventTarget | null} target */
  const leafOf = (target) => (target instanceof Element ? target.closest("rl-leaf[data-l]") : null);

  /** @param {EventTarget | null} target */
  function pathFrom(target) {
    const path = [];
    for (let node = nodeOf(target); node; node = nodeOf(node.parentElement)) {
      path.push(numberOf(node, "data-n"));
      if (node === document.body) break;
    }
    return path;
  }

  // Painting.

  function clear() {
    for (const element of painted) {
      element.classList.remove("rl-heat", "rl-mixed", ...STYLES.map((style) => `rl-${style}`));
      element.style.removeProperty("--rl-value");
      element.style.removeProperty("--rl-stripes");
    }
    for (const element of areas) element.removeAttribute("data-rl-area");
    painted = [];
    areas = [];
  }

  /** @param {string[]} names */
  function stripes(names) {
    const step = 100 / names.length;
    const parts = names.map((name, index) => `rgb(var(--rl-${name}) / .4) ${index * step}% ${(index + 1) * step}%`);
    return `linear-gradient(to bottom, ${parts.join(", ")})`;
  }

  /** @param {Layer[]} layers */
  function paintMixed(layers) {
    /** @type {Map<number, string>} */
    const kinds = new Map(); // by leaf: the layers that have it
    for (const layer of layers) {
      for (const leaf of layer.leaves) kinds.set(leaf, (kinds.get(leaf) || "") + layer.style);
    }
    for (const [leaf, names] of kinds) {
      const element = leaves[leaf];
      if (!element) continue;
      element.style.setProperty("--rl-stripes", stripes([...names]));
      element.classList.add("rl-mixed");
      painted.push(element);
    }
  }

  /** @param {Layer} layer */
  function paintHeat(layer) {
    layer.leaves.forEach((leaf, index) => {
      const element = leaves[leaf];
      if (!element) return;
      element.style.setProperty("--rl-value", String(Math.min(1, Math.max(0, Number(layer.values?.[index]) || 0))));
      element.classList.add("rl-heat");
      painted.push(element);
    });
  }

  /** @param {Layer} layer */
  function paintPlain(layer) {
    for (const leaf of layer.leaves) {
      const element = leaves[leaf];
      if (!element) continue;
      element.classList.add(`rl-${layer.style}`);
      painted.push(element);
    }
    if (layer.style === "kept" || layer.style === "positive") tintAreas(new Set(layer.leaves), layer.style);
  }

  /** Tints as a whole the outermost elements all of whose leaves are in a layer. @param {Set<number>} own @param {string} style */
  function tintAreas(own, style) {
    const before = new Uint32Array(leaves.length + 1); // by leaf: how many before it are in the layer
    for (let leaf = 0; leaf < leaves.length; leaf += 1) before[leaf + 1] = before[leaf] + (own.has(leaf) ? 1 : 0);
    const isFull = (/** @type {Element | null} */ node) => {
      const span = node === null ? undefined : spans.get(node);
      return span !== undefined && before[span[1] + 1] - before[span[0]] === span[1] + 1 - span[0];
    };
    for (const node of spans.keys()) {
      if (isFull(node) && !isFull(node.parentElement)) {
        node.setAttribute("data-rl-area", style);
        areas.push(node);
      }
    }
  }

  // By element: its first and its last leaf. Leaves are numbered in document order, so it has all between them.
  function findSpans() {
    leaves.forEach((element, leaf) => {
      for (let node = element.parentElement; node && node !== document.body; node = node.parentElement) {
        const span = spans.get(node);
        if (span === undefined) spans.set(node, [leaf, leaf]);
        else span[1] = leaf;
      }
    });
  }

  /** @param {Paint} message */
  function paint({ layers, theme }) {
    clear();
    for (const layer of layers) {
      if (layer.style === "heat") paintHeat(layer);
      else if (STYLES.includes(layer.style)) paintPlain(layer);
    }
    const mixed = layers.filter((layer) => MIXED.includes(layer.style));
    if (mixed.length) paintMixed(mixed);
    document.documentElement.classList.toggle("rl-dark", theme === "dark");
    document.documentElement.classList.toggle("rl-light", theme === "light");
  }

  /** @param {Paint} message */
  function schedulePaint(message) {
    if (!wanted) requestAnimationFrame(paintNewest);
    wanted = message;
  }

  function paintNewest() {
    const newest = wanted;
    wanted = null;
    if (newest) paint(newest);
  }

  /** @param {Outline} message */
  function outline(message) {
    const { kind } = message;
    for (const element of outlined[kind]) element.classList.remove(`rl-outline-${kind}`);
    const node = message.node === null ? null : document.querySelector(`[data-n="${message.node}"]`);
    const chosen = (message.leaves ?? []).map((leaf) => leaves[leaf]);
    outlined[kind] = [node, ...chosen].filter((element) => element instanceof Element);
    for (const element of outlined[kind]) element.classList.add(`rl-outline-${kind}`);
  }

  /** @param {number} leaf */
  function scrollTo(leaf) {
    leaves[leaf]?.scrollIntoView({ block: "center", behavior: isCalm ? "auto" : "smooth" });
  }

  // Printing: browsers do not say how many sheets a page takes, so it is laid out as on paper, and measured.

  /** @param {MediaList} media */
  function swap(media) {
    if (/\bprint\b/.test(media.mediaText)) media.mediaText = media.mediaText.replace(/(?:only\s+)?\bprint\b/g, "all");
    else if (/\b(?:screen|speech)\b/.test(media.mediaText)) media.mediaText = "not all";
  }

  /** @param {CSSRuleList} rules */
  function swapRules(rules) {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) swap(rule.media);
      if (rule instanceof CSSGroupingRule) swapRules(rule.cssRules);
    }
  }

  function showAsPrinted() {
    for (const sheet of document.styleSheets) {
      swap(sheet.media);
      swapRules(sheet.cssRules);
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    send("size", { width: scrollWidth, height: scrollHeight });
  }

  /** @param {() => void} run */
  function onceLoaded(run) {
    if (document.readyState === "complete") run();
    else addEventListener("load", run, { once: true });
  }

  // What a person does.

  /** @param {MouseEvent} event */
  function onClick(event) {
    event.preventDefault();
    if (dragged) { dragged = false; return; }
    const leaf = leafOf(event.target);
    send("click", {
      leaf: numberOf(leaf, "data-l"), node: numberOf(nodeOf(event.target), "data-n"), path: pathFrom(event.target),
      shift: event.shiftKey, alt: event.altKey,
    });
  }

  /** @type {EventTarget | null} */
  let hovered = null;
  let isHoverScheduled = false;
  /** @param {MouseEvent} event */
  function onHover(event) {
    hovered = event.target;
    if (isHoverScheduled) return;
    isHoverScheduled = true;
    requestAnimationFrame(() => {
      isHoverScheduled = false;
      send("hover", { leaf: numberOf(leafOf(hovered), "data-l"), node: numberOf(nodeOf(hovered), "data-n") });
    });
  }
  function onLeave() {
    hovered = null;
    send("hover", { leaf: null, node: null });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const isShortcut = (event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase());
    if (isShortcut || event.key === "Backspace") event.preventDefault();
    send("key", { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey });
  }

  /** @type {Start | null} */
  let start = null;
  /** @type {HTMLElement | null} */
  let band = null;
  let dragged = false;
  /** @param {MouseEvent} event */
  function onDown(event) {
    dragged = false;
    if (!canDrag || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, top: scrollY, left: scrollX };
  }
  /** @param {Start} start @param {MouseEvent} event */
  function area(start, event) {
    const x = start.x + start.left - scrollX, y = start.y + start.top - scrollY; // where it began, after scrolling
    return { left: Math.min(x, event.clientX), right: Math.max(x, event.clientX),
      top: Math.min(y, event.clientY), bottom: Math.max(y, event.clientY) };
  }
  /** @param {MouseEvent} event */
  function onMove(event) {
    if (!start) return;
    const box = area(start, event);
    if (!band && Math.max(box.right - box.left, box.bottom - box.top) < DRAG_PIXELS) return;
    if (!band) {
      band = document.createElement("div");
      band.className = "rl-band";
      document.documentElement.append(band);
    }
    event.preventDefault();
    Object.assign(band.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.right - box.left}px`,
      height: `${box.bottom - box.top}px` });
  }
  /** @param {MouseEvent} event */
  function onUp(event) {
    if (start && band) {
      const box = area(start, event);
      const touches = (/** @type {DOMRect} */ rect) =>
        rect.right > box.left && rect.left < box.right && rect.bottom > box.top && rect.top < box.bottom;
      const found = leaves.flatMap((element, leaf) => ([...element.getClientRects()].some(touches) ? [leaf] : []));
      band.remove();
      dragged = true;
      send("region", { leaves: found });
    }
    start = band = null;
  }
  /** @param {Event} event */
  function onSelect(event) {
    if (canDrag) event.preventDefault();
  }

  /** @param {MessageEvent} event */
  function onMessage(event) {
    if (event.source !== studio || typeof event.data !== "object" || event.data === null) return;
    const message = /** @type {Order} */ (event.data); // of the studio's own window: nobody else is its parent
    if (message.ridgeline === "paint") schedulePaint(message);
    else if (message.ridgeline === "outline") outline(message);
    else if (message.ridgeline === "scroll") scrollTo(message.leaf);
    else if (message.ridgeline === "dragging") canDrag = message.on;
    else if (message.ridgeline === "print") onceLoaded(showAsPrinted);
    else if (message.ridgeline === "reveal") document.documentElement.classList.toggle("rl-reveal", message.on);
  }

  /** Fits a page of a fixed width, as a browser laid it out, to the pane. */
  function fit() {
    const width = Number(document.body.dataset.width);
    if (width) document.body.style.zoom = String(Math.min(1, document.documentElement.clientWidth / width));
  }

  window.addEventListener("message", onMessage);
  window.addEventListener("resize", fit);
  document.addEventListener("DOMContentLoaded", () => {
    /** @type {NodeListOf<HTMLElement>} */
    const found = document.querySelectorAll("rl-leaf[data-l]");
    for (const element of found) leaves[Number(element.dataset.l)] ??= element;
    findSpans();
    fit();
    document.addEventListener("click", onClick, true);
    document.addEventListener("auxclick", (event) => event.preventDefault(), true);
    document.addEventListener("mouseover", onHover);
    document.documentElement.addEventListener("mouseleave", onLeave);
    document.addEventListener("keydown", onKey);
    document.addEventListener("mousedown", onDown);
    document.addEventListener("mousemove", onMove);
    document.addEventListener("mouseup", onUp);
    document.addEventListener("selectstart", onSelect);
    document.addEventListener("dragstart", (event) => event.preventDefault());
    send("ready", { leaves: leaves.length });
  });
})();
