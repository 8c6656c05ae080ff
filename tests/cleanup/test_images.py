"""Pictures of the kept text are kept; icons, avatars, adverts and pictures of other pages are not."""

import time

import pytest

import ridgeline
from ridgeline.cleanup import tidy
from ridgeline.page import parse

from ..pages import page as make_page
from .pages import MORE, TEXT, as_column, kept_pictures, tidied

BOAT = '<img src="/boat.jpg" alt="The boat at the pier" width=640 height=400>'


@pytest.mark.parametrize(
    "picture",
    [
        BOAT,
        f"<p>{BOAT}</p>",
        f"<figure>{BOAT}<figcaption>The boat, seen from the pier.</figcaption></figure>",
        f"<div class=wp-caption>{BOAT}<p>The boat, seen from the pier.</p></div>",
        f'<figure><a href="/boat-large.jpg">{BOAT}</a></figure>',
        f'<a href="/wiki/File:Boat.jpg">{BOAT}</a>',
        f"<div class=ad>The boat, seen from the pier.</div>{BOAT}",
        '<picture><source srcset="/boat.webp"><img src="/boat.jpg"></picture>',
        '<picture><source data-srcset="/boat.webp 2x"><img src="data:image/gif;base64,R0lGOD"></picture>',
        '<img src="data:image/gif;base64,R0lGOD" data-src="/boat.jpg">',
        '<img class="lazy-loading" src="/boat.jpg">',
        '<img src="/boat.jpg" width=16 height=9>',
        '<iframe src="https://www.youtube.com/embed/boat"></iframe>',
        '<video><source src="/boat.mp4"></video>',
        '<noscript><img src="/boat.jpg"></noscript>',
    ],
)
def test_pictures_between_kept_paragraphs_are_kept(picture: str) -> None:
    drop = ("<img>", "<iframe>", "<video>", "The boat, seen from the pier.")
    kept = tidied(f"<article><p>{TEXT}</p>{picture}<p>{MORE}</p></article>", drop)
    assert [name for name in kept if name.startswith("<")] == [kept[1]]
    assert kept[0] == TEXT
    assert kept[-1] == MORE


@pytest.mark.parametrize(
    "picture",
    [
        '<img src="/boat.jpg" width=16 height=16>',
        '<img src="/t.gif" width=1 height=1>',
        '<img src="/users/avatar/4.jpg">',
        '<img src="/boat.jpg" class="author-photo avatar">',
        '<div class="ad-slot"><img src="/coats.jpg"></div>',
        '<div class=social><img src="/boat.jpg"></div>',
        '<a href="https://shop.example/coats"><img src="/coats.jpg"></a>',
        '<img src="/coats.jpg" width=728 height=90>',
        '<img src="/boat.jpg" alt="Company logo">',
        '<img src="/images/icons/boat.png">',
        '<div class=related><a href="/other"><img src="/other.jpg"></a></div>',
        '<aside><img src="/other.jpg"></aside>',
        '<iframe src="https://ads.example/frame"></iframe>',
        '<img src="data:image/gif;base64,R0lGOD">',
        "<img>",
        '<div style="display:none"><img src="/boat.jpg"></div>',
        f"<div>{BOAT}<p>{'Words of another story, with a picture of its own. ' * 8}</p></div>",
    ],
)
def test_pictures_of_other_things_are_dropped(picture: str) -> None:
    page = make_page(f"<article><p>{TEXT}</p>{picture}<p>{MORE}</p></article>")
    keep = [leaf for leaf, text in enumerate(page.leaf_text) if text in (TEXT, MORE)]
    assert ridgeline.cleanup.tidy(page, as_column(keep)).tolist() == keep


def test_the_picture_below_the_headline_is_kept() -> None:
    lead = f"<h1>Ferry</h1><p>By Ann</p><figure>{BOAT}</figure>"
    body = f"<header><img src=/logo.png></header><main>{lead}<div><p>{TEXT}</p></div></main>"
    page = make_page(body)
    keep = [page.leaf_text.index(TEXT)]
    added = set(ridgeline.cleanup.tidy(page, as_column(keep)).tolist()) - set(keep)
    assert [page.value(int(page.leaves[leaf]), "src") for leaf in added] == ["/boat.jpg"]


@pytest.mark.parametrize(
    ("picture", "is_kept"),
    [
        ('<img src="/users/avatar/4.jpg">', False),
        ('<img class=avatar src="/4.jpg">', False),
        ('<span class=user-avatar><img src="/4.jpg"></span>', False),
        ('<img width=1 height=1 src="/count.gif">', False),
        ('<img src="https://sb.scorecardresearch.com/p?c1=2">', False),
        ('<img width=1 height=400 src="/rule.png">', True),
        ('<img src="/4.jpg">', True),
        ('<img class=emoji alt="🙂" src="/smile.png" width=16 height=16>', True),
    ],
)
def test_kept_avatars_are_dropped(picture: str, is_kept: bool) -> None:
    assert tidied(f"<p>{TEXT}</p><p>{picture}{MORE}</p>") == [TEXT, *["<img>"] * is_kept, MORE]


