"""The expression by which a browser says which of its elements show their text, and why the others do not.

It asks for computed styles, `checkVisibility`, the boxes of the text as far as ancestors let them be seen, and the
contrast of letters with what is painted behind them. `ridgeline.render` writes the answers into the source that it
returns; the benchmark of visibility takes them as gold.

What another element covers is not known, nor what is behind letters on an image or a gradient: both count as seen.
"""

from ..page.visibility import REASONS, RENDERED_ATTRIBUTE, STATE_BITS, UNSEEN

_NUMBERS = {name: REASONS.index(name) << STATE_BITS | UNSEEN for name in REASONS if name}

# Defines hiddenBy(element) → 0 where its own text is seen, else a reason with the state of what is hidden.
HIDDEN_BY = f"""
    const parentOf = (node) => Object.getOwnPropertyDescriptor(Node.prototype, "parentElement").get.call(node);
    const childrenOf = (node) => Object.getOwnPropertyDescriptor(Node.prototype, "childNodes").get.call(node);
    const call = (name, element, ...more) => Element.prototype[name].apply(element, more);
    const reasons = {_NUMBERS!r};
    const lineage = (element) => {{
        const found = [];
        for (let at = element; at; at = parentOf(at)) found.push([at, getComputedStyle(at)]);
        return found;
    }};
    const numbers = (text) => (text.match(/-?[\\d.]+(e-?\\d+)?/g) || []).map(Number);
    const rgba = (text) => {{
        const parts = numbers(text);
        return text.startsWith("rgb") && parts.length > 2 ? [...parts.slice(0, 3), parts[3] ?? 1] : null;
    }};
    const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
    const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {{
        const share = colour[i] / 255;
        return sum + weight * (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }}, 0);
    const contrast = (one, other) => {{
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    }};
    const isPainted = (around) => around[0][1].textShadow !== "none" ||
        parseFloat(around[0][1].webkitTextStrokeWidth) > 0 ||
        around.some(([, style]) => style.backgroundClip.includes("text"));
    const contrastOf = (around) => {{  // null where it is not known
        const [, own] = around[0];
        if (isPainted(around)) return null;
        const ink = rgba(own.webkitTextFillColor || own.color);
        if (!ink) return null;
        if (ink[3] < 0.05) return 1;
        let below = null;
        const layers = [];
        for (const [, style] of around) {{
            if (style.backgroundImage !== "none") return null;
            const layer = rgba(style.backgroundColor);
            if (!layer) return null;
            if (layer[3] > 0) layers.push(layer);
            if (layer[3] === 1) break;
        }}
        below = layers.reverse().reduce((all, layer) => over(layer, all), [255, 255, 255, 1]);
        const shown = over(ink, below);
        const distance = [0, 1, 2].reduce((sum, i) => sum + Math.abs(shown[i] - below[i]), 0);
        return distance >= 60 ? 21 : contrast(shown, below);
    }};
    const isClipped = ([, style]) => {{
        const clip = numbers(style.clip), path = style.clipPath, shape = numbers(path);
        if (["absolute", "fixed"].includes(style.position) && clip.length === 4 &&
            (clip[2] - clip[0] <= 1 || clip[1] - clip[3] <= 1)) return true;
        if (path.startsWith("circle(")) return shape[0] === 0;
        if (path.startsWith("ellipse(")) return shape[0] === 0 || shape[1] === 0;
        if (path.startsWith("inset(") && path.includes("%")) {{
            const edges = [0, 1, 2, 3].map((i) => shape[i] ?? shape[i > 1 ? i - 2 : 0] ?? shape[0]);
            return edges[0] + edges[2] >= 100 || edges[1] + edges[3] >= 100;
        }}
        if (!path.startsWith("polygon(")) return false;
        let area = 0;
        for (let i = 0; i + 1 < shape.length; i += 2) {{
            const next = i + 3 < shape.length ? i + 2 : 0;
            area += shape[i] * shape[next + 1] - shape[next] * shape[i + 1];
        }}
        return Math.abs(area) < 2;
    }};
    const textBoxes = (element) => {{
        const boxes = [], range = document.createRange();
        for (const child of childrenOf(element)) {{
            if (child.nodeType !== 3 || !child.data.trim()) continue;
            range.selectNodeContents(child);
            boxes.push(...range.getClientRects());
        }}
        return boxes.map(({{ left, top, right, bottom }}) => [left, top, right, bottom]);
    }};
    const isAreaLeft = ([left, top, right, bottom]) => right - left > 1 && bottom - top > 1;
    const within = (boxes, around) => {{  // the parts that ancestors which clip let be seen
        let isFixed = false, isAbsolute = false;
        for (const [element, style] of around) {{
            const skips = isFixed || (isAbsolute && style.position === "static");
            if (!skips && (style.overflowX !== "visible" || style.overflowY !== "visible") && parentOf(element) &&
                element !== document.body && style.display !== "inline" && style.display !== "contents") {{
                const {{ left, top, right, bottom }} = call("getBoundingClientRect", element);
                boxes = boxes.map((box) => [Math.max(box[0], left), Math.max(box[1], top),
                                            Math.min(box[2], right), Math.min(box[3], bottom)]);
            }}
            isFixed ||= style.position === "fixed";
            isAbsolute = style.position === "absolute" || (isAbsolute && style.position === "static");
        }}
        return [boxes.filter(isAreaLeft), isFixed];
    }};
    const isOnPage = (box, isFixed) => {{
        const [x, y] = isFixed ? [0, 0] : [scrollX, scrollY];
        const isBelow = isFixed && box[1] >= innerHeight;
        return box[2] + x > 1 && box[0] + x < innerWidth - 1 && box[3] + y > 1 && !isBelow;
    }};
    const unseenBy = (element) => {{
        if (call("closest", element, "details:not([open])") && !call("checkVisibility", element)) return "closed";
        if (!call("checkVisibility", element))
            return call("closest", element, "[hidden]") ? "hidden attribute" : "display: none";
        const around = lineage(element), [, own] = around[0];
        if (around.some(([, style]) => style.contentVisibility === "hidden")) return "visibility: hidden";
        if (own.visibility !== "visible") return "visibility: hidden";
        const opacity = around.reduce((all, [, style]) => {{
            const filter = /opacity\\(([\\d.e-]+)\\)/.exec(style.filter);
            return all * Number(style.opacity) * (filter ? Number(filter[1]) : 1);
        }}, 1);
        if (opacity < 0.05) return "transparent";
        if (parseFloat(own.fontSize) < 1.5) return "tiny letters";
        if (around.some(isClipped)) return "clipped";
        const boxes = textBoxes(element);
        if (boxes.length) {{
            if (!boxes.some(isAreaLeft)) return "no size";
            const [left, isFixed] = within(boxes, around);
            if (!boxes.some((box) => isOnPage(box, isFixed))) return "outside of the page";
            if (!left.length) return "no size";
            if (!left.some((box) => isOnPage(box, isFixed))) return "outside of the page";
        }}
        const known = contrastOf(around);
        return known !== null && known < 1.1 ? "colour of the background" : "";
    }};
    const hiddenBy = (element) => reasons[unseenBy(element)] || 0;
"""

# Writes the answers into the elements of a document that hold text or are pictures, `all` of them.
MARK_HIDDEN = f"""
    const markHidden = (elements) => {{
        for (const element of elements) call("removeAttribute", element, "{RENDERED_ATTRIBUTE}");
        for (const element of elements) {{
            const isLeaf = element instanceof HTMLImageElement ||
                [...childrenOf(element)].some((child) => child.nodeType === 3 && child.data.trim());
            const number = isLeaf ? hiddenBy(element) : 0;
            if (number) call("setAttribute", element, "{RENDERED_ATTRIBUTE}", number);
        }}
    }};
"""
