"""Chromium as an oracle: the parser of the core makes the same rows of a page as `DOMParser`, which has scripting off.

    python -m tests.native.chromium                             golden pages, html5lib's cases, 2,000 mutants of both
    python -m tests.native.chromium --mutants 20000 --seed 7

A page that a limit of ours cut, or that has more than the 512 levels of Chromium, is not compared. Where Chromium does
otherwise than the standard, a page may differ; `quirk_of` knows these cases, and lexbor agrees with the core in each:

    NUL              is dropped or replaced before white space is looked at, and after `<`
    search           is not special: `</b>` and other end tags look through it
    is               a formatting element with this attribute is not opened again
    space at the end after `</body>` or `</html>`, formatting elements are not opened again for white space
    form             `</form>` inside of a table that its form is around closes the form
    selectedcontent  gets a copy of the chosen option, an effect on the DOM
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page as Tab

import ridgeline
from ridgeline import Page
from ridgeline.lab.golden import page_names, read_page
from ridgeline.page import elements

from ..studio.running import run_browser
from .lexbor import LIMITS, Row, rows_of
from .pages import ODD
from .test_html5lib import DATA, tree_cases

GOLDEN = Path(__file__).parents[1] / "golden"
_MAX_DEPTH = 512  # of Chromium
_A_CALL = 50  # pages that the browser parses at once
_END = re.compile(r"</(?:body|html)\b", re.IGNORECASE)
_FORM_END = re.compile(r"<table.*</form", re.IGNORECASE | re.DOTALL)
_MAX_EDITS = 6  # of a mutant

# The rows of pages. The content of a declarative shadow root is part of its host; that of other templates is no part of
# the page. Chromium cuts long texts into nodes of 65,536 characters.
_ROWS = """(pages) => pages.map((html) => {
  const rows = [];
  const walk = (nodes, parent) => {
    let before = null;
    for (const node of nodes) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (before === node.previousSibling && before?.nodeType === Node.TEXT_NODE) rows.at(-1)[3] += node.data;
        else if (node.data) rows.push([parent, "#text", {}, node.data]);
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const isTemplate = node instanceof HTMLTemplateElement || node.content instanceof DocumentFragment;
        if (isTemplate && node.hasAttribute("shadowrootmode")) {
          walk(node.content.childNodes, parent);
        } else {
          const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
          rows.push([parent, node.localName, attributes, ""]);
          walk(node.childNodes, rows.length - 1);
        }
      }
      before = node;
    }
  };
  walk(new DOMParser().parseFromString(html, "text/html").childNodes, -1);
  return rows;
})"""

# What mutants are given beside parts of other pages: what changes the state of a parser.
_PIECES = (
    *(
        "<",
        ">",
        "/",
        "=",
        "'",
        '"',
        "&",
        ";",
        "!",
        "-->",
        "<!--",
        "--!>",
        "<!-->",
        "]]>",
        "<![CDATA[",
        "</",
        "<?",
        "\0",
    ),
    *("&#", "&#x", "&amp", "&notin", "&NewLine;", "&#128;", "&#xD800;", "\r\n", "\r", "\f", "\ufffe", "\U0001f600"),
    *("<table>", "<tr>", "<td>", "<caption>", "<colgroup>", "<col>", "</table>", "<select>", "<option>", "<optgroup>"),
    *("<svg>", "<math>", "<foreignObject>", "<desc>", "<mi>", "<mtext>", "<annotation-xml encoding=text/html>"),
    *("</svg>", "</math>", "<mglyph>", "<font color=x>", "<template>", "</template>", "<template shadowrootmode=open>"),
    *("<a>", "<b>", "<i>", "<nobr>", "</a>", "</b>", "</p>", "</br>", "<p>", "<li>", "<dd>", "<form>", "</form>"),
    *("<button>", "<h1>", "<h2>", "<pre>\n", "<textarea>\n", "<title>", "<script>", "<!--<script>", "</script>"),
    *("<style>", "<noscript>", "</noscript>", "<noframes>", "<frameset>", "<body a=1>", "<html b=2>", "</body>"),
    *("</html>", "<head>", "</head>", "<plaintext>", "<xmp>", "<iframe>", "<object>", "<marquee>", "<ruby><rt>"),
    *("<input type=hidden>", "<hr>", "<image>", "<search>", "<!DOCTYPE html>", "<isindex>", "<keygen>", "<frame>"),
)


class Difference(NamedTuple):
    """The first row that two parsers make otherwise; None where one of them has no more rows."""

    page: Page
    ours: Row | None
    theirs: Row | None


class Oracle:
    """A window of Chromium that parses pages."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab

    def differences(self, sources: Sequence[str]) -> list[Difference]:
        """The pages that Chromium reads otherwise."""
        found = []
        for start in range(0, len(sources), _A_CALL):
            pages = [page for page in map(ridgeline.parse, sources[start : start + _A_CALL]) if is_compared(page)]
            theirs = self._tab.evaluate(_ROWS, [page.source for page in pages])
            for page, rows in zip(pages, theirs, strict=True):
                pairs = zip_longest(map(_as_written, rows_of(page)), (Row(*row) for row in rows))
                found += [Difference(page, *pair) for pair in pairs if pair[0] != pair[1]][:1]
        return found


