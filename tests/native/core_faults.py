"""Lets every allocation of every function of the core's module fail: `python -m tests.native.core_faults`.

Python's own allocations fail by a hook of `_testcapi`; those of pools by `rl_fail_at`, which a core has that was
compiled with RIDGELINE_FAULTS. A call has to end with MemoryError, or as if nothing had failed; afterwards it has to
give what it gave before, and nothing may be left behind. A crash ends the process, so tests run this in one of its own.
"""

import _imp
import _testcapi  # type: ignore[import-not-found]
import ctypes
import gc
import itertools
import sys
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ridgeline import _native
from ridgeline.extractors.summit.lexicon import Lexicon
from ridgeline.extractors.summit.model import shipped_model
from ridgeline.page import elements

core = _native.core
Operation = Callable[[], object]
SOURCE = (
    "<title>Lamps – été</title><x-card class='nav a' data-é=1 hidden>one</x-card><p id=b class=c>two <b>three</b>"
    "<ul><li>four</li><li>five &amp; six</li></ul><table><tr><th>a<td>b</table><p>two <b>three</b><img src=/a.jpg>"
)
ROUNDS = 6
THE_MODULE = "the module"  # of whose types Python itself keeps some memory
SPECIFICATION = core.__spec__
LEXICON = Lexicon(["nav", "c"], [b"two", b"0"], {"~n": [b"one"]})


def operations() -> Iterator[tuple[str, Operation]]:
    """A call of every function and method, with results that can be compared."""
    page = core.parse(SOURCE, 512, 1000, 10_000, 0.0)
    keep = np.arange(len(page.leaf_texts()), dtype=np.int32)
    yield "parse", lambda: core.parse(SOURCE + "é", 512, 1000, 10_000, 0.0).leaf_texts()
    yield from _builders(page)
    yield from _views(page)
    yield from _questions(page)
    yield from _outlines(page, keep)
    yield "tidy", lambda: page.tidy(keep)
    yield "tidy without pictures", lambda: page.tidy(keep[:2])
    yield "count_words", lambda: page.count_words(keep, 100)
    yield "count_words_outside", lambda: page.count_words_outside(keep, elements.table(["nav"]), 100)
    yield "count_characters", lambda: page.count_characters(100)
    yield "has_any", lambda: page.has_any(elements.table(["nav"]))
    yield "short_texts", lambda: page.short_texts(elements.table(["a"]), 20)
    yield "lower_beginning", lambda: page.lower_beginning(keep)
    yield from _hidden()
    yield from _stated()
    yield from _readings(page)
    yield "name_words", lambda: core.name_words("main-navigation é")
    yield "count_words of a text", lambda: core.count_words("one two é" + chr(0x3042))
    yield "estimate_tokens", lambda: core.estimate_tokens("one 12, é")
    yield "count_words of half a character", lambda: core.count_words("one \ud800 two")
    yield "kinds", lambda: core.kinds("a é" + chr(0x3042))
    yield "instructions", core.instructions
    yield "widths", core.widths
    yield "array_names", core.array_names
    yield THE_MODULE, _load_again


def _hidden() -> Iterator[tuple[str, Operation]]:
    source = (
        "<style>.a, #b > p:not(.c) { color: red; display: none }</style>"
        + SOURCE
        + "<p id=b style='opacity:0'>x\U000e0041"
    )
    page = core.parse(source, 512, 1000, 10_000, 0.0)
    leaves = np.arange(len(page.leaf_texts()), dtype=np.int32)
    yield "visibility", lambda: page.visibility(leaves)
    yield "carriers", page.carriers


def _stated() -> Iterator[tuple[str, Operation]]:
    page = core.parse(
        "<title> a <b></title>"
        "<meta name=' A' property=b content=c><meta name=b content=d><link rel=canonical href=/>"
        "<h1>e</h1><h2>f</h2><time>"
        "<a rel=author href=//creativecommons.org/ itemprop=g itemtype=h typeof=i><b itemprop=g></b></a>"
        "<script type='application/ld+json'>{}</script>",
        *(512, 1000, 10_000, 0.0),
    )
    yield "stated_by_tag", page.stated_by_tag
    yield "stated_by_attribute", page.stated_by_attribute
    yield "title", page.title


