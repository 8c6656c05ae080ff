"""Counts the structures of pages that summit keeps only in part: lists, tables, definitions, code, figures, cards.

    python benchmarks/holes.py                          # wcxb-dev
    python benchmarks/holes.py --data recipes --show 5  # five examples of each kind, as text
    python benchmarks/holes.py --kinds table code --sample 300

A list or a row of like cards has a hole where an item is missing, or where a line that is alike in all of them is
kept in one and dropped in another. That every item loses the same line (a button, "read more") is no hole. Tables of
data, definition lists, code blocks and paragraphs have one where some is kept and some is not, figures where the
caption is kept and the picture is not. It also counts pages on which a paragraph of ten words or more is kept twice.
"""

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

import ridgeline
from arguments import positive
from report import Table, progress_bar, wide_console
from ridgeline import Extraction, Page
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.evaluation import spread
from ridgeline.page import BoolColumn, IntColumn, elements
from ridgeline.page.elements import CODES

MIN_ITEMS = 4  # of a list or a row of cards
MAX_MEAN_WORDS = 8  # a cell of a table of data; other tables lay out a page
MIN_COPY_WORDS = 10
MAX_SHOWN = 40  # lines of an example
HEADER = ("structure", "kept", "with holes", "share", "pages with one kept", "pages with holes")
NESTED = elements.table(["dl", "ol", "pre", "table", "ul"])
NO_CARDS = elements.table("tr td th li dt dd option p br tbody thead tfoot col a span".split()) | elements.table(
    elements.HEADINGS
)
PICTURES = elements.table(["img", "svg", "video", "audio", "iframe", "canvas"])
CONTROLS = elements.table(["button", "label", "input", "select", "textarea"])
LETTER_OR_DIGIT = re.compile(r"[^\W_]")
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure of a page: groups of leaves, each of which is to be kept or dropped as one."""

    kind: str
    groups: Sequence[Sequence[int]]  # positions in `page.leaves`
    items: Sequence[Sequence[int]] = ()  # the same leaves by the item that they stand in

    def is_kept(self, kept: BoolColumn) -> bool:
        """Whether some of it is kept."""
        return any(kept[list(group)].any() for group in self.groups)

    def has_hole(self, kept: BoolColumn) -> bool:
        """Whether of some group only a part is kept, or an item is missing. (A structure that is not kept has none.)"""
        return any(0 < int(kept[list(group)].sum()) < len(group) for group in self.groups) or not all(
            kept[list(item)].any() for item in self.items
        )


@dataclass(slots=True)
class Counts:
    """What was found over the pages."""

    kept: Counter[str] = field(default_factory=Counter)
    holes: Counter[str] = field(default_factory=Counter)
    pages_kept: Counter[str] = field(default_factory=Counter)
    pages_with_holes: Counter[str] = field(default_factory=Counter)
    pages_with_copies: int = 0
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def main() -> int:
    """Count, print the table, and the examples."""
    options = read_options()
    try:
        records = spread(datasets.load(options.data), options.sample)
    except RidgelineError as problem:
        print(f"holes: {problem}", file=sys.stderr)
        return 2
    counts = Counts()
    with progress_bar() as progress:
        for record in progress.track(records, description=options.data):
            add(counts, ridgeline.extract(record.html, url=record.url), record.id, options.show)
    for kind in options.kinds:
        for example in counts.examples[kind]:
            print(example)
    Table(f"{options.data}: {len(records)} pages", HEADER, [row(counts, kind) for kind in options.kinds]).show(
        wide_console()
    )
    print(f"a paragraph of {MIN_COPY_WORDS} words or more is kept twice on {counts.pages_with_copies} pages")
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", default="wcxb-dev", metavar="SET", help="a data set")
    parser.add_argument("--sample", type=positive, metavar="N", help="only N pages, evenly spread")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), help="which structures")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N examples of holes of each kind")
    return parser.parse_args()


def add(counts: Counts, extraction: Extraction, name: str, shown: int) -> None:
    """Count the structures of one page."""
    page = extraction.page
    kept = np.zeros(len(page.leaves), dtype=np.bool_)
    kept[extraction.keep] = True
    found: Counter[str] = Counter()
    holes: Counter[str] = Counter()
    for structure in structures(page):
        if not structure.is_kept(kept) or (structure.kind == "figure" and not kept[structure.groups[0][0]]):
            continue  # what a picture says does without its caption
        found[structure.kind] += 1
        if structure.has_hole(kept):
            holes[structure.kind] += 1
            if len(counts.examples[structure.kind]) < shown and holes[structure.kind] == 1:
                counts.examples[structure.kind].append(example(page, kept, structure, name))
    counts.kept += found
    counts.holes += holes
    counts.pages_kept.update(found.keys())
    counts.pages_with_holes.update(holes.keys())
    counts.pages_with_copies += has_copies(extraction.text)


def row(counts: Counts, kind: str) -> list[str]:
    """The cells of a kind of structure."""
    kept, holes = counts.kept[kind], counts.holes[kind]
    share = f"{100 * holes / max(1, kept):.1f} %"
    return [kind, f"{kept:,}", f"{holes:,}", share, str(counts.pages_kept[kind]), str(counts.pages_with_holes[kind])]


def example(page: Page, kept: BoolColumn, structure: Structure, name: str) -> str:
    """The leaves of a structure, a line each, with those marked that are kept."""
    leaves = sorted(leaf for group in structure.groups for leaf in group)
    lines = [f"  {'+' if kept[leaf] else '-'} {shown(page, leaf)}" for leaf in leaves]
    return "\n".join([f"--- {name}, {structure.kind}", *lines[:MAX_SHOWN], *["  …"] * (len(lines) > MAX_SHOWN)])


def shown(page: Page, leaf: int) -> str:
    """A leaf in a few words."""
    text = " ".join(page.leaf_text[leaf].split())[:90]
    return text or f"<{page[int(page.leaves[leaf])].tag}>"


def has_copies(text: str) -> bool:
    """Whether a paragraph of some length stands twice in a text."""
    paragraphs = [" ".join(line.split()) for line in text.splitlines() if len(line.split()) >= MIN_COPY_WORDS]
    return len(set(paragraphs)) < len(paragraphs)


def structures(page: Page) -> Iterator[Structure]:
    """The structures of a page whose parts belong together."""
    for find in KINDS.values():
        for structure in find(page):
            if any(len(group) > 1 for group in structure.groups):
                yield structure


def lists(page: Page) -> Iterator[Structure]:
    """Lists of several items: leaves with the same path inside of the list are alike."""
    nested, item = page.nearest(page.has_tag(NESTED)), page.nearest(page.tag == CODES["li"])
    for node, leaves in by_owner(page, nested, ("ol", "ul")):
        items: dict[int, list[int]] = defaultdict(list)
        for leaf in leaves:
            items[int(item[page.leaves[leaf]])].append(leaf)
        if len(items) >= MIN_ITEMS:
            yield Structure("list", alike(page, leaves, page.depth[node]), list(items.values()))


def tables(page: Page) -> Iterator[Structure]:
    """Tables of data: all cells are one group."""
    nested = page.nearest(page.has_tag(NESTED))
    rows, cells = page.nearest(page.tag == CODES["tr"]), page.nearest(page.has_tag(elements.table(["td", "th"])))
    for _, leaves in by_owner(page, nested, ("table",)):
        nodes = page.leaves.take(leaves)
        row_count, cell_count = len(set(rows.take(nodes).tolist())), len(set(cells.take(nodes).tolist()))
        words = sum(len(page.leaf_text[leaf].split()) for leaf in leaves)
        if row_count > 1 and cell_count >= 2 * row_count - 1 and words <= MAX_MEAN_WORDS * cell_count:
            yield Structure("table", [leaves])


def definitions(page: Page) -> Iterator[Structure]:
    """Definition lists: terms and what is said of them are one group."""
    for _, leaves in by_owner(page, page.nearest(page.has_tag(NESTED)), ("dl",)):
        yield Structure("definitions", [leaves])


def code(page: Page) -> Iterator[Structure]:
    """Code blocks, but for line numbers and marks."""
    for _, leaves in by_owner(page, page.nearest(page.tag == CODES["pre"]), ("pre",)):
        yield Structure("code", [[leaf for leaf in leaves if LETTER.search(page.leaf_text[leaf])]])


def paragraphs(page: Page) -> Iterator[Structure]:
    """Paragraphs, of one line or several."""
    for _, leaves in by_owner(page, page.block, ("p",)):
        yield Structure("paragraph", [leaves])


def figures(page: Page) -> Iterator[Structure]:
    """Captions with the picture that they are of."""
    around = page.nearest(page.tag == CODES["figure"]).take(page.leaves)
    is_caption = page.inside(page.tag == CODES["figcaption"]).take(page.leaves) & countable(page)
    is_picture = (page.has_tag(PICTURES) & ~page.hidden).take(page.leaves)
    for node in set(around[is_caption].tolist()) - {-1}:
        caption, pictures = (
            np.flatnonzero((around == node) & which)[:1].tolist() for which in (is_caption, is_picture)
        )
        if pictures:
            yield Structure("figure", [caption + pictures])


def cards(page: Page) -> Iterator[Structure]:
    """Rows of like elements of several parts that are no lists: leaves with the same path inside of them are alike."""
    texts = np.flatnonzero(countable(page))
    nodes = page.leaves.take(texts)
    for parent, like in like_siblings(page):
        spans = [np.searchsorted(nodes, (node, page.end[node])) for node in like]
        items = [texts[first:last].tolist() for first, last in spans if first < last]
        if len(items) >= MIN_ITEMS:
            parts = alike(page, [leaf for item in items for leaf in item], page.depth[parent])
            single = [part for part in parts if is_single(page, part, items)]
            if len(single) > 1:  # what stands several times in a card is its text
                yield Structure("cards", single, items)


def like_siblings(page: Page) -> Iterator[tuple[int, list[int]]]:
    """Several elements of one tag and class, with the element around them."""
    may_be = (page.tag != CODES["#text"]) & ~page.has_tag(NO_CARDS) & (page.depth > 2)
    siblings: dict[tuple[int, int, str], list[int]] = defaultdict(list)
    for node in np.flatnonzero(may_be).tolist():
        if name := page.value(node, "class"):
            siblings[int(page.parent[node]), int(page.tag[node]), name].append(node)
    yield from ((parent, like) for (parent, *_), like in siblings.items() if len(like) >= MIN_ITEMS)


def is_single(page: Page, part: Sequence[int], items: Sequence[Sequence[int]]) -> bool:
    """Whether these leaves stand in one block of each item that has them, and in half of the items."""
    blocks = {int(page.block[page.leaves[leaf]]) for leaf in part}
    having = sum(not set(part).isdisjoint(item) for item in items)
    return len(blocks) <= having and 2 * having >= len(items)


def alike(page: Page, leaves: Sequence[int], depth: int) -> list[list[int]]:
    """The leaves in groups of those with the same path of tags and classes below this depth."""
    groups: dict[tuple[tuple[int, str], ...], list[int]] = defaultdict(list)
    for leaf in leaves:
        node, path = int(page.block[page.leaves[leaf]]), []
        while page.depth[node] > depth:
            path.append((int(page.tag[node]), page.value(node, "class") or ""))
            node = int(page.parent[node])
        groups[tuple(path)].append(leaf)
    return list(groups.values())


def by_owner(page: Page, owner: IntColumn, tags: Sequence[str]) -> Iterator[tuple[int, list[int]]]:
    """The elements of these tags, each with its leaves that count."""
    codes = {CODES[tag] for tag in tags}
    texts = np.flatnonzero(countable(page))
    owned: dict[int, list[int]] = defaultdict(list)
    for leaf, node in zip(texts.tolist(), owner.take(page.leaves.take(texts)).tolist(), strict=True):
        if node >= 0 and int(page.tag[node]) in codes:
            owned[node].append(leaf)
    yield from owned.items()


def countable(page: Page) -> BoolColumn:
    """By leaf: whether it is text that is shown, with a letter or a digit, and no control."""
    has_text = np.fromiter((bool(LETTER_OR_DIGIT.search(text)) for text in page.leaf_text), np.bool_, len(page.leaves))
    unseen: BoolColumn = (page.hidden | page.inside(page.has_tag(CONTROLS))).take(page.leaves)
    return has_text & ~unseen


KINDS = {
    "list": lists,
    "cards": cards,
    "table": tables,
    "definitions": definitions,
    "code": code,
    "paragraph": paragraphs,
    "figure": figures,
}

if __name__ == "__main__":
    sys.exit(main())
