"""Feature vectors of blocks, and finding similar ones without comparing all."""

import math
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.extractors.templates.tree import build_tree, path_number
from ridgeline.extractors.templates.vectors import SimilarityIndex, Vectors, join_vectors, vectors_of

from ...pages import AWKWARD

words = st.sampled_from("a b c d e f g harbour Harbour 灯 塔".split())
blocks = st.tuples(st.lists(words, max_size=14).map(" ".join), st.lists(st.integers(0, 3), min_size=3, max_size=3))
some_blocks = st.lists(blocks, max_size=12)


def made(content: list[tuple[str, list[int]]]) -> Vectors:
    return vectors_of([text for text, _ in content], np.array([counts for _, counts in content], float).reshape(-1, 3))


def bag(text: str, counts: list[int]) -> Counter[str]:
    """The same vector, written plainly."""
    terms = Counter(text.lower().replace("灯", "灯 ").split())
    terms.update({name: count for name, count in zip(("<img>", "<script>", "<a>"), counts, strict=True) if count})
    return terms


def cosine(one: Counter[str], other: Counter[str]) -> float:
    if not one or not other:
        return float(one == other)
    dot = sum(count * other[term] for term, count in one.items())
    return dot / math.sqrt(sum(c * c for c in one.values()) * sum(c * c for c in other.values()))


@given(stored=some_blocks, queries=some_blocks)
def test_the_index_finds_what_comparing_all_finds(
    stored: list[tuple[str, list[int]]], queries: list[tuple[str, list[int]]]
) -> None:
    index = SimilarityIndex(made(stored))
    cosines = [[cosine(bag(*query), bag(*block)) for block in stored] for query in queries]
    if any(abs(value - 0.9) < 1e-9 for row in cosines for value in row):
        return  # on the border rounding decides
    expected = [[position for position, value in enumerate(row) if value > 0.9] for row in cosines]
    assert index.any_similar(made(queries)).tolist() == [bool(row) for row in expected]
    assert index.any_similar_of_all(made(queries)).tolist() == [bool(row) for row in expected]
    query, vector = index.similar_pairs(made(queries))
    pairs = list(zip(query.tolist(), vector.tolist(), strict=True))
    assert pairs == [(number, position) for number, row in enumerate(expected) for position in row]


def test_near_is_more_than_nine_tenths() -> None:
    words = " ".join(f"w{number}" for number in range(11))
    index = SimilarityIndex(made([(words, [0, 0, 0])]))
    one_other = made(
        [(words.replace("w3", "x3"), [0, 0, 0]), (words.replace("w3", "x3").replace("w4", "x4"), [0, 0, 0])]
    )
    assert index.any_similar(one_other).tolist() == [True, False]  # 10 of 11 and 9 of 11
    ten = " ".join(f"w{number}" for number in range(10))
    index = SimilarityIndex(made([(ten, [0, 0, 0])]))
    assert index.any_similar(made([(ten.replace("w3", "x3"), [0, 0, 0])])).tolist() == [False]  # 0.9 is not greater


def test_case_does_not_count_and_places_of_words_neither() -> None:
    vectors = made(
        [("Home News", [0, 0, 2]), ("news, HOME!", [0, 0, 2]), ("home news", [0, 0, 1]), ("newshome", [0, 0, 2])]
    )
    first, second, third, fourth = vectors.fingerprint.tolist()
    assert first == second
    assert len({first, third, fourth}) == 3


def test_letters_in_another_order_are_another_word() -> None:
    texts = ["ab", "ba", "aab", "aba", "a" * 100, "a" * 101, "a" * 200 + "b", "a" * 200 + "c"]
    fingerprints = made([(text, [0, 0, 0]) for text in texts]).fingerprint.tolist()
    assert len(set(fingerprints)) == len(texts)


@given(st.lists(some_blocks, max_size=4))
def test_joining_and_choosing(parts: list[list[tuple[str, list[int]]]]) -> None:
    joined = join_vectors([made(part) for part in parts])
    together = made([block for part in parts for block in part])
    assert joined.fingerprint.tolist() == together.fingerprint.tolist()
    backwards = np.arange(len(joined))[::-1]
    assert joined.rows(backwards).fingerprint.tolist() == together.fingerprint.tolist()[::-1]


def test_paths_have_the_numbers_of_their_texts() -> None:
    for html in AWKWARD.values():
        tree = build_tree(ridgeline.parse(html))
        texts = [tree.path_text(block) for block in range(len(tree))]
        assert tree.path.tolist() == [path_number(text) for text in texts]
        assert all(text.split(".")[0] == "HTML" for text in texts)


def test_a_tree_of_blocks() -> None:
    tree = build_tree(ridgeline.parse("<table><tr><td><p>a<p>b<b>c</b></table><div>d"), ["table", "tr", "p", "div"])
    paths = [
        "HTML",
        "HTML.BODY",
        *(f"HTML.BODY.{rest}" for rest in ("TABLE", "TABLE.TR", "TABLE.TR.P", "TABLE.TR.P", "DIV")),
    ]
    assert [tree.path_text(block) for block in range(len(tree))] == paths
    assert [paths[block] for block in tree.of_leaf.tolist()] == [paths[4]] * 3 + [paths[6]]
    assert tree.parent.tolist() == [-1, 0, 1, 2, 3, 3, 1]
    assert tree.end.tolist() == [7, 7, 6, 6, 5, 6, 7]
    flagged = np.array([path == "HTML.BODY.TABLE.TR" for path in paths])
    assert np.flatnonzero(tree.within(flagged)).tolist() == [3, 4, 5]
    assert np.flatnonzero(tree.holds(flagged)).tolist() == [0, 1, 2, 3]
