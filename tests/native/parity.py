"""Compares the two cores, page by page: columns, derived columns, cells, features, probabilities, tidied leaves, texts.

    python -m tests.native.parity wcxb-dev news-dev      every page of these sets; without names, of all that are there

Integers and texts are equal, features to 1e-5, probabilities to 1e-4. A page whose choice of lines hangs on less than
that may keep other lines: such pages are counted apart.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

import ridgeline
from ridgeline import _native
from ridgeline.extractors.mountain import cells
from ridgeline.extractors.summit import compiled
from ridgeline.extractors.summit.model import Model, shipped_model
from ridgeline.extractors.summit.reading import Bags, Reading, read
from ridgeline.lab import datasets
from ridgeline.output.text import to_text
from ridgeline.page import IntColumn, Page
from ridgeline.tidying import tidy

FEATURE_TOLERANCE = 1e-5
PROBABILITY_TOLERANCE = 1e-4
_DERIVED = ("depth", "block", "preformatted", "hidden", "leaves", "leaf_lengths", "breaks")
_INTEGERS = np.empty(0, dtype=np.int32)
_LIMITS = frozenset({"depth", "attributes", "nodes", "seconds"})


def parse_both(html: str, url: str | None = None) -> tuple[Page, Page]:
    """The page as both cores parse it."""
    with _native.using(compiled=True):
        fast = ridgeline.parse(html, url=url)
    with _native.using(compiled=False):
        return fast, ridgeline.parse(html, url=url)


def differences(html: str, url: str | None = None) -> list[str]:
    """What the cores disagree about on a page, a line each; nothing is compared beyond a limit that cut the page."""
    fast, slow = parse_both(html, url)
    if (fast.cuts | slow.cuts) & _LIMITS:
        return []
    found = list(_columns(fast, slow))
    return found or [*_derived(fast, slow), *_texts(fast, slow), *_cells(fast, slow), *_summit(fast, slow)]


def _columns(fast: Page, slow: Page) -> Iterator[str]:
    if fast.names != slow.names:
        yield f"names: {fast.names[-3:]} {slow.names[-3:]}"
    for name in ("parent", "end", "tag", "blank"):
        if not np.array_equal(getattr(fast, name), getattr(slow, name)):
            yield f"{name}: {len(fast)} and {len(slow)} nodes"
    for name in ("text", "attributes"):
        pairs = enumerate(zip(getattr(fast, name), getattr(slow, name), strict=False))
        row = next((row for row, (ours, theirs) in pairs if ours != theirs), None)
        if row is not None:
            yield f"{name} of row {row}: {str(getattr(fast, name)[row])[:80]!r} {str(getattr(slow, name)[row])[:80]!r}"
    for name in set(fast.by_attribute) | set(slow.by_attribute):
        if list(fast.having(name)) != list(slow.having(name)):
            yield f"by_attribute: {name}"


def _derived(fast: Page, slow: Page) -> Iterator[str]:
    for name in _DERIVED:
        ours, theirs = getattr(fast, name), getattr(slow, name)
        if not np.array_equal(ours, theirs):
            places = np.flatnonzero(ours != theirs)[:3].tolist() if ours.shape == theirs.shape else "lengths"
            yield f"{name}: {places}"
    if fast.leaf_text != slow.leaf_text:
        yield "leaf_text"


def _texts(fast: Page, slow: Page) -> Iterator[str]:
    for name, keep in _keeps(fast):
        ours, theirs = tidy(fast, keep), tidy(slow, keep)
        if not np.array_equal(ours, theirs):
            yield f"tidied {name}: {sorted(set(ours.tolist()) ^ set(theirs.tolist()))[:5]}"
        for kind, leaves in (("text", keep), ("tidied text", theirs)):
            if difference := _first_difference(to_text(fast, leaves), to_text(slow, leaves)):
                yield f"{kind} of {name}: {difference}"


def _keeps(fast: Page) -> Iterator[tuple[str, IntColumn]]:
    """Some choices of leaves of a page, by name, and those that summit chooses."""
    everything = np.arange(len(fast.leaves), dtype=np.int32)
    third = len(everything) // 3
    yield "all leaves", everything
    yield "every third leaf", everything[::3]
    yield "the middle third", everything[third : 2 * third]
    model = compiled.compile_model(shipped_model())
    assert model is not None
    if selection := model.select(fast, 1.0):
        yield "summit's leaves", selection.keep


def _cells(fast: Page, slow: Page) -> Iterator[str]:
    """The counts of the Mountain Model's cells; the fallback parser does not know where all of them stand."""
    assert fast.compiled is not None
    ours, theirs = cells._counted(fast.compiled.native.cells()), cells._count(slow)
    if not np.array_equal(ours, theirs):
        same = ours.shape == theirs.shape
        rows = np.flatnonzero((ours != theirs).any(axis=1)).tolist() if same else range(len(cells.COLUMNS))
        yield f"cells: {[cells.COLUMNS[row] for row in rows]}"


