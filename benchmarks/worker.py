"""Run one system in one process: pages in, texts out.

`supervisor.py` starts it as `python worker.py SYSTEM`. It runs in the environment of the system it measures, where
ridgeline and NumPy may not be installed: it imports only the standard library and that system.

A request on standard input is a line with the number of pages, and then a line of JSON for each: `html` (text) or
`path` (a file with the bytes of the page), `url` and `language` if known, and `views`, the attributes of ridgeline's
extraction to compute instead of the text; with `trim`, memory that is free goes back to the system before. All pages of
a request are read before the first is run, and then run back to back: a process that sleeps between pages finds
its caches cold: lexbor then seems twice as slow.
For each page a line of JSON goes to standard output: `text`, `seconds` (CPU time of the call alone), `peak_bytes`
(maximum resident memory during the call), `grown_bytes` (by how much that is more than before) and `error` (the
exception of the call, or an empty string).
The very first line says that the system has loaded, or why it has not.
"""

import argparse
import contextlib
import ctypes
import functools
import gc
import importlib
import itertools
import json
import os
import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO


@dataclass(frozen=True, slots=True)
class Request:
    """A page from the supervisor."""

    html: str | bytes
    url: str | None = None
    language: str | None = None
    views: Sequence[str] = ()
    trim: bool = False


System = Callable[[Request], str]


# The settings of trafilatura, resiliparse and readability-lxml are those that give the figures the project set out to
# beat (word F1 on wcxb-dev 0.823, 0.785, 0.702). The docstrings give the figures of other settings.


def trafilatura() -> System:
    """Load trafilatura, without readers' comments, which it includes by default and which cost 0.004 (0.818)."""
    extract = importlib.import_module("trafilatura").extract
    return lambda request: extract(request.html, include_comments=False, include_tables=True) or ""


def resiliparse() -> System:
    """Load resiliparse, without alternative texts of images, which are on by default and cost 0.014 (0.771)."""
    extract = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda request: str(extract(request.html, main_content=True, alt_texts=False))


def readability() -> System:
    """Load readability-lxml, with text nodes joined by spaces: `text_content()` joins neighbouring words (0.696)."""
    document = importlib.import_module("readability").Document
    parse = importlib.import_module("lxml.html").fromstring
    return lambda request: " ".join(parse(document(request.html).summary()).itertext())


def justext() -> System:
    """Load jusText, with the stop list of the page's language; English if it is not known."""
    module = importlib.import_module("justext")

    @functools.cache
    def options(language: str) -> dict[str, Any]:
        if language in module.get_stoplists():
            return {"stoplist": module.get_stoplist(language)}
        # The settings in jusText's documentation for languages without a stop list, such as Chinese.
        return {"stoplist": frozenset(), "stopwords_low": 0, "stopwords_high": 0}

    def extract(request: Request) -> str:
        paragraphs = module.justext(request.html, **options(request.language or "English"))
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def turbohtml() -> System:
    """Load turbohtml, which parses and finds the main text in C."""
    parse = importlib.import_module("turbohtml").parse
    return lambda request: str(parse(request.html).main_text())


def boilerpy3() -> System:
    """Load boilerpy3's extractor for articles, the best known one; it raises if it finds nothing to parse."""
    extractor = importlib.import_module("boilerpy3.extractors").ArticleExtractor()
    return lambda request: str(extractor.get_content(request.html))


# Systems that write Markdown, for `structure.py`. Those that write HTML are followed by markdownify, with the settings
# that are closest to GitHub's Markdown, and all of them write the title that they find, as ridgeline does. Only
# newspaper4k and ridgeline get the address of the page: relative addresses are resolved when the Markdown is read,
# while trafilatura would resolve them against the site instead of the page.


def markdownify() -> Callable[[str], str]:
    """Load markdownify, with the language of code by its class, images in cells, and tables without a header row."""
    convert = importlib.import_module("markdownify").markdownify

    def language(element: Any) -> str:
        names = [*(element.get("class") or ()), *((element.code and element.code.get("class")) or ())]
        return next((name.split("-", 1)[1] for name in names if name.startswith(("language-", "lang-"))), "")

    images_in = ["td", "th", *(f"h{level}" for level in range(1, 7))]
    options = {"code_language_callback": language, "keep_inline_images_in": images_in, "table_infer_header": True}
    return lambda html: str(convert(html, heading_style="ATX", **options))


def titled(title: str | None, markdown: str) -> str:
    """Return an article under its title, unless it has none, or has that heading itself."""
    return f"# {title}\n\n{markdown}" if title and f"# {title}" not in markdown else markdown


def trafilatura_markdown(**settings: bool) -> System:
    """Load trafilatura's Markdown, with everything that it can keep but readers' comments, under the title it finds."""
    module = importlib.import_module("trafilatura")
    kept = ("include_tables", "include_images", "include_links", "include_formatting")
    options = {**dict.fromkeys(kept, True), "include_comments": False, "output_format": "markdown", **settings}

    def extract(request: Request) -> str:
        markdown = module.extract(request.html, **options) or ""
        metadata = module.extract_metadata(request.html) if markdown else None
        return titled(metadata and metadata.title, markdown)

    return extract


