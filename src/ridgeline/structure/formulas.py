"""Formulas of which the page has the glyphs alone: what KaTeX and MathJax 2 drew, where neither TeX nor MathML is left.

All other formulas are a matter of `text.notation`, which plain text needs as well.
"""

from ..output.outline import Draft, LeafKind
from ..text.formulas import may_have_tex, write_tex
from .kind import Kind, Signs


def _edit(draft: Draft) -> bool:
    """Write the TeX that the glyphs say in their place."""
    page, keep = draft.page, draft.outline.leaves
    if may_have_tex(page, keep):
        return False  # all formulas are in TeX already
    found = write_tex(page, keep, [page.text[node] for node in draft.nodes[: len(keep)]])
    for position, formula in found.items():
        draft.change(position, formula.text, LeafKind.FORMULA, formula.source)
        for other in range(position + 1, position + formula.leaves):
            draft.change(other, "")
    return bool(found)


FORMULAS = Kind("formulas", Signs(words=("katex-html", "mathjax", "mjx-chtml")), edit=_edit)
