"""The documents that go in and out, as OpenAPI describes them."""

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_origin

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from .. import options
from ..errors import OptionError
from ..metadata import Metadata
from ..output import FORMATS, OutputOptions
from ..page.selector_syntax import parse_selector
from ..parameters import MAX_SELECTORS, Parameter, parameters_of
from ..registry import DEFAULT_EXTRACTOR, OFFERED
from ..sites.rules.rule import FORMER_NAMES
from ..status import Status
from .work import Wanted

# A list that is not as documented is refused at its first item: an error for each of millions takes gigabytes.
Selectors = Annotated[tuple[str, ...], Field(max_length=MAX_SELECTORS, fail_fast=True)]
_MAX_MEMBERS = 100
MAX_LINKS = 5_000  # of a map
_MAX_PATTERNS = 20
Patterns = Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=_MAX_PATTERNS, fail_fast=True)]
if TYPE_CHECKING:
    FormatName = str
    StatusName = str
else:
    FormatName = Literal[*FORMATS]
    StatusName = Literal[*(status.value for status in Status)]


class Document(BaseModel):
    """A document whose every member is known: a misspelt one is reported."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _has_few_members(cls, given: Any) -> Any:
        if isinstance(given, dict) and len(given) > _MAX_MEMBERS:
            raise ValueError(f"a document has no more than {_MAX_MEMBERS} members")
        return given


def options_model(name: str, *tables: type) -> Any:
    """Return a document with the parameters of dataclasses that a request may have; None where one is not given."""
    rows = [row for table in tables for row in parameters_of(table) if row.remote is not None]
    members: dict[str, Any] = {row.name: (_remote(row) | None, Field(None, description=row.help)) for row in rows}
    return create_model(name, __base__=Document, **members)


def _remote(row: Parameter) -> Any:
    least, most = row.bounds or (None, None)
    if get_origin(row.remote) is tuple:
        return Annotated[row.remote, Field(max_length=most, fail_fast=True)]
    return Annotated[row.remote, Field(ge=least, le=most)]


if TYPE_CHECKING:

    class AskedOptions(Document):
        """The options of extractions: the rows of `ridgeline.options.ExtractOptions`."""

        def __getattr__(self, name: str) -> Any: ...

    class WrittenOptions(AskedOptions):
        """The options of formats: the rows of `ridgeline.output.OutputOptions`."""
else:
    AskedOptions = options_model("AskedOptions", options.ExtractOptions)
    WrittenOptions = options_model("WrittenOptions", options.ExtractOptions, OutputOptions)


class ExtractOptions(WrittenOptions):
    """The options of extracting and writing a page."""

    formats: Annotated[
        tuple[FormatName, ...],
        Field(min_length=1, max_length=len(FORMATS), fail_fast=True, description="The formats of the answer."),
    ] = ("markdown",)
    extractor: Annotated[
        str, Field(description=f"The algorithm, by default {DEFAULT_EXTRACTOR}: {', '.join(OFFERED)}.")
    ] = DEFAULT_EXTRACTOR
    render: Annotated[
        Literal["auto", "always", "never"] | None,
        Field(description="Open the page in a browser: if it is an empty shell, or always; where the service does."),
    ] = None
    keep: Annotated[Selectors, Field(description="The former name of select.", deprecated=True)] = ()
    drop: Annotated[Selectors, Field(description="The former name of exclude.", deprecated=True)] = ()

    def asked(self) -> options.ExtractOptions:
        """Return the options of the extraction, by their present names."""
        former = {name: self.__dict__[old] for old, name in FORMER_NAMES.items() if old in self.model_fields_set}
        return asked_of(self, self.extractor, **former)

    def written(self) -> dict[str, Any]:
        """Return the options of the formats that are given."""
        return _given(self, OutputOptions)

    def wanted(self, wanted: Wanted) -> Wanted:
        """Return what a worker is asked for, by this and by what is asked whatever the request is."""
        formats = tuple(dict.fromkeys(self.formats))
        if (self.render not in (None, "never") or self.wait_for is not None) and wanted.render is None:
            raise OptionError("this service opens no pages in a browser: start it with --render")
        if self.wait_for is not None:
            parse_selector(self.wait_for)
        render = wanted.render if self.render is None else None if self.render == "never" else self.render
        asked, written, remarks = self.asked(), self.written(), self.remarks()
        return replace(wanted, formats=formats, asked=asked, written=written, remarks=remarks, render=render)

    def remarks(self) -> tuple[str, ...]:
        """Return what a person should know about the request."""
        former = [name for name in FORMER_NAMES if name in self.model_fields_set]
        return tuple(f"{name} is called {FORMER_NAMES[name]} now; both are read" for name in former)


def asked_of(document: AskedOptions, extractor: str, **former: Any) -> options.ExtractOptions:
    """Return the options of an extraction that a document has, else `former` ones; `sites` is whether to use any."""
    return options.ExtractOptions(**{**former, **_given(document, options.ExtractOptions)}, extractor=extractor)


def _given(document: Document, table: type) -> dict[str, Any]:
    """Return the parameters of a dataclass that a document has."""
    values = {row.name: getattr(document, row.name) for row in parameters_of(table) if row.remote is not None}
    return {name: value for name, value in values.items() if value is not None}


HttpStatus = Annotated[
    int | None,
    Field(ge=100, le=599, description="The status of the response that a page came with: it tells errors from pages."),
]


class ExtractQuery(ExtractOptions):
    """The options of a page that is the body of a request."""

    url: Annotated[str | None, Field(description="The address of the page: links are resolved against it.")] = None
    http_status: HttpStatus = None
    format: Annotated[
        FormatName | None, Field(description="The format of the answer; without it, the Accept header chooses.")
    ] = None


class ExtractRequest(ExtractOptions):
    """A page, as HTML or by its address, and how it is extracted."""

    html: Annotated[str | None, Field(description="The source of the page.")] = None
    url: Annotated[
        str | None, Field(description="The address of the page. Without html, the page is fetched from there.")
    ] = None
    http_status: HttpStatus = None

    @model_validator(mode="after")
    def _has_page(self) -> "ExtractRequest":
        if self.html is None and not self.url:
            raise ValueError("give the html of a page, or its url")
        return self


_MAX_ID_CHARACTERS = 1_000
Id = Annotated[str, Field(max_length=_MAX_ID_CHARACTERS)] | int | float | None


def id_of(line: dict[str, Any]) -> Id:
    """Return the id of a line of a batch; None where it has none that can be one."""
    given = line.get("id")
    is_long = isinstance(given, str) and len(given) > _MAX_ID_CHARACTERS
    return given if isinstance(given, str | int | float) and not is_long else None


class BatchQuery(ExtractOptions):
    """The options of a batch; those of the extraction hold for all lines that do not have their own."""

    order: Annotated[
        Literal["input", "done"], Field(description="Answers in the order of the lines, or as they are done.")
    ] = "input"


class BatchLine(ExtractRequest):
    """A line of a batch."""

    id: Annotated[Id, Field(description="Comes back with the answer.")] = None


if TYPE_CHECKING:
    PageMetadata = Metadata
else:
    PageMetadata = create_model(
        "PageMetadata",
        __doc__=Metadata.__doc__,
        **{own.name: (own.type, Field(description=own.metadata["meaning"])) for own in fields(Metadata)},
    )


class HiddenText(BaseModel):
    """A text that no person sees, and why."""

    text: str
    reason: str


class SuspiciousPassage(BaseModel):
    """A passage of hidden text that looks like an instruction to a language model, and why."""

    passage: str
    reason: str


class ExtractionDescription(BaseModel):
    """What is known about an extraction, without its content: see `ridgeline.output.json`."""

    url: Annotated[str | None, Field(description="The address of the page, after redirects.")]
    extractor: str
    status: Annotated[StatusName, Field(description="Whether this is the content of the page, and if not, why.")]
    status_meaning: Annotated[str, Field(description="The status in words.")]
    confidence: Annotated[float | None, Field(description="The word F1 that the extractor expects of its answer.")]
    page_type: Annotated[str | None, Field(description="article, collection, documentation, forum, listing, …")]
    carrier: Annotated[str | None, Field(description="The data that the content was found in, if not in the page.")]
    cuts: Annotated[list[str], Field(description="Limits that cut off a part of the page.")]
    remarks: Annotated[list[str], Field(description="Notes for a person.")]
    hidden: Annotated[list[HiddenText], Field(description="Texts that were left out since no person sees them.")]
    suspicious: Annotated[
        list[SuspiciousPassage],
        Field(description="Passages of hidden text that look like instructions to a language model; a heuristic."),
    ]
    metadata: PageMetadata


class ExtractAnswer(ExtractionDescription):
    """The content of a page, and what is known about it."""

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


class MapQuery(Document):
    """Which site to map."""

    url: Annotated[str, Field(max_length=2_000, description="A page of the site: its links and its host are mapped.")]
    search: Annotated[
        str, Field(max_length=200, description="Only addresses with one of these words in them or in their text.")
    ] = ""
    sitemap: Annotated[bool, Field(description="Whether the sitemaps of the host count, beside the links.")] = True
    limit: Annotated[int, Field(ge=1, le=MAX_LINKS, description="The most addresses to return.")] = 1_000


class MappedLink(BaseModel):
    """An address of a site."""

    url: str
    text: Annotated[str, Field(description="What the link to it says; empty where only a sitemap lists it.")]


class SiteMap(BaseModel):
    """The addresses of a site."""

    url: Annotated[str, Field(description="The address of the page, after redirects.")]
    links: list[MappedLink]
    total: Annotated[int, Field(description="How many there are, with those over the limit.")]


class CrawlRequest(ExtractOptions):
    """Which site to crawl, and how its pages are extracted; or which crawl goes on."""

    url: Annotated[
        str | None, Field(max_length=2_000, description="Where to begin: pages below its path are crawled.")
    ] = None
    resume: Annotated[
        str | None,
        Field(
            pattern=r"^[0-9a-f]{32}\.[0-9]{1,6}$",
            description="The `resume` of the last line that you have: the crawl goes on after it.",
        ),
    ] = None
    max_pages: Annotated[
        int | None, Field(ge=1, description="At most so many pages; no more than the service allows.")
    ] = None
    max_depth: Annotated[int, Field(ge=0, le=100, description="At most so many links away from the start.")] = 20
    whole_host: Annotated[bool, Field(description="All pages of the host, not only below the path.")] = False
    sitemap: Annotated[bool, Field(description="Whether what the sitemaps list is crawled, too.")] = True
    include: Annotated[Patterns, Field(description="Only paths like these, as /docs/*.")] = ()
    skip: Annotated[Patterns, Field(description="No paths like these.")] = ()

    @model_validator(mode="after")
    def _has_start(self) -> "CrawlRequest":
        if self.resume is None and not self.url:
            raise ValueError("give the url of a site, or what to resume")
        if self.resume is not None and not self.model_fields_set <= {"resume", "max_pages"}:
            raise ValueError("a crawl that is resumed has its options already: give resume and max_pages alone")
        return self
