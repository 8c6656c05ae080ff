"""B-F-measure of FastContentExtractor, worked by hand."""

from ridgeline.lab.metrics import Score, block_score


def test_block_score_by_hand() -> None:
    # Extracted 4 blocks, 3 of them among the 5 content blocks.
    assert block_score([1, 2, 3, 9], [1, 2, 3, 4, 5]) == Score(3 / 4, 3 / 5, 2 / 3)


def test_blocks_are_sets() -> None:
    assert block_score(["p", "p", "td"], ["td", "p"]) == Score(1.0, 1.0, 1.0)


def test_no_blocks() -> None:
    assert block_score([], []).f1 == 1.0
    assert block_score([1], []).f1 == 0.0
    assert block_score([], [1]).f1 == 0.0
