"""How well the index of a system answers queries for known documents.

Relevant for a query are the document that it was made of and those with the same content. Success@1 is the share of
queries whose first result is relevant, MRR the mean of 1 / the rank of the first relevant result, nDCG@10 that of the
first ten results. `others` counts the documents beside them that match: redundant results.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
import numpy.typing as npt

from .corpus import Document
from .engine import IndexSize, SearchIndex
from .queries import Kind, Query

DEPTH = 10  # of nDCG
TITLED = "headline, title field"  # headlines asked of an index with a title field
Rank = Callable[[Query], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Known-item retrieval over some queries."""

    queries: int
    success: float
    mrr: float
    ndcg: float


@dataclass(frozen=True, slots=True)
class Matching:
    """Boolean retrieval over some queries."""

    queries: int
    found: float  # the share of queries that a relevant document matches
    others: float  # the mean number of other documents that match


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The index of a system, and what it answers."""

    size: IndexSize
    query_milliseconds: float  # of a ranking, CPU time
    ranked: Mapping[str, Ranking]  # by kind of query, and TITLED
    matched: Mapping[str, Matching]  # by kind of query


def relevant_documents(same: npt.NDArray[np.bool_]) -> list[set[int]]:
    """Return for each document the positions of those with the same content, itself included."""
    return [{position, *np.flatnonzero(row).tolist()} for position, row in enumerate(same)]


def measure_ranking(queries: Sequence[Query], relevant: Sequence[set[int]], rank: Rank) -> Ranking:
    """Return how early the relevant documents come."""
    hits = [[found in relevant[query.document] for found in rank(query)] for query in queries]
    ideal = [min(len(relevant[query.document]), DEPTH) for query in queries]
    if not hits:
        return Ranking(0, 0.0, 0.0, 0.0)
    return Ranking(
        len(hits),
        fmean(row[:1] == [True] for row in hits),
        fmean(1 / (row.index(True) + 1) if True in row else 0.0 for row in hits),
        fmean(_gain(row[:DEPTH]) / _gain([True] * best) for row, best in zip(hits, ideal, strict=True)),
    )


def _gain(hits: Sequence[bool]) -> float:
    return sum(1 / math.log2(rank + 2) for rank, hit in enumerate(hits) if hit)


def measure_matching(
    queries: Sequence[Query], relevant: Sequence[set[int]], match: Callable[[Sequence[str]], set[int]]
) -> Matching:
    """Return how often relevant documents match, and how many others do."""
    if not queries:
        return Matching(0, 0.0, 0.0)
    found = [(match(query.words), relevant[query.document]) for query in queries]
    return Matching(
        len(queries),
        fmean(bool(matching & wanted) for matching, wanted in found),
        fmean(len(matching - wanted) for matching, wanted in found),
    )


def search_system(
    folder: Path,
    documents: Sequence[Document],
    texts: Sequence[str],
    titles: Sequence[Sequence[str]],
    queries: Sequence[Query],
    relevant: Sequence[set[int]],
) -> SystemResult:
    """Build the index of a system's texts in a folder, and ask it all queries."""
    words = [document.split(text) for document, text in zip(documents, texts, strict=True)]
    of_kind = {kind: [query for query in queries if query.kind is kind] for kind in Kind}
    with SearchIndex(folder / "content.sqlite", {"body": words}) as index:
        start = time.process_time()
        ranked = {
            str(kind): measure_ranking(of_kind[kind], relevant, lambda query: index.ranked(query.words))
            for kind in (Kind.WORDS, Kind.HEADLINE)
        }
        asked = sum(len(of_kind[kind]) for kind in (Kind.WORDS, Kind.HEADLINE))
        milliseconds = 1000 * (time.process_time() - start) / max(asked, 1)
        matched = {
            str(Kind.WORDS): measure_matching(of_kind[Kind.WORDS], relevant, index.having_all),
            str(Kind.PHRASE): measure_matching(of_kind[Kind.PHRASE], relevant, index.having_phrase),
            str(Kind.ACROSS): measure_matching(of_kind[Kind.ACROSS], relevant, index.having_phrase),
        }
        size = index.size()
    with SearchIndex(folder / "titled.sqlite", {"title": titles, "body": words}) as index:
        ranked[TITLED] = measure_ranking(of_kind[Kind.HEADLINE], relevant, lambda query: index.ranked(query.words))
    return SystemResult(size, milliseconds, ranked, matched)
