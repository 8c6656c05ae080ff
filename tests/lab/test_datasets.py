"""Reading data sets: by name and by path, what records know, and what is said when something is wrong."""

import dataclasses
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from ridgeline.errors import DatasetError
from ridgeline.lab import datasets
from ridgeline.lab.datasets import Record

FERRY: dict[str, object] = {"id": "1", "url": "https://www.example.org/a", "html": "<p>Ferry.", "text": "Ferry."}


def write(path: Path, *records: object) -> Path:
    """A set of these records, packed if its name says so."""
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    path.write_bytes(lzma.compress(lines) if path.suffix == ".xz" else lines)
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of data sets."""
    monkeypatch.setenv("RIDGELINE_DATA", str(tmp_path))
    return tmp_path


def record(known: dict[str, str]) -> Record:
    return dataclasses.replace(Record(id="7", html="", text=""), **known)  # type: ignore[arg-type]


def test_names_are_those_of_the_sets_that_are_there(folder: Path) -> None:
    assert datasets.names() == ()
    write(folder / "tides.jsonl.xz", FERRY)
    write(folder / "ferries.jsonl.xz", FERRY)
    (folder / "notes.txt").write_text("no set")
    assert datasets.names() == ("ferries", "tides")


def test_a_record_has_the_fields_of_its_line(folder: Path) -> None:
    full = {
        **FERRY,
        "domain": "example.org",
        "site": "ferries",
        "type": "article",
        "lang": "English",
        "marked": "<p>Ferry.",
        "title": "The ferry",
        "author": "Ann Lee",
        "date": "2026-01-02",
        "must": ["Ferry"],
        "mustnot": ["Menu", "Log in"],
        "unheard of": 1,
    }
    write(folder / "ferries.jsonl.xz", full)
    (found,) = datasets.load("ferries")
    assert found == Record(
        id="1",
        url="https://www.example.org/a",
        html="<p>Ferry.",
        text="Ferry.",
        domain="example.org",
        site="ferries",
        type="article",
        lang="English",
        marked="<p>Ferry.",
        title="The ferry",
        author="Ann Lee",
        date="2026-01-02",
        must=("Ferry",),
        mustnot=("Menu", "Log in"),
    )


def test_missing_fields_are_none(folder: Path) -> None:
    write(folder / "ferries.jsonl.xz", {**FERRY, "url": None, "author": "", "marked": "", "must": None})
    (found,) = datasets.load("ferries")
    assert (found.url, found.author, found.title, found.must) == (None, None, None, ())
    assert found.marked == ""  # known, and empty


@pytest.mark.parametrize("name", ["pages.jsonl", "pages.jsonl.xz"])
def test_a_set_is_also_read_by_its_path(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, FERRY, {**FERRY, "id": "2", "text": "灯塔"})
    assert [found.id for found in datasets.load(path)] == ["1", "2"]
    assert [found.text for found in datasets.read(str(path))] == ["Ferry.", "灯塔"]


def test_blank_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(f"\n{json.dumps(FERRY)}\n\n  \n")
    assert len(datasets.load(path)) == 1


@pytest.mark.parametrize(
    ("known", "group"),
    [
        ({"site": "www.express.gr", "domain": "other.org"}, "express.gr"),
        ({"domain": "Example.org", "url": "http://other.org"}, "example.org"),
        ({"url": "https://news.bbc.co.uk:443/a"}, "bbc.co.uk"),
        ({"url": "http://user@a.b.example.com./"}, "example.com"),
        ({"url": "http://sub.com.tw/"}, "sub.com.tw"),
        ({"url": "http://192.0.2.17/a"}, "192.0.2.17"),
        ({"url": "http://[2001:db8::1]/a"}, "2001:db8::1"),
        ({"url": "http://localhost/"}, "localhost"),
        ({"url": "http://[broken/"}, "7"),
        ({"url": "no address"}, "7"),
        ({}, "7"),
    ],
)
def test_group(known: dict[str, str], group: str) -> None:
    assert record(known).group == group


@pytest.mark.parametrize(
    ("known", "spaceless"),
    [
        ({"lang": "Chinese"}, True),
        ({"lang": "Japanese", "text": "Latin letters"}, True),
        ({"lang": "zh-TW"}, True),
        ({"lang": "Greek", "text": "灯塔"}, False),
        ({"text": "灯塔在冬天亮了。"}, None),
    ],
)
def test_language_is_spaceless(known: dict[str, str], spaceless: bool | None) -> None:
    assert record(known).language_is_spaceless is spaceless


def test_a_missing_folder_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIDGELINE_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DatasetError, match=r"nowhere: set RIDGELINE_DATA"):
        datasets.names()
    with pytest.raises(DatasetError, match="RIDGELINE_DATA"):
        datasets.load("ferries")


@pytest.mark.parametrize("name", ["tide", "../ferries", ""])
def test_an_unknown_name_lists_the_known(folder: Path, name: str) -> None:
    write(folder / "ferries.jsonl.xz", FERRY)
    write(folder / "tides.jsonl.xz", FERRY)
    with pytest.raises(DatasetError, match=r"it has ferries, tides$"):
        datasets.read(name)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"no file .*gone\.jsonl"):
        datasets.read(tmp_path / "gone.jsonl")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{broken", "not a line of JSON"),
        ("[" * 100_000, "not a line of JSON"),
        ("[1, 2]", "a JSON object is wanted, not list"),
        ('{"id": "2", "text": ""}', "'html' is missing"),
        ('{"id": 2, "html": "", "text": ""}', "'id' has to be a string, not int"),
        ('{"id": "2", "html": "", "text": "", "lang": []}', "'lang' has to be a string, not list"),
        ('{"id": "2", "html": "", "text": "", "must": "one"}', "'must' has to be a list of strings"),
        ('{"id": "2", "html": "", "text": "", "author": [1]}', "'author' has to be a list of strings"),
        ('{"id": "2", "html": "", "text": "", "posts": ["one"]}', "'posts' has to be a list of objects"),
        ('{"id": "2", "html": "", "text": "", "posts": [{"post_text": 1}]}', "'post_text' has to be a string, not int"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(f"{json.dumps(FERRY)}\n{line}\n")
    with pytest.raises(DatasetError, match=rf"pages\.jsonl, line 2: {complaint}") as caught:
        datasets.load(path)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b'{"id": "\xff\xfe"}\n')
    with pytest.raises(DatasetError, match="line 1: not a line of JSON"):
        datasets.load(path)


@pytest.mark.parametrize("damage", [lambda packed: packed[:-40], lambda packed: b"no archive" + packed])
def test_a_damaged_file_is_named(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    path = write(folder / "ferries.jsonl.xz", *[FERRY] * 50)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DatasetError, match=r"ferries\.jsonl\.xz, line \d+: cannot be read"):
        datasets.load("ferries")


def test_the_default_folder_is_in_the_user_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the package is installed and whatever lies beside it or beside the current folder."""
    monkeypatch.delenv("RIDGELINE_DATA", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert datasets.folder() == tmp_path / "ridgeline" / "datasets"
    with pytest.raises(DatasetError, match=r"there is no data folder .*datasets: set RIDGELINE_DATA to the folder"):
        datasets.load("ferries")
    datasets.folder().mkdir(parents=True)
    write(datasets.folder() / "ferries.jsonl.xz", FERRY)
    assert datasets.names() == ("ferries",)


def test_authors_may_be_a_list(tmp_path: Path) -> None:
    path = write(tmp_path / "pages.jsonl", {**FERRY, "author": ["Ann Lee", "Bo Ek"]}, {**FERRY, "author": []})
    assert [found.author for found in datasets.load(path)] == ["Ann Lee, Bo Ek", None]


def test_posts_of_a_thread(tmp_path: Path) -> None:
    posts = [{"post_text": "Hello", "user": "ann", "datetime": "2020-01-02", "post_link": "#1"}, {"post_text": "Hi"}]
    (found,) = datasets.load(write(tmp_path / "pages.jsonl", {**FERRY, "posts": posts}))
    assert found.posts == (datasets.Post("Hello", "ann", "2020-01-02", "#1"), datasets.Post("Hi"))
