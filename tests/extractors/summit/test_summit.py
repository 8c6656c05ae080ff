"""summit as people use it: what it keeps and says, with its own model and with wrong ones."""

import json
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest

import ridgeline
from ridgeline import Extraction, Page
from ridgeline.cli import main
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.summit import Summit
from ridgeline.extractors.summit.constants import PAGE_TYPES
from ridgeline.extractors.summit.features import LINE_FEATURES, PAGE_FEATURES
from ridgeline.extractors.summit.model import Model
from ridgeline.status import Status
from ridgeline.storage import models

from ...pages import AWKWARD, page
from .pages import RECORDS, UNSEEN
from .readings import lines_of

PAGES = [
    *(ridgeline.parse(record.html, url=record.url) for record in RECORDS),
    *(ridgeline.parse(html, url="https://example.org/page") for html in AWKWARD.values()),
]
SENTENCE = "The morning ferry leaves at nine, and it carries more mail than people across the sound. "


@pytest.fixture(scope="module")
def shipped() -> models.SavedModel:
    return models.load_shipped("summit")


def facts(answer: Extraction) -> tuple[list[int], list[float], float | None, str | None]:
    scores = [] if answer.scores is None else answer.scores.tolist()
    return answer.keep.tolist(), scores, answer.confidence, answer.page_type


# --- Answers


def test_an_article_is_found() -> None:
    answer = ridgeline.extract(UNSEEN.html, url=UNSEEN.url)
    assert answer.extractor == "summit"
    text = answer.text
    assert all(line in text for line in UNSEEN.text.splitlines())
    assert "All rights reserved" not in text
    assert "Read more:" not in text
    assert answer.page_type == "article"
    assert answer.status is Status.OK


def test_the_same_twice_and_in_ten_threads() -> None:
    summit = Summit()
    alone = [facts(summit.extract(made)) for made in PAGES]
    assert [facts(summit.extract(made)) for made in PAGES] == alone
    fresh = Summit(model=Model.from_saved(models.load_shipped("summit")))  # nothing is remembered yet
    with ThreadPoolExecutor(10) as threads:
        for made in (summit, fresh):
            assert [facts(answer) for answer in threads.map(made.extract, PAGES * 3)] == alone * 3


def test_an_answer_depends_on_its_page_alone() -> None:
    fresh = Summit(model=Model.from_saved(models.load_shipped("summit")))
    backwards = [facts(fresh.extract(made)) for made in reversed(PAGES)]
    assert backwards[::-1] == [facts(Summit().extract(made)) for made in PAGES]


@pytest.mark.parametrize("made", PAGES, ids=range(len(PAGES)))
def test_what_an_answer_says(made: Page) -> None:
    answer = Summit().extract(made)
    if answer.page_type is None:  # nothing was there to be scored
        assert not any(made.leaf_text)
        assert not answer
        return
    assert answer.page_type in PAGE_TYPES
    assert answer.scores is not None
    assert answer.scores.shape == made.leaves.shape
    assert ((answer.scores >= 0) & (answer.scores <= 1)).all()
    if not answer:
        assert answer.confidence is None
        assert answer.scores.max() < 0.5
        return
    assert answer.confidence is not None
    assert 0 <= answer.confidence <= 1


def test_page_types_are_those_that_extractions_have() -> None:
    assert PAGE_TYPES == ("article", "collection", "documentation", "forum", "listing", "product", "service")


def test_leaves_have_the_scores_of_their_lines() -> None:
    made = page(f"<h1>The ferry</h1><p>{SENTENCE}<b>{SENTENCE}</b></p><img src=a><p>{SENTENCE}</p><nav>Home</nav>")
    answer = Summit().extract(made)
    assert answer.scores is not None
    _, first, same, image, second, _ = answer.scores.tolist()
    assert first == same
    assert image == min(same, second)  # between two lines it goes by the less probable
    kept = set(answer.keep.tolist())
    assert min(answer.scores[sorted(kept)]) >= max(answer.scores[sorted(set(range(6)) - kept)], default=0)


@pytest.mark.parametrize(
    ("keep", "images"),
    [("yy", "abc"), ("yn", "a"), ("ny", "c"), ("nn", "")],
)
def test_images_between_lines_go_by_both(keep: str, images: str) -> None:
    made = page("<img src=a><p>one <b>two</b></p><img src=b><p>three</p><img src=c>")
    leaves = lines_of(made).leaves(np.array([letter == "y" for letter in keep]))
    rows = made.leaves[leaves].tolist()
    assert "".join(made.attributes[row].get("src") or "" for row in rows) == images
    assert len(rows) == len(images) + 2 * (keep[0] == "y") + (keep[1] == "y")


def test_what_is_favoured() -> None:
    for made in PAGES:
        precise, balanced, complete = (
            set(Summit(favor).extract(made).keep.tolist()) for favor in ("precision", "balanced", "recall")
        )
        assert precise <= balanced <= complete
        assert set(Summit().extract(made).keep.tolist()) == balanced
    sizes = [sum(len(Summit(favor).extract(made).keep) for made in PAGES) for favor in ("precision", "recall")]
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("html", ["", "<img src=a>", "<!-- nothing -->"])
def test_no_text_is_nothing(html: str) -> None:
    answer = ridgeline.extract(html)
    assert (answer.text, answer.confidence, answer.page_type, answer.remarks) == ("", None, None, ())
    assert answer.status is Status.NOTHING


