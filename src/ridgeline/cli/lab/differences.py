"""Differences between an expected and a found extraction, in colour where standard output is a terminal."""

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ..terminal import without_controls

if TYPE_CHECKING:
    from ...extraction import Extraction
    from ...lab.golden import GoldenPage

_EXPECTED, _FOUND = "red", "green"
_CONTEXT_LINES = 1
_SIMILAR = 0.5  # of two lines: the words that differ are marked


def difference_text(expected: str, found: str) -> str:
    """Return the lines that differ, with a line of context, for standard output."""
    before, after = (_shown_lines(text) for text in (expected, found))
    lines = list(_lines(before, after))
    if not lines:
        return "as expected\n" if before else "nothing expected, and nothing found\n"
    return _written(lines)


def metadata_text(page: "GoldenPage", extraction: "Extraction") -> str:
    """Return the metadata fields that differ, and status and page type where they do."""
    from ...lab.golden.scores import compare_metadata

    expected, found = page.metadata.as_dict(), extraction.metadata.as_dict()
    agree = compare_metadata(extraction.metadata, page.metadata)
    rows = [(field, expected[field], found[field]) for field, same in agree.items() if not same]
    if page.status is not extraction.status:
        rows.append(("status", page.status.value, extraction.status.value))
    if page.page_type != extraction.page_type:
        rows.append(("page_type", page.page_type, extraction.page_type))
    lines: list[str] = []
    for field, wanted, got in rows:
        lines += [f"\n{field}", _styled(f"- {_value(wanted)}", _EXPECTED), _styled(f"+ {_value(got)}", _FOUND)]
    return _written(lines) if lines else "\nmetadata, status and type: as expected\n"


def _value(value: str | list[str] | None) -> str:
    joined = " · ".join(value) if isinstance(value, list) else value
    return without_controls(joined).replace("\n", " ") if joined else "(nothing)"


def _shown_lines(text: str) -> list[str]:
    """Return the lines of a text but for blank ones, which would hide what stands around a difference."""
    return [line for line in without_controls(text).splitlines() if line.strip()]


def _lines(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    groups = difflib.SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(_CONTEXT_LINES)
    for number, group in enumerate(groups):
        if number:
            yield _styled("…")
        for tag, first, last, start, end in group:
            if tag == "equal":
                yield from (_styled(f"  {line}") for line in before[first:last])
            elif tag == "replace" and last - first == end - start:
                for old, new in zip(before[first:last], after[start:end], strict=True):
                    yield from _changed_line(old, new)
            else:
                yield from (_styled(f"- {line}", _EXPECTED) for line in before[first:last])
                yield from (_styled(f"+ {line}", _FOUND) for line in after[start:end])


def _changed_line(old: str, new: str) -> list[str]:
    """Return a line as it was expected and as it was found; where they are alike, the words that differ are marked."""
    old_words, new_words = old.split(" "), new.split(" ")
    matcher = difflib.SequenceMatcher(None, old_words, new_words, autojunk=False)
    is_similar = matcher.ratio() >= _SIMILAR
    one, other = [_styled("-", _EXPECTED)], [_styled("+", _FOUND)]
    for tag, first, last, start, end in matcher.get_opcodes():
        is_marked = is_similar and tag != "equal"
        if first < last:
            one.append(_styled(" ".join(old_words[first:last]), _EXPECTED, underline=is_marked))
        if start < end:
            other.append(_styled(" ".join(new_words[start:end]), _FOUND, underline=is_marked))
    return [" ".join(one), " ".join(other)]


def _styled(text: str, color: str | None = None, *, underline: bool = False) -> str:
    """Return a piece of a line in its colour, dim without one; as it is where standard output is no terminal."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text.rstrip()
    return click.style(text, fg=color, dim=color is None or None, underline=underline or None)


def _written(lines: Sequence[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)
