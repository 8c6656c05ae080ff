"""Run one system in one process: pages in, texts out.

`supervisor.py` starts it as `python worker.py SYSTEM`. It runs in the environment of the system it measures, where
ridgeline and NumPy may not be installed: it imports only the standard library and that system.

A request on standard input is a line with the number of pages, and then a line of JSON for each: `html` (text) or
`path` (a file with the bytes of the page), `url` and `language` if known, and `views`, the attributes of ridgeline's
extraction to compute besides the text. All pages of a request are read before the first is run, and then run back to
back, because a process that sleeps between pages finds its caches cold: lexbor then seems twice as slow.
For each page a line of JSON goes to standard output: `text`, `seconds` (CPU time of the call alone), `peak_bytes`
(maximum resident memory during the call) and `error` (the exception of the call, or an empty string).
The very first line says that the system has loaded, or why it has not.
"""

import argparse
import contextlib
import functools
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


def boilerpy3() -> System:
    """Load boilerpy3's extractor for articles, the best known one; it raises if it finds nothing to parse."""
    extractor = importlib.import_module("boilerpy3.extractors").ArticleExtractor()
    return lambda request: str(extractor.get_content(request.html))


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
        for view in request.views:
            getattr(extraction, view)
        return str(extraction.text)

    return extract


PEERS: dict[str, Callable[[], System]] = {
    "resiliparse": resiliparse,
    "trafilatura": trafilatura,
    "readability-lxml": readability,
    "justext": justext,
    "boilerpy3": boilerpy3,
}


def load(name: str) -> System:
    """Load the peer of this name, the bare parse, or else the extractor of ridgeline."""
    if name == "lexbor":
        return lexbor()
    return PEERS[name]() if name in PEERS else ridgeline(name)


def read(line: bytes) -> Request:
    """Read one page of a request."""
    fields = json.loads(line)
    html = Path(fields["path"]).read_bytes() if "path" in fields else fields["html"]
    return Request(html, fields.get("url"), fields.get("language"), fields.get("views", ()))


def answer(system: System, request: Request) -> dict[str, Any]:
    """Run the system on a page, and measure it.

    The supervisor enforces the limit. A timer or a CPU limit set here would make the kernel count this process's time
    in ticks of 4 ms, and most pages would seem to cost nothing.
    """
    reset_peak()
    error = text = ""
    start = time.process_time()
    try:
        text = system(request)
    except Exception as problem:  # A failure of the system is counted, and the run goes on.
        error = f"{type(problem).__name__}: {problem}"
    seconds = time.process_time() - start
    return {"text": text, "seconds": seconds, "peak_bytes": peak_bytes(), "error": error}


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
