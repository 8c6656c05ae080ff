"""One system in one process: pages in, texts out.

`supervisor.py` starts it as `python worker.py SYSTEM`. It runs in the environment of the system it measures, where
neither ridgeline nor NumPy need be installed: the standard library and the one system are all it imports.

A request on standard input is a line with the number of pages and then a line of JSON for each: `html` (text) or `path`
(a file whose bytes are the page), `url` and `language` where known, and `views`, what else than the text to ask of
ridgeline's extraction. They are all read before the first is run, and then run back to back, because a process that
sleeps between pages finds its caches cold: lexbor seems twice as slow then.
For each page a line of JSON goes to standard output: `text`, `seconds` (CPU time of the call alone), `peak_bytes` (the
most memory resident during the call) and `error` (what the call raised, or nothing).
The first line of all says that the system has loaded, or why it has not.
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
    """A page as the supervisor sends it."""

    html: str | bytes
    url: str | None = None
    language: str | None = None
    views: Sequence[str] = ()


System = Callable[[Request], str]


# The settings of trafilatura, resiliparse and readability-lxml are those that give the figures the project set out to
# beat (word F1 on wcxb-dev 0.823, 0.785, 0.702). What other settings give there stands beside each.


def trafilatura() -> System:
    """Readers' comments left out; they are in by default, and cost 0.004 (0.818)."""
    extract = importlib.import_module("trafilatura").extract
    return lambda request: extract(request.html, include_comments=False, include_tables=True) or ""


def resiliparse() -> System:
    """Without texts that stand in for images, which are on by default and cost 0.014 (0.771)."""
    extract = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda request: str(extract(request.html, main_content=True, alt_texts=False))


def readability() -> System:
    """Text nodes joined by spaces: `text_content()` glues the words of neighbouring elements together (0.696)."""
    document = importlib.import_module("readability").Document
    parse = importlib.import_module("lxml.html").fromstring
    return lambda request: " ".join(parse(document(request.html).summary()).itertext())


def justext() -> System:
    """The stop list of the page's language, English where it is not known."""
    module = importlib.import_module("justext")

    @functools.cache
    def options(language: str) -> dict[str, Any]:
        if language in module.get_stoplists():
            return {"stoplist": module.get_stoplist(language)}
        # What jusText's own documentation gives for languages it has no list for, such as Chinese.
        return {"stoplist": frozenset(), "stopwords_low": 0, "stopwords_high": 0}

    def extract(request: Request) -> str:
        paragraphs = module.justext(request.html, **options(request.language or "English"))
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def boilerpy3() -> System:
    """The extractor for articles, boilerpipe's best known; it raises where it finds nothing to parse."""
    extractor = importlib.import_module("boilerpy3.extractors").ArticleExtractor()
    return lambda request: str(extractor.get_content(request.html))


def lexbor() -> System:
    """The bare parse that everything of ridgeline stands on: the floor of time, with no text."""
    parser = importlib.import_module("selectolax.lexbor").LexborHTMLParser

    def parse(request: Request) -> str:
        parser(request.html)
        return ""

    return parse


def ridgeline(name: str) -> System:
    """One of ridgeline's registered extractors, from the page's source to its text."""
    module = importlib.import_module("ridgeline")
    module.load(name)  # An unknown name, or weights that are not there, stop the worker here and not at each page.

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
    """The peer of that name, the bare parse, or else the extractor of ridgeline that is called so."""
    if name == "lexbor":
        return lexbor()
    return PEERS[name]() if name in PEERS else ridgeline(name)


def read(line: bytes) -> Request:
    """One page of a request."""
    fields = json.loads(line)
    html = Path(fields["path"]).read_bytes() if "path" in fields else fields["html"]
    return Request(html, fields.get("url"), fields.get("language"), fields.get("views", ()))


def answer(system: System, request: Request) -> dict[str, Any]:
    """Run the system on a page, under the clock.

    The supervisor watches the limit. A timer or a CPU limit set here would make the kernel count this process's time
    in ticks of 4 ms, and most pages would seem to cost nothing.
    """
    reset_peak()
    error = text = ""
    start = time.process_time()
    try:
        text = system(request)
    except Exception as problem:  # Whatever a system raises is a failure to be counted, and the run goes on.
        error = f"{type(problem).__name__}: {problem}"
    seconds = time.process_time() - start
    return {"text": text, "seconds": seconds, "peak_bytes": peak_bytes(), "error": error}


def reset_peak() -> None:
    """Let the kernel count the peak anew, so that each page answers for itself (Linux; elsewhere it only grows)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_bytes() -> int:
    """The most memory that was resident.

    `getrusage` is the last resort: it hands on the peak of the process that started this one, which holds all pages.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def own_output() -> TextIO:
    """Standard output for answers alone: what a system prints itself goes to standard error."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    return output


def serve(name: str) -> None:
    """Load the system, say so, and answer page after page until the input ends."""
    output = own_output()
    try:
        system = load(name)
    except Exception as problem:
        print(json.dumps({"error": f"{type(problem).__name__}: {problem}"}), file=output)
        return
    print(json.dumps({"error": ""}), file=output)
    for count in sys.stdin.buffer:
        # Kept as they came, and let go one by one: a chunk of pages must not stand in the system's memory.
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
