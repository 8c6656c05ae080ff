"""Abbreviations: what an `abbr` stands for, which pages show only to a mouse, follows the first of them in brackets."""

from ..output.outline import Draft
from ..page import elements
from ..text.attributes import one_line
from .kind import Kind, Signs

_ABBR = elements.CODES["abbr"]
_MAX_LENGTH = 80  # characters of an expansion; longer titles explain
_MAX_SHORT_LENGTH = 20  # characters of an abbreviation
_MAX_SEARCHED = 1_000_000_000  # characters, in which all expansions together are looked for


def _edit(draft: Draft) -> bool:
    """Write each expansion once, unless the text has it."""
    page, known = draft.page, set[str]()
    titles = {node: one_line(title) for node, title in page.tagged(_ABBR, "title") if title}
    if not titles:
        return False
    said = " ".join(draft.texts.values()).casefold()
    most = _MAX_SEARCHED // (1 + len(said))
    for leaf, node in enumerate(draft.nodes):
        title = titles.get(int(page.parent[node])) if node >= 0 else None
        if not title or title in known or len(known) >= most:
            continue
        known.add(title)
        short = page.text[node].strip()
        is_short = 0 < len(short) <= _MAX_SHORT_LENGTH and len(short) < len(title) <= _MAX_LENGTH
        if is_short and title.casefold() not in said:
            draft.change(leaf, f"{page.text[node].rstrip()} ({title})")
    return bool(known)


ABBREVIATIONS = Kind("abbreviations", Signs(tags=("abbr",)), edit=_edit)
