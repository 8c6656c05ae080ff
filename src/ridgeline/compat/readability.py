"""`from readability import Document`, with ridgeline behind it: the interface of readability-lxml 0.9.

    from ridgeline.compat.readability import Document
    document = Document(html, url="https://example.org/page")
    document.title(), document.short_title(), document.author(), document.summary()

`summary` returns clean HTML written anew: its elements have none of the page's classes and ids. Its links and images
are absolute where the `url` is known. Where a page has no content, it is an empty body. `content` and `get_clean_html`
return the page's visible body, sanitised, without scripts and styles. The inner steps of readability-lxml
(`score_paragraphs`, `sanitize` …) are not here.
"""

from typing import Any

from ..extraction import Extraction
from ..page import Page, parse
from ..page.cache import cached_property
from ..pipeline import Pipeline
from ..registry import DEFAULT_EXTRACTOR, load_once
from .ignored import warn_ignored

__all__ = ["Document"]

_NO_TITLE, _NO_AUTHOR = "[no-title]", "[no-author]"
_LEARNT = "ridgeline's model decides; use select and exclude of ridgeline.extract to overrule it"
# The parameters without a meaning here, by their default, and why.
_IGNORED: dict[str, tuple[Any, str]] = {
    "positive_keywords": (None, _LEARNT),
    "negative_keywords": (None, _LEARNT),
    "min_text_length": (25, _LEARNT),
    "retry_length": (250, _LEARNT),
    "xpath": (False, "HTML is written anew; Extraction.keep names the leaves of the page"),
    "handle_failures": ("discard", "a link that cannot be resolved is left out"),
}


class Document:
    """A page, and its content as HTML."""

    def __init__(
        self,
        input: str | bytes,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: str | None = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: str | None = "discard",
    ) -> None:
        given = dict(locals())  # all parameters by name: has to be the first statement
        for name, (default, why) in _IGNORED.items():
            if given[name] != default:
                warn_ignored(name, why)
        if not isinstance(input, str | bytes):
            raise TypeError(f"a page is text or bytes, not {type(input).__name__}")
        self.input = input
        self.url = url

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError, and say why there are no inner steps."""
        raise AttributeError(
            f"ridgeline's Document has no {name!r}: it has title, short_title, author, summary, content, get_clean_html"
        )

    @property
    def encoding(self) -> str | None:
        """The encoding that bytes were decoded from."""
        return self._page.encoding

    def title(self) -> str:
        """Return the whole text of the page's `title` element, as "The lamp burns | The Courier"."""
        written = (" ".join(node.text_content.split()) for node in self._page.select("head > title"))
        return next(filter(None, written), _NO_TITLE)

    def short_title(self) -> str:
        """Return the headline: the title without the name of the site; "" where there is none."""
        return self._extraction.title or ""

    def author(self) -> str:
        """Return the authors, separated by commas."""
        return self._extraction.metadata.author or _NO_AUTHOR

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """Return the content as a page of HTML, or with `html_partial` as a `div`."""
        if keep_all_images:
            warn_ignored("keep_all_images", "the images of the content are always kept")
        content = f"<div>{self._extraction.write('html', title=None)}</div>"
        return content if html_partial else f"<html><body>{content}</body></html>"

    def content(self) -> str:
        """Return all that the page shows as the `body` of a page."""
        return f"<body>{self._everything.write('html', title=False)}</body>"

    def get_clean_html(self) -> str:
        """Return all that the page shows as a page of HTML."""
        return f"<html>{self.content()}</html>"

    @cached_property
    def _page(self) -> Page:
        return parse(self.input, url=self.url)

    @cached_property
    def _extraction(self) -> Extraction:
        return Pipeline(load_once(DEFAULT_EXTRACTOR)).extract_page(self._page)

    @cached_property
    def _everything(self) -> Extraction:
        return Pipeline(load_once("everything")).extract_page(self._page)
