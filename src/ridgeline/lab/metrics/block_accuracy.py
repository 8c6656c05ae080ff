"""Block-level accuracy of FastContentExtractor (Nguyen et al., section IV.B.1), after Debnath et al.

B-recall is the share of the content blocks that were extracted, B-precision the share of the extracted blocks that are
content, B-F-measure their harmonic mean. Blocks are compared as sets of identifiers: indices in the page, paths, or
anything else that identifies one block of the page.
"""

from collections.abc import Hashable, Iterable

from .score import Score


def block_score(predicted: Iterable[Hashable], gold: Iterable[Hashable]) -> Score:
    """Return precision, recall and F1 over sets of block identifiers."""
    return Score.from_bags(set(predicted), set(gold))
