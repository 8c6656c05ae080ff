"""k-means clustering."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.blocks.kmeans import k_means


@given(
    st.lists(st.floats(0, 1, allow_subnormal=False), min_size=1, max_size=30), st.integers(1, 5), st.integers(0, 2**32)
)
def test_k_means_is_deterministic_and_cuts_a_line_into_stretches(values: list[float], clusters: int, seed: int) -> None:
    points = np.array(values)[:, np.newaxis]
    answer = k_means(points, clusters, seed)
    assert np.array_equal(answer, k_means(points, clusters, seed))
    assert len(set(answer.tolist())) <= clusters or len(set(values)) <= clusters
    assert len(set(answer.tolist())) >= 1
    # Equal points share a cluster, and every cluster is a contiguous range.
    ordered = answer[np.argsort(points[:, 0], kind="stable")]
    assert np.count_nonzero(np.diff(ordered)) == len(set(answer.tolist())) - 1


def test_k_means_finds_separate_groups() -> None:
    points = np.array([[0.0], [0.1], [5.0], [5.1], [9.0]])
    answer = k_means(points, 3).tolist()
    assert answer[0] == answer[1] != answer[2] == answer[3] != answer[4] != answer[0]
    assert k_means(np.zeros((0, 1)), 3).tolist() == []
    assert len(set(k_means(points, 9).tolist())) == 5
