"""The index of similar blocks finds the same as comparing all pairs."""

import math
from collections import Counter

from hypothesis import given

from ridgeline.extractors.templates.similarity import SimilarityIndex

from .random_blocks import block_lists, vectors_for


def bag(text: str, counts: list[int]) -> Counter[str]:
    """The vector of a block as a plain counter."""
    terms = Counter(text.lower().replace("灯", "灯 ").split())
    terms.update({name: count for name, count in zip(("<img>", "<script>", "<a>"), counts, strict=True) if count})
    return terms


def cosine(one: Counter[str], other: Counter[str]) -> float:
    if not one or not other:
        return float(one == other)
    dot = sum(count * other[term] for term, count in one.items())
    return dot / math.sqrt(sum(c * c for c in one.values()) * sum(c * c for c in other.values()))


@given(stored=block_lists, queries=block_lists)
def test_the_index_finds_the_same_as_comparing_all(
    stored: list[tuple[str, list[int]]], queries: list[tuple[str, list[int]]]
) -> None:
    index = SimilarityIndex(vectors_for(stored))
    cosines = [[cosine(bag(*query), bag(*block)) for block in stored] for query in queries]
    if any(abs(value - 0.9) < 1e-9 for row in cosines for value in row):
        return  # rounding decides at the threshold
    expected = [[position for position, value in enumerate(row) if value > 0.9] for row in cosines]
    assert index.any_similar(vectors_for(queries)).tolist() == [bool(row) for row in expected]
    assert index.any_similar_of_all(vectors_for(queries)).tolist() == [bool(row) for row in expected]
    query, vector = index.similar_pairs(vectors_for(queries))
    pairs = list(zip(query.tolist(), vector.tolist(), strict=True))
    assert pairs == [(number, position) for number, row in enumerate(expected) for position in row]


def test_similar_is_more_than_nine_tenths() -> None:
    words = " ".join(f"w{number}" for number in range(11))
    index = SimilarityIndex(vectors_for([(words, [0, 0, 0])]))
    changed = vectors_for(
        [(words.replace("w3", "x3"), [0, 0, 0]), (words.replace("w3", "x3").replace("w4", "x4"), [0, 0, 0])]
    )
    assert index.any_similar(changed).tolist() == [True, False]  # 10 of 11 and 9 of 11
    ten = " ".join(f"w{number}" for number in range(10))
    index = SimilarityIndex(vectors_for([(ten, [0, 0, 0])]))
    changed = vectors_for([(ten.replace("w3", "x3"), [0, 0, 0])])
    assert index.any_similar(changed).tolist() == [False]  # 0.9 is not greater
