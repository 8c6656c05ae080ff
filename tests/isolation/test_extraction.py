"""Isolated pages: the same answers as without isolation, and none for pages that break their process."""

import copy
import json
import os
import pickle
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ridgeline
from ridgeline import Extraction, IsolatedExtraction, Isolation, Limits, Status
from ridgeline.errors import IsolationError, ModelError, OptionError, TemplateError, UnknownExtractorError
from ridgeline.extractors.everything import Everything
from ridgeline.isolation import allowance, end_processes
from ridgeline.lab.golden import page_names
from ridgeline.output import FORMATS
from ridgeline.sites.rules import Rules

from ..pages import AWKWARD, CARRYING
from ..processes.actions import MEBIBYTE, is_running, wait_until
from .hostile import Hostile, Unloadable, page

GOLDEN = Path(__file__).parents[1] / "golden"
ARTICLE = AWKWARD["article"]
HARD = Isolation(seconds=20, memory_bytes=400 * MEBIBYTE)
FIELDS = (
    *("extractor", "remarks", "confidence", "page_type", "url", "is_unfinished", "carrier", "cuts", "status"),
    *("title", "metadata", *FORMATS),
)


@pytest.fixture(autouse=True, scope="module")
def _ended_processes() -> Iterator[None]:
    yield
    end_processes()


def isolated(html: str | bytes, **options: Any) -> IsolatedExtraction:
    extraction = ridgeline.extract(html, isolated=options.pop("within", True), **options)
    assert isinstance(extraction, IsolatedExtraction)
    return extraction


def hostile(action: str, within: Isolation = HARD) -> IsolatedExtraction:
    return isolated(page(action), extractor=Hostile(), within=within)


def views(extraction: Extraction | IsolatedExtraction) -> dict[str, Any]:
    return {name: getattr(extraction, name) for name in FIELDS} | {
        "found": bool(extraction),
        "posts": [(post.as_dict(), post.keep.tolist(), post.nodes) for post in extraction.posts],
        "comments": [post.as_dict() for post in extraction.comments],
        "whole page": extraction.write("html", whole_page=True),
        "notebook": (extraction._repr_html_(), extraction._repr_markdown_()),
    }


# --- The same answers


@pytest.mark.parametrize("name", page_names(GOLDEN))
def test_all_views_of_golden_pages(name: str) -> None:
    source = (GOLDEN / name / "source.html").read_bytes()
    url = f"https://{name}.example/page"
    assert views(isolated(source, url=url)) == views(ridgeline.extract(source, url=url))


@pytest.mark.parametrize("html", [*AWKWARD.values(), *CARRYING.values()], ids=[*AWKWARD, *CARRYING])
def test_all_views_of_awkward_pages(html: str) -> None:
    assert views(isolated(html)) == views(ridgeline.extract(html))