MENU = "<nav>" + "".join(f"<a href=/{place}>{place}</a> " for place in ("Home", "Ferries", "Tides", "Login")) + "</nav>"
EMPTY = {
    "a menu": (MENU + "<footer>All rights reserved</footer>", Status.NOTHING),
    "a button": ("<button>Press</button>", Status.NOTHING),
    "a refusal": ("<title>Access denied</title><p>You have been blocked. Write to the owner.</p>", Status.BLOCKED),
    "a login wall": (f"<title>Log in</title>{MENU}<form><input type=password><p>Log in.</form>", Status.BLOCKED),
    "a shell": ("<noscript>You need to enable JavaScript.</noscript><div id=app></div>" + MENU, Status.SHELL),
}


@pytest.mark.parametrize("favor", ["precision", "balanced", "recall"])
@pytest.mark.parametrize(("html", "status"), EMPTY.values(), ids=EMPTY.keys())
def test_a_page_without_content_has_none(
    html: str, status: Status, favor: Literal["precision", "balanced", "recall"]
) -> None:
    answer = ridgeline.extract(html, favor=favor, comments=True)
    assert (answer.text, answer.confidence, answer.status) == ("", None, status)
    assert answer.scores is not None  # what there is was scored


FEW_WORDS = ["hello", "<p>Hello world", "<h1>A heading</h1>", "<pre>x = 1</pre>", "<p>你好，世界", "<ul><li>one<li>two"]


@pytest.mark.parametrize("html", FEW_WORDS)
def test_a_page_of_a_few_words_has_them(html: str) -> None:
    assert ridgeline.extract(html).text.split() == ridgeline.extract(html, extractor="everything").text.split()


def test_a_shell_that_holds_its_text_keeps_it() -> None:
    html = f"<noscript>Please enable JavaScript.</noscript><div id=app></div><main><p>{SENTENCE * 2}</main>"
    answer = ridgeline.extract(html)
    assert answer.text.count("The morning ferry") == 2


def test_a_page_that_shows_nothing_is_revealed() -> None:
    data = {"@type": "NewsArticle", "headline": "The ferry", "articleBody": SENTENCE * 12}
    html = f"<title>The ferry</title><div id=root></div><script type='application/ld+json'>{json.dumps(data)}</script>"
    answer = ridgeline.extract(html, url="https://example.org/a")
    assert answer.text.count("The morning ferry leaves at nine") == 12
    assert len(answer.remarks) == 1
    assert "carries as data (json-ld)" in answer.remarks[0]
    assert answer.page.url == "https://example.org/a"
    assert answer.carrier == "json-ld"
    assert answer.original_page.source == html
    assert ridgeline.extract(RECORDS[0].html).remarks == ()


def test_a_page_that_shows_a_beginning_is_completed() -> None:
    sentences = [
        f"On day {day} the morning ferry carried {17 * day} letters, {day + 3} crates and {11 * day} gulls across."
        for day in range(40)
    ]
    data = {"props": {"article": {"title": "The ferry", "body": "".join(f"<p>{text}</p>" for text in sentences)}}}
    shown = "".join(f"<p>{text}</p>" for text in sentences[:6])
    html = (
        f"<title>The ferry</title><main><h1>The ferry</h1>{shown}</main>"
        f"<p>Subscribe to read on.</p><script type='application/json'>{json.dumps(data)}</script>"
    )
    answer = ridgeline.extract(html, url="https://example.org/a")
    assert answer.text.count("the morning ferry") == 40
    assert ["only the beginning" in remark for remark in answer.remarks] == [True]
    assert answer.carrier == "json-script"
    assert "Subscribe" not in answer.text


def test_a_refusal_is_not_taken_for_what_it_carries() -> None:
    data = json.dumps({"@type": "NewsArticle", "headline": "Elsewhere", "articleBody": SENTENCE * 12})
    html = f"<title>Access denied</title><p>Access denied.</p><script type='application/ld+json'>{data}</script>"
    answer = ridgeline.extract(html)
    assert answer.status is Status.BLOCKED
    assert answer.remarks == (Status.BLOCKED.meaning,)
    assert "ferry" not in answer.text


