"""Formulas of which the page has the glyphs alone: what KaTeX and MathJax 2 drew, where neither TeX nor MathML is left.

The core asks for all other formulas itself, since plain text needs them as well. Where a script is still to draw them,
an attribute may have their TeX, as Zhihu writes it.
"""

from bisect import bisect_left

from ..output.outline import Draft, LeafKind
from ..text.attributes import one_line
from ..text.formulas import write_formulas
from .kind import Kind, Signs

_SOURCE = "data-tex"


def _edit(draft: Draft) -> bool:
    """Write the TeX that the glyphs say in their place. Formulas that are written already stay the same."""
    found = write_formulas(draft.page, draft.outline.leaves)
    for position, text, _, source in found:
        draft.change(position, text, LeafKind.TEXT if source is None else LeafKind.FORMULA, source)
    return bool(found) | _write_sources(draft)


def _write_sources(draft: Draft) -> bool:
    """Write the TeX that attributes have, in the place of what their elements show."""
    page, nodes = draft.page, draft.nodes
    has_changed = False
    for node in page.having(_SOURCE):
        source = one_line(page.value(node, _SOURCE)).replace("$", r"\$")
        first, end = bisect_left(nodes, node), bisect_left(nodes, int(page.end[node]))
        if not source or "<" in source or first == end:
            continue
        has_changed = True
        for leaf in range(first, end):
            draft.change(leaf, "")
        draft.change(first, f"${source}$", LeafKind.FORMULA, source)
    return has_changed


FORMULAS = Kind("formulas", Signs(words=("katex-html", "mathjax", "mjx-chtml"), attributes=(_SOURCE,)), edit=_edit)
