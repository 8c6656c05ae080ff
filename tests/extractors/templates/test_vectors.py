"""Feature vectors of blocks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.templates.vectors import join_vectors

from .random_blocks import block_lists, vectors_for


def test_case_and_order_of_words_do_not_count() -> None:
    vectors = vectors_for(
        [("Home News", [0, 0, 2]), ("news, HOME!", [0, 0, 2]), ("home news", [0, 0, 1]), ("newshome", [0, 0, 2])]
    )
    first, second, third, fourth = vectors.fingerprint.tolist()
    assert first == second
    assert len({first, third, fourth}) == 3


def test_the_order_of_letters_counts() -> None:
    texts = ["ab", "ba", "aab", "aba", "a" * 100, "a" * 101, "a" * 200 + "b", "a" * 200 + "c"]
    fingerprints = vectors_for([(text, [0, 0, 0]) for text in texts]).fingerprint.tolist()
    assert len(set(fingerprints)) == len(texts)


@given(st.lists(block_lists, max_size=4))
def test_joining_and_selecting_rows(parts: list[list[tuple[str, list[int]]]]) -> None:
    joined = join_vectors([vectors_for(part) for part in parts])
    together = vectors_for([block for part in parts for block in part])
    assert joined.fingerprint.tolist() == together.fingerprint.tolist()
    reversed_rows = np.arange(len(joined))[::-1]
    assert joined.rows(reversed_rows).fingerprint.tolist() == together.fingerprint.tolist()[::-1]
