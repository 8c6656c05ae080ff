"""The documents that go in and out, as OpenAPI describes them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..output import FORMATS
from ..registry import DEFAULT_EXTRACTOR, OFFERED
from ..sites.rules.rule import MAX_SELECTORS

FormatName = Literal["text", "markdown", "html", "json", "cleaneval", "tei", "csv"]
Selectors = Annotated[tuple[str, ...], Field(max_length=MAX_SELECTORS)]

_EXTRACTOR_OPTIONS = ("favor", "comments")
_OUTPUT_OPTIONS = (
    "title",
    "links",
    "images",
    "tables",
    "formatting",
    "heading_offset",
    "width",
    "front_matter",
    "whole_page",
    "posts",
)


class Document(BaseModel):
    """A document whose every member is known: a misspelt one is reported."""

    model_config = ConfigDict(extra="forbid")


class ExtractOptions(Document):
    """How a page is extracted and written."""

    formats: Annotated[
        tuple[FormatName, ...], Field(min_length=1, max_length=len(FORMATS), description="The formats of the answer.")
    ] = ("markdown",)
    extractor: Annotated[
        str, Field(description=f"The algorithm, by default {DEFAULT_EXTRACTOR}: {', '.join(OFFERED)}.")
    ] = DEFAULT_EXTRACTOR
    favor: Annotated[
        Literal["precision", "balanced", "recall"] | None,
        Field(description="In doubt, keep less or more; summit only."),
    ] = None
    comments: Annotated[bool | None, Field(description="Keep or drop readers' comments; summit only.")] = None
    keep: Annotated[Selectors, Field(description="CSS selectors of the content; they win over the extractor.")] = ()
    drop: Annotated[Selectors, Field(description="CSS selectors of what is not content.")] = ()
    title: Annotated[bool | None, Field(description="Begin with the headline; Markdown and HTML do by default.")] = None
    links: Annotated[
        Literal["inline", "references", "none"] | None, Field(description="How Markdown and HTML write links.")
    ] = None
    images: Annotated[bool | None, Field(description="Write images; by default yes.")] = None
    tables: Annotated[bool | None, Field(description="Write tables as tables; by default yes.")] = None
    formatting: Annotated[bool | None, Field(description="Write bold, italic and the like; by default yes.")] = None
    heading_offset: Annotated[int | None, Field(ge=0, le=5, description="Lower headings by so many levels.")] = None
    width: Annotated[
        int | None, Field(ge=20, le=10_000, description="Wrap lines of text and Markdown at so many characters.")
    ] = None
    front_matter: Annotated[bool | None, Field(description="Markdown: begin with the metadata as YAML.")] = None
    whole_page: Annotated[bool | None, Field(description="HTML: a page to read and print, not a fragment.")] = None
    posts: Annotated[bool | None, Field(description="A thread as one section a post, with author and date.")] = None
    sites: Annotated[
        bool, Field(description="Apply the user's site rules and what was learnt about the site of the page.")
    ] = False

    def extractor_options(self) -> dict[str, Any]:
        """Return the options of the extractor that are given."""
        return self._given(_EXTRACTOR_OPTIONS)

    def output_options(self) -> dict[str, Any]:
        """Return the options of the formats that are given."""
        return self._given(_OUTPUT_OPTIONS)

    def _given(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class ExtractQuery(ExtractOptions):
    """The options of a page that is the body of a request."""

    url: Annotated[str | None, Field(description="The address of the page: links are resolved against it.")] = None
    format: Annotated[
        FormatName | None, Field(description="The format of the answer; without it, the Accept header chooses.")
    ] = None


class ExtractRequest(ExtractOptions):
    """A page, as HTML or by its address, and how it is extracted."""

    html: Annotated[str | None, Field(description="The source of the page.")] = None
    url: Annotated[
        str | None, Field(description="The address of the page. Without html, the page is fetched from there.")
    ] = None

    @model_validator(mode="after")
    def _has_page(self) -> "ExtractRequest":
        if self.html is None and not self.url:
            raise ValueError("give the html of a page, or its url")
        return self


Id = str | int | float | None


class BatchQuery(ExtractOptions):
    """The options of a batch; those of the extraction hold for all lines that do not have their own."""

    order: Annotated[
        Literal["input", "done"], Field(description="Answers in the order of the lines, or as they are done.")
    ] = "input"


class BatchLine(ExtractRequest):
    """A line of a batch."""

    id: Annotated[Id, Field(description="Comes back with the answer.")] = None


class PageMetadata(BaseModel):
    """What a page says about itself; null or [] where it says nothing."""

    title: str | None
    authors: list[str]
    date: Annotated[str | None, Field(description="Of publication, as 2023-12-17.")]
    modified: Annotated[str | None, Field(description="Of the last change, in the same form.")]
    site_name: str | None
    language: Annotated[str | None, Field(description="As `en`; detected where the page does not declare it.")]
    description: str | None
    image: str | None
    canonical_url: str | None
    tags: list[str]
    hostname: str | None
    section: str | None
    categories: list[str]
    license: str | None
    access: Annotated[str | None, Field(description="free, metered or locked: whether there is a paywall.")]
    word_count: int | None
    reading_minutes: int | None


class ExtractAnswer(BaseModel):
    """The content of a page, and what is known about it."""

    status: Annotated[
        Literal["ok", "nothing", "shell", "blocked", "not-html"],
        Field(description="Whether this is the content of the page, and if not, why."),
    ]
    status_meaning: Annotated[str, Field(description="The status in words.")]
    extractor: str
    confidence: Annotated[float | None, Field(description="The word F1 that the extractor expects of its answer.")]
    page_type: Annotated[str | None, Field(description="article, collection, documentation, forum, listing, …")]
    url: Annotated[str | None, Field(description="The address of the page, after redirects.")]
    metadata: PageMetadata
    carrier: Annotated[str | None, Field(description="The data that the content was found in, if not in the page.")]
    cuts: Annotated[list[str], Field(description="Limits that cut off a part of the page.")]
    remarks: Annotated[list[str], Field(description="Notes for a person.")]
    formats: Annotated[dict[str, str], Field(description="The content in each format that was asked for.")]
    seconds: Annotated[float, Field(description="What the page took, without the time in the queue.")]


class FieldError(BaseModel):
    """One thing that is wrong with a request."""

    where: Annotated[str, Field(description="The member, parameter or header.")]
    detail: str


class ProblemDocument(BaseModel):
    """An error, by RFC 9457."""

    type: Annotated[str, Field(description="What kind of problem this is: urn:ridgeline:problem:…")]
    title: str
    status: int
    detail: Annotated[str, Field(description="What is wrong, and what to do about it.")]
    errors: Annotated[list[FieldError] | None, Field(description="What is wrong with the request, one by one.")] = None


class Health(BaseModel):
    """That the service answers."""

    status: Literal["ok"]
    version: str


class ExtractorInfo(BaseModel):
    """An algorithm that a request may name."""

    name: str
    summary: str
    needs: Annotated[str | None, Field(description="The extra that it needs beyond the core install.")]
    fitted_by: Annotated[str | None, Field(description="The command that fits it to a site first.")]


class ExtractorList(BaseModel):
    """The algorithms that a request may name."""

    default: str
    extractors: list[ExtractorInfo]


class FormatInfo(BaseModel):
    """A format that content is written in."""

    name: str
    media_type: str
    suffix: str
    summary: str
    options: Annotated[list[str], Field(description="The options that have a meaning in it.")]


class FormatList(BaseModel):
    """The formats that content is written in."""

    default: str
    formats: list[FormatInfo]
