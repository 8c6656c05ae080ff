"""Alignment of a page with its gold text: labels for the leaves that make up the text.

Page and gold text are two sequences of words, which are matched step by step:

    words         both texts as words; a word cut by inline tags is one word, an ideograph is a word
    runs          stretches of equal words, and short leaves that are lines of the gold text, at any position
    chain         the series of runs with the highest score that goes forward in both texts
    word_matches  the best chain; words in order between its links; then chains of text that was moved
    leaf_labels   leaves with enough matched words, and the certainty of each label

A word of the gold text is matched once. Of several copies on the page, the one is chosen that is in order with the rest
and not hidden. A menu's word that also occurs in the article is not matched, because it is out of order. White space,
case, punctuation, compatibility forms and invisible characters are ignored.

Measured by `benchmarks/align.py`: the word F1 of the labelled leaves is 0.986 on wcxb-dev and on news-dev. Choosing
leaves for their bag of words alone, without regard to order, reaches 0.987 and 0.989.
"""

from .leaf_labels import Alignment, align

__all__ = ["Alignment", "align"]
