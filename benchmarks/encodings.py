"""Measures how pages are read that are encoded again: in what their <meta> says, and in UTF-8 in spite of it.

Every page is written in every old encoding of the web that has at least nine tenths of its characters beyond ASCII (the
others become references, as in real pages), with a <meta> that names it, and read again. Then the same page, with the
same <meta>, is saved as UTF-8, as programs do that save pages. Last it is sent in the old encoding with an HTTP header
that says utf-8.

    python benchmarks/encodings.py
    python benchmarks/encodings.py --data chinese fundus --pages 100

A page with text that was misread before ("Ã©") is not read as declared but as UTF-8, which repairs it. Bytes of
iso-2022-jp are ASCII, so a header that says utf-8 is believed. The exit code is 1 if fewer than 99 % of the pages of an
encoding that were saved as UTF-8 are read as they were written.
"""

import argparse
import re
import sys
from collections import Counter

from arguments import positive
from report import Table, progress_bar, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.evaluation import spread
from ridgeline.page.decoder import decode
from ridgeline.page.encodings import WEB_ENCODINGS

DATA = ("wcxb-dev", "chinese", "fundus", "magic-html", "postlight", "recipes", "harvest", "multisite-dev")
CODECS = [codec for codec in WEB_ENCODINGS if not codec.startswith("utf-")]
MIN_CHARACTERS = 4  # beyond ASCII; a page with fewer says nothing
MIN_SHARE = 0.9  # of them that an encoding has
MIN_READ = 0.99
DECLARATION = re.compile(r"charset|<\?xml", re.IGNORECASE)
WAYS = ("as declared", "as UTF-8", "header says utf-8")


def main() -> int:
    """Measure, print the table, and check it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", nargs="+", default=DATA, metavar="SET", help="data sets")
    parser.add_argument("--pages", type=positive, default=20, metavar="N", help="of each set (default: 20)")
    options = parser.parse_args()
    try:
        pages = [record.html for name in options.data for record in spread(datasets.load(name), options.pages)]
    except RidgelineError as problem:
        print(f"encodings: {problem}", file=sys.stderr)
        return 2
    counts: Counter[tuple[str, str]] = Counter()
    with progress_bar() as progress:
        for html in progress.track(pages, description="pages"):
            count(DECLARATION.sub("x", html), counts)
    rows = [row(codec, counts) for codec in CODECS if counts[codec, "pages"]]
    Table("pages that are read as they were written", ("encoding", "pages", *WAYS, "remarks"), rows).show(
        wide_console()
    )
    return 0 if all(counts[codec, "as UTF-8"] >= MIN_READ * counts[codec, "pages"] for codec in CODECS) else 1


def count(html: str, counts: Counter[tuple[str, str]]) -> None:
    """Count how a page is read, in every encoding that fits it."""
    beyond = "".join(sorted(set(re.findall(r"[^\x00-\x7f]", html))))
    size = sum(not character.isascii() for character in html)
    if size < MIN_CHARACTERS or "\ufffd" in beyond:
        return
    for codec in CODECS:
        known = set(beyond.encode(codec, "ignore").decode(codec, "ignore"))
        lost = sum(html.count(character) for character in set(beyond) - known)
        if size - lost < max(MIN_CHARACTERS, MIN_SHARE * size):
            continue
        written = f"<meta charset={WEB_ENCODINGS[codec]}>".encode() + html.encode(codec, "xmlcharrefreplace")
        text = written.decode(codec)
        saved = decode(text.encode())
        counts[codec, "pages"] += 1
        counts[codec, "as declared"] += decode(written).text == text
        counts[codec, "as UTF-8"] += saved.text == text
        counts[codec, "remarks"] += saved.remark is not None
        counts[codec, "header says utf-8"] += decode(written, "utf-8").text == text


def row(codec: str, counts: Counter[tuple[str, str]]) -> tuple[str, ...]:
    """Return the row of an encoding."""
    figures = (str(counts[codec, name]) for name in ("pages", *WAYS, "remarks"))
    return (WEB_ENCODINGS[codec], *figures)


if __name__ == "__main__":
    sys.exit(main())
