"""Random blocks for property tests: a text, and numbers of images, scripts and links."""

import numpy as np
from hypothesis import strategies as st

from ridgeline.extractors.templates.vectors import Vectors, build_vectors

words = st.sampled_from("a b c d e f g harbour Harbour 灯 塔".split())
blocks = st.tuples(st.lists(words, max_size=14).map(" ".join), st.lists(st.integers(0, 3), min_size=3, max_size=3))
block_lists = st.lists(blocks, max_size=12)


def vectors_for(content: list[tuple[str, list[int]]]) -> Vectors:
    counts = np.array([counts for _, counts in content], float).reshape(-1, 3)
    return build_vectors([text for text, _ in content], counts)
