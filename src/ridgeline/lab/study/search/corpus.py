"""The documents of the study: pages of data sets, and copies of articles in the frames of other sites.

Near-duplicates are rare in data sets: a few articles were crawled twice. So copies are made, as if another site had
taken over an article: of a page of that site the content is cut out, and the gold text of the article is set in its
place, a paragraph a line. Everything else, such as menus, adverts, and the title of the page, stays.

Documents are the same content if their gold texts share most of their shingles, whoever made them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

import numpy as np
import numpy.typing as npt

from ....page import parse
from ....page.cache import cached_property
from ....text.words import is_spaceless, split_words
from ...alignment import align
from ...datasets import Record
from ...evaluation import spread
from ...metrics.shingles import shingles

SAME_CONTENT = 0.8  # Jaccard similarity of the shingles of two gold texts
MIN_WORDS = 60  # of an article that is copied, and of one that makes room
MIN_COVERAGE = 0.8  # of the gold text on the page that makes room: else some of it would stay
MAX_COPIES = 100
MAX_TRIES = 5  # pages that are asked to make room for one copy

Similarities = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Document:
    """A page of the corpus."""

    record: Record
    frame: int  # the position of the page whose frame it has: its own, unless it is a copy
    is_copy: bool = False

    @property
    def words(self) -> list[str]:
        """The words of the gold text."""
        return self.split(self.record.text)

    def split(self, text: str) -> list[str]:
        """Return the words of a text, split as those of the gold text."""
        return split_words(text, spaceless=self._is_spaceless)

    @cached_property
    def _is_spaceless(self) -> bool:
        return is_spaceless(self.record.text)  # as long as the text: once, not for every line of it


def documents_of(records: Sequence[Record]) -> list[Document]:
    """Return the pages that have a gold text, as documents."""
    with_text = [record for record in records if record.text.strip()]
    return [Document(record, position) for position, record in enumerate(with_text)]


def make_copies(
    documents: Sequence[Document], count: int = MAX_COPIES, *, is_over: Callable[[], bool] = lambda: False
) -> list[Document]:
    """Return copies of some of the documents, evenly spread, each in the frame of another site; until time is over."""
    long = [document for document in documents if len(document.words) >= MIN_WORDS]
    copies = []
    for turn, document in enumerate(spread(long, count)):
        if is_over():
            break
        frames = [other for other in long if other.record.group != document.record.group]
        # Another frame for each copy; a page that cannot make room is passed over.
        for step in range(min(len(frames), MAX_TRIES)):
            frame = frames[(turn * 7 + step) % len(frames)]
            html = replace_content(frame.record, document.record.text)
            if html is not None:
                taken = frame.record
                record = replace(
                    document.record, id=f"{document.record.id} on {taken.id}", html=html, url=taken.url,
                    site=taken.site, domain=taken.domain, title=None,
                )  # fmt: skip
                copies.append(Document(record, frame.frame, is_copy=True))
                break
    return copies


def replace_content(record: Record, text: str) -> str | None:
    """Return the source of a page with another text in place of its content; None where that is not found in it."""
    page = parse(record.html, url=record.url)
    alignment = align(page, record.text)
    nodes = page.leaves[alignment.labels].tolist()
    places = [(int(page.start[node]), int(page.stop[node])) for node in nodes if not page.tag[node]]
    places = [(start, stop) for start, stop in places if 0 <= start < stop]
    if alignment.coverage < MIN_COVERAGE or not places:
        return None
    longest = max(places, key=lambda place: place[1] - place[0])
    article = "".join(f"<p>{escape(line.strip())}</p>\n" for line in text.splitlines() if line.strip())
    pieces, position = [], 0
    for start, stop in sorted(places):
        pieces.append(page.source[position:start])
        pieces.append(article if (start, stop) == longest else "")
        position = max(position, stop)
    return "".join([*pieces, page.source[position:]])


def similarities(texts: Sequence[Sequence[str]]) -> Similarities:
    """Return the Jaccard similarity of the sets of shingles of every two texts, given as words."""
    sets = [set(map(hash, shingles(words))) for words in texts]  # a fifth of the memory of the shingles
    holders: dict[int, list[int]] = {}
    for position, found in enumerate(sets):
        for shingle in found:
            holders.setdefault(shingle, []).append(position)
    shared = np.zeros((len(texts), len(texts)))
    for places in holders.values():
        if len(places) > 1:
            shared[np.ix_(places, places)] += 1
    sizes = np.array([len(found) for found in sets], dtype=np.float64)
    either = sizes[:, None] + sizes[None, :] - shared
    answer: Similarities = np.divide(shared, either, out=np.zeros_like(shared), where=either > 0)
    np.fill_diagonal(answer, 0.0)
    return answer


def same_content(documents: Sequence[Document]) -> npt.NDArray[np.bool_]:
    """Return for every two documents whether their gold texts are the same but for details."""
    answer: npt.NDArray[np.bool_] = similarities([document.words for document in documents]) >= SAME_CONTENT
    return answer


def by_site(documents: Sequence[Document]) -> Mapping[str, list[int]]:
    """Return the positions of documents by the site whose frame they have."""
    sites: dict[str, list[int]] = {}
    for position, document in enumerate(documents):
        sites.setdefault(document.record.group, []).append(position)
    return sites
