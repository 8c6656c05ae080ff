"""What is not a web page is recognised, and no web page is taken for anything else."""

import io
import json
import tarfile
import time
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Status
from ridgeline.page.content_types import BINARY, recognise, text_kind

PROSE = "The morning ferry leaves at nine, and it carries more mail than people."
ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>Ferry</text></svg>'
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def zipped(*names: str, mimetype: str | None = None) -> bytes:
    """A ZIP file of entries with these names; the first bytes of some formats say what they are."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        if mimetype:
            archive.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        for name in names:
            archive.writestr(name, PROSE * 50)
    return stream.getvalue()


def tar() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("page.html"))
    return stream.getvalue()


FILES: list[tuple[str, bytes]] = [
    ("pdf", b"%PDF-1.7\n1 0 obj\n"),
    ("pdf", b"\r\n%PDF-1.4\n"),
    ("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ("jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF"),
    ("gif", b"GIF89a\1\0\1\0"),
    ("webp", b"RIFF\x24\0\0\0WEBPVP8 "),
    ("avif", b"\0\0\0\x1cftypavif\0\0\0\0"),
    ("heif", b"\0\0\0\x18ftypheic\0\0\0\0"),
    ("jpeg-xl", b"\0\0\0\x0cJXL \r\n\x87\n"),
    ("tiff", b"II*\0\x08\0\0\0"),
    ("tiff", b"MM\0*\0\0\0\x08"),
    ("bmp", b"BM\x36\x58\0\0\0\0\0\0\x36\0\0\0"),
    ("icon", b"\0\0\1\0\1\0\x10\x10\0\0"),
    ("photoshop", b"8BPS\0\1\0\0"),
    ("video", b"\0\0\0\x20ftypisom\0\0\2\0"),
    ("video", b"\x1aE\xdf\xa3\x9fB\x86\x81"),
    ("video", b"RIFF\x24\0\0\0AVI LIST"),
    ("audio", b"ID3\4\0\0\0\0"),
    ("audio", b"\xff\xfb\x90\x64\0"),
    ("audio", b"OggS\0\2\0\0"),
    ("audio", b"fLaC\0\0\0\x22"),
    ("audio", b"RIFF\x24\0\0\0WAVEfmt "),
    ("zip", zipped("page.html", "../../odd\0name")),
    ("zip", b"PK\5\6" + b"\0" * 18),
    ("docx", zipped("[Content_Types].xml", "_rels/.rels", "word/document.xml")),
    ("xlsx", zipped("[Content_Types].xml", "xl/workbook.xml")),
    ("pptx", zipped("[Content_Types].xml", "ppt/presentation.xml")),
    ("epub", zipped("META-INF/container.xml", mimetype="application/epub+zip")),
    ("opendocument", zipped("content.xml", mimetype="application/vnd.oasis.opendocument.text")),
    ("apk", zipped("AndroidManifest.xml", "classes.dex")),
    ("gzip", b"\x1f\x8b\x08\0\0\0\0\0"),
    ("bzip2", b"BZh91AY&SY\0\0"),
    ("xz", b"\xfd7zXZ\0\0\4"),
    ("zstd", b"\x28\xb5\x2f\xfd\0\x58"),
    ("zlib", b"x\x9c\x07\0\0\0\0\1"),
    ("compressed", b"\x1f\x9d\x90\0"),
    ("7z", b"7z\xbc\xaf\x27\x1c\0\4"),
    ("rar", b"Rar!\x1a\7\1\0"),
    ("tar", tar()),
    ("archive", b"!<arch>\ndebian-binary "),
    ("warc", b"WARC/1.1\r\nWARC-Type: warcinfo\r\n"),
    ("ole", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"),
    ("rtf", rb"{\rtf1\ansi Hello}"),
    ("postscript", b"%!PS-Adobe-3.0\n"),
    ("sqlite", b"SQLite format 3\0\x10\0"),
    ("parquet", b"PAR1\x15\4\x15"),
    ("data", b"\x93NUMPY\1\0"),
    ("plist", b"bplist00\xd1\1\2"),
    ("font", b"wOF2\0\1\0\0"),
    ("font", b"\0\1\0\0\0\x11\1\0"),
    ("font", b"OTTO\0\x0b\0\x80"),
    ("program", b"\x7fELF\2\1\1\0"),
    ("program", b"MZ\x90\0\3\0\0\0"),
    ("program", b"MZP\0\2\0\0\0"),
    ("program", b"\0asm\1\0\0\0"),
    ("program", b"\xcf\xfa\xed\xfe\7\0\0\1"),
    ("program", b"\xca\xfe\xba\xbe\0\0\0\x41"),
]
TEXTS: list[tuple[str, str]] = [
    ("json", json.dumps({"title": "Ferry", "body": PROSE})),
    ("json", '\n  {\n  "a\\"b": [1, 2]\n}\n'),
    ("json", json.dumps([{"id": 1}, {"id": 2}])),
    ("json", json.dumps([[{"id": 1}]])),
    ("json", '["a", "b"]'),
    ("json", "[[1.5, 2], [3, 4]]\n"),
    ("json", "{}"),
    ("json", " [] "),
    ("json", '{"html": "<!DOCTYPE html><html><body><p>Text</p></body></html>"}'),
    ("json", '{"a": 1}\n{"a": 2}\n'),
    ("rss", f"{DECLARATION}<rss version='2.0'><channel><title>F</title></channel></rss>"),
    ("rss", '<rss version="2.0"><channel></channel></rss>'),
    ("rss", f'{DECLARATION}<!-- by hand -->\n<?xml-stylesheet href="a.xsl"?><rss version="2.0"></rss>'),
    ("rss", f'{DECLARATION}<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel/></rdf:RDF>'),
    ("rdf", f'{DECLARATION}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF>'),
    ("atom", f'{DECLARATION}<feed xmlns="{ATOM}"><entry><content>{PROSE}</content></entry></feed>'),
    ("atom", f'<feed xmlns="{ATOM}"></feed>'),
    ("sitemap", f'{DECLARATION}<urlset xmlns="{SITEMAP}"><url><loc>https://example.org/</loc></url></urlset>'),
    ("sitemap", f'<sitemapindex xmlns="{SITEMAP}"></sitemapindex>'),
    ("opml", f'{DECLARATION}<opml version="2.0"><body><outline text="A"/></body></opml>'),
    ("svg", SVG),
    ("svg", f'{DECLARATION}<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">{SVG}\n'),
    ("svg", f"{DECLARATION}<!DOCTYPE svg [<!ENTITY a 'b'>]>{SVG}"),
    ("xml", f"{DECLARATION}<doc><para>{PROSE}</para></doc>"),
    ("xml", f"{DECLARATION}<soap:Envelope><soap:Body/></soap:Envelope>"),
    ("message", f"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n{PROSE}\n--b--"),
    ("pdf", "%PDF-1.4 read as text"),
]
XHTML = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><p>{PROSE}</p></body></html>'
# Pages, most of them odd, and plain text that looks a little like something else.
PAGES = {
    "XHTML": f'{DECLARATION}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "xhtml1-strict.dtd">{XHTML}',
    "XHTML without a doctype": DECLARATION + XHTML,
    "XHTML with a prefix": f"{DECLARATION}<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p>{PROSE}</h:p></h:html>",
    "XHTML after a style sheet": f'{DECLARATION}<?xml-stylesheet href="a.css"?>{XHTML}',
    "an XML declaration before a fragment": f"{DECLARATION}<div><p>{PROSE}</p></div>",
    "an XML declaration before an invented element": f"{DECLARATION}<page><body><p>{PROSE}</p></body></page>",
    "an XML declaration alone": DECLARATION,
    "an article": f"{DECLARATION}<article><p>{PROSE}</p></article>",
    "custom elements": f"<my-app><my-feed>{PROSE}</my-feed></my-app>",
    "a feed that is an element of a page": f"<feed><p>{PROSE}</p></feed>",
    "a picture first": f"{SVG}<article><p>{PROSE}</p></article>",
    "a picture without a name space": "<svg><text>Ferry</text></svg>",
    "an old doctype": f'<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><title>T</title><p>{PROSE}',
    "a comment": f"<!-- saved - by -- hand --><p>{PROSE}",
    "a comment that is not closed": f"<!-- <rss version='2.0'> {PROSE}",
    "broken": f"</div></p><p>{PROSE}<td",
    "white space": f" \n\t <p>{PROSE}",
    "a mark": f"\ufeff<p>{PROSE}",
    "NULs": f" \0\0<p>{PROSE}",
    "after JSON": '{"debug": true}\n<!DOCTYPE html><html><body><p>Text</p></body></html>\n',
    "plain text": PROSE,
    "a footnote": "[1] A footnote. [2] Another one.",
    "a footnote that ends so": '["Ferry"] is quoted [1]\nand more',
    "a wiki's link": "[[Ferry]] leaves at nine",
    "a template": "{{ title }} and {% body %}",
    "a set": "{a, b, c} is a set",
    "a letter": "From: Ilse\nTo: the council\nSubject: the ferry\n\nIt leaves at nine.",
    "a letter of plain text": "MIME-Version: 1.0\nContent-Type: text/plain\n\nIt leaves at nine.",
    "a headline with a colon": f"Ferry: {PROSE}",
    "a brand": "BMW and MZ built motorcycles",
    "a power": "x^2 + y^2",
    "a word": "PAR1 is a word, and so are GIF and RIFF",
    "nothing": "",
}


@pytest.mark.parametrize(("name", "data"), FILES)
@pytest.mark.parametrize("rest", [b"", b" and more text" * 200, b"\xe4\0\x01" * 4000])
def test_binary_files(name: str, data: bytes, rest: bytes) -> None:
    kind = recognise(data + rest)
    assert kind is not None
    assert kind.name == name
    assert kind == ridgeline.parse(data + rest).kind or name in ("gzip", "zlib", "bzip2", "xz", "zstd")


@pytest.mark.parametrize("data", [b"\0" * 100, bytes(range(256)) * 4, b"\xff\xfe" + b"\1\xd8" * 300])
def test_binary_data_without_a_signature(data: bytes) -> None:
    assert recognise(data) == ridgeline.parse(data).kind == BINARY


@pytest.mark.parametrize(("name", "text"), TEXTS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_of_text(name: str, text: str, codec: str) -> None:
    data = text.encode(codec)
    for kind in (recognise(data), text_kind(text), ridgeline.parse(data).kind, ridgeline.parse(text).kind):
        assert kind is not None
        assert kind.name == name


def test_long_files_of_text_are_recognised_by_both_ends() -> None:
    svg = SVG.replace("Ferry", PROSE * 2000)
    assert recognise(svg.encode()) == ridgeline.parse(svg).kind is not None
    assert recognise((svg + "<p>and a page").encode()) is ridgeline.parse(svg + "<p>and a page").kind is None


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        (name, codec)
        for name, text in PAGES.items()
        for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1252")
        if codec != "utf-16-le" or text.lstrip().startswith("<")  # others cannot be recognised without a mark
    ],
)
def test_pages(name: str, codec: str) -> None:
    text = PAGES[name]
    data = text.encode(codec, "ignore")
    assert recognise(data) is None
    assert text_kind(text) is None
    assert ridgeline.parse(data).kind is None
    assert ridgeline.parse(text).kind is None


@pytest.mark.parametrize("extractor", ["summit", "everything", "mountain"])
@pytest.mark.parametrize("html", [b"%PDF-1.4\n(Ferry)", '{"text": "The ferry leaves at nine."}', zipped("a.html")])
def test_an_extraction_says_what_it_is(html: str | bytes, extractor: str) -> None:
    extraction = ridgeline.extract(html, extractor=extractor)
    assert extraction.page.kind is not None
    assert extraction.status is Status.NOT_HTML
    assert extraction.remarks == (f"{extraction.page.kind.description}, not a web page",)
    assert not extraction
    assert (extraction.text, extraction.markdown, extraction.html, extraction.page.source) == ("", "", "", "")
    assert json.loads(extraction.json)["status"] == "not-html"


BEGINNINGS = [data for _, data in FILES] + [text.encode() for _, text in TEXTS] + [p.encode() for p in PAGES.values()]


@given(st.sampled_from([b"", *BEGINNINGS]), st.binary(max_size=200), st.none() | st.sampled_from(["utf-8", "utf-16"]))
@example(b"{", b'"' * 200, None)
@example(b"<?xml ", b"<!DOCTYPE [", None)
def test_any_bytes_are_recognised_as_they_are_parsed(beginning: bytes, rest: bytes, charset: str | None) -> None:
    for data in (beginning + rest, beginning[: len(rest)] + rest):
        kind = recognise(data, charset)
        page = ridgeline.parse(data, charset=charset)
        assert kind is None or page.kind == kind or page.kind is None
        assert page.kind is None or (page.source == "" and len(page.leaves) == 0)


@pytest.mark.parametrize(
    "unit", [b"[", b"{", b'{"', b'["\\', b"<!--", b"<?xml ", b"<!DOCTYPE a [", b"a: b\n", b"- ", b"<a ", b"\n", b"[1,"]
)
def test_time_is_bounded(unit: bytes) -> None:
    start = time.process_time()
    recognise(unit * 200_000)
    assert time.process_time() - start < 1
