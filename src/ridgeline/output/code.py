"""Finds the programming language of a piece of code in the markup that highlighters write."""

import re

from ..page import Page, elements
from ..text.attributes import class_names

_CODE = elements.CODES["code"]
_WRAPPERS = frozenset(elements.CODES[name] for name in ("div", "figure", "span"))
_LANGUAGE = re.compile(r"[a-z0-9][a-z0-9_+#.-]{0,30}")
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language")
_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-text-", "brush:")
# On wrappers, `lang-` is as likely to mean a human language.
_WRAPPER_PREFIXES = ("language-", "highlight-source-", "highlight-text-", "highlight-")
# Classes beside which highlighters write the bare name of the language.
_HIGHLIGHTERS = frozenset({"hljs", "sourcecode", "prettyprint", "highlight"})
_NO_LANGUAGE = frozenset(
    """none plaintext plain text txt nohighlight default auto source wrap numberlines linenums notranslate code chroma
    prettyprinted highlight""".split()
)
_MAX_DISTANCE = 3  # nodes inside, and wrappers outside, that are checked


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
        if language := _class_language(class_names(page, wrapper), _WRAPPER_PREFIXES):
            return language
        wrapper = int(page.parent[wrapper])
    return None


def _own_language(page: Page, node: int) -> str | None:
    attributes = page.attributes[node]
    for name in (*_ATTRIBUTES, "lang"):
        if language := _language((attributes.get(name) or "").strip().lower()):
            return language
    return _class_language(class_names(page, node), _PREFIXES)


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
