"""Pages saved to one file: MHTML of several programs, web archives, SingleFile; whole, odd and hostile ones."""

import base64
import gzip
import plistlib
import quopri
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Status
from ridgeline.page.saved import MAX_DEPTH, MAX_PARTS, read_address, read_saved

URL = "https://example.org/coast/ferry"
PROSE = "The morning ferry leaves at nine = early, and the fähre carries more mail than people across the sound."
HTML = f"<!DOCTYPE html><html><head><title>Ferry</title></head><body><p>{PROSE}</p><img src=cid:1@x></body></html>"


def part(
    content: bytes | str,
    media_type: str = "text/html; charset=utf-8",
    transfer: str = "quoted-printable",
    **headers: str,
) -> bytes:
    """A part of a message, encoded for its transfer; `content_id` is written as Content-Id."""
    data = content.encode() if isinstance(content, str) else content
    encoded = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}.get(transfer, lambda body: body)
    lines = [f"Content-Type: {media_type}", f"Content-Transfer-Encoding: {transfer}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + encoded(data).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def message(*parts: bytes, parameters: str = "", boundary: str = "----Boundary--x", head: str = "") -> bytes:
    """A message of several parts, as browsers save pages."""
    opening = f'{head}MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="{boundary}"{parameters}\r\n'
    joined = b"".join(b"\r\n--" + boundary.encode() + b"\r\n" + each for each in parts)
    return opening.encode() + joined + b"\r\n--" + boundary.encode() + b"--\r\n"


IMAGE = part(b"\x89PNG\r\n", "image/png", "base64", Content_ID="<1@x>", Content_Location="https://example.org/a.png")
PAGE = part(HTML, Content_Location=URL)


def archive(**page: Any) -> bytes:
    """A web archive as Safari saves it."""
    resource = {
        "WebResourceData": HTML.encode(),
        "WebResourceFrameName": "",
        "WebResourceMIMEType": "text/html",
        "WebResourceTextEncodingName": "UTF-8",
        "WebResourceURL": URL,
    }
    sub = [{"WebResourceData": b"\x89PNG", "WebResourceURL": "https://example.org/a.png"}]
    whole = {"WebMainResource": resource | page, "WebSubresources": sub}
    return plistlib.dumps(whole, fmt=plistlib.FMT_BINARY)


CHROME = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/coast/ferry\r\nSubject: Ferry\r\n"
SAVED: dict[str, bytes] = {
    "Chrome": message(PAGE, IMAGE, parameters=';\r\n\ttype="text/html"', head=CHROME),
    "without an address of the part": message(part(HTML), head=CHROME),
    "the page is not the first part": message(IMAGE, PAGE),
    "the page is named": message(
        part("<p>An advert."), part(HTML, Content_ID="<p@x>", Content_Location=URL), parameters='; start="<p@x>"'
    ),
    "the page is named by its address": message(
        part("<p>Advert", Content_Location="https://a.org/"), PAGE, head=CHROME
    ),
    "base64": message(part(HTML, transfer="base64", Content_Location=URL)),
    "8bit": message(part(HTML, transfer="8bit", Content_Location=URL)),
    "binary, in another encoding": message(
        part(HTML.encode("cp1252"), "text/html; charset=windows-1252", "binary", Content_Location=URL)
    ),
    "quoted-printable, in another encoding": message(
        part(HTML.encode("cp1252"), 'text/html;\r\n charset="windows-1252"', Content_Location=URL)
    ),
    "XHTML": message(part(HTML, "application/xhtml+xml", Content_Location=URL)),
    "parts in parts": message(
        b'Content-Type: multipart/alternative; boundary="in"\r\n\r\n--in\r\nContent-Type: text/plain\r\n\r\nplain'
        b"\r\n--in\r\n" + PAGE + b"\r\n--in--\r\n",
        IMAGE,
    ),
    "a single part": b"MIME-Version: 1.0\r\nContent-Location: " + URL.encode() + b"\r\n" + part(HTML),
    "line ends of Unix": message(PAGE, IMAGE).replace(b"\r\n", b"\n"),
    "blank lines and a mark first": b"\xef\xbb\xbf\r\n\r\n" + message(PAGE),
    "a boundary without quotes": message(PAGE).replace(b'"----Boundary--x"', b"----Boundary--x"),
    "headers in capitals": message(PAGE).replace(b"Content-Type", b"CONTENT-TYPE").replace(b"MIME", b"mime"),
    "packed": gzip.compress(message(PAGE, IMAGE)),
    "a web archive": archive(),
    "a web archive of text in UTF-16": archive(
        WebResourceData=HTML.encode("utf-16-le"), WebResourceTextEncodingName="UTF-16LE"
    ),
    "a web archive, packed": gzip.compress(archive()),
    "SingleFile": HTML.replace(
        "<head>", f"<!--\n Page saved with SingleFile \n url: {URL} \n saved date: Mon Nov 16 2026\n--><head>"
    ).encode(),
    "saved by a browser": HTML.replace("<html>", f"<!-- saved from url=({len(URL):04}){URL} -->\n<html>").encode(),
}


@pytest.mark.parametrize("name", SAVED)
def test_saved_pages(name: str) -> None:
    page = ridgeline.parse(SAVED[name])
    assert page.kind is None
    assert page.url == URL
    assert page.title == "Ferry"
    assert PROSE in ridgeline.extract(SAVED[name], extractor="everything").text


@pytest.mark.parametrize("name", [name for name in SAVED if "packed" not in name and "archive" not in name])
def test_saved_pages_as_text(name: str) -> None:
    """What a caller has decoded already is not decoded once more by what a header says."""
    text = SAVED[name].decode("cp1252" if "binary" in name else "utf-8")
    page = ridgeline.parse(text)
    assert page.url == URL
    assert page.encoding is None
    assert PROSE in ridgeline.extract(text, extractor="everything").text


@pytest.mark.parametrize("name", ["Chrome", "a web archive", "SingleFile"])
def test_an_address_that_is_given_counts(name: str) -> None:
    assert ridgeline.parse(SAVED[name], url="https://example.com/").url == "https://example.com/"


def test_frames_become_part_of_the_page() -> None:
    frame = part(f"<p>{PROSE}</p>", "text/html; charset=utf-8", Content_ID="<frame-1@mhtml.blink>")
    outer = part('<title>T</title><p>Around<iframe class=a src="cid:frame-1@mhtml.blink" width=3></iframe>')
    page = ridgeline.parse(message(outer, frame))
    (found,) = page.select("iframe")
    assert found.get("srcdoc") == f"<p>{PROSE}</p>"
    assert found.get("width") == "3"


def test_pictures_of_a_single_file_are_not_written() -> None:
    picture = "data:image/png;base64," + "iVBORw0KGgo" * 20_000
    html = f"<article><h1>Ferry</h1><p>{PROSE}</p><img src='{picture}' alt='The quay'><p>{PROSE}</p></article>"
    extraction = ridgeline.extract(html)
    assert PROSE in extraction.text
    for written in (extraction.markdown, extraction.html, extraction.text):
        assert "base64" not in written


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (message(IMAGE), "message"),
        (message(part("Plain text", "text/plain")), "message"),
        (message(), "message"),
        (message(PAGE)[:60], "message"),
        (b"MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n--b\r\n\r\n" + PAGE, "message"),  # no boundary
        (message(part(b"%PDF-1.4 (Ferry)", transfer="base64")), "pdf"),
        (archive(WebResourceData="text"), "plist"),
        (archive()[:-40], "plist"),
        (plistlib.dumps(["x"], fmt=plistlib.FMT_BINARY), "plist"),
        (archive(WebResourceData=b"\x89PNG\r\n\x1a\n"), "png"),
    ],
)
def test_a_file_without_a_page(data: bytes, name: str) -> None:
    extraction = ridgeline.extract(data)
    assert extraction.page.kind is not None
    assert extraction.page.kind.name == name
    assert extraction.status is Status.NOT_HTML


