"""Snapshots: style sheets and pictures are loaded within bounds, stored, and served from the studio alone."""

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from ridgeline import parse
from ridgeline.library import StoredFile
from ridgeline.service.pages import resources
from ridgeline.service.pages.view import Snapshot, embed_files, write_view
from ridgeline.service.pages.view.pictures import picture_addresses
from ridgeline.service.pages.view.styles import references

from ..serving import problem
from ..websites import File, Website, png, website

PAGE = """<!DOCTYPE html><html><head><title>The harbour</title><link rel=stylesheet href=/main.css media=screen>
<link rel="alternate stylesheet" href=/other.css><link rel=stylesheet href=/gone.css>
<style>@import "/inside.css"; h1 { background: url(/mark.png) }</style></head><body>
<article><h1>The harbour</h1><p>Boats come in at nine, and leave again when the tide has turned in the evening.</p>
<img src=/small.png srcset="/small.png 300w, /large.png 1200w, /huge.png 4000w" alt="Boats">
<img src=/pixel.gif alt=Counter><img src=/liar.png alt=Liar><p style="background: url(/mark.png)">More words.</p>
</article></body></html>"""
FILES: dict[str, File | str] = {
    "/": PAGE,
    "/main.css": (
        "text/css",
        b"@import url(deep/more.css) print; body { color: #123 } @font-face { src: url(/f.woff) }",
    ),
    "/deep/more.css": ("text/css", b"p { background: url(tile.png) }"),
    "/inside.css": ("text/css", b"@import '/inside.css'; h2 { color: red }"),
    "/small.png": ("image/png", png(30, 20)),
    "/large.png": ("text/plain", png(120, 80)),
    "/huge.png": ("image/png", png(400, 300)),
    "/mark.png": ("image/png", png(9, 9)),
    "/deep/tile.png": ("image/png", png(8, 8)),
    "/pixel.gif": ("image/gif", b"GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
    "/liar.png": ("image/png", b"<html><script>alert(1)</script>"),
}


@pytest.fixture
def harbour() -> Iterator[Website]:
    """A page with style sheets and pictures."""
    with website(FILES) as running:
        yield running


def opened(studio: TestClient, site: Website, *, pictures: bool = True) -> tuple[str, dict[str, object]]:
    page = studio.post("/v1/pages", json={"url": f"{site.url}/"}).json()["id"]
    answer = studio.post(f"/v1/pages/{page}/resources", json={"pictures": pictures})
    assert answer.status_code == 200, answer.text
    return page, answer.json()


def test_a_page_is_stored_with_its_style_sheets_and_pictures(studio: TestClient, harbour: Website) -> None:
    page, told = opened(studio, harbour)
    assert (told["styles"], told["styles_stored"], told["pictures"], told["pictures_stored"]) == (4, 3, 3, 1)
    loaded = "/main.css /gone.css /inside.css /deep/more.css /large.png /mark.png /deep/tile.png /pixel.gif /liar.png"
    assert sorted(set(harbour.asked)) == sorted(("/", *loaded.split()))
    said = {one["url"].removeprefix(harbour.url): one["problem"] for one in told["problems"]}  # type: ignore[attr-defined]
    assert said["/gone.css"] == "the server answers 404 Not Found"
    assert "a single pixel" in said["/pixel.gif"]
    assert "not a picture" in said["/liar.png"]
    harbour.asked.clear()
    view = studio.get(f"/v1/pages/{page}/view")
    assert 'media="screen"' in view.text
    assert 'media="screen and print"' in view.text
    assert "color: #123" in view.text
    assert "h2 { color: red }" in view.text
    assert harbour.asked == []
    assert harbour.url not in re.sub(r"<title>.*?</title>", "", view.text)


def test_pictures_are_served_from_here_by_a_signed_address(studio: TestClient, harbour: Website) -> None:
    page, told = opened(studio, harbour)
    served = told["files"]
    assert isinstance(served, dict)
    address = served[f"{harbour.url}/small.png"]
    assert address == served[f"{harbour.url}/large.png"]
    view = studio.get(f"/v1/pages/{page}/view")
    folder = address.rpartition("/")[0]
    assert f"img-src data: 127.0.0.1:8765{folder}/;" in view.headers["content-security-policy"]
    assert f'alt="Boats" src="{address}"' in view.text
    assert f'h1 {{ background: url("{served[f"{harbour.url}/mark.png"]}") }}' in view.text
    assert f'src="{address}"' in studio.get(f"/v1/pages/{page}/view?of=content&extractor=everything").text
    answer = studio.get(address, headers={"sec-fetch-site": "cross-site"})
    assert (answer.content, answer.headers["content-type"]) == (png(120, 80), "image/png")
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert problem(studio.get(f"/v1/files/{page}/{'0' * 64}/1")) == "404 not-found"
    assert problem(studio.get(f"{folder}/9999")) == "404 not-found"
    assert studio.delete(f"/v1/pages/{page}").status_code == 204
    assert problem(studio.get(address)) == "404 not-found"


def test_pictures_wait_until_they_are_asked_for(studio: TestClient, harbour: Website) -> None:
    page, told = opened(studio, harbour, pictures=False)
    assert (told["styles_stored"], told["pictures_stored"], told["files"]) == (3, 0, {})
    assert not [path for path in harbour.asked if path.endswith((".png", ".gif"))]
    assert studio.post(f"/v1/pages/{page}/resources", json={}).json()["pictures_stored"] == 1
    assert studio.get(f"/v1/pages/{page}/resources").json()["pictures_stored"] == 1


def test_a_page_has_so_many_bytes_of_files(
    studio: TestClient, harbour: Website, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "MAX_BYTES", 200)
    _, told = opened(studio, harbour)
    assert told["pictures_stored"] == 0
    assert any("larger than" in one["problem"] for one in told["problems"])  # type: ignore[attr-defined]


def test_private_addresses_are_refused(studio: TestClient, harbour: Website, monkeypatch: pytest.MonkeyPatch) -> None:
    page = studio.post("/v1/pages", json={"html": PAGE, "url": f"{harbour.url}/"}).json()["id"]
    service = studio.app.state.service  # type: ignore[attr-defined]
    strict = type(service.fetcher)(type(service.settings)(studio=True, workers=1, folder=service.settings.folder))
    monkeypatch.setattr(resources._Loading, "_fetch", lambda self, url, wanted: strict.fetch_file(url, wanted, 1_000))
    told = studio.post(f"/v1/pages/{page}/resources", json={}).json()
    assert (told["styles_stored"], told["pictures_stored"], harbour.asked) == (0, 0, [])
    assert all("not a public address" in one["problem"] for one in told["problems"])
    strict.close()


@pytest.mark.parametrize(
    ("markup", "first"),
    [
        ("<img src=a.jpg>", "a.jpg"),
        ("<img src=a.jpg srcset='b.jpg 2x, c.jpg 3x'>", "b.jpg"),
        ("<img src=a.jpg srcset='b.jpg 800w, c.jpg 1600w, d.jpg 2400w'>", "c.jpg"),
        ("<img src=a.jpg srcset='c.jpg 2400w, b.jpg 2000w'>", "b.jpg"),
        ("<img src=data:image/gif;base64,AA data-src=late.jpg>", "late.jpg"),
        ("<picture><source srcset=a.avif type=image/avif><source srcset=a.webp><img src=a.jpg></picture>", "a.webp"),
        ("<picture><source srcset=a.avif type=image/avif><img src=a.jpg></picture>", "a.jpg"),
        ("<picture><source srcset=a.avif type=image/avif><img></picture>", "a.avif"),
    ],
)
def test_the_best_size_of_a_picture(markup: str, first: str) -> None:
    page = parse(markup)
    row = next(node.index for node in page.find("img"))
    assert picture_addresses(page, row, "https://x.org/p/")[0] == f"https://x.org/p/{first}"


def test_what_a_style_sheet_loads() -> None:
    css = (
        "@im\\70ort 'a.css' screen;/* url(no.png) */ p{background:url( b.png )}"
        "@font-face{src:url(c.woff)} q{x:url(data:,)}"
    )
    found = references(css, "https://x.org/s/")
    assert found.imports == ("https://x.org/s/a.css",)
    assert found.pictures == ("https://x.org/s/b.png",)


def test_a_style_sheet_of_a_stranger_names_no_address_and_ends_no_element() -> None:
    css = "a{background:url(http://evil.example/x)} </style><script>alert(1)</script> @import 'http://evil.example/y';"
    page = parse("<link rel=stylesheet href=https://x.org/a.css><p>Text")
    styles = write_view(page, snapshot=Snapshot({"https://x.org/a.css": css})).styles
    assert "evil.example/x" not in styles
    assert "@import" not in styles
    assert styles.count("</") == 1


EMBEDDED = """<html><head><link rel=stylesheet href=/a.css media=print><link rel=stylesheet href=/unknown.css>
<style>@import "/b.css" screen; h1 { background: url(/p.png) }</style></head><body><!-- <img src=/p.png> -->
<picture><source srcset=/p.avif><img src=data:, data-src=/p.png alt='a "quoted" word' onclick=x></picture>
<img src=/q.png><p>Words.</body></html>"""


def embedded(html: str) -> str:
    styles = {"https://x.example/a.css": "p { color: red }", "https://x.example/b.css": "i { background: url(p.png) }"}
    picture = StoredFile("image/png", b"PNG")
    page = parse(html, url="https://x.example/")
    made = embed_files(page, styles, {"https://x.example/p.png": picture, "https://x.example/p.avif": picture})
    assert made.tag.tolist() == page.tag.tolist()
    assert made.parent.tolist() == page.parent.tolist()
    return made.source


def test_stored_files_stand_inside_a_page_that_a_browser_lays_out() -> None:
    written = embedded(EMBEDDED.replace("<!-- <img src=/p.png> -->", ""))
    data = "data:image/png;base64,UE5H"
    assert f'<img data-src="/p.png" alt="a &quot;quoted&quot; word" onclick="x" src="{data}">' in written
    assert '<link rel="stylesheet" media="print" href="data:text/css;charset=utf-8;base64,cCB7' in written
    assert "href=/unknown.css" in written
    assert f'@media screen {{i {{ background: url("{data}") }}\n}}' in written
    assert f'h1 {{ background: url("{data}") }}' in written
    assert '<img src="/q.png">' in written
    assert "p.avif" not in written


@pytest.mark.parametrize(
    "html",
    [
        EMBEDDED,
        "<style>p {}",
        "<style></style",
        "<img src=/p.png",
        "<table><img src=/p.png><style>a</table>",
        "<img <img",
    ],
)
def test_no_source_changes_its_nodes_by_that(html: str) -> None:
    embedded(html)


def test_a_page_of_unclosed_tags_takes_linear_work() -> None:
    embedded("<img 'x\" " * 50_000 + "<style>" * 50_000)
