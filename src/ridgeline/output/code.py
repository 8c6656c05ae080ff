"""Finds the programming language of a piece of code in the markup that highlighters write."""

import re

import numpy as np

from ..page import Page, elements
from ..text.attributes import class_names

_CODE, _PRE, _TABLE, _TR = (elements.CODES[name] for name in ("code", "pre", "table", "tr"))
_MIN_LINES = 3  # of a table that shows code
_WRAPPERS = frozenset(elements.CODES[name] for name in ("div", "figure", "span"))
_LANGUAGE = re.compile(r"[a-z0-9][a-z0-9_+#.-]{0,30}")
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language")
_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-text-", "brush:")
# On wrappers, `lang-` is as likely to mean a human language.
_WRAPPER_PREFIXES = ("language-", "highlight-source-", "highlight-text-", "highlight-")
# Classes beside which highlighters write the bare name of the language.
_HIGHLIGHTERS = frozenset({"hljs", "sourcecode", "prettyprint", "highlight", "syntaxhighlighter"})
# Classes of elements in which a highlighter or an editor shows code without a `pre`, a line an element.
_LISTINGS = frozenset({"js-file-line-container", "syntaxhighlighter", "crayon-pre", "view-lines", "cm-content"})
_NO_LANGUAGE = _LISTINGS | frozenset(
    """none plaintext plain text txt nohighlight default auto source wrap numberlines linenums notranslate code chroma
    prettyprinted highlight""".split()
)
# Names that stand above code, with what a fence calls them where that is another name.
_NAMES = {
    **dict.fromkeys("bash c cpp css dart elixir go graphql haskell html java javascript json kotlin lua".split()),
    **dict.fromkeys("makefile perl php powershell python r ruby rust scala scss shell sql swift toml xml".split()),
    **{
        "yaml": None,
        "typescript": None,
        "c++": "cpp",
        "c#": "csharp",
        "js": "javascript",
        "ts": "typescript",
        "jsx": None,
    },
    **{
        "tsx": None,
        "dockerfile": None,
        "objective-c": "objectivec",
        "console": None,
        "diff": None,
        "ini": None,
        "latex": None,
    },
}
_MAX_LABEL_LENGTH = 20
_MAX_LABEL_DISTANCE = 12  # nodes before the code that are looked at
_MAX_DISTANCE = 3  # nodes inside, and wrappers outside, that are checked


def code_listings(page: Page) -> list[int]:
    """Return the elements, none inside another or inside a `pre`, that show code though they are no `pre`."""
    named = (
        node
        for node in page.containing("class", tuple(sorted(_LISTINGS)))
        if page.preformatted[node] < 0 and not _LISTINGS.isdisjoint(class_names(page, node))
    )
    found: list[int] = []
    for node in sorted((*named, *_tables_of_lines(page))):
        if not found or node >= page.end[found[-1]]:
            found.append(node)
    return found


def _tables_of_lines(page: Page) -> list[int]:
    """Return the tables that show code, a row a line: every row has one `pre`."""
    lines = np.flatnonzero(page.tag == _PRE)
    if len(lines) < _MIN_LINES:
        return []
    around, counts = np.unique(page.nearest(page.tag == _TABLE)[lines], return_counts=True)
    return [
        table
        for table, count in zip(around.tolist(), counts.tolist(), strict=True)
        if table >= 0 and count >= _MIN_LINES and count == (page.tag[table : page.end[table]] == _TR).sum()
    ]


def language_of(page: Page, node: int) -> str | None:
    """Return the language of a `pre`: named by it, by the `code` in it, or by a wrapper around it."""
    inside = range(node + 1, min(int(page.end[node]), node + 1 + _MAX_DISTANCE))
    for index in (*(index for index in inside if page.tag[index] == _CODE), node):
        if language := _own_language(page, index):
            return language
    wrapper = int(page.parent[node])
    for _ in range(_MAX_DISTANCE):
        if wrapper < 0 or page.tag[wrapper] not in _WRAPPERS:
            break
        if language := _attribute_language(page, wrapper) or _class_language(
            class_names(page, wrapper), _WRAPPER_PREFIXES
        ):
            return language
        wrapper = int(page.parent[wrapper])
    return _label_before(page, node)


def _label_before(page: Page, node: int) -> str | None:
    """Return the language that a short text right before the code names: the bar above it, with its copy button."""
    before = node - 1
    first = max(0, node - _MAX_LABEL_DISTANCE)
    while before > first and page.blank[before]:
        before -= 1
    for index in range(before, first, -1):
        if page.text[index].strip() and (name := page.text[index].strip().lower()[:_MAX_LABEL_LENGTH]) in _NAMES:
            return _NAMES[name] or name
        if elements.BLOCK.take(page.tag[index], mode="clip") and page.tag[index] not in _WRAPPERS:
            return None
    return None


def _own_language(page: Page, node: int) -> str | None:
    named = _attribute_language(page, node) or _language((page.value(node, "lang") or "").strip().lower())
    return named or _class_language(class_names(page, node), _PREFIXES)


def _attribute_language(page: Page, node: int) -> str | None:
    languages = (_language((page.value(node, name) or "").strip().lower()) for name in _ATTRIBUTES)
    return next(filter(None, languages), None)


def _class_language(names: list[str], prefixes: tuple[str, ...]) -> str | None:
    for name in names:
        for prefix in prefixes:
            if name.startswith(prefix) and (language := _language(name.removeprefix(prefix))):
                return language
    if len(names) > 1 and names[0] in _HIGHLIGHTERS:
        return _language(names[1])
    # `brush: js` is two words.
    if "brush:" in names[:-1]:
        return _language(names[names.index("brush:") + 1].rstrip(";"))
    return None


def _language(name: str) -> str | None:
    return name if _LANGUAGE.fullmatch(name) and name not in _NO_LANGUAGE else None