@pytest.mark.parametrize("cut", [0.9, 0.75, 0.6])
def test_a_message_that_is_cut_off_gives_what_came(cut: float) -> None:
    long = message(part("<title>Ferry</title>" + f"<p>{PROSE}</p>" * 50, Content_Location=URL))
    page = ridgeline.parse(long[: int(cut * len(long))])
    assert page.title == "Ferry"
    assert page.url == URL


@pytest.mark.parametrize(
    ("comment", "url"),
    [
        ("<!-- saved from url=(0014)about:internet -->", None),
        ("<!-- saved from url=(0023)javascript:alert(1) -->", None),
        ("<!--\n Page saved with SingleFile \n url: file:///home/a.html -->", None),
        ("<p>saved from url=(0020)https://example.org/", None),
        (f"<!-- saved from url=(0020)https://example.org/{'a' * 5_000} -->", None),
        ("<!--SAVED FROM URL=(0020)https://example.org/-->", "https://example.org/--"),
        ("<!-- saved from url=(0020)https://example.org/ -->", "https://example.org/"),
    ],
)
def test_noted_addresses(comment: str, url: str | None) -> None:
    assert read_address(f"<!DOCTYPE html>\n{comment}<html><p>Text") == url


# --- Hostile files


@pytest.mark.parametrize(
    "data",
    [
        message(*[b"\r\n"] * 300_000),
        message(*[part("<p>x", transfer="8bit")] * 30_000),
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n" + b"--a\n" * 1_000_000,
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n" + b"\n--" * 1_000_000,
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a" + b"; boundary=" * 200_000,
        b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=" + b"a" * 2_000_000,
        b"MIME-Version: 1.0\n" + b" folded\n" * 300_000 + b"Content-Type: multipart/mixed; boundary=a\n\n--a\n",
        message(part("<iframe " * 200_000)),
        message(part("<iframe " + "src=cid: " * 200_000)),
        message(part('<iframe src="cid:f">' * 50_000), part("<p>&" * 100_000, Content_ID="<f>")),
        message(part(b"=" * 3_000_000, transfer="7bit").replace(b"7bit", b"quoted-printable")),
        message(part(b"=A" * 1_500_000, transfer="7bit").replace(b"7bit", b"base64")),
    ],
    ids=range(12),
)
def test_hostile_messages_take_little_time(data: bytes) -> None:
    start = time.process_time()
    read_saved(data)
    assert time.process_time() - start < 2