def _as_written(row: Row) -> Row:
    """A row as a browser has it: an attribute without a value has an empty one."""
    return row._replace(attributes={name: value or "" for name, value in row.attributes.items()})


def is_compared(page: Page) -> bool:
    """Whether both parsers read all of a page."""
    return not page.cuts & LIMITS and page.depth.max(initial=0) < _MAX_DEPTH - 1


def quirk_of(difference: Difference) -> str | None:
    """What Chromium is known to do otherwise, where that can be the reason; None where there is no excuse."""
    page, theirs = difference.page, difference.theirs
    is_space = theirs is not None and theirs.tag == elements.TEXT and not theirs.text.strip(" \t\n\f\r")
    signs = {
        "NUL": "\0" in page.source,
        "search": any(page.find("search")),
        "is": any(page.having("is")),
        "space at the end": is_space and _END.search(page.source),
        "form": _FORM_END.search(page.source),
        "selectedcontent": any(page.find("selectedcontent")),
    }
    return next((name for name, found in signs.items() if found), None)


@contextmanager
def run_oracle() -> Iterator[Oracle]:
    """Run a browser until the block ends."""
    with run_browser() as browser:
        yield Oracle(browser.new_page())


def known_pages() -> list[str]:
    """Golden pages, html5lib's cases and odd pages, as text that a browser can be given."""
    golden = [ridgeline.parse(read_page(GOLDEN, name).source).source for name in page_names(GOLDEN)]
    cases = [data for path in sorted((DATA / "tree-construction").glob("*.dat")) for data, _ in tree_cases(path)]
    return [page.encode("utf-8", "replace").decode() for page in (*golden, *cases, *ODD)]


def mutants(count: int, seed: int) -> Iterator[str]:
    """Known pages with pieces of others put in, taken out, repeated and moved."""
    chance = random.Random(seed)
    pages = [page for page in known_pages() if page]
    for _ in range(count):
        page = chance.choice(pages)
        for _ in range(chance.randint(1, _MAX_EDITS)):
            start = chance.randint(0, len(page))
            end = min(len(page), start + chance.choice((0, 1, 3, 20, 200)))
            other = chance.choice(pages)
            place = chance.randrange(len(other))
            piece = chance.choice((chance.choice(_PIECES), other[place : place + chance.choice((1, 10, 100))]))
            page = chance.choice(
                (
                    page[:start] + piece + page[start:],
                    page[:start] + piece + page[end:],
                    page[:end] + page[start:end] * 3 + page[end:],
                    page[:start] + page[end:],
                )
            )
        yield page


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the parsers; the exit code is 1 if they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    differ = 0
    with run_oracle() as oracle:
        for name, pages in (("known pages", known_pages()), ("mutants", list(mutants(options.mutants, options.seed)))):
            compared = sum(is_compared(ridgeline.parse(page)) for page in pages)
            found = [(quirk_of(difference), difference) for difference in oracle.differences(pages)]
            wrong = [difference for quirk, difference in found if quirk is None]
            for difference in wrong[:10]:
                print(f"  {difference.page.source[:2000]!r}\n    {difference.ours} {difference.theirs}")
            quirks = Counter(quirk for quirk, _ in found if quirk)
            print(f"{name}: {compared:,} of {len(pages):,} pages compared, {len(wrong)} differ")
            print(f"  beside quirks of Chromium: {dict(quirks) or 'none'}")
            differ += len(wrong)
    return min(1, differ)


if __name__ == "__main__":
    sys.exit(main())
