"""The documents about stored pages that go in and out, as OpenAPI describes them."""

from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import BaseModel, Field, model_validator

from ...extraction.advice import confidence_words
from ...library import ANONYMOUS, Correction, StoredPage
from ...registry import DEFAULT_EXTRACTOR
from ...status import Status
from ..schemas import AskedOptions, Document, ExtractionDescription

Leaf = Annotated[int, Field(ge=0, description="The position of a leaf among the leaves of the page.")]
Row = Annotated[int, Field(ge=0, description="The row of a node in the page.")]
Order = Literal["recent", "least-certain", "site"]
Shelf = Literal["inbox", "unread", "archive"]
Score = Annotated[float | None, Field(description="The word F1 that the extractor expects of its answer.")]
_MAX_HTML_CHARACTERS = 40_000_000


class NewPage(Document):
    """A page to store: its source, or its address."""

    html: Annotated[str | None, Field(max_length=_MAX_HTML_CHARACTERS, description="The source of the page.")] = None
    url: Annotated[
        str | None, Field(max_length=8_192, description="Its address. Without html, the page is fetched from there.")
    ] = None
    name: Annotated[str | None, Field(max_length=1_000, description="What to call it, as the name of a file.")] = None
    render: Annotated[
        bool, Field(description="Let a browser run its scripts first, and store what it then shows; extra render.")
    ] = False

    @model_validator(mode="after")
    def _has_page(self) -> "NewPage":
        if self.html is None and not self.url:
            raise ValueError("give the html of a page, or its url")
        return self


class PageInfo(BaseModel):
    """A stored page, and what the default extractor found on it."""

    id: str
    name: str
    url: str | None
    site: Annotated[str, Field(description="The host without www.; empty where it is unknown.")]
    title: str | None
    added: Annotated[str, Field(description="The time, in ISO 8601.")]
    opened: Annotated[str, Field(description="The time when it was last opened.")]
    bytes: Annotated[int, Field(description="The size of its source.")]
    status: str | None
    status_meaning: str | None
    confidence: Score
    confidence_words: str | None
    page_type: str | None
    words: Annotated[int | None, Field(description="Of the content.")]
    leaves: Annotated[int | None, Field(description="Of the whole page.")]
    corrected: Annotated[bool, Field(description="Whether anybody has corrected it.")]
    annotators: Annotated[list[str], Field(description="Who has corrected it.")]
    tags: list[str]
    unread: bool
    archived: bool
    excerpt: Annotated[str | None, Field(description="The passage that a search found.")] = None

    @classmethod
    def of(cls, page: StoredPage, excerpt: str | None = None) -> "PageInfo":
        """Return what is told about a page."""
        found = page.findings
        return cls(
            id=page.id,
            name=page.name,
            url=page.url,
            site=page.site,
            title=found.title if found else None,
            added=page.added,
            opened=page.opened,
            bytes=page.size,
            status=found.status if found else None,
            status_meaning=Status(found.status).meaning if found else None,
            confidence=found.confidence if found else None,
            confidence_words=confidence_words(found.confidence) if found else None,
            page_type=found.page_type if found else None,
            words=found.words if found else None,
            leaves=found.leaves if found else None,
            corrected=bool(page.annotators),
            annotators=list(page.annotators),
            tags=list(page.tags),
            unread=page.unread,
            archived=page.archived,
            excerpt=excerpt,
        )


class PageList(BaseModel):
    """Stored pages, a part of all that were found."""

    pages: list[PageInfo]
    total: int


Range = Annotated[
    tuple[int, int] | None, Field(description="Where it begins and ends in the format, in characters; null if unknown.")
]


class Block(BaseModel):
    """A paragraph of the content."""

    leaves: list[int]
    tag: Annotated[str, Field(description="Its role: h2, li, td … or p.")]
    text_range: Range
    markdown_range: Range


class StoredQuery(AskedOptions):
    """The options of extracting a stored page."""

    extractor: Annotated[str, Field(max_length=60, description="The algorithm, as /v1/extractors names it.")] = (
        DEFAULT_EXTRACTOR
    )
    corrected: Annotated[bool, Field(description="The content as a person corrected it, where somebody has.")] = False
    annotator: Annotated[
        str | None, Field(max_length=200, description="Whose correction; by default the newest one.")
    ] = None


class ExtractionAnswer(ExtractionDescription):
    """The content that an extractor keeps of a stored page, and how that is written."""

    advice: Annotated[list[str], Field(description="What to do where the answer is not as wished.")]
    confidence_words: str | None
    title: str | None
    seconds: float
    words: int
    visible_words: Annotated[int, Field(description="Of the whole page.")]
    leaves: Annotated[int, Field(description="The number of leaves of the page.")]
    keep: Annotated[list[int], Field(description="The leaves that are kept.")]
    scores: Annotated[list[float] | None, Field(description="By leaf, where the extractor gives scores.")]
    blocks: list[Block]
    formats: dict[str, str]


