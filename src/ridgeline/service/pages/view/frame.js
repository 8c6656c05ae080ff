"use strict";
// The script of a view: paints leaves as the page around the frame asks, and tells it what a person does here.
(() => {
  const studio = window.parent;
  const send = (kind, fields) => studio.postMessage({ ridgeline: kind, ...fields }, "*");
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const STYLES = ["kept", "dropped", "positive", "negative", "neutral"];
  const MIXED = ["a", "b", "c", "d"];
  const DRAG_PIXELS = 6;

  let leaves = []; // by number: the element of the leaf
  let painted = []; // leaves that have a class of ours
  let areas = []; // elements that are tinted as a whole
  const spans = new Map(); // by element: its first and its last leaf
  const outlined = { selection: [], hover: [] };
  let canDrag = false;
  let wanted = null; // the newest paint that was asked for

  const numberOf = (element, name) => (element && element.hasAttribute(name) ? Number(element.getAttribute(name)) : null);
  const nodeOf = (target) => (target instanceof Element ? target.closest("[data-n]") : null);
  const leafOf = (target) => (target instanceof Element ? target.closest("rl-leaf[data-l]") : null);

  function pathFrom(element) {
    const path = [];
    for (let node = nodeOf(element); node; node = nodeOf(node.parentElement)) {
      path.push(numberOf(node, "data-n"));
      if (node === document.body) break;
    }
    return path;
  }

  // Painting.

  function members(layer) {
    if (!layer.ranges) return layer.leaves || [];
    return layer.ranges.flatMap(([first, end]) => Array.from({ length: end - first }, (_, index) => first + index));
  }

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

  function stripes(names) {
    const step = 100 / names.length;
    const parts = names.map((name, index) => `rgb(var(--rl-${name}) / .4) ${index * step}% ${(index + 1) * step}%`);
    return `linear-gradient(to bottom, ${parts.join(", ")})`;
  }

  function paintMixed(layers) {
    const kinds = new Map(); // by leaf: the layers that have it
    for (const layer of layers) {
      for (const leaf of members(layer)) kinds.set(leaf, (kinds.get(leaf) || "") + layer.style);
    }
    const gradients = new Map();
    for (const [leaf, names] of kinds) {
      const element = leaves[leaf];
      if (!element) continue;
      if (!gradients.has(names)) gradients.set(names, stripes([...names]));
      element.style.setProperty("--rl-stripes", gradients.get(names));
      element.classList.add("rl-mixed");
      painted.push(element);
    }
  }

  function paintHeat(layer) {
    members(layer).forEach((leaf, index) => {
      const element = leaves[leaf];
      if (!element) return;
      element.style.setProperty("--rl-value", String(Math.min(1, Math.max(0, Number(layer.values?.[index]) || 0))));
      element.classList.add("rl-heat");
      painted.push(element);
    });
  }

  function paintPlain(layer) {
    const own = members(layer);
    for (const leaf of own) {
      const element = leaves[leaf];
      if (!element) continue;
      element.classList.add(`rl-${layer.style}`);
      painted.push(element);
    }
    if (layer.style === "kept" || layer.style === "positive") tintAreas(new Set(own), layer.style);
  }

  // The outermost elements all of whose leaves are in a layer are tinted as a whole.
  function tintAreas(own, style) {
    const before = new Uint32Array(leaves.length + 1); // by leaf: how many before it are in the layer
    for (let leaf = 0; leaf < leaves.length; leaf += 1) before[leaf + 1] = before[leaf] + (own.has(leaf) ? 1 : 0);
    const isFull = (node) => {
      const span = spans.get(node);
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

  function paint(message) {
    clear();
    const layers = Array.isArray(message.layers) ? message.layers : [];
    for (const layer of layers) {
      if (layer.style === "heat") paintHeat(layer);
      else if (STYLES.includes(layer.style)) paintPlain(layer);
    }
    const mixed = layers.filter((layer) => MIXED.includes(layer.style));
    if (mixed.length) paintMixed(mixed);
    if (message.theme) setTheme(message.theme);
  }

  function setTheme(theme) {
    document.documentElement.classList.toggle("rl-dark", theme === "dark");
    document.documentElement.classList.toggle("rl-light", theme === "light");
  }

  // Typography of the reading view: { font: "serif" | "sans", size: pixels, width: characters, theme }.
  function setReader(message) {
    const root = document.documentElement;
    root.classList.toggle("rl-sans", message.font === "sans");
    if (Number.isFinite(message.size)) root.style.setProperty("--rl-size", `${message.size}px`);
    if (Number.isFinite(message.width)) root.style.setProperty("--rl-measure", `${message.width}ch`);
    if (message.theme) setTheme(message.theme);
  }

  function schedulePaint(message) {
    if (!wanted) requestAnimationFrame(() => { const newest = wanted; wanted = null; paint(newest); });
    wanted = message;
  }

  function outline(message) {
    const kind = message.kind === "hover" ? "hover" : "selection";
    for (const element of outlined[kind]) element.classList.remove(`rl-outline-${kind}`);
    const nodes = Number.isInteger(message.node) ? [document.querySelector(`[data-n="${message.node}"]`)] : [];
    const chosen = Array.isArray(message.leaves) ? message.leaves.map((leaf) => leaves[leaf]) : [];
    outlined[kind] = [...nodes, ...chosen].filter(Boolean);
    for (const element of outlined[kind]) element.classList.add(`rl-outline-${kind}`);
  }

  function scrollTo(leaf) {
    leaves[leaf]?.scrollIntoView({ block: "center", behavior: isCalm ? "auto" : "smooth" });
  }

  // What a person does.

  function onClick(event) {
    event.preventDefault();
    if (dragged) { dragged = false; return; }
    const leaf = leafOf(event.target);
    send("click", {
      leaf: numberOf(leaf, "data-l"), node: numberOf(nodeOf(event.target), "data-n"), path: pathFrom(event.target),
      shift: event.shiftKey, alt: event.altKey,
    });
  }

  let hovered = null;
  let isHoverScheduled = false;
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

  function onKey(event) {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    const isShortcut = (event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase());
    if (isShortcut || event.key === "Backspace") event.preventDefault();
    send("key", { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey });
  }

  let start = null; // where a drag began
  let band = null;
  let dragged = false;
  function onDown(event) {
    dragged = false;
    if (!canDrag || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, top: scrollY, left: scrollX };
  }
  function area(event) {
    const x = start.x + start.left - scrollX, y = start.y + start.top - scrollY; // where it began, after scrolling
    return { left: Math.min(x, event.clientX), right: Math.max(x, event.clientX),
      top: Math.min(y, event.clientY), bottom: Math.max(y, event.clientY) };
  }
  function onMove(event) {
    if (!start) return;
    const box = area(event);
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
  function onUp(event) {
    if (band) {
      const box = area(event);
      const touches = (rect) => rect.right > box.left && rect.left < box.right && rect.bottom > box.top && rect.top < box.bottom;
      const found = [];
      leaves.forEach((element, leaf) => { if ([...element.getClientRects()].some(touches)) found.push(leaf); });
      band.remove();
      dragged = true;
      send("region", { leaves: found });
    }
    start = band = null;
  }
  function onSelect(event) {
    if (canDrag) event.preventDefault();
  }

  function onMessage(event) {
    if (event.source !== studio || typeof event.data !== "object" || event.data === null) return;
    const message = event.data;
    if (message.ridgeline === "paint") schedulePaint(message);
    else if (message.ridgeline === "outline") outline(message);
    else if (message.ridgeline === "scroll") scrollTo(message.leaf);
    else if (message.ridgeline === "dragging") canDrag = Boolean(message.on);
    else if (message.ridgeline === "reader") setReader(message);
    else if (message.ridgeline === "reveal") document.documentElement.classList.toggle("rl-reveal", Boolean(message.on));
  }

  window.addEventListener("message", onMessage);
  document.addEventListener("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll("rl-leaf[data-l]")) leaves[numberOf(element, "data-l")] ??= element;
    findSpans();
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
