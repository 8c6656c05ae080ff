"""Block-level accuracy of FastContentExtractor (Nguyen et al., section IV.B.1), after Debnath et al.

B-recall is the share of the content blocks that were extracted, B-precision the share of the extracted blocks that are
content, B-F-measure their harmonic mean. Blocks are compared by their identifiers, as sets: their indices in the page,
their paths, or whatever names one block of the page and no other.
"""

from collections.abc import Hashable, Iterable

from .score import Score


def block_score(predicted: Iterable[Hashable], gold: Iterable[Hashable]) -> Score:
    """Precision, recall and F1 over sets of block identifiers."""
    return Score.from_bags(set(predicted), set(gold))