class NewCorrection(Document):
    """The content of a page in the opinion of an annotator."""

    keep: Annotated[list[Leaf], Field(max_length=2_000_000, fail_fast=True, description="The leaves that are content.")]
    annotator: Annotated[str, Field(min_length=1, max_length=200, description="Who says so.")] = ANONYMOUS
    seconds: Annotated[float | None, Field(ge=0, le=1e7, description="How long it took.")] = None
    title: Annotated[str | None, Field(max_length=2_000, description="The title, where it was corrected.")] = None
    extractor: Annotated[str, Field(max_length=60, description="Whose answer was corrected.")] = DEFAULT_EXTRACTOR


class CorrectionInfo(BaseModel):
    """A correction, as kept leaves and as marks: selected nodes, and deselected nodes inside them."""

    annotator: str
    made: Annotated[str, Field(description="The time, in ISO 8601.")]
    keep: list[int]
    selected: Annotated[list[str], Field(description="Clip paths of the nodes that cover the content.")]
    deselected: Annotated[list[str], Field(description="Clip paths of nodes inside them that are not content.")]
    extractor: str
    word_f1: Annotated[float, Field(description="Of the extractor's answer, beside the correction.")]
    seconds: float | None
    title: str | None
    stale: Annotated[list[str], Field(description="Clip paths that no longer lead to what was marked.")]

    @classmethod
    def of(cls, correction: Correction, stale: list[str]) -> "CorrectionInfo":
        """Return what is told about a correction."""
        return cls.model_validate({**asdict(correction), "stale": stale})


class CorrectionList(BaseModel):
    """The corrections of a page, the newest first."""

    corrections: list[CorrectionInfo]


class MarkedRows(BaseModel):
    """The nodes that were marked, by row."""

    selected: list[int]
    deselected: list[int]


class LabelAnswer(BaseModel):
    """The labels of all nodes, by the rules (a) to (e) of the paper."""

    labels: Annotated[list[Literal[-1, 0, 1]], Field(description="By node: negative, neutral, positive.")]
    marks: MarkedRows


class SecondLook(BaseModel):
    """Pages that others corrected and this annotator has not."""

    pages: list[PageInfo]
    total: int


class QueueAnswer(BaseModel):
    """The pages that an annotator has not corrected yet, in the order in which to look at them."""

    pages: list[PageInfo]
    done: Annotated[int, Field(description="Pages that this annotator has corrected.")]
    total: Annotated[int, Field(description="All pages of the library.")]
    second: SecondLook


class AnnotatorPair(BaseModel):
    """The agreement of two annotators."""

    first: str
    second: str
    pages: Annotated[int, Field(description="That both have corrected.")]
    word_f1: Annotated[float, Field(description="The mean word F1 of their contents.")]
    leaf_kappa: Annotated[float, Field(description="The mean of Cohen's kappa over the leaves of each page.")]


class AgreementAnswer(BaseModel):
    """The agreement of annotators."""

    pairs: list[AnnotatorPair]


class ReasonInfo(BaseModel):
    """One thing that speaks for or against a leaf."""

    name: str
    words: Annotated[str, Field(description="For a person.")]
    value: float | None
    effect: Annotated[float | None, Field(description="In log odds: positive speaks for content; null if unknown.")]


class WhyAnswer(BaseModel):
    """The reasons to keep or drop a leaf."""

    leaf: int
    text: str
    extractor: str
    probability: Annotated[float | None, Field(description="That it is content, where the extractor says so.")]
    kept: bool
    reasons: Annotated[list[ReasonInfo], Field(description="The strongest first.")]


class ComparedAnswer(BaseModel):
    """The answer of one of several extractors."""

    extractor: str
    keep: list[int]
    words: int
    only: Annotated[list[int], Field(description="Leaves that no other of them keeps.")]
    only_words: int
    confidence: Score
    status: str | None
    seconds: Annotated[float, Field(description="Without the parse, which all share.")]
    unavailable: Annotated[str | None, Field(description="Why it has no answer.")]
    remarks: list[str]


class ExtractorPair(BaseModel):
    """The agreement of two extractors."""

    first: str
    second: str
    word_f1: float


class CompareAnswer(BaseModel):
    """Several extractors on one page."""

    answers: list[ComparedAnswer]
    agreement: list[ExtractorPair]
    presets: Annotated[dict[str, list[str]], Field(description="Extractors that are worth comparing.")]


class Cell(BaseModel):
    """An information cell: a text between two tags."""

    position: Annotated[int, Field(description="In the sequence, blank cells included.")]
    raw: float
    smoothed: float
    leaves: list[int]
    text: str


class Ridge(BaseModel):
    """A ridge of the mountain; its features are those of the paper, equations (4) to (7)."""

    first: int
    last: int
    primary: Annotated[bool, Field(description="Whether the classifier takes it for content.")]
    height: float
    width: float
    rp: Annotated[float, Field(description="Its position among the ridges.")]
    cp: Annotated[float, Field(description="Its position among the cells.")]


class MountainAnswer(BaseModel):
    """The mountain of a page, as the Mountain Model sees it."""

    cells: list[Cell]
    length: Annotated[int, Field(description="The number of cells, blank ones included.")]
    primary_threshold: float
    peak_threshold: float
    ridges: list[Ridge]