# --- Options and models


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"favor": "both"}, "precision, balanced, recall"),
        ({"comments": "some"}, "comments is True, False or None"),
        ({"hue": 3}, "summit has no option 'hue'; it takes author_boxes, captions, comments, favor"),
        ({"model": 3}, "model is the path of a file"),
    ],
)
def test_wrong_options_are_one_error(options: Mapping[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        ridgeline.extract("<p>x", **options)


def test_a_wrong_option_on_the_command_line_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.html").write_text("<p>x")
    assert main(["extract", str(tmp_path / "a.html"), "--option", "comments=some"]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_the_shipped_model(shipped: models.SavedModel) -> None:
    manifest = shipped.manifest
    assert manifest["line_features"] == list(LINE_FEATURES)
    assert manifest["page_features"] == list(PAGE_FEATURES)
    assert manifest["page_types"] == list(PAGE_TYPES)
    assert len(manifest["fingerprint"]) == 64
    assert manifest["trained_on"]
    assert manifest["cross_validation"]
    assert all(np.isfinite(array).all() for array in shipped.arrays.values())
    size = sum((models.SHIPPED / f"summit.{suffix}").stat().st_size for suffix in ("json", "bin"))
    assert size < 3_000_000


def test_stored_and_read_it_is_the_same(shipped: models.SavedModel, tmp_path: Path) -> None:
    models.save(Model.from_saved(shipped).to_saved(), tmp_path / "again.json")
    for again in (Summit.load(tmp_path / "again.json"), ridgeline.load("summit", model=str(tmp_path / "again.json"))):
        assert [facts(again.extract(made)) for made in PAGES] == [facts(Summit().extract(made)) for made in PAGES]


def test_a_model_is_loaded_with_options(tmp_path: Path, shipped: models.SavedModel) -> None:
    models.save(shipped, tmp_path / "m.json")
    loaded = ridgeline.load("summit", model=tmp_path / "m.json", favor="recall")
    assert [facts(loaded.extract(made)) for made in PAGES] == [facts(Summit("recall").extract(made)) for made in PAGES]


Arrays = dict[str, npt.NDArray[Any]]


def without(arrays: Arrays, name: str) -> Arrays:
    return {key: value for key, value in arrays.items() if key != name}


DAMAGED: dict[str, tuple[dict[str, Any], Any]] = {
    "no arrays": ({}, lambda arrays: {}),
    "one array is missing": ({}, lambda arrays: without(arrays, "answer")),
    "a bias is missing": ({}, lambda arrays: without(arrays, "near_1.bias")),
    "one too many": ({}, lambda arrays: {**arrays, "more": np.zeros(3)}),
    "another width": ({}, lambda arrays: {**arrays, "last": arrays["last"][:, :, 1:]}),
    "a number instead": ({}, lambda arrays: {**arrays, "last": np.float32(3)}),
    "fewer vectors than words": ({}, lambda arrays: {**arrays, "words": arrays["words"][:, 1:]}),
    "not numbers": ({}, lambda arrays: {**arrays, "line_mean": arrays["line_mean"] * np.nan}),
    "one network less of one": ({}, lambda arrays: {**arrays, "last": arrays["last"][1:]}),
    "no words": ({"class_words": None}, dict),
    "words are numbers": ({"line_words": [1, 2]}, dict),
    "no calibration": ({"calibration": []}, dict),
    "odd calibration": ({"calibration": [[0, 1], [0]]}, dict),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_model_is_an_error(shipped: models.SavedModel, name: str, tmp_path: Path) -> None:
    manifest, damage = DAMAGED[name]
    damaged = replace(shipped, manifest={**shipped.manifest, **manifest}, arrays=damage(dict(shipped.arrays)))
    models.save(damaged, tmp_path / "m.json")
    with pytest.raises(ModelError, match="damaged"):
        ridgeline.load("summit", model=tmp_path / "m.json")


@pytest.mark.parametrize("name", ["line_features", "page_features", "page_types"])
def test_a_model_of_other_features_is_an_error(shipped: models.SavedModel, name: str, tmp_path: Path) -> None:
    for known in (shipped.manifest[name][::-1], None):
        models.save(replace(shipped, manifest={**shipped.manifest, name: known}), tmp_path / "m.json")
        with pytest.raises(ModelError, match="other features"):
            ridgeline.load("summit", model=tmp_path / "m.json")


def test_a_model_of_another_extractor_is_an_error(shipped: models.SavedModel, tmp_path: Path) -> None:
    models.save(replace(shipped, extractor="mountain", manifest={}), tmp_path / "m.json")
    with pytest.raises(ModelError, match="a model of mountain, not of summit"):
        ridgeline.load("summit", model=tmp_path / "m.json")


def test_files_that_do_not_belong_together_are_an_error(shipped: models.SavedModel, tmp_path: Path) -> None:
    models.save(shipped, tmp_path / "m.json")
    data = bytearray((tmp_path / "m.bin").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "m.bin").write_bytes(data)
    with pytest.raises(ModelError, match="checksum"):
        ridgeline.load("summit", model=tmp_path / "m.json")


# --- What it needs


def test_extraction_imports_nothing_heavy() -> None:
    """Whoever extracts pages has none of what training needs, and waits for none of it."""
    code = (
        "import sys, ridgeline; assert ridgeline.extract(sys.argv[1]).text; "
        "print(sorted({'torch', 'sklearn', 'matplotlib', 'scipy', 'click', 'ridgeline.lab'} & sys.modules.keys()))"
    )
    ran = subprocess.run([sys.executable, "-c", code, UNSEEN.html], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