def test_cards_keep_their_pictures() -> None:
    card = '<div class=card><a href="/{0}"><img src="/{0}.jpg"></a><h3><a href="/{0}">Ship {0}</a></h3></div>'
    body = "".join(card.format(number) for number in range(4))
    assert kept_pictures(make_page(f"<main>{body}</main>")) == [f"/{number}.jpg" for number in range(4)]


def test_each_picture_is_kept_once() -> None:
    lazy = '<img src="/pictures/ferry-boat.jpg"><noscript><img src="/pictures/ferry-boat.jpg?w=640"></noscript>'
    page = make_page(f"<p>{TEXT}</p>{lazy}<p>{MORE}</p><p><img src=/small/ferry-boat.jpg></p><p>{TEXT}!</p>")
    assert kept_pictures(page) == ["/pictures/ferry-boat.jpg"]


@pytest.mark.parametrize("tag", ["img", "iframe"])
def test_what_stands_in_for_a_picture_without_scripts_goes(tag: str) -> None:
    shown = f"<{tag} src=/pictures/ferry-boat.jpg></{tag}>"
    body = f"<p>{TEXT} {shown}<noscript>{shown}</noscript> <noscript><img src=/a.jpg></noscript></p>"
    assert tidied(body)[1:] == [f"<{tag}>", "<img>"]


def test_the_picture_of_noscript_takes_the_place_of_a_small_one() -> None:
    small, large = "<img src='/max/60/ferry-boat.jpg?q=20'>", "<img src=/max/1080/ferry-boat.jpg>"
    page = make_page(f"<p>{TEXT} {small}<img width=9><noscript>{large}</noscript></p><p>{MORE}</p>")
    kept = tidy(page, as_column(list(range(len(page.leaves))))).tolist()
    assert "/max/1080/ferry-boat.jpg" in (addresses := [page.value(int(page.leaves[leaf]), "src") for leaf in kept])
    assert "/max/60/ferry-boat.jpg?q=20" not in addresses


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("src=/tide-table.png alt=Tide", "src=/tide-table-dark.png alt=Tide", "first"),
        ("src=/tide-table.dark.png alt=Tide", "src=/tide-table.png alt=Tide", "second"),
        ("src=/tide-table.png alt=Tide", "src=/tide-table-light.png alt=Tide", "first"),
        ("src=/media/tide-dark.4f1b.svg alt=Tide", "src=/media/tide-light.3aa4.svg alt=Tide", "second"),
        ("src=/harbour_mobile_2.jpg", "src=/harbour_desktop_2.jpg", "second"),
        ("src=/a.png class='hidden dark:block' alt=Tide", "src=/b.png class=dark:hidden alt=Tide", "second"),
        ("src='/tide.webp?quality=1'", "src=/tide.webp alt=Tide", "second"),
        ("src=/tide.webp alt=Tide", "src='/tide.webp?w=90'", "first"),
        ("src=/low-light-fern.jpg", "src=/low-light-palm.jpg", "both"),
        ("src=/boat-dark.jpg alt='At night'", "src=/boat.jpg alt='At noon'", "both"),
        ("src=/shirt-dark-blue.jpg alt=Shirt", "src=/shirt-blue.jpg alt=Shirt", "both"),
        ("src='/tex.cgi?x'", "src='/tex.cgi?y'", "both"),
    ],
)
def test_of_two_variants_one_is_kept(first: str, second: str, kept: str) -> None:
    page = make_page(f"<p>{TEXT}</p><p><img {first}> <img {second}></p><p>{MORE}</p>")
    left = tidy(page, as_column(list(range(len(page.leaves))))).tolist()
    assert {(0, 1, 3): "first", (0, 2, 3): "second", (0, 1, 2, 3): "both"}[tuple(left)] == kept


@pytest.mark.parametrize(
    "body",
    [
        f"<p>{TEXT}</p>" + "<p><img src=/boat.jpg></p>" * 100_000,
        f"<p>{TEXT}</p>" + "<p>one</p><img src=/boat.jpg>" * 50_000,
        f"<p>{TEXT}</p>" + "<div>" * 400 + "<img src=/boat.jpg>" * 20_000,
    ],
)
def test_many_pictures_take_linear_time(body: str) -> None:
    page = parse(body)
    start = time.perf_counter()
    kept_pictures(page)
    assert time.perf_counter() - start < 10


def test_nothing_may_be_left() -> None:
    assert tidied("<img class=avatar src=/me.png>") == []


@pytest.mark.parametrize(("width", "is_kept"), [("30", False), (" 30px ", False), ("٣٠", True), ("30 px", True)])
def test_sizes_are_ascii_digits_as_browsers_read_them(width: str, is_kept: bool) -> None:
    page = parse(f'<p>{TEXT}</p><img src=/boat.jpg width="{width}"><p>{MORE}</p>')
    assert kept_pictures(page) == ["/boat.jpg"] * is_kept


def test_summit_keeps_the_picture_of_an_article() -> None:
    paragraphs = f"<p>{TEXT} {MORE}</p>" * 3
    article = f"<article><h1>Ferry</h1>{paragraphs}<figure>{BOAT}</figure>{paragraphs}</article>"
    source = f"<html><title>Ferry</title><nav><a href=/>Home</a></nav>{article}<footer>© 2026</footer>"
    markdown = ridgeline.extract(source, url="https://example.org/ferry").markdown
    assert "![The boat at the pier](https://example.org/boat.jpg)" in markdown
