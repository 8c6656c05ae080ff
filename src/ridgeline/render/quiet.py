"""Expressions that tell when a page is quiet and what it shows; a browser evaluates them apart from the page's scripts.

They run in an isolated world: it sees the page's nodes, while the page can neither see nor change its objects. Getters
are taken from prototypes, since elements named `documentElement` or `shadowRoot` stand in for those of a document or
form.

A page is quiet when it has been parsed, its main document waits for no answer, and for a while neither nodes nor texts
were added or removed. Attributes do not count: carousels and animations change them for ever. Shadow trees count.
"""

import json

from .hidden_text import HIDDEN_BY, MARK_HIDDEN

WORLD = "ridgeline"

_GETTERS = """
    const getter = (kind, name) => {
        const get = Object.getOwnPropertyDescriptor(kind.prototype, name).get;
        return (node) => get.call(node);
    };
    const rootOf = getter(Document, "documentElement"), shadowOf = getter(Element, "shadowRoot");
    const all = (root) => (root === document ? Document : DocumentFragment).prototype.querySelectorAll.call(root, "*");
    const shadowRoots = () => {
        const found = [], roots = [document];
        while (roots.length) {
            for (const element of all(roots.pop())) {
                const shadow = shadowOf(element);
                if (shadow) { found.push(shadow); roots.push(shadow); }
            }
        }
        return found;
    };
"""

# Evaluates to the seconds since the last change; 0 while the page is parsed. The first evaluation begins to observe.
SECONDS_SINCE_CHANGE = f"""(() => {{
    {_GETTERS}
    const key = Symbol.for("ridgeline");  // an element's id would stand in for any other name
    const state = globalThis[key] ||= {{ changed: 0, roots: new WeakSet() }};
    const change = () => {{ state.changed = performance.now(); }};
    state.observer ||= new MutationObserver(change);
    for (const root of [document, ...shadowRoots()]) {{
        if (!state.roots.has(root)) {{
            state.roots.add(root);
            state.observer.observe(root, {{ subtree: true, childList: true, characterData: true }});
            change();
        }}
    }}
    const isParsed = getter(Document, "readyState")(document) !== "loading";
    return isParsed ? (performance.now() - state.changed) / 1000 : 0;
}})()"""


def is_there_expression(css: str) -> str:
    """Return the expression for whether an element matches a selector; one that the browser cannot read waits not."""
    return f"""(() => {{
        {_GETTERS}
        const first = (root) =>
            (root === document ? Document : DocumentFragment).prototype.querySelector.call(root, {json.dumps(css)});
        try {{
            return [document, ...shadowRoots()].some(first);
        }} catch {{
            return true;
        }}
    }})()"""


def source_expression(max_characters: int) -> str:
    """Return the expression for the source of the document with its open shadow trees, which innerHTML omits.

    Elements whose text the browser does not show are marked in it.
    """
    return f"""(() => {{
        {_GETTERS}
        {HIDDEN_BY}
        {MARK_HIDDEN}
        const root = rootOf(document);
        if (!root) return "";
        markHidden([document, ...shadowRoots()].flatMap((tree) => [...all(tree)]));
        const doctype = getter(Document, "compatMode")(document) === "CSS1Compat" ? "<!DOCTYPE html>" : "";
        const start = root.cloneNode(false).outerHTML.replace(/<\\/html>$/, "");
        const inner = Element.prototype.getHTML
            ? Element.prototype.getHTML.call(root, {{ shadowRoots: shadowRoots() }})
            : root.innerHTML;
        return (doctype + start + inner + "</html>").slice(0, {max_characters});
    }})()"""
