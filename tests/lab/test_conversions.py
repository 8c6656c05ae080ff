"""Conversion of downloads: layouts, field names, encodings, and what is said when something is wrong."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ridgeline.errors import DatasetError, OptionError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Post, Record, conversions

PAGE = "<meta charset=utf-8><nav>Menü</nav><p>Die Fähre.</p>"


def put(path: Path, content: str | bytes | dict[str, Any] | list[Any]) -> Path:
    """A file with its folders; what is no text becomes JSON, and `.gz` is compressed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, dict | list):
        content = json.dumps(content)
    data = content.encode() if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def written(conversion: conversions.Conversion, folder: Path, **values: str) -> list[Record]:
    target = folder / "set.jsonl.xz"
    count = conversions.write(conversion, target, values)
    records = datasets.load(target)
    assert count == len(records)
    return records


# --- pairs


def test_pairs_are_files_of_one_name(tmp_path: Path) -> None:
    put(tmp_path / "html" / "b.html", PAGE)
    put(tmp_path / "html" / "a.HTM", PAGE)
    put(tmp_path / "html" / "c.html.gz", PAGE)
    put(tmp_path / "html" / "alone.html", PAGE)
    put(tmp_path / "html" / "style.css", "p {}")
    for name in ("a", "b", "c", "nobody"):
        put(tmp_path / "text" / f"{name}.txt", f"\ufeffGold {name}\n")
    conversion = conversions.read_pairs(tmp_path / "html", tmp_path / "text")
    records = written(conversion, tmp_path, lang="German", site="ferry.test")
    assert [record.id for record in records] == ["a", "b", "c"]
    assert records[0] == Record("a", PAGE, "Gold a\n", lang="German", site="ferry.test")
    assert conversion.left_out == ["alone", "nobody"]


def test_encodings_of_pages_and_texts(tmp_path: Path) -> None:
    put(tmp_path / "html" / "a.html", "<meta charset=koi8-r><p>Паром".encode("koi8-r"))
    put(tmp_path / "text" / "a.txt", "Ein Fährschiff für Grüße über den Fluß".encode("latin-1"))
    (record,) = written(conversions.read_pairs(tmp_path / "html", tmp_path / "text"), tmp_path)
    assert "Паром" in record.html
    assert record.text == "Ein Fährschiff für Grüße über den Fluß"


def test_two_files_for_one_page_are_an_error(tmp_path: Path) -> None:
    put(tmp_path / "html" / "a.html", PAGE)
    put(tmp_path / "html" / "a.htm", PAGE)
    with pytest.raises(DatasetError, match=r"a\.htm and a\.html belong to the same page"):
        conversions.read_pairs(tmp_path / "html", tmp_path / "text")


def test_gold_files_may_be_markdown_or_html(tmp_path: Path) -> None:
    put(tmp_path / "html" / "a.html", PAGE)
    put(tmp_path / "md" / "a.md", "# Die *Fähre*\n\n- ab\n- an")
    (record,) = written(conversions.read_pairs(tmp_path / "html", tmp_path / "md"), tmp_path)
    assert record.markdown == "# Die *Fähre*\n\n- ab\n- an"
    assert record.text.split() == ["Die", "Fähre", "ab", "an"]
    put(tmp_path / "gold" / "a.html", "<meta charset=utf-8><h1>Die <i>Fähre</i></h1><p>ab")
    (record,) = written(conversions.read_pairs(tmp_path / "html", tmp_path / "gold"), tmp_path)
    assert record.main_html is not None
    assert "<i>Fähre</i>" in record.main_html
    assert record.text.split() == ["Die", "Fähre", "ab"]


def test_pages_and_texts_may_share_a_folder(tmp_path: Path) -> None:
    put(tmp_path / "a.html", PAGE)
    with pytest.raises(DatasetError, match=r"has no \.txt files"):
        conversions.read_pairs(tmp_path, tmp_path)
    put(tmp_path / "a.txt", "Die Fähre.")
    (record,) = written(conversions.read_pairs(tmp_path, tmp_path), tmp_path)
    assert (record.text, record.main_html) == ("Die Fähre.", None)


# --- folders


