"""Formulas of which the page has the glyphs alone: what KaTeX and MathJax 2 drew, where neither TeX nor MathML is left.

The core asks for all other formulas itself, since plain text needs them as well.
"""

from ..output.outline import Draft, LeafKind
from ..text.formulas import write_formulas
from .kind import Kind, Signs


def _edit(draft: Draft) -> bool:
    """Write the TeX that the glyphs say in their place. Formulas that are written already stay the same."""
    found = write_formulas(draft.page, draft.outline.leaves)
    for position, text, _, source in found:
        draft.change(position, text, LeafKind.TEXT if source is None else LeafKind.FORMULA, source)
    return bool(found)


FORMULAS = Kind("formulas", Signs(words=("katex-html", "mathjax", "mjx-chtml")), edit=_edit)