def trafilatura_recall_markdown() -> System:
    """Load trafilatura's Markdown with the settings that keep most structure.

    Of its five combinations of `fast` with `favor_recall` or `favor_precision` this one keeps most on the golden pages
    (list items 0.520, by default 0.289), and the default has the best text (0.784, this one 0.763).
    """
    return trafilatura_markdown(fast=True, favor_recall=True)


def resiliparse_markdown() -> System:
    """Load resiliparse's reduced HTML, which has headings, paragraphs, lists, code and links, and markdownify.

    The only title that it finds is that of the document, which makes the headings of the golden pages worse (0.477
    instead of 0.552).
    """
    extract = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    convert = markdownify()
    options = {"main_content": True, "preserve_formatting": "minimal_html", "links": True, "alt_texts": False}
    return lambda request: convert(str(extract(request.html, **options)))


def turbohtml_markdown() -> System:
    """Load turbohtml's Markdown of its main content; a page without any is empty."""
    parse = importlib.import_module("turbohtml").parse

    def extract(request: Request) -> str:
        found = parse(request.html).main_content()
        return "" if found is None else str(found.to_markdown())

    return extract


def readability_markdown() -> System:
    """Load readability-lxml and markdownify, under the short title, which readability takes from the article."""
    document = importlib.import_module("readability").Document
    convert = markdownify()

    def extract(request: Request) -> str:
        article = document(request.html)
        return titled(article.short_title(), convert(article.summary(html_partial=True)))

    return extract


def newspaper_markdown() -> System:
    """Load newspaper4k and markdownify, under the title that newspaper4k finds.

    The HTML is the untouched one: the clean one has neither tables nor images (images 0.000 on the golden pages instead
    of 0.476), and no better text (0.652 instead of 0.668).
    """
    load_article = importlib.import_module("newspaper").article
    convert = markdownify()
    options = {"fetch_images": False, "keep_article_html": True, "clean_article_html": False}

    def extract(request: Request) -> str:
        # It loads no page without an address, and nothing from the network with the page at hand.
        article = load_article(request.url or "https://page.example/", input_html=request.html, **options)
        return titled(article.title, convert(article.article_html))

    return extract


def whole_page_markdown() -> System:
    """Load html-to-markdown, a converter of whole pages, which removes menus and forms by their tags and roles."""
    module = importlib.import_module("html_to_markdown")
    cleaning = module.PreprocessingOptions(enabled=True, preset="aggressive")
    options = module.ConversionOptions(preprocessing=cleaning, extract_metadata=False)
    return lambda request: str(module.convert(request.html, options).content)


def ridgeline_markdown(name: str) -> System:
    """Load one of ridgeline's extractors, from the source of a page to its Markdown."""
    module = importlib.import_module("ridgeline")
    module.load(name)
    return lambda request: str(module.extract(request.html, url=request.url, extractor=name).markdown)


# Readers of metadata, for `metadata.py`: the answer is a JSON object with those of `title`, `author`, `date` and
# `language` that they read. All start from the source of a page.


def trafilatura_metadata() -> System:
    """Load trafilatura's reader of metadata, which takes the date of publication from htmldate."""
    read_metadata = importlib.import_module("trafilatura").extract_metadata

    def read(request: Request) -> str:
        found = read_metadata(request.html, default_url=request.url)
        return json.dumps({name: getattr(found, name, None) for name in ("title", "author", "date")})

    return read


def newspaper_metadata() -> System:
    """Load newspaper4k, which also finds the text of the article on the way."""
    newspaper = importlib.import_module("newspaper")

    def read(request: Request) -> str:
        found = newspaper.article(
            request.url or "https://page.example/", input_html=request.html, fetch_images=False, language="en"
        )
        day = found.publish_date
        return json.dumps(
            {
                "title": found.title or None,
                "author": ", ".join(found.authors) or None,
                "date": day.strftime("%Y-%m-%d") if hasattr(day, "strftime") else day or None,
                "language": found.meta_lang or None,
            }
        )

    return read


def htmldate_metadata() -> System:
    """Load htmldate, set to find the date of publication rather than that of the last change."""
    find_date = importlib.import_module("htmldate").find_date
    return lambda request: json.dumps({"date": find_date(request.html, url=request.url, original_date=True)})


def ridgeline_metadata() -> System:
    """Load ridgeline's reader of metadata, with the parser but without the extraction."""
    parse = importlib.import_module("ridgeline").parse
    read_metadata = importlib.import_module("ridgeline.metadata").read_metadata

    def read(request: Request) -> str:
        found = read_metadata(parse(request.html, url=request.url))
        answer = {"title": found.title, "author": found.author, "date": found.date, "language": found.language}
        return json.dumps(answer)

    return read


