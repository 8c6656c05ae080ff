"""Golden pages: reading, scoring, floors, captions."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline import Extraction, Metadata, Status, extract, parse
from ridgeline.errors import DatasetError, OptionError, OutputError
from ridgeline.lab.golden import (
    FIELDS,
    Floors,
    GoldenPage,
    GoldenScore,
    find_folder,
    language_means,
    mean_figures,
    page_names,
    pin,
    read_floors,
    read_page,
    read_pages,
    score_golden,
    shortfalls,
    write_floors,
    write_page,
)
from ridgeline.lab.golden.findings import describe
from ridgeline.lab.golden.floors import MEANS
from ridgeline.lab.golden.gallery import Cover, Exhibit, Plan, gallery_text, read_plan, write_gallery
from ridgeline.lab.golden.markdown import markdown_agreement, read_markdown
from ridgeline.lab.golden.pictures import encode, in_two_columns, picture
from ridgeline.lab.golden.scores import MIN_LANGUAGE_PAGES, compare_metadata, golden_words
from ridgeline.lab.metrics import Score
from ridgeline.registry import load
from ridgeline.render import Browser, Rendering

from ..browsers import need_browser

SOURCE = "<title>Ferry</title><h1>Ferry</h1><p>The ferry sails <a href='/now'>again</a> today.</p>"


def put_page(folder: Path, name: str, *, text: str = "The ferry sails again today.", **stated: Any) -> Path:
    """A golden page in a folder."""
    place = folder / name
    place.mkdir(parents=True)
    empty = {field: value for field, value in Metadata().as_dict().items() if field in FIELDS}
    data = {"url": "https://town.example/", "status": "ok", "page_type": "article", **empty, **stated}
    (place / "source.html").write_text(SOURCE, encoding="utf-8")
    (place / "expected.txt").write_text(text + "\n", encoding="utf-8")
    (place / "expected.md").write_text(f"# Ferry\n\n{text}\n" if text else "", encoding="utf-8")
    (place / "expected.json").write_text(json.dumps(data), encoding="utf-8")
    return place


def everything(source: str = SOURCE) -> Extraction:
    return extract(source, url="https://town.example/", extractor="everything")


def scored(
    page: str, text: float, *, markdown: float = 1.0, status: bool = True, language: str | None = None
) -> GoldenScore:
    """A score that was not measured."""
    fields = dict.fromkeys(FIELDS, True)
    return GoldenScore(page, language, Score.uniform(text), markdown, fields, status, page_type=True)


# --- Reading


def test_a_page_is_read(tmp_path: Path) -> None:
    put_page(tmp_path, "ferry", title="Ferry", authors=["A. Sailor"], status="ok")
    page = read_page(tmp_path, "ferry")
    assert page == GoldenPage(
        name="ferry",
        source=SOURCE.encode(),
        text="The ferry sails again today.",
        markdown="# Ferry\n\nThe ferry sails again today.",
        metadata=Metadata(title="Ferry", authors=("A. Sailor",)),
        url="https://town.example/",
        status=Status.OK,
        page_type="article",
    )
    assert read_pages(tmp_path) == [page]


def test_pages_are_sorted_and_files_beside_them_ignored(tmp_path: Path) -> None:
    for name in ("two", "one"):
        put_page(tmp_path, name)
    (tmp_path / "floors.json").write_text("{}")
    (tmp_path / ".cache").mkdir()
    assert page_names(tmp_path) == ["one", "two"]


@pytest.mark.parametrize("file", ["source.html", "expected.txt", "expected.md", "expected.json"])
def test_a_missing_file_is_named(tmp_path: Path, file: str) -> None:
    (put_page(tmp_path, "ferry") / file).unlink()
    with pytest.raises(DatasetError, match=rf"ferry.{file}: is missing"):
        read_page(tmp_path, "ferry")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "is not a JSON object"),
        ('{"url": null}', "missing or unknown: authors, canonical_url"),
    ],
)
def test_wrong_data_is_named(tmp_path: Path, content: str, said: str) -> None:
    (put_page(tmp_path, "ferry") / "expected.json").write_text(content)
    with pytest.raises(DatasetError, match=said):
        read_page(tmp_path, "ferry")


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"status": "fine"}, "status is one of ok, nothing, shell, blocked, error, not-html, not 'fine'"),
        ({"authors": "A. Sailor"}, "authors is a list of strings"),
        ({"tags": [1]}, "tags is a list of strings"),
        ({"title": 1}, "title is a string or null"),
    ],
)
def test_wrong_values_are_named(tmp_path: Path, stated: dict[str, Any], said: str) -> None:
    put_page(tmp_path, "ferry", **stated)
    with pytest.raises(DatasetError, match=said):
        read_page(tmp_path, "ferry")


def test_text_has_to_be_unicode(tmp_path: Path) -> None:
    (put_page(tmp_path, "ferry") / "expected.txt").write_bytes(b"caf\xe9")
    with pytest.raises(DatasetError, match=r"expected\.txt: is not UTF-8 at byte 3"):
        read_page(tmp_path, "ferry")


def test_unknown_pages_and_empty_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="there is no golden page 'ferry'"):
        read_page(tmp_path, "ferry")
    with pytest.raises(DatasetError, match="there are no golden pages"):
        read_pages(tmp_path)
    with pytest.raises(DatasetError, match="cannot be read"):
        page_names(tmp_path / "nowhere")


def test_the_folder_of_a_checkout_is_found_from_inside(tmp_path: Path) -> None:
    folder = tmp_path / "checkout" / "tests" / "golden"
    inside = tmp_path / "checkout" / "src" / "deep"
    folder.mkdir(parents=True)
    inside.mkdir(parents=True)
    assert find_folder(inside) == find_folder(tmp_path / "checkout") == folder
    with pytest.raises(DatasetError, match="go to a checkout of ridgeline, or give --folder"):
        find_folder(tmp_path)


# --- Writing


def test_a_new_page_is_scored_as_perfect(tmp_path: Path) -> None:
    extraction = everything()
    place = write_page(tmp_path, "new-page", SOURCE.encode(), None, extraction)
    assert place == tmp_path / "new-page"
    page = read_page(tmp_path, "new-page")
    assert (page.source, page.url) == (SOURCE.encode(), "https://town.example/")
    assert set(score_golden(extraction, page).figures.values()) == {1.0}


def test_a_page_is_not_overwritten(tmp_path: Path) -> None:
    write_page(tmp_path, "new-page", SOURCE.encode(), None, everything())
    with pytest.raises(OutputError, match="exists already"):
        write_page(tmp_path, "new-page", b"", None, everything())
    assert read_page(tmp_path, "new-page").source == SOURCE.encode()


@pytest.mark.parametrize("name", ["", "New", "two words", "../up", "a--b", "-a", "a_b"])
def test_names_are_ordinary(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match="lower case, with hyphens"):
        write_page(tmp_path, name, b"", None, everything())


def test_a_source_is_read_alike_without_its_http_header(tmp_path: Path) -> None:
    """The server named the encoding, the page does not: the file has to say it."""
    data = "<p>Привет, мир, это страница без объявления".encode("koi8-r")
    extraction = extract(data, charset="koi8-r", extractor="everything")
    write_page(tmp_path, "koi", data, "koi8-r", extraction)
    assert parse(read_page(tmp_path, "koi").source).source == extraction.page.source


# --- Scores


def test_an_extraction_is_scored(tmp_path: Path) -> None:
    put_page(tmp_path, "ferry", title="Ferry", language="de")
    score = score_golden(everything(), read_page(tmp_path, "ferry"))
    assert score.text == Score.from_counts(5, 6, 5)  # the headline is kept beside the five words
    assert score.fields == dict.fromkeys(FIELDS, True) | {"language": False}
    assert score.metadata == pytest.approx(0.9)
    assert score.status
    assert not score.page_type  # everything knows no types
    assert score.figures.keys() == {"text", "markdown", "metadata", "status", "page_type"}


def test_nothing_expected_and_nothing_found_is_perfect(tmp_path: Path) -> None:
    put_page(tmp_path, "wall", text="", status="nothing", page_type=None, title="Ferry", language="en")
    page = read_page(tmp_path, "wall")
    nothing = Extraction(parse(SOURCE), np.array([], dtype=np.int32), "nothing")
    assert set(score_golden(nothing, page).figures.values()) == {1.0}
    found = score_golden(everything(), page)
    assert (found.text.f1, found.markdown, found.status) == (0.0, 0.0, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The ferry, No. 7!", ["the", "ferry", "no", "7"]),
        ("渡し舟のA4", ["渡", "し", "舟", "の", "a4"]),
        ("아침 배", ["아", "침", "배"]),
        ("น้ำ 3", ["น", "้", "ำ", "3"]),
        ("cafe\u0301", ["caf\u00e9"]),
    ],
)
def test_words_and_characters(text: str, words: list[str]) -> None:
    assert golden_words(text) == words


def test_metadata_is_compared_by_field() -> None:
    one = Metadata(title="The  ferry", authors=("A", "B"), tags=("x", "y"), date="2024-01-02")
    other = Metadata(title="The ferry", authors=("B", "A"), tags=("y", "x"))
    wrong = [field for field, agrees in compare_metadata(one, other).items() if not agrees]
    assert wrong == ["authors", "date"]


def test_means_are_over_pages_and_by_field() -> None:
    better, worse = scored("a", 1.0), scored("b", 0.5, status=False)
    worse = replace(worse, fields=dict.fromkeys(FIELDS, True) | {"date": False})
    means = mean_figures([better, worse])
    assert (means["text"], means["status"], means["metadata.date"], means["metadata.title"]) == (0.75, 0.5, 0.5, 1.0)
    assert means["metadata"] == pytest.approx(0.95)


def test_languages_with_enough_pages_have_means() -> None:
    thai = [scored(f"thai-{number}", number / 10, language="th") for number in range(3, 3 + MIN_LANGUAGE_PAGES)]
    scores = [*thai, *(replace(score, language="fa") for score in thai[1:]), scored("other", 0.0)]
    assert language_means(scores) == {"th": pytest.approx(0.55)}
    assert mean_figures(scores)["text.th"] == pytest.approx(0.55)


# --- Markdown


def elements(markdown: str) -> list[tuple[str, str]]:
    return list(read_markdown(markdown, golden_words).elements)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("Some *plain* words", [("paragraph", "some plain words")]),
        ("## A heading\n", [("h2", "a heading")]),
        ("- one\n  - two\n- three", [("bulleted item", "two"), ("bulleted item", "one"), ("bulleted item", "three")]),
        ("1. one\n\n   more", [("numbered item", "one more")]),
        ("| a | b |\n| --- | --- |\n| 1 |  |", [("cell", "a"), ("cell", "b"), ("cell", "1")]),
        ("```python\nx =  1\n```", [("code", "x = 1")]),
        ("> said\n>\n> > before", [("quote", "said before")]),
        ("[there](https://a.example/)", [("link", "https://a.example/"), ("paragraph", "there")]),
        ("![alt](https://a.example/b.png)", [("image", "https://a.example/b.png")]),
        ("so $a + b$ is", [("formula", "a+b"), ("paragraph", "so a b is")]),
        ("from $40 to $60", [("paragraph", "from 40 to 60")]),
        ("km<sup>2</sup> one<br>two", [("paragraph", "km2 one two")]),
        ("a \\[b\\]", [("paragraph", "a b")]),
        ("", []),
    ],
)
def test_elements_of_markdown(markdown: str, expected: list[tuple[str, str]]) -> None:
    assert elements(markdown) == expected


def test_the_words_are_those_that_a_reader_sees() -> None:
    parts = read_markdown("# One\n\n[two](https://no.example) ![no](x.png)\n\n```\nthree\n```\n\n- four", golden_words)
    assert parts.words == ("one", "two", "three", "four")


def test_structure_is_half_of_the_agreement() -> None:
    ideal = "# Title\n\n- one\n- two"
    assert markdown_agreement(ideal, ideal, golden_words) == 1.0
    assert markdown_agreement("Title one two", ideal, golden_words) == 0.5
    assert markdown_agreement("", ideal, golden_words) == 0.0
    assert markdown_agreement("", "", golden_words) == 1.0
    nearly = markdown_agreement("Title\n\n- one\n- two", ideal, golden_words)
    assert nearly == pytest.approx((1 + 2 / 3) / 2)


@given(st.text(max_size=200), st.text(max_size=200))
def test_agreement_is_symmetric_and_bounded(one: str, other: str) -> None:
    agreement = markdown_agreement(one, other, golden_words)
    assert 0 <= agreement <= 1
    assert agreement == markdown_agreement(other, one, golden_words)
    assert markdown_agreement(one, one, golden_words) == 1


# --- Floors


def test_floors_lie_a_little_below() -> None:
    floors, changes = pin([scored("a", 0.9437, markdown=0.9)], Floors())
    assert floors.pages == {"a": {"text": 0.938, "markdown": 0.895, "metadata": 0.995, "status": 1.0, "page_type": 1.0}}
    assert floors.means["text"] == 0.938
    assert floors.means["status"] == 0.995
    assert {change.page for change in changes} == {"a", MEANS}
    assert all(change.before is None for change in changes)


def test_floors_hold_what_they_were_pinned_at() -> None:
    scores = [scored("a", 1.0), scored("b", 0.0, markdown=0.001)]
    floors, _ = pin(scores, Floors())
    assert shortfalls(scores, floors) == []
    assert floors.pages["b"]["markdown"] == 0.0


def test_floors_rise_and_fall_only_on_request() -> None:
    floors, _ = pin([scored("a", 0.8)], Floors())
    raised, changes = pin([scored("a", 0.9)], floors)
    assert raised.pages["a"]["text"] == 0.895
    assert {(change.page, change.before, change.after) for change in changes} == {
        ("a", 0.795, 0.895),
        (MEANS, 0.795, 0.895),
    }
    kept, changes = pin([scored("a", 0.7)], raised)
    assert (kept, changes) == (raised, [])
    lowered, _ = pin([scored("a", 0.7)], raised, lower=True)
    assert lowered.pages["a"]["text"] == lowered.means["text"] == 0.695


def test_only_named_pages_are_pinned() -> None:
    floors, _ = pin([scored("a", 0.8), scored("b", 0.8)], Floors())
    floors, changes = pin([scored("a", 0.9), scored("b", 0.9)], floors, names=["b"])
    assert (floors.pages["a"]["text"], floors.pages["b"]["text"]) == (0.795, 0.895)
    assert {change.page for change in changes} == {"b", MEANS}


def test_means_are_pinned_anew_for_another_set_of_pages() -> None:
    floors, _ = pin([scored("a", 1.0)], Floors())
    with_hard_page, _ = pin([scored("a", 1.0), scored("hard", 0.2)], floors)
    assert with_hard_page.means["text"] == 0.595
    without, changes = pin([scored("hard", 0.2)], with_hard_page)
    assert without.pages.keys() == {"hard"}
    assert ("a", "text", None) in {(change.page, change.figure, change.after) for change in changes}


def test_a_shortfall_says_what_to_do() -> None:
    floors, _ = pin([scored("a", 0.9)], Floors())
    below = shortfalls([scored("a", 0.85, markdown=0.5, status=False)], floors)
    messages = [str(shortfall) for shortfall in below]
    assert messages[0] == "a: text 0.8500 is below its floor 0.895; see `ridgeline lab golden show a`"
    assert messages[1].endswith("see `ridgeline lab golden show a --markdown`")
    assert messages[2].startswith("a: status 0.0000 is below its floor 1.000")
    assert messages[3] == f"{MEANS}: text 0.8500 is below its floor 0.895; see `ridgeline lab golden list`"


def test_pages_without_floors_are_left_out() -> None:
    assert shortfalls([scored("a", 0.0)], Floors()) == []


def test_floors_are_written_and_read(tmp_path: Path) -> None:
    assert read_floors(tmp_path) == Floors()
    floors, _ = pin([scored("b", 0.5), scored("a", 1.0)], Floors())
    write_floors(tmp_path, floors)
    assert read_floors(tmp_path) == floors
    lines = (tmp_path / "floors.json").read_text(encoding="utf-8").splitlines()
    assert sum('"a": {' in line or '"b": {' in line for line in lines) == 2


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"pages": {"a": 1}, "means": {}}', '{"pages": {}, "means": {"a": "x"}}']
)
def test_other_files_are_no_floors(tmp_path: Path, content: str) -> None:
    (tmp_path / "floors.json").write_text(content)
    with pytest.raises(DatasetError, match=r"floors\.json: not a file of floors"):
        read_floors(tmp_path)


# --- Captions and the gallery


@pytest.mark.parametrize(
    ("found", "expected", "said"),
    [
        ("one two", "one two", "All of the content, and nothing else."),
        ("", "", "There is no content here, and none is kept."),
        ("Log in", "", "Kept by mistake: 2 words, in “Log in”."),
        ("one", "one\n\ntwo three", "Missed: 2 words, in “two three”. Nothing is kept by mistake."),
        ("one\ntwo", "one", "Nothing is missing. Kept by mistake: a word, in “two”."),
        ("one two", "one\ntwo\nthree", "Missed: a word, in “three”. Nothing is kept by mistake."),
        ("“A said”", "", "Kept by mistake: 2 words, in “A said”."),
    ],
)
def test_what_is_wrong_is_described(found: str, expected: str, said: str) -> None:
    assert describe(found, expected) == said


def test_descriptions_quote_the_longest_lines_in_part() -> None:
    said = describe("", "short\n" + "a long line " * 20 + "\nmiddle line\n")
    assert "short" not in said
    assert "middle line" in said
    assert len(said) < 160


def put_plan(folder: Path) -> Plan:
    content = {
        "cover": {"page": "ferry", "window_width": 800},
        "pages": [{"page": "ferry", "title": "A ferry", "note": "Short."}],
    }
    (folder / "gallery.json").write_text(json.dumps(content), encoding="utf-8")
    return Plan(Cover("ferry", 800), (Exhibit("ferry", "A ferry", "Short."),))


def test_a_plan_is_read(tmp_path: Path) -> None:
    assert put_plan(tmp_path) == read_plan(tmp_path)


@pytest.mark.parametrize("content", [None, "", "[]", '{"cover": {"page": "a"}, "pages": []}', '{"pages": []}'])
def test_other_files_are_no_plan(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "gallery.json").write_text(content)
    with pytest.raises(DatasetError, match=r"gallery\.json"):
        read_plan(tmp_path)


def test_the_gallery_as_text(tmp_path: Path) -> None:
    put_page(tmp_path, "ferry", status="blocked")
    exhibits = put_plan(tmp_path).exhibits
    text = gallery_text("everything", exhibits, [read_page(tmp_path, "ferry")], [everything()])
    assert "What `everything` keeps" in text
    assert "| [A ferry](#a-ferry) | 0.909 |" in text
    assert "](pictures/gallery/ferry.webp)" in text
    assert "*ferry (article), text F1 0.909" in text
    assert "Kept by mistake: a word, in “Ferry”." in text
    assert "The status is `ok` instead of `blocked`." in text


def test_a_gallery_is_drawn(tmp_path: Path) -> None:
    need_browser()
    image = pytest.importorskip("PIL.Image")
    put_page(tmp_path, "ferry")
    done: list[int] = []
    written = write_gallery(
        tmp_path, put_plan(tmp_path), load("everything"), tmp_path / "docs", on_picture=lambda: done.append(1)
    )
    assert len(done) == len(written.pictures) == 2
    assert [image.open(io.BytesIO(path.read_bytes())).width for path in written.pictures] == [900, 1240]
    assert all(path.stat().st_size < 60_000 for path in written.pictures)
    assert written.text.read_text(encoding="utf-8").startswith("# Gallery")


def test_kept_leaves_are_green_and_others_grey() -> None:
    need_browser()
    pytest.importorskip("PIL")
    source = "<body style='margin: 0; font-size: 60px'><p style='color: red'>kept</p><p style='color: red'>dropped</p>"
    kept = Extraction(parse(source), np.array([0], dtype=np.int32), "test")
    with Browser(Rendering(width=900, height=400)) as browser:
        pixels = np.asarray(picture(browser, kept)).astype(int)
    is_green = pixels[..., 1] > pixels[..., 0] + 20
    is_grey = (pixels.max(axis=2) - pixels.min(axis=2)) <= 2
    middle = len(pixels) // 2
    assert is_green[:middle].any()
    assert not is_green[middle:].any()
    assert is_grey[middle:].all()


def test_a_tall_picture_in_two_columns() -> None:
    image = pytest.importorskip("PIL.Image")
    tall = np.full((400, 90, 3), 255, dtype=np.uint8)
    tall[::20, 10:80:2] = 0  # lines of text; between them it is quiet
    sheet = in_two_columns(image.fromarray(tall), 105)
    assert sheet.width == 105
    assert 95 <= sheet.height <= 115
    assert len(encode(sheet, 10_000)) < 10_000
