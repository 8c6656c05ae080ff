"""Full-text search in the library: every word of a query is found anywhere, in any script.

The index is made of trigrams, so a word need not be cut from the words around it: it works for Chinese, Japanese and
Thai, and for parts of words. A word of two characters, as many Chinese and Japanese words are, is the beginning of all
trigrams that begin with it, which the index lists. Two characters of ASCII stand in nearly every text, so they are
looked for at the beginnings of words. A single character is looked for in titles and addresses alone.
"""

MAX_TEXT = 1_000_000  # characters of a page that are indexed

_FOUND = "id IN (SELECT reading.page FROM search JOIN reading ON reading.id = search.rowid WHERE search MATCH {})"
_WHOLE = _FOUND.format("?")
_BEGINNING = _FOUND.format(
    """coalesce((SELECT group_concat('"' || replace(term, '"', '""') || '"', ' OR ') FROM
    (SELECT term FROM trigram WHERE term >= ? AND term < ? LIMIT 400)), '""')"""  # enough: they are the first of many
)
_NAMED = "(name || ' ' || coalesce(title, '') || ' ' || coalesce(url, '')) LIKE ? ESCAPE '\\'"


def searched(text: str) -> str:
    """Return a text as it is indexed: in one line, with spaces around it, so that its ends make trigrams, too."""
    line = " ".join(text[:MAX_TEXT].replace("\0", " ").split())
    return f" {line}  ".encode("utf-8", "replace").decode() if line else ""


def conditions(query: str) -> tuple[list[str], list[str]]:
    """Return conditions on pages, and their values, that a query stands for: all of its words have to be there."""
    words = query.replace("\0", " ").split()
    whole = [f" {word}" if len(word) == 2 and word.isascii() else word for word in words]
    whole = [word for word in whole if len(word) > 2]
    found, values = [], []
    if whole:
        found.append(_WHOLE)
        values.append(" AND ".join(f'"{_quoted(word)}"' for word in whole))
    for word in words:
        if len(word) == 2 and not word.isascii():
            found.append(_BEGINNING)
            values += [word.lower(), word.lower() + "\U0010ffff"]
        elif len(word) == 1:
            found.append(_NAMED)
            values.append(f"%{_like(word)}%")
    return found, values


def excerpt(text: str, query: str, around: int = 90) -> str | None:
    """Return the first passage of a text that has a word of a query; None where it has none."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters have longer forms: then places differ
        lowered = text
    places = [place for word in query.lower().split() if (place := lowered.find(word)) >= 0]
    if not places:
        return None
    start, end = max(0, min(places) - around), min(places) + around
    passage = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{passage}{'…' if end < len(text.rstrip()) else ''}"


def _quoted(word: str) -> str:
    return word.replace('"', '""')


def _like(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