@pytest.mark.parametrize(
    "options",
    [
        {"extractor": "mountain"},
        {"extractor": "ice-tree"},
        {"extractor": "rnn", "blocks": 2, "features": ["text"]},
        {"extractor": ridgeline.load("summit", references=False)},
        {"favor": "recall", "comments": True},
        {"select": "h1, em", "exclude": ["em"]},
        {"rules": Rules.parse('["ferry.example"]\nselect = ["h1"]\nauthor = "em"\n'), "url": "https://ferry.example/"},
        {"limits": Limits(characters=120)},
        {"charset": "windows-1252"},
        {"sites": True},
    ],
    ids=lambda options: " ".join(options),
)
def test_what_extract_takes(options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    html = ARTICLE.encode("windows-1252")
    assert views(isolated(html, **options)) == views(ridgeline.extract(html, **options))


def test_an_extractor_that_was_used_here_before() -> None:
    extractor = ridgeline.load("summit")
    here = extractor.extract(ridgeline.parse(ARTICLE))
    assert isolated(ARTICLE, extractor=extractor).text == here.text


def test_a_model_from_a_file(tmp_path: Path) -> None:
    learning: Any = ridgeline.load("content-extractor")
    learning.fit([ridgeline.parse(f"<p>harbour office<p>{number} ferries") for number in range(6)])
    learning.save(tmp_path / "m.json")
    found = isolated("<p>harbour office<p>a story", extractor="content-extractor", model=tmp_path / "m.json")
    assert found.text == "a story"


def test_what_stays_in_the_process() -> None:
    extraction = isolated(ARTICLE)
    for name in ("page", "original_page", "keep", "scores", "explain", "segments", "outline", "amend_metadata"):
        with pytest.raises(IsolationError, match=f"^{name} stays in the process"):
            getattr(extraction, name)
        assert not hasattr(extraction, name)
    assert repr(extraction) == "<IsolatedExtraction by summit: 4 of 7 leaves>"


def test_the_page_of_a_post_stays_in_the_process() -> None:
    posts = isolated((GOLDEN / "forum-thread" / "source.html").read_bytes()).posts
    assert posts
    with pytest.raises(IsolationError, match="page stays in the process"):
        _ = posts[0].page.leaves


def test_a_copy_has_its_views() -> None:
    extraction = isolated(ARTICLE)
    for other in (copy.copy(extraction), pickle.loads(pickle.dumps(extraction))):
        assert other.markdown == ridgeline.extract(ARTICLE).markdown


# --- Pages that break their process


@pytest.mark.parametrize(
    ("action", "within", "kind", "detail"),
    [
        ("segfault", HARD, "crash", "the process died of SIGSEGV"),
        ("exit", HARD, "crash", "the process died with exit status 3"),
        ("raise", HARD, "crash", "ValueError: a bug"),
        ("hang", Isolation(seconds=0.3), "seconds", "took more than 0.3 s"),
        ("grow", HARD, "memory", "took"),
    ],
)
def test_a_page_that_breaks_its_process(action: str, within: Isolation, kind: str, detail: str) -> None:
    extraction = hostile(action, within)
    assert extraction.failure is not None
    assert extraction.failure.kind == kind
    assert extraction.failure.detail.startswith(detail)
    assert extraction.remarks == (f"the page was given up: {extraction.failure.detail}",)
    assert extraction.cuts == {kind}
    assert not extraction
    assert extraction.status is Status.NOTHING
    assert isolated(ARTICLE).text == ridgeline.extract(ARTICLE).text


def test_a_page_that_was_given_up_is_not_read_again() -> None:
    extraction = hostile("segfault")
    process = isolated(ARTICLE)._process
    assert extraction.markdown == extraction.html == extraction.text == ""
    assert extraction.posts == ()
    assert extraction.metadata.title is None
    assert len(extraction.csv.splitlines()) == 2
    assert json.loads(extraction.json)["cuts"] == ["crash"]
    assert json.loads(extraction.json)["remarks"] == list(extraction.remarks)
    assert isolated(ARTICLE)._process == process


def test_a_view_that_breaks_the_process() -> None:
    extraction = hostile("json segfault")
    assert extraction.failure is None
    assert json.loads(extraction.json)["text"] == ""
    assert str(extraction.failure) == "crash: the process died of SIGSEGV"
    assert extraction.remarks == ("the page was given up: the process died of SIGSEGV",)
    assert extraction.cuts == {"crash"}
    assert extraction.text == "Nobody should have to read this."
    assert extraction.markdown.endswith("Nobody should have to read this.")


def test_a_page_does_not_pay_for_the_one_before() -> None:
    """What one page left behind in its process kills the next, which is read again in a fresh one."""
    harm = hostile("remember")
    after = hostile("harmed")
    assert after.failure is None
    assert after.text == "Nobody should have to read this."
    assert after._process != harm._process


def test_a_process_that_died_since() -> None:
    extraction = isolated(ARTICLE)
    process = extraction._process
    assert process is not None
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: not is_running(process))
    assert extraction.markdown == ridgeline.extract(ARTICLE).markdown
    assert extraction.failure is None


def test_many_pages_since() -> None:
    """The process has forgotten the first page, and reads it again."""
    pages = [ARTICLE.replace("forty", str(number)) for number in range(20)]
    found = [isolated(html) for html in pages]
    assert [one.markdown for one in found] == [ridgeline.extract(html).markdown for html in pages]


# --- Options


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"isolated": "yes"}, OptionError, "isolated is True, False or a ridgeline.Isolation, not 'yes'"),
        ({"render": "auto"}, OptionError, "isolated and render cannot be used together"),
        ({"extractor": "clg"}, OptionError, "clg opens pages in a browser, which cannot be isolated"),
        ({"extractor": "sumit"}, UnknownExtractorError, "did you mean 'summit'"),
        ({"favor": "luck"}, OptionError, "favor is one of"),
        ({"select": "p["}, OptionError, "p\\["),
        ({"extractor": "style-tree"}, ModelError, "fitted"),
        ({"extractor": Unloadable()}, OptionError, "another process cannot load it: ValueError: a bug"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_options_that_cannot_be_used(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ridgeline.extract(ARTICLE, **{"isolated": True} | options)


def test_an_extractor_that_cannot_be_sent() -> None:
    class Local(Everything):
        pass

    with pytest.raises(OptionError, match=r"^isolated: this cannot be sent to another process: .*Local"):
        isolated(ARTICLE, extractor=Local())


def test_an_error_of_the_settings_is_raised_as_without_isolation() -> None:
    with pytest.raises(TemplateError, match="there is no template"):
        hostile("template")


def test_a_page_is_text_or_bytes() -> None:
    wrong: Any = None
    with pytest.raises(TypeError, match=r"^a page is given as str or bytes, not as NoneType$"):
        isolated(wrong)


@pytest.mark.parametrize("action", ["nothing", "segfault"])
def test_wrong_options_of_a_format(action: str) -> None:
    with pytest.raises(OptionError, match="width has no meaning in html"):
        hostile(action).write("html", width=80)


@pytest.mark.parametrize("values", [{"seconds": 0}, {"seconds": "9"}, {"memory_bytes": 1000}, {"memory_bytes": 1e9}])
def test_limits_that_make_no_sense(values: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Isolation(**values)


def test_without_limits() -> None:
    assert isolated(ARTICLE, within=Isolation(seconds=None, memory_bytes=None)).text == ridgeline.extract(ARTICLE).text


def test_false_is_no_isolation() -> None:
    assert ridgeline.extract(ARTICLE, isolated=False).keep.tolist() == ridgeline.extract(ARTICLE).keep.tolist()


def test_a_system_without_guarded_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "runs_processes", lambda: False)
    with pytest.raises(OptionError, match="only Linux and other Unix systems"):
        isolated(ARTICLE)