def _first_difference(ours: str, theirs: str) -> str:
    """The places where two texts differ first, "" where they are the same."""
    if ours == theirs:
        return ""
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), 0)
    return f"{ours[max(0, at - 20) : at + 40]!r} {theirs[max(0, at - 20) : at + 40]!r}"


def _summit(fast: Page, slow: Page) -> Iterator[str]:
    model = shipped_model()
    answer, found = read(slow, model.lexicon), native_reading(fast, model)
    if answer is None or found is None:
        if (answer is None) != (found is None):
            yield "only one core finds text"
        return
    lines, reading = answer
    for name, theirs in (("start", lines.start), ("end", lines.end), ("counts", lines.counts)):
        if not np.array_equal(_array(found[name], theirs), theirs):
            yield f"lines: {name}"
            return
    yield from _features(found, reading)
    theirs = model.classify(lines, reading, doubt=np.inf).probabilities
    gap = float(np.abs(_array(found["probabilities"], theirs) - theirs).max())
    if gap > PROBABILITY_TOLERANCE:
        yield f"probabilities: {gap:.2g}"


def _features(found: dict[str, bytes], reading: Reading) -> Iterator[str]:
    for name in ("line_features", "page_features"):
        theirs = getattr(reading, name)
        gaps = np.abs(_array(found[name], theirs) - theirs)
        if gaps.max() > FEATURE_TOLERANCE:
            yield f"{name}: {sorted(set(np.argwhere(gaps > FEATURE_TOLERANCE)[:, -1].tolist()))[:8]} {gaps.max():.2g}"
    exact = {"line_words": reading.line_words.ids, "heading_of": reading.heading_of, "tags": reading.tags}
    for name, expected in exact.items():
        if not np.array_equal(_array(found[name], expected.astype(np.int32)), expected):
            yield name
    counts = _array(found["group_counts"], _INTEGERS).tolist()
    for name, count in zip(("path", "slot", "record"), counts, strict=True):
        theirs = getattr(reading, f"{name}s")
        if count != getattr(reading, f"{name}_count") or not _are_same_groups(
            _array(found[f"{name}s"], theirs.astype(np.int32)), theirs, count
        ):
            yield f"{name}s"
    # The cores number names differently: what counts is the words in them.
    ours = Bags(_array(found["name_ids"], _INTEGERS), _array(found["name_starts"], _INTEGERS))
    if _words(ours, _array(found["own"], reading.own.astype(np.int32))) != _words(reading.names, reading.own):
        yield "own"


def _are_same_groups(ours: npt.NDArray[Any], theirs: npt.NDArray[Any], count: int) -> bool:
    """Whether both put the same lines together, in this number of groups: the cores number groups differently."""
    if ours.shape != theirs.shape or ours.min() < 0 or ours.max() >= count:
        return False
    pairs = set(zip(ours.tolist(), theirs.tolist(), strict=True))
    return len(pairs) == len(set(ours.tolist())) == len(set(theirs.tolist())) == count


def _words(names: Bags, own: npt.NDArray[Any]) -> list[list[int]]:
    """The ids of the words in names, for each of these."""
    bags = [names.ids[start:end].tolist() for start, end in zip(names.starts, names.starts[1:], strict=False)]
    return [bags[name] for name in own.ravel().tolist()]


def native_reading(page: Page, model: Model) -> dict[str, bytes] | None:
    """What the compiled core reads of a page that it parsed."""
    made = compiled.compile_model(model)
    assert made is not None
    assert page.compiled is not None
    address = compiled._address(page.url or "")
    found: dict[str, bytes] | None = _native.built().read(page.compiled.native, made.native, address)
    return found


def _array(data: bytes, like: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.frombuffer(data, dtype=like.dtype).reshape(-1, *like.shape[1:])


def keeps_the_same(html: str, url: str | None = None) -> bool:
    """Whether the default way from HTML to text gives the same text in both cores."""
    texts = []
    for is_compiled in (True, False):
        with _native.using(compiled=is_compiled):
            texts.append(ridgeline.extract(html, url=url).text)
    return texts[0] == texts[1]


def compare(name: str, say: Callable[[str], None] = print) -> int:
    """Compare the cores on every page of a set; returns the number of pages that differ."""
    kinds: Counter[str] = Counter()
    pages = other_texts = 0
    for record in datasets.read(name):
        pages += 1
        found = differences(record.html, record.url)
        for line in found[:1]:
            kinds[line.split(":")[0]] += 1
            if kinds.total() <= 10:
                say(f"  {record.id}: {line}")
        other_texts += not found and not keeps_the_same(record.html, record.url)
    say(f"{name}: {pages} pages, {kinds.total()} differ {dict(kinds)}, {other_texts} more keep other lines")
    return kinds.total()


def main(names: Iterable[str]) -> int:
    """Compare the cores on these sets, or on all that are at hand."""
    return min(1, sum(compare(name) for name in list(names) or datasets.names()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
