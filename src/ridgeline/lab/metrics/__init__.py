"""Scores of a predicted text or set of blocks against the gold one; arguments are (predicted, gold).

    word_score       bag of words, as WCXB counts it; also W-F-measure of FastContentExtractor
    shingle_score    bag of runs of four words: order counts
    sentence_score   sentences, as the Mountain Model paper counts them, and summarise_sentences over pages
    block_score      sets of blocks, B-F-measure of FastContentExtractor
    cleaneval_score  text-only, text-alignment and combined, as at CleanEval, and summarise_cleaneval over pages
    snippet_score    snippets that must and must not be there
    area_score       parts of a rendered page, as the learning and grouping paper measures them

    structure           headings, lists, tables, code, formulas, images, links: two structured texts, kind by kind
    markdown_structure  Markdown to such a structured text
    source_structure    the structured text that a page has within its gold text

Figures of a data set are means over its pages (`mean_score`). If both sides are empty the score is 1, if only one is
empty it is 0. The metrics that need edit distances import RapidFuzz when called; it comes with the extra
`eval`.
"""

from ...text.words import is_spaceless, split_words
from .areas import area_score
from .block_accuracy import block_score
from .cleaneval import CleanEvalScore, CleanEvalSummary, Segment, cleaneval_score, parse_cleaneval, summarise_cleaneval
from .edits import edit_similarity
from .score import Range, Score, mean_score
from .sentences import SentenceSummary, sentence_score, split_sentences, summarise_sentences
from .shingles import shingle_score
from .snippets import SnippetScore, snippet_score
from .word_overlap import word_score

__all__ = [
    "CleanEvalScore",
    "CleanEvalSummary",
    "Range",
    "Score",
    "Segment",
    "SentenceSummary",
    "SnippetScore",
    "area_score",
    "block_score",
    "cleaneval_score",
    "edit_similarity",
    "is_spaceless",
    "mean_score",
    "parse_cleaneval",
    "sentence_score",
    "shingle_score",
    "snippet_score",
    "split_sentences",
    "split_words",
    "summarise_cleaneval",
    "summarise_sentences",
    "word_score",
]