def _load_again() -> object:
    module = _imp.create_dynamic(SPECIFICATION)
    try:
        _imp.exec_dynamic(module)
    except SystemError as error:  # Python 3.11 does not always say that a type could not be made for want of memory
        raise MemoryError from error
    return len(vars(module))


def _builders(page: Any) -> Iterator[tuple[str, Operation]]:
    parents = np.array([-1, 0, 1, 0], dtype=np.int32)
    tags = np.array([elements.CODES["html"], elements.UNKNOWN, elements.CODES[elements.TEXT], 7], dtype=np.int32)
    attributes: Any = ({"class": "a", "data-é": None}, {"class": "b"}, {}, {})
    yield (
        "build",
        lambda: core.build(parents, tags, ("x-é",), attributes, ("", "", "one é", "")).leaf_texts(),
    )
    yield "beginning", lambda: core.beginning(page, 5).leaf_texts()


def _views(page: Any) -> Iterator[tuple[str, Operation]]:
    texts, attributes = core.texts(page), core.attributes(page)
    for view in (texts, attributes):
        yield "an item", lambda view=view: (view[3], view[-1], len(view))  # type: ignore[misc]
        yield "a slice", lambda view=view: view[1:9:2]  # type: ignore[misc]
        yield "items", lambda view=view: view == tuple(view)  # type: ignore[misc]
        yield "repr", lambda view=view: repr(view)  # type: ignore[misc]
        yield "reduce", lambda view=view: view.__reduce__()[1] == (page,)  # type: ignore[misc]
    yield "views", lambda: (core.texts(page)[3], core.attributes(page)[3])
    for reducible in (page, core.beginning(page, 5)):
        yield "reduce a page", lambda reducible=reducible: len(reducible.__reduce__()[1])  # type: ignore[misc]


def _questions(page: Any) -> Iterator[tuple[str, Operation]]:
    yield "column", lambda: bytes(page.column("tag"))
    for question in (page.leaf_texts, page.tag_names, page.attribute_names, page.cuts, page.offsets, page.name_paths):
        yield question.__name__, question
    yield "having", lambda: page.having("class")
    yield "value", lambda: [page.value(row, "class") for row in range(6)]
    yield "containing", lambda: page.containing("class", ("nav", "c"))
    yield "saying", lambda: page.saying(("o", "é"))
    yield "hints", lambda: page.hints(("a", "c"), 1)
    yield "text_in", lambda: (page.text_in(0), page.text_in(len(page) - 1))
    yield "shown", lambda: page.shown(0, len(page), 9, 99)
    yield "texts_in", lambda: page.texts_in(0, 99, 999)
    yield "around", lambda: page.around(len(page) - 1, elements.BLOCK, ("a",))
    yield "leaves_with_pair", lambda: page.leaves_with_pair((("o", 1, 0), ("é ", 0, 1)), (10,))


def _outlines(page: Any, keep: Any) -> Iterator[tuple[str, Operation]]:
    formulas = (0, "text é", 1, None), (1, "$é$", 2, "é")
    for given in (None, (), formulas):
        yield "text_of", lambda given=given: page.text_of(keep, given, given == ())  # type: ignore[misc]
        yield "outline", lambda given=given: bool(page.outline(keep, given, "https://é.example/"))  # type: ignore[misc]
    outline = page.outline(keep, (), "https://example.org/a/")
    for links in range(3):
        options = links, links > 0, links > 0, links > 0, links, "Lamps été"
        yield "markdown", lambda options=options: outline.markdown(*options)  # type: ignore[misc]
        yield "blocks", lambda options=options: outline.blocks(*options)  # type: ignore[misc]
        yield "html", lambda options=options: outline.html(*options, True)  # type: ignore[misc]
    for question in (outline.paragraphs, outline.parts, outline.leaves):
        yield question.__name__, question
    yield "json_blocks", lambda: outline.json_blocks(["é"] * 300, np.full(len(keep), 0.25))
    yield "find_title", lambda: outline.find_title("Lamps été")
    columns = tuple(np.array(column, dtype=np.int32) for column in ([20, 0], [-1, -1], [2, 2], [0, 0], [0, 2]))
    leaves = [(0, -1, -1, 0, -1, "é", "e", "https://example.org/"), (len(keep), 0, -1, 0, -1, "", None, None)]
    yield "rebuilt", lambda: outline.rebuilt(columns, ["é", None], leaves).paragraphs()
    signs = core.make_signs(((0, 0, 7), (1, 1, "nav"), (2, 2, "href"), (3, 0, "x-card"), (2, 5, "part"), (2, 5, 9)))
    others = (0, 0, 7), (1, 1, "nav"), (2, 2, "é"), (3, 0, "x-é"), (3, 5, "é")
    yield "make_signs", lambda: bool(core.make_signs(others))
    yield "find_kinds", lambda: page.find_kinds(keep, signs)
    yield "base_url", lambda: page.base_url("https://example.org/é")
    yield "resolve", lambda: core.resolve("../é b", "https://example.org/a/b/", True)
    yield "quote_json", lambda: core.quote_json('"é')
    yield "escape_markdown", lambda: core.escape_markdown("*é*")
    yield "part_names", core.part_names


