"""Files that a page shows line by line, each line an element of its own, as GitHub does: one piece of code."""

import numpy as np

from ..output.outline import Draft, Part
from ..page import elements
from ..text.attributes import class_names
from .kind import Kind, Signs

_LINE = "react-file-line"
_TEXT = elements.CODES[elements.TEXT]
_MAX_SUFFIX = 12  # characters of the ending of a file's name


def _edit(draft: Draft) -> bool:
    """Make the lines of each file one part."""
    page = draft.page
    lines = [node for node in page.containing("class", (_LINE,)) if _LINE in class_names(page, node)]
    if not lines:
        return False
    kept = np.array(draft.nodes)
    first, last = int(kept[kept >= lines[0]].min(initial=len(page))), int(page.end[lines[-1]])
    if first >= last:
        return False
    text = "\n".join(_line(draft, line) for line in lines).strip("\n")
    leaf = draft.add(text)
    code = Part("pre", lines[0], [Part("lines", first=leaf, end=leaf + 1)], label=_language(page.url))
    return _replace(draft, draft.root, range(lines[0], last), [code])


def _line(draft: Draft, node: int) -> str:
    page = draft.page
    nodes = range(node, int(page.end[node]))
    return "".join(page.text[inner] for inner in nodes if page.tag[inner] == _TEXT).strip("\r\n")


def _language(url: str | None) -> str | None:
    """Return the ending of a file's name, which names its language."""
    name, dot, suffix = (url or "").partition("#")[0].partition("?")[0].rpartition("/")[2].rpartition(".")
    return suffix.lower() if name and dot and suffix.isalnum() and len(suffix) <= _MAX_SUFFIX else None


def _replace(draft: Draft, element: Part, nodes: range, new: list[Part]) -> bool:
    """Put a part where the first paragraph stands that is inside of some nodes, and take all of these out."""
    left: list[Part] = []
    for part in element.parts:
        if part.is_paragraph and draft.nodes[part.first] in nodes:
            left += new
            new.clear()
            continue
        had_parts = bool(part.parts)
        _replace(draft, part, nodes, new)
        if part.parts or not had_parts:
            left.append(part)
    element.parts = left
    return not new


CODE_LINES = Kind("code lines", Signs(words=(_LINE,)), edit=_edit)