def lexbor() -> System:
    """Load the bare lexbor parse, without text: the lower bound of ridgeline's time."""
    parser = importlib.import_module("selectolax.lexbor").LexborHTMLParser

    def parse(request: Request) -> str:
        parser(request.html)
        return ""

    return parse


def ridgeline(name: str) -> System:
    """Load one of ridgeline's extractors, from the source of a page to its text."""
    module = importlib.import_module("ridgeline")
    module.load(name)  # An unknown name or a missing model stops the worker here, not at each page.

    def extract(request: Request) -> str:
        extraction = module.extract(request.html, url=request.url, extractor=name)
        if not request.views:
            return str(extraction.text)
        for view in request.views:
            getattr(extraction, view)
        return ""

    return extract


PEERS: dict[str, Callable[[], System]] = {
    "resiliparse": resiliparse,
    "trafilatura": trafilatura,
    "readability-lxml": readability,
    "justext": justext,
    "boilerpy3": boilerpy3,
    "turbohtml": turbohtml,
}

MARKDOWN_PEERS: dict[str, Callable[[], System]] = {
    "trafilatura": trafilatura_markdown,
    "trafilatura-recall": trafilatura_recall_markdown,
    "resiliparse": resiliparse_markdown,
    "turbohtml": turbohtml_markdown,
    "readability-lxml": readability_markdown,
    "newspaper4k": newspaper_markdown,
    "html-to-markdown": whole_page_markdown,
}
METADATA_READERS: dict[str, Callable[[], System]] = {
    "ridgeline": ridgeline_metadata,
    "trafilatura": trafilatura_metadata,
    "newspaper4k": newspaper_metadata,
    "htmldate": htmldate_metadata,
}
METADATA = "metadata:"  # before the name of a system that is to read metadata
MARKDOWN = "markdown:"  # before the name of a system that is to write Markdown


def load(name: str) -> System:
    """Load the peer of this name, the bare parse, or else the extractor of ridgeline."""
    if name.startswith(MARKDOWN):
        writer = name.removeprefix(MARKDOWN)
        return MARKDOWN_PEERS[writer]() if writer in MARKDOWN_PEERS else ridgeline_markdown(writer)
    if name.startswith(METADATA):
        return METADATA_READERS[name.removeprefix(METADATA)]()
    if name == "lexbor":
        return lexbor()
    return PEERS[name]() if name in PEERS else ridgeline(name)


def read(line: bytes) -> Request:
    """Read one page of a request."""
    fields = json.loads(line)
    html = Path(fields["path"]).read_bytes() if "path" in fields else fields["html"]
    return Request(html, fields.get("url"), fields.get("language"), fields.get("views", ()), fields.get("trim", False))


def answer(system: System, request: Request) -> dict[str, Any]:
    """Run the system on a page, and measure it.

    The supervisor enforces the limit. A timer or a CPU limit set here would make the kernel count this process's time
    in ticks of 4 ms, and most pages would seem to cost nothing.
    """
    if request.trim:
        trim()
    reset_peak()
    before = peak_bytes()
    error = text = ""
    start = time.process_time()
    try:
        text = system(request)
    except Exception as problem:  # A failure of the system is counted, and the run goes on.
        error = f"{type(problem).__name__}: {problem}"
    seconds = time.process_time() - start
    peak = peak_bytes()
    return {"text": text, "seconds": seconds, "peak_bytes": peak, "grown_bytes": peak - before, "error": error}


def trim() -> None:
    """Give memory that is free back to the system (Linux with glibc), so that it does not serve the next page."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def reset_peak() -> None:
    """Reset the peak of resident memory, so that each page has its own (Linux; elsewhere it only grows)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_bytes() -> int:
    """Return the peak of resident memory.

    `getrusage` is the last resort: it inherits the peak of the parent process, which holds all pages.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def own_output() -> TextIO:
    """Return standard output for answers alone; what a system prints itself goes to standard error."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    return output


def serve(name: str) -> None:
    """Load the system, report that, and answer page after page until the input ends."""
    output = own_output()
    try:
        system = load(name)
    except Exception as problem:
        print(json.dumps({"error": f"{type(problem).__name__}: {problem}"}), file=output)
        return
    print(json.dumps({"error": ""}), file=output)
    for count in sys.stdin.buffer:
        # Kept as bytes and released one by one, so that the pages of a request do not count as the system's memory.
        lines = deque(itertools.islice(sys.stdin.buffer, int(count)))
        while lines:
            print(json.dumps(answer(system, read(lines.popleft()))), file=output)


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description="Runs one system over pages; started by the other benchmarks.")
    parser.add_argument("system")
    parser.add_argument("--address-space", type=int, default=0, help="bytes; 0 sets no limit")
    options = parser.parse_args()
    if options.address_space:
        resource.setrlimit(resource.RLIMIT_AS, (options.address_space, options.address_space))
    serve(options.system)


if __name__ == "__main__":
    main()
