"""Pictures that show nothing of the text go, though they were kept; smileys are their text."""

import pytest

import ridgeline

from .pages import TEXT, tidied

MARK = "<img src=/marks/post.gif>"


@pytest.mark.parametrize(
    "badge",
    [
        "<img src=/files/qrcode_258.jpg>",
        "<img src=/a.png alt='Get it on Google Play'>",
        "<img src=/img/badge-app-store.svg>",
        "<img src=/a.png alt='扫描二维码'>",
        "<img src=/a.png alt='Harbour Times logo'>",
        "<img src=/icons/clock.png>",
        "<img src=/a.png width=24 height=24>",
    ],
)
def test_badges_before_and_after_the_text_go(badge: str) -> None:
    assert tidied(f"{badge}<p>{TEXT}</p>") == [TEXT]
    assert tidied(f"<p>{TEXT}</p>{badge}") == [TEXT]
    assert "<img>" in tidied(f"<p>{TEXT}</p>{badge}<p>{TEXT}!</p>")


def test_a_picture_before_the_text_stays() -> None:
    assert tidied(f"<img src=/ferry.jpg><p>{TEXT}</p><img src=/boat.jpg width=600 height=400>") == [
        "<img>",
        TEXT,
        "<img>",
    ]


@pytest.mark.parametrize(
    ("icon", "is_kept"),
    [
        ("<img class='accordion__icon' alt=Expand src=/expand.svg>", False),
        ("<img alt=Expand src=/icons/accordion/expand.png width=16 height=16>", False),
        ("<img alt='Anchor Icon' src=/anchor.svg>", False),
        ("<img alt=External src=/v5/ico_external_link.gif>", False),
        ("<img src=/uploads/certify-icon.svg>", False),
        ("<img class=icon alt='Crossing: 15 minutes' src=/clock.svg>", True),
        ("<img src=/uploads/silicon.svg alt=Silicon>", True),
        ("<img class=icon alt=Anchor src=/anchor.jpg width=600>", True),
        ("<img class=diagram alt=Anchor src=/anchor.svg>", True),
        ("<img class=icon alt=':)' src=/smile.gif width=14>", True),
    ],
)
def test_icons_go_whatever_their_labels_say(icon: str, is_kept: bool) -> None:
    assert ("<img>" in tidied(f"<p>{TEXT}</p><p>{icon} {TEXT}!</p><p>{TEXT}</p>")) == is_kept


def test_an_icon_in_a_cell_of_its_own_stays() -> None:
    icon = "<img class=icon alt=Yes src=/tick.svg>"
    assert "<img>" in tidied(f"<p>{TEXT}</p><table><tr><td>Mail<td>{icon}<tr><td>Cars<td>No</table><p>{TEXT}</p>")
    assert "<img>" not in tidied(f"<p>{TEXT}</p><table><tr><td>Mail<td>{icon} {TEXT}</table><p>{TEXT}</p>")


def test_marks_that_are_repeated_go() -> None:
    posts = "".join(f"<div>{MARK}<p>{TEXT} {number}</p></div>" for number in range(3))
    assert "<img>" not in tidied(posts)
    assert tidied(posts.replace("gif>", "gif alt=Maren>")).count("<img>") == 3
    assert tidied(f"<p>{TEXT} 1</p>{MARK}<p>{TEXT} 2</p>{MARK}<p>{TEXT} 3</p>").count("<img>") == 2


def test_of_a_picture_that_is_repeated_the_first_stays() -> None:
    slides = "".join(f"<p>{TEXT} {number}</p><img src=/ferry.jpg>" for number in range(4)) + f"<p>{TEXT}</p>"
    assert tidied(slides).count("<img>") == 1


def test_formulas_of_one_program_are_no_marks() -> None:
    formulas = "".join(f"<p>{TEXT} {number} <img src='/mimetex.cgi?x^{number}'></p>" for number in range(4))
    assert tidied(formulas).count("<img>") == 4


@pytest.mark.parametrize(
    ("image", "markdown"),
    [
        ("<img class='smilie smilie--sprite' src=/clear.png alt=':)'>", "Yes :)"),
        ("<img src=/images/smilies/icon_wink.gif alt=';)'>", "Yes ;)"),
        ("<img class=bbc_emoticon src=/uploads/wink.png>", "Yes"),
        ("<img src=/uploads/wink.png alt=':wink:'>", "Yes :wink:"),
        ("<img src=/sml_pos.gif alt=':)' width=14>", "Yes :)"),
        ("<img src=/smile.png alt=': a smile'>", "Yes ![: a smile](/smile.png)"),
    ],
)
def test_smileys_are_their_text(image: str, markdown: str) -> None:
    assert ridgeline.extract(f"<p>Yes {image}</p>", extractor="everything").markdown == markdown


@pytest.mark.parametrize(
    ("image", "address"),
    [
        ("<img src='//cdn.example/a.jpg'>", "https://cdn.example/a.jpg"),
        ("<img data-lazyload=/a.jpg src=/blank.gif>", "/a.jpg"),
        ("<img data-hi-res-src='/a.jpg?w=9'>", "/a.jpg?w=9"),
        ("<img data-hi-res-src=/a.jpg src=/small.jpg>", "/small.jpg"),
        ("<img data-settings='{\"src\": 1}.jpg' src=/a.jpg>", "/a.jpg"),
    ],
)
def test_addresses(image: str, address: str) -> None:
    assert ridgeline.extract(f"<p>a</p>{image}", extractor="everything").markdown == f"a\n\n![]({address})"


def test_a_drawing_without_a_label_goes_before_and_after_the_text() -> None:
    drawing = "<img src=/theme/corner.gif>"
    assert tidied(f"{drawing}<p>{TEXT}</p>{drawing}") == [TEXT]
    assert tidied(f"<p>{TEXT}</p>{drawing}<p>{TEXT}!</p>") == [TEXT, "<img>", f"{TEXT}!"]


@pytest.mark.parametrize(
    ("second", "is_kept"),
    [
        ("<a href=/boat><img src=/back.jpg alt=Boat></a>", False),
        ("<a href=/boat><img src=/back.jpg alt='The other side'></a>", True),
        ("<a href=/ferry><img src=/back.jpg alt=Boat></a>", True),
        ("<img src=/back.jpg alt=Boat>", True),
    ],
)
def test_what_a_link_shows_under_the_mouse_goes(second: str, is_kept: bool) -> None:
    first = "<a href=/boat><img src=/boat.jpg alt=Boat></a>"
    assert tidied(f"<p>{TEXT}</p>{first}{second}<p>{TEXT}!</p>").count("<img>") == 1 + is_kept


@pytest.mark.parametrize(
    "address", ["https://ads.doubleclick.net/x", "http://ad4.example/x.swf", "http://adclient.example/html.ng/site=x"]
)
def test_frames_of_advertisers_go(address: str) -> None:
    frame = f"<iframe src='{address}' title=Advertisement></iframe>"
    assert tidied(f"<p>{TEXT}</p>{frame}<p>{TEXT}!</p>") == [TEXT, f"{TEXT}!"]


def test_an_emoji_is_its_text() -> None:
    page = f"<body><p>{TEXT} <img class=twemoji alt='⚓' src=/1.svg></p>"
    assert ridgeline.extract(page, extractor="everything").markdown == f"{TEXT} ⚓"