def test_parts_are_limited() -> None:
    parts = [part("x", "text/plain", "7bit")] * (MAX_PARTS - 1)
    assert read_saved(message(*parts, PAGE)) is not None
    assert read_saved(message(*parts, IMAGE, PAGE)) is None


@pytest.mark.parametrize(("depth", "is_found"), [(MAX_DEPTH - 1, True), (MAX_DEPTH, False), (300, False)])
def test_nesting_is_limited(depth: int, is_found: bool) -> None:
    inner = PAGE
    for level in range(depth):
        boundary = f"b{level}".encode()
        inner = (
            b"Content-Type: multipart/mixed; boundary=" + boundary + b"\r\n\r\n"
            b"--" + boundary + b"\r\n" + inner + b"\r\n--" + boundary + b"--"
        )
    assert (read_saved(message(inner)) is not None) == is_found


@given(st.sampled_from(sorted(SAVED)), st.data())
def test_damage_does_not_raise(name: str, data: st.DataObject) -> None:
    damaged = bytearray(SAVED[name])
    for _ in range(data.draw(st.integers(1, 6))):
        position = data.draw(st.integers(0, len(damaged) - 1))
        damaged[position : position + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    page = ridgeline.parse(bytes(damaged[: data.draw(st.integers(0, len(damaged)))]))
    assert page.kind is None or len(page.leaves) == 0
