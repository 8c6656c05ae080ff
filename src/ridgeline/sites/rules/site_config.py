"""Reads site rules of the public site-config format of FiveFilters' Full-Text RSS: one text file a site.

    title: //h1[@class='headline']
    body: //div[@id='story']
    strip: //div[@class='share']
    strip_id_or_class: newsletter
    prune: no
    test_url: https://example.org/news/1

The file is named by its site, example.org.txt, or .example.org.txt for its subdomains. `body` lines are alternatives:
the first one that matches counts. Rules say that with :has(). Lines that only tell their program how to work are of no
use here, and left out without a word; what would change the content but cannot be a rule is reported.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError, OptionError
from ...page.selector_syntax import parse_selector
from ...parameters import MAX_SELECTORS
from .rule import KEYS, Rule
from .xpath import XPathError, css_string, to_css

SUFFIX = ".txt"
MAX_BYTES = 200_000  # of a file; the longest that is known has a tenth
_MAX_LINES = 5_000

_VALUES = frozenset({"", "@content", "@datetime", "text()"})  # that rules read of an element
_HARMLESS = frozenset(
    "autodetect_next_page convert_double_br_tags footnotes insert_detected_image parser post_strip_attr prune "
    "skip_json_ld src_lazy_load_attr strip_attr strip_comments test_contains test_url test_urls tidy".split()
)
_REASONS = {
    "find_string": "rules do not change the source of a page",
    "replace_string": "rules do not change the source of a page",
    "single_page_link": "a rule is about one page; extract the page that the link leads to",
    "single_page_link_in_feed": "a rule is about one page; extract the page that the link leads to",
    "next_page_link": "a rule is about one page; extract the next page as well",
    "if_page_contains": "rules have no conditions",
    "http_header": "rules do not fetch pages",
    "autodetect_on_failure": "where no selector matches, the extractor always decides",
}
_UNKNOWN = "not known here"


class Refusal(NamedTuple):
    """A line that could not be taken."""

    origin: str
    line: int
    text: str  # key and value, shortened
    reason: str

    def __str__(self) -> str:
        return f"{self.origin}:{self.line}: {self.text}: {self.reason}"


@dataclass(slots=True)
class Imported:
    """The outcome of one file."""

    rule: Rule | None  # None where nothing could be taken
    taken: int = 0  # lines
    harmless: int = 0  # lines that have no meaning here
    refused: list[Refusal] = field(default_factory=list)


class _Line(NamedTuple):
    number: int
    key: str
    value: str


def read_site_config(source: str | bytes, site: str, origin: str) -> Imported:
    """Return the rule of a file. A line that cannot be taken is reported; nothing in the file raises.

    Raises OptionError where the site is none.
    """
    text = source if isinstance(source, str) else source.decode("utf-8-sig", "replace")
    reader = _Reader(origin)
    for line in _lines(text[:MAX_BYTES]):
        reader.read(line)
    return reader.finish(site)


def site_of_file(path: Path) -> str:
    """Return the site that a file is named by; subdomains are covered by their domain."""
    return path.name.removesuffix(SUFFIX).lstrip(".")


def find_site_configs(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield files: those that are named, and all `.txt` files of folders, sorted. Raises InputError."""
    for path in paths:
        if path.is_dir():
            yield from sorted(own for own in path.glob(f"*{SUFFIX}") if own.is_file())
        elif path.is_file():
            yield path
        else:
            raise InputError(f"{path}: there is no such file or folder")


class _Reader:
    """Collects the selectors of a file."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._selectors: dict[str, list[str]] = {key: [] for key in KEYS}
        self._bodies: list[str] = []  # alternatives, the first ones first
        self._imported = Imported(None)

    def read(self, line: _Line) -> None:
        """Take a line, or note why it cannot be taken."""
        key = line.key.partition("(")[0].strip()
        if key in _HARMLESS or (key == "autodetect_on_failure" and line.value == "yes"):
            self._imported.harmless += 1
            return
        try:
            self._add(*self._translated(key, line.value))
        except OptionError as error:
            shown = f"{line.key}: {line.value}"
            shown = shown if len(shown) <= 100 else f"{shown[:100]}…"
            self._imported.refused.append(Refusal(self._origin, line.number, shown, str(error)))
        else:
            self._imported.taken += 1

    def _translated(self, key: str, value: str) -> tuple[str, tuple[str, ...]]:
        """Return the key of a rule and its selectors. Raises OptionError."""
        match key:
            case "title" | "author" | "date":
                found = to_css(value)
                if found.value not in _VALUES:
                    raise XPathError(f"rules do not read {found.value} of an element")
                if found.is_first and key == "author":  # of titles and dates the first counts anyhow
                    raise XPathError("rules take all authors, not the first one")
                return key, found.selectors
            case "body":
                return "select", self._alternative(_elements(value))
            case "strip":
                return "exclude", _elements(value)
            case "strip_id_or_class":
                part = css_string(_required(value))
                return "exclude", (f"[id*={part}]", f"[class*={part}]")
            case "strip_image_src":
                return "exclude", (f"img[src*={css_string(_required(value))}]",)
        raise OptionError(_REASONS.get(key, _UNKNOWN))

    def _alternative(self, selectors: tuple[str, ...]) -> tuple[str, ...]:
        """Return selectors that match only where those before them match nothing."""
        before = ", ".join(self._bodies)
        guarded = tuple(f":root:not(:has({before})) {css}" for css in selectors) if before else selectors
        for css in guarded:
            parse_selector(css)  # a list that has become too long
        self._bodies += selectors
        return guarded

    def _add(self, key: str, selectors: tuple[str, ...]) -> None:
        known = self._selectors[key]
        new = [css for css in selectors if css not in known]
        if len(known) + len(new) > MAX_SELECTORS:
            raise OptionError(f"a rule has at most {MAX_SELECTORS} selectors of a key")
        for css in new:
            Rule("*", **{key: (css,)})  # raises for what our selectors do not know, or is too long
        known += new

    def finish(self, site: str) -> Imported:
        """Return what was read."""
        found = {key: tuple(values) for key, values in self._selectors.items() if values}
        rule = Rule(site, **found)
        self._imported.rule = rule if found else None
        return self._imported


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that say something."""
    for number, line in enumerate(text.splitlines()[:_MAX_LINES], start=1):
        key, colon, value = line.strip().partition(":")
        if not key or key.startswith("#") or not colon:
            continue
        if key.startswith(("http_header(", "replace_string(")) and ")" not in key:  # a colon inside of parentheses
            key, _, value = line.strip().partition("):")
            key += ")"
        yield _Line(number, key.strip().lower() if "(" not in key else key.strip(), value.strip())


def _elements(xpath: str) -> tuple[str, ...]:
    """Return the selectors of an XPath that names elements."""
    found = to_css(xpath)
    if found.is_first:
        raise XPathError("the first of all elements cannot be a selector")
    if found.value not in ("", "node()"):
        raise XPathError(f"{found.value} is a part of an element, and rules are about whole ones")
    return found.selectors


def _required(value: str) -> str:
    """Return a part of an attribute; some files have it in quotes."""
    bare = value.replace('"', "").replace("'", "").strip()
    if not bare:
        raise OptionError("it says nothing")
    return bare