def test_folders_have_source_and_expected(tmp_path: Path) -> None:
    put(tmp_path / "b" / "source.html", PAGE)
    put(tmp_path / "b" / "expected.html", "<p>Die Faehre.")
    put(tmp_path / "b" / "expected-metadata.json", {"title": "Fähre", "byline": "A. Lee", "publishedTime": None})
    put(tmp_path / "a" / "source.html", PAGE)
    put(tmp_path / "a" / "expected.html", "<p>Die Faehre.")
    put(tmp_path / "lone" / "source.html", PAGE)
    conversion = conversions.read_folders(tmp_path)
    first, second = written(conversion, tmp_path)
    assert first == Record("a", PAGE, "Die Faehre.", main_html="<p>Die Faehre.")
    assert (second.id, second.title, second.author, second.date) == ("b", "Fähre", "A. Lee", None)
    assert conversion.left_out == ["lone"]


def test_faults_of_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="not a folder that can be read"):
        conversions.read_folders(tmp_path / "nowhere")
    put(tmp_path / "a" / "source.html", PAGE)
    put(tmp_path / "a" / "expected.html", "<p>x")
    put(tmp_path / "a" / "expected-metadata.json", "[1")
    with pytest.raises(DatasetError, match="not JSON"):
        list(conversions.read_folders(tmp_path).rows)


# --- json


ORIGINALS = [{"uuid": 7, "page": {"source": PAGE}, "gold": {"body": "Die Fähre."}, "with": ["Fähre"], "lang": None}]
FIELDS = {"id": "uuid", "html": "page.source", "text": "gold.body", "must": "with"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("gold.json", ORIGINALS),
        ("gold.json.gz", ORIGINALS),
        ("gold.json", {"any": ORIGINALS[0]}),
        ("gold.jsonl", json.dumps(ORIGINALS[0]) + "\n\n"),
        ("gold/7.json", ORIGINALS[0]),
    ],
)
def test_json_in_all_its_forms(tmp_path: Path, name: str, content: Any) -> None:
    path = put(tmp_path / name, content)
    conversion = conversions.read_json(path.parent if path.parent.name == "gold" else path, FIELDS)
    assert written(conversion, tmp_path) == [Record("7", PAGE, "Die Fähre.", must=("Fähre",))]


def test_fields_of_the_same_name_need_no_mapping(tmp_path: Path) -> None:
    row = {"id": "1", "html": PAGE, "text": "Gold", "author": ["Ann", "Bo"], "posts": [{"post_text": "Hello"}]}
    (record,) = written(conversions.read_json(put(tmp_path / "gold.json", [row])), tmp_path)
    assert record == Record("1", PAGE, "Gold", author="Ann, Bo", posts=(Post("Hello"),))


@pytest.mark.parametrize(
    ("name", "content", "ids"),
    [
        ("gold.json", [{"text": "a"}, {"text": "b"}], ["1", "2"]),
        ("gold.json", {"x": {"text": "a"}, "y": {"text": "b"}}, ["x", "y"]),
        ("gold.jsonl", '{"text": "a"}\n\n{"text": "b"}', ["1", "3"]),
    ],
)
def test_pages_without_an_id_have_that_of_their_place(tmp_path: Path, name: str, content: Any, ids: list[str]) -> None:
    for one in ids:
        put(tmp_path / "html" / f"{one}.html", PAGE)
    conversion = conversions.read_json(put(tmp_path / name, content), html=tmp_path / "html")
    assert [record.id for record in written(conversion, tmp_path)] == ids


def test_pages_without_html_or_text_are_left_out(tmp_path: Path) -> None:
    rows = [{"id": "1", "text": "a"}, {"id": "2", "html": PAGE}, {"id": "3", "html": PAGE, "text": ""}]
    conversion = conversions.read_json(put(tmp_path / "gold.json", rows))
    assert [record.id for record in written(conversion, tmp_path)] == ["3"]
    assert conversion.left_out == ["1", "2"]


# --- wcxb


def test_wcxb_as_its_readme_describes_it(tmp_path: Path) -> None:
    annotation = {
        "articleBody": "Die Fähre.",
        "url": "https://ferry.test/a",
        "title": "Fähre",
        "author": "Ann",
        "publish_date": "2025-01-15",
        "with": ["Fähre"],
        "without": ["Menü"],
    }
    put(tmp_path / "ground-truth.json", {"0001": annotation, "0002": annotation})
    put(tmp_path / "html" / "0001.html.gz", PAGE)
    conversion = conversions.read_wcxb(tmp_path)
    assert written(conversion, tmp_path) == [
        Record(
            "0001",
            PAGE,
            "Die Fähre.",
            url="https://ferry.test/a",
            title="Fähre",
            author="Ann",
            date="2025-01-15",
            must=("Fähre",),
            mustnot=("Menü",),
        )
    ]
    assert conversion.left_out == ["0002"]


