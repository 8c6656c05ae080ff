"""Wraps lines of text and of Markdown at a width.

Lines are broken at spaces alone, so a text in a script without spaces stays as it is. In Markdown a line end between
two words reads as a space, but not everywhere: code, tables and headings are left alone, and a line never begins with
what Markdown would take for the start of a list, a heading or a quotation, nor ends with a backslash.
"""

import re
from collections.abc import Iterator, Set

from ..page.patterns import lazy_pattern

_MIN_WIDTH = 20  # however deep a list is indented

# What can stand before the text of a line of our Markdown: quotations, markers of items, check boxes, indentation.
_PREFIX = lazy_pattern(r"(?:>(?: |\Z)|[-*] (?:\[[ x]\] )?|[0-9]{1,9}[.)] | {2,})*+")
_MARKER = lazy_pattern(r"[^> ]")
_FENCE = lazy_pattern(r"(`{3,})[^`]*\Z")
_UNBROKEN = lazy_pattern(r"#{1,6} |\||\[[0-9]+\]: |<|---\Z|\$\$")
# Where a line can be broken: a space that is not inside of code or of an HTML tag. A backslash escapes what follows.
_TOKEN = lazy_pattern(r"\\[!-/:-@\[-`{-~]|`+|<[A-Za-z/][^<>]*+>| ")
# What a line must not begin with. A line of these alone would be a rule, an underline or a table's second line.
_STARTS_MARKUP = lazy_pattern(r"[-+*=_|:#]+(?: |\Z)|[-=|:>#<\s]|[0-9]{1,9}[.)]|`{3}|~{3}|\$\$|\[\^?\w+\]:")


def wrap_text(text: str, width: int, unbroken: Set[str] = frozenset()) -> str:
    """Return plain text with lines of at most so many characters, but for long words, table rows and code.

    `unbroken` are the lines of code.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= width or "\t" in line or line in unbroken:
            lines.append(line)
        else:
            lines += _filled(line, [found.start() for found in re.finditer(" ", line)], width)
    return "\n".join(lines)


def wrap_markdown(markdown: str, width: int) -> str:
    """Return our own Markdown with lines of at most so many characters, where that changes nothing that it says."""
    lines: list[str] = []
    fence = ""  # that of the code block around the line
    for line in markdown.split("\n"):
        prefix, content = _without_prefix(line)
        if fence:
            fence = "" if content.strip() == fence else fence
            lines.append(line)
        elif found := _FENCE().match(content):
            fence = found.group(1)
            lines.append(line)
        elif len(line) <= width or _UNBROKEN().match(content):
            lines.append(line)
        else:
            lines += _indented(content, prefix, width)
    return "\n".join(lines)


def _without_prefix(line: str) -> tuple[str, str]:
    """Return what stands before the text of a line, and that text."""
    found = _PREFIX().match(line)
    end = found.end() if found else 0
    return line[:end], line[end:]


def _indented(content: str, prefix: str, width: int) -> Iterator[str]:
    """Yield the lines that a paragraph's line becomes, all in the column of the first."""
    margin = _MARKER().sub(" ", prefix)
    end = content[len(content.rstrip(" ")) :]  # two spaces are a hard line break
    content = content.removesuffix(end)
    written = _filled(content, list(_gaps(content)), max(_MIN_WIDTH, width - len(prefix)))
    for number, line in enumerate(written):
        yield (margin if number else prefix) + line + (end if number == len(written) - 1 else "")


def _filled(line: str, gaps: list[int], width: int) -> list[str]:
    """Return a line broken at some of its gaps: each part is as long as fits, or as short as possible."""
    parts: list[str] = []
    start, last = 0, -1  # where the part starts, and the last gap at which it could end
    for gap in (*gaps, len(line)):
        if gap - start > width and last > start:
            parts.append(line[start:last])
            start = last + 1
        last = gap
    parts.append(line[start:])
    return parts


def _gaps(line: str) -> Iterator[int]:
    """Yield the positions of the spaces at which a line of Markdown can be broken."""
    position = 0
    while found := _TOKEN().search(line, position):
        position = found.end()
        if found.group()[0] == "`":  # code, up to the next run of as many backticks; all runs inside are shorter
            position = max(position, line.find(found.group(), position) + len(found.group()))
        elif found.group() == " " and _is_gap(line, found.start()):
            yield found.start()


def _is_gap(line: str, space: int) -> bool:
    before = line[space - 1 : space]
    return not (before == "\\" or before.isspace() or _STARTS_MARKUP().match(line, space + 1))
