"""What can be given as a page on the command line: packed and saved files, and files that are no web pages."""

import base64
import bz2
import gzip
import io
import json
import lzma
import plistlib
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
import zstandard

from ridgeline.cli import main
from ridgeline.errors import how_to_install

Run = Callable[..., tuple[int, str, str]]

HTML = b"<!DOCTYPE html><title>Ferry</title><p>The ferry leaves at nine. <a href=map>Map</a></p>"
TEXT = "The ferry leaves at nine. Map\n"


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `ridgeline extract` in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        code = main(("extract", *arguments))
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


MHTML = (
    b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n'
    b"--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n"
    b"Content-Location: https://example.org/coast/ferry\r\n\r\n" + base64.encodebytes(HTML) + b"\r\n--b--\r\n"
)
ARCHIVE = plistlib.dumps(
    {"WebMainResource": {"WebResourceData": HTML, "WebResourceURL": "https://example.org/coast/ferry"}},
    fmt=plistlib.FMT_BINARY,
)
SINGLE_FILE = HTML.replace(
    b"<title>", b"<!--\n Page saved with SingleFile \n url: https://example.org/coast/ferry \n--><title>"
)
PAGES = {
    "page.html": HTML,
    "page.html.gz": gzip.compress(HTML),
    "page.deflate": zlib.compress(HTML),
    "page.html.bz2": bz2.compress(HTML),
    "page.html.xz": lzma.compress(HTML),
    "page.html.zst": zstandard.compress(HTML),
    "page.html.br": brotli.compress(HTML),
    "PAGE.BR": brotli.compress(gzip.compress(HTML)),
    "twice.gz": gzip.compress(gzip.compress(HTML)),
    "page.mhtml": MHTML,
    "page.mht.gz": gzip.compress(MHTML),
    "page.webarchive": ARCHIVE,
    "single.html": SINGLE_FILE,
    "wrong.pdf": HTML,  # what counts is what is in it
    "not-packed.br": HTML,
}


@pytest.mark.parametrize("name", PAGES)
def test_pages_in_files(name: str, run: Run) -> None:
    Path(name).write_bytes(PAGES[name])
    assert run(name, "-e", "everything") == (0, TEXT, "")


@pytest.mark.parametrize("name", [name for name in PAGES if name != "PAGE.BR"])
def test_pages_on_standard_input(name: str, run: Run) -> None:
    assert run("-", "-e", "everything", stdin=PAGES[name]) == (0, TEXT, "")


@pytest.mark.parametrize("name", ["page.mhtml", "page.mht.gz", "page.webarchive", "single.html"])
def test_links_are_relative_to_the_address_of_a_saved_page(name: str, run: Run) -> None:
    Path(name).write_bytes(PAGES[name])
    assert "(https://example.org/coast/map)" in run(name, "-e", "everything", "-f", "markdown")[1]
    _, out, _ = run(name, "-e", "everything", "-f", "markdown", "--url", "https://example.com/")
    assert "(https://example.com/map)" in out


def test_plain_text_is_a_page(run: Run) -> None:
    Path("a.txt").write_text("The ferry leaves at nine.\nIt carries mail.\n", encoding="utf-8")
    code, out, err = run("a.txt", "-e", "everything")
    assert (code, err) == (0, "")
    assert out.split() == "The ferry leaves at nine. It carries mail.".split()


OTHERS: list[tuple[str, bytes, str]] = [
    ("x.pdf", b"%PDF-1.7\n1 0 obj\n", "a PDF document"),
    ("x.html", b"%PDF-1.7\n1 0 obj\n", "a PDF document"),
    ("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
    ("x.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
    ("x.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0"/></svg>', "an SVG image"),
    ("x.json", json.dumps({"title": "Ferry"}).encode(), "JSON data"),
    ("x.rss", b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>', "an RSS feed"),
    ("x.atom", b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "an Atom feed"),
    ("x.gz", b"\x1f\x8b\x08\0broken", "a gzip file"),
    ("x.gz", gzip.compress(b"%PDF-1.7\n", mtime=0), "a PDF document"),
    ("x.gz", gzip.compress(gzip.compress(gzip.compress(HTML))), "a gzip file"),
    ("x.zip", b"PK\3\4\x14\0", "a ZIP archive"),
    ("x.bin", bytes(range(256)), "binary data"),
    ("x.br", bytes(range(256)), "binary data"),
    (
        "x.mhtml",
        b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b--",
        "a MIME message without HTML",
    ),
]


@pytest.mark.parametrize(("name", "data", "said"), OTHERS)
def test_what_is_no_page_is_one_line_and_1(name: str, data: bytes, said: str, run: Run) -> None:
    Path(name).write_bytes(data)
    assert run(name) == (1, "", f"ridgeline: error: {name}: {said}, not a web page\n")
    if name != "x.br":
        assert run("-", stdin=data) == (1, "", f"ridgeline: error: standard input: {said}, not a web page\n")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("crawl.warc", b"WARC/1.1\r\nWARC-Type: response\r\n\r\n"),
        ("crawl.warc.gz", gzip.compress(b"WARC/1.1\r\nWARC-Type: response\r\n\r\n")),
        ("crawl.warc", b"WARC/1.1\r\n" + bytes(3_000_000)),
        ("crawl.warc.gz", gzip.compress(b"WARC/1.1\r\n" + bytes(3_000_000))),
        ("pages.jsonl", b'{"html": "<p>Hello"}\n'),
        ("pages.parquet", b"PAR1\0\1\2\3"),
    ],
)
def test_files_of_many_pages_are_for_bulk(name: str, data: bytes, run: Run) -> None:
    Path(name).write_bytes(data)
    code, out, err = run(name, "--max-bytes", "2000000")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.endswith("; `ridgeline bulk` reads the pages in it\n")


def test_other_pages_are_still_extracted(run: Run) -> None:
    Path("a.pdf").write_bytes(b"%PDF-1.7\n")
    Path("b.html").write_bytes(HTML)
    code, out, err = run("a.pdf", "b.html", "-e", "everything")
    assert (code, out) == (1, f"==> b.html <==\n{TEXT}")
    assert err == "ridgeline: error: a.pdf: a PDF document, not a web page\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.gz", gzip.compress(b" " * 5_000_000)), ("a.br", brotli.compress(b" " * 5_000_000, quality=1))],
)
def test_what_is_unpacked_is_limited(name: str, data: bytes, run: Run) -> None:
    Path(name).write_bytes(data)
    code, out, err = run(name, "--max-bytes", "1000000")
    assert (code, out) == (1, "")
    assert err == f"ridgeline: error: {name}: larger than 1,000,000 bytes when unpacked; --max-bytes allows more\n"


@pytest.mark.parametrize(("name", "module"), [("page.html.zst", "zstandard"), ("page.html.br", "brotli")])
def test_a_missing_package_is_one_line_and_1(name: str, module: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(name).write_bytes(PAGES[name])
    monkeypatch.setitem(sys.modules, module, None)
    code, out, err = run(name)
    assert (code, out) == (1, "")
    assert err == f"ridgeline: error: {name}: reading this file needs {module}: {how_to_install('files')}\n"