def test_fields_of_another_edition_are_named(tmp_path: Path) -> None:
    put(tmp_path / "ground-truth.json", {"1": {"gold": {"main": "Fähre"}, "page_type": {"primary": "forum"}}})
    put(tmp_path / "html" / "1.html", PAGE)
    conversion = conversions.read_wcxb(tmp_path, {"text": "gold.main", "type": "page_type.primary"})
    assert written(conversion, tmp_path) == [Record("1", PAGE, "Fähre", type="forum")]


# --- cleaneval


@pytest.mark.parametrize(
    ("gold", "html", "expected"),
    [
        ("URL: http://a.test/x\n\n<h>One\n\n<p>Two", "<p>", ("http://a.test/x", "<h>One\n\n<p>Two", "One\n\nTwo")),
        ("<P>One</P>\n<l>Two\n", "<p>", (None, "<P>One</P>\n<l>Two", "One\nTwo")),
        ("<p>One", '<text id="http://a.test/y" title="Y">', ("http://a.test/y", "<p>One", "One")),
        ("URL: http://a.test/x\n<!-- no content -->\n", "<p>", ("http://a.test/x", "", "")),
    ],
)
def test_cleaneval(tmp_path: Path, gold: str, html: str, expected: tuple[str | None, str, str]) -> None:
    put(tmp_path / "html" / "163.html", html)
    put(tmp_path / "text" / "163-cleaned.txt", gold)
    (record,) = written(conversions.read_cleaneval(tmp_path / "html", tmp_path / "text"), tmp_path)
    assert (record.url, record.marked, record.text) == expected
    assert (record.id, record.html) == ("163", html)


# --- What cannot be converted


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", r"gold\.json: not JSON"),
        ("3", r"gold\.json: a JSON list or object is wanted, not int"),
        ("[3]", r"gold\.json, 1: a JSON object is wanted, not int"),
        ("[]", "no page has both HTML and text"),
        ('[{"id": "1", "html": "<p>", "text": 5}]', "page 1: 'text' has to be a string, not int"),
        ('[{"id": "1", "html": "", "text": ""}, {"id": "1", "html": "", "text": ""}]', "two pages have the id '1'"),
    ],
)
def test_a_failed_conversion_writes_nothing(tmp_path: Path, content: str, complaint: str) -> None:
    conversion = conversions.read_json(put(tmp_path / "gold.json", content))
    with pytest.raises(DatasetError, match=complaint) as caught:
        conversions.write(conversion, tmp_path / "set.jsonl")
    assert "\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["gold.json"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"nowhere: not a folder that can be read"):
        conversions.read_pairs(tmp_path / "nowhere", tmp_path)
    with pytest.raises(DatasetError, match=r"has no \.html or \.htm or \.xhtml files"):
        conversions.read_pairs(tmp_path, tmp_path)
    with pytest.raises(DatasetError, match=r"gone\.json: cannot be read"):
        conversions.write(conversions.read_json(tmp_path / "gone.json"), tmp_path / "set.jsonl")
    (tmp_path / "broken.json.gz").write_bytes(b"no archive")
    with pytest.raises(DatasetError, match=r"broken\.json\.gz: cannot be read"):
        conversions.write(conversions.read_json(tmp_path / "broken.json.gz"), tmp_path / "set.jsonl")


def test_the_name_says_the_form(tmp_path: Path) -> None:
    source = put(tmp_path / "gold.json", [{"id": "1", "html": PAGE, "text": "a\ud800"}])
    with pytest.raises(OptionError, match=r"\.jsonl\.xz file, not 'set\.zip'"):
        conversions.write(conversions.read_json(source), tmp_path / "set.zip")
    for name in ("set.jsonl", "set.jsonl.xz"):
        assert conversions.write(conversions.read_json(source), tmp_path / name) == 1
        assert datasets.load(tmp_path / name)[0].text == "a?"  # what UTF-8 cannot hold
    assert (tmp_path / "set.jsonl").read_text().startswith('{"id": "1"')
