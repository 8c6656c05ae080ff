r"""Word F1 as WCXB defines it: the overlap of the bags of words of two texts.

Precision is the share of the predicted words that are in the gold text, recall the share of the gold words that were
predicted, both over multisets. A set's figure is the mean over its pages.

The tokens (`\w+` of the text in lower case; characters for Chinese and Japanese) and the scores of empty texts (both:
1, one: 0) were found by reproduction: they give the peers' known figures on six sets, to the third decimal, with
trafilatura 2.3.1 (no comments), resiliparse 1.1 (no alternative texts) and readability-lxml 0.9, tags made spaces.

It is also the W-F-measure of FastContentExtractor (section IV.B.2), which only says «number of words»: we take bags of
words, so that a menu's word that also occurs in the article is not counted as correct twice.
"""

from .score import Score
from .tokens import paired_words


def word_score(predicted: str, gold: str, *, spaceless: bool | None = None) -> Score:
    """Return precision, recall and F1 over bags of words; with `spaceless` None the gold text decides the words."""
    return Score.from_bags(*paired_words(predicted, gold, spaceless))