def _readings(page: Any) -> Iterator[tuple[str, Operation]]:
    shipped = shipped_model()
    arrays = tuple(
        np.require(shipped.arrays[name][0] if "mean" in name or "scale" in name else shipped.arrays[name], np.float32)
        for name in core.array_names()
    )
    address = np.zeros(12, dtype=np.float32)
    words = b"navc", np.array([0, 3, 4], dtype=np.uint32)
    yield "make_lexicon", lambda: bool(core.make_lexicon(words, words, np.zeros(2, dtype=np.int32), 1))
    yield "make_model", lambda: bool(core.make_model(shipped.lexicon.core, arrays, len(shipped.arrays["last"])))
    yield "read", lambda: core.read(page, LEXICON.core, address).groups()  # type: ignore[union-attr]
    reading: Any = core.read(page, shipped.lexicon.core, address)
    assert reading is not None
    page_type, _, given = reading.predict(shipped.core, 2.0)
    probabilities = np.frombuffer(given, dtype=np.float32)
    yield "predict", lambda: reading.predict(shipped.core, 2.0)
    yield "find_content", lambda: bool(shipped.core.find_content(page, address, 2.0, 1.5))
    yield "pool", lambda: reading.pool(probabilities)
    yield "select", lambda: reading.select(probabilities, page_type, 1.5, True)
    yield "leaves", lambda: reading.leaves(np.ones(len(probabilities), np.bool_))
    yield "scores", lambda: reading.scores(probabilities)
    yield "a column of a reading", lambda: bytes(reading.column("tags"))
    for question in (reading.groups, reading.beginnings, reading.looked_up):
        yield question.__name__, question


def fail_each(operation: Operation, fail: Callable[[int], object], restore: Callable[[], object]) -> int:
    """Let each allocation of a call fail, and all after it, until none does; how many there are."""
    for allocation in itertools.count():
        if _is_done(operation, allocation, fail, restore):
            return allocation
    raise AssertionError


def _is_done(
    operation: Operation, allocation: int, fail: Callable[[int], object], restore: Callable[[], object]
) -> bool:
    fail(allocation)
    try:
        operation()
    except MemoryError:
        return False
    finally:
        restore()
    return True


def _fail_at_one(allocation: int) -> None:
    _testcapi.set_nomemory(allocation, allocation + 1)


def check(name: str, operation: Operation, library: ctypes.CDLL) -> int:
    """Let each allocation of a call fail; how many there are, of both kinds."""
    expected = operation()
    of_pools = fail_each(operation, library.rl_fail_at, lambda: library.rl_fail_at(-1))
    of_python = fail_each(operation, _testcapi.set_nomemory, _testcapi.remove_mem_hooks)
    blocks = array("q", [0] * ROUNDS)  # takes no blocks itself
    for number in range(ROUNDS):
        for allocation in range(of_python):
            _is_done(operation, allocation, _fail_at_one, _testcapi.remove_mem_hooks)
        gc.collect()
        blocks[number] = sys.getallocatedblocks()
    if blocks[-1] - blocks[0] >= ROUNDS - 1 and name != THE_MODULE:
        raise AssertionError(f"{name} leaks: {blocks}")
    if operation() != expected:
        raise AssertionError(f"{name} gives something else after failures")
    return of_python + of_pools


def main() -> int:
    """Check every operation, and say how many allocations failed."""
    library = ctypes.CDLL(core.__file__)
    library.rl_fail_at.argtypes = [ctypes.c_long]
    faults = sum(check(name, operation, library) for name, operation in operations())
    print(f"faults: {faults}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
