"""Captions of pictures as pages write them, and what comes out."""

import numpy as np
import pytest

import ridgeline

# By who writes it: a picture with its caption.
PICTURES = {
    "html": "<figure><img src=/a.jpg><figcaption>A <b>calm</b> sea. <i>Photo: Ann</i></figcaption></figure>",
    "wordpress": (
        "<div class='wp-caption alignleft'><img src=/a.jpg>"
        "<p class=wp-caption-text>A <b>calm</b> sea. <i>Photo: Ann</i></p></div>"
    ),
    "wikipedia": (
        "<div class='thumb tright'><div class=thumbinner><img src=/a.jpg><div class=thumbcaption>"
        "A <b>calm</b> sea. <i>Photo: Ann</i></div></div></div>"
    ),
    "on the picture's line": "<div><img src=/a.jpg><span class=caption>A <b>calm</b> sea. Photo: Ann</span></div>",
    "above": "<div><p class=image-caption>A <b>calm</b> sea. Photo: Ann</p><img src=/a.jpg></div>",
    "with what acts as one": (
        "<figure><img src=/a.jpg><figcaption>A <b>calm</b> sea. Photo: Ann <i role=button>Read more</i>"
        "</figcaption></figure>"
    ),
    "with a button": (
        "<figure><img src=/a.jpg><figcaption>A <b>calm</b> sea. Photo: Ann <button>Enlarge</button></figcaption>"
        "</figure>"
    ),
}
MARKDOWN = "The coast.\n\n![](/a.jpg)\n\n_A **calm** sea. Photo: Ann_\n\nThe hills."


def extraction_of(picture: str, *kept: str) -> ridgeline.Extraction:
    """Return what keeps the texts around a picture, the picture, and other leaves that say so."""
    page = ridgeline.parse(f"<body><p>The coast.</p>{picture}<p>The hills.</p>")
    wanted = ("The coast.", "", "The hills.", *kept)
    keep = [leaf for leaf, text in enumerate(page.leaf_text) if text in wanted]
    return ridgeline.Extraction(page, np.array(keep, dtype=np.int32), "x")


@pytest.mark.parametrize("name", PICTURES)
def test_a_caption_is_written_with_its_picture(name: str) -> None:
    found = extraction_of(PICTURES[name])
    assert found.markdown == MARKDOWN
    assert "<figcaption>A <strong>calm</strong> sea. " in found.html
    assert found.html.count("<figure>") == 1
    assert found.text == "The coast.\n\nThe hills."


@pytest.mark.parametrize("name", PICTURES)
def test_a_caption_that_was_kept_is_not_written_twice(name: str) -> None:
    kept = ("A ", "calm", " sea. ", " sea. Photo: Ann", " sea. Photo: Ann ", "Photo: Ann")
    assert extraction_of(PICTURES[name], *kept).markdown == MARKDOWN


def test_who_is_quoted_is_written_with_the_quotation() -> None:
    quotation = "<figure><blockquote>Calm seas.</blockquote><figcaption>Ann, pilot</figcaption></figure>"
    assert extraction_of(quotation, "Calm seas.").markdown == "The coast.\n\n> Calm seas.\n\n_Ann, pilot_\n\nThe hills."
    assert extraction_of(quotation).markdown == "The coast.\n\nThe hills."


def test_a_picture_that_was_not_kept_has_no_caption() -> None:
    page = ridgeline.parse(f"<body><p>The coast.</p>{PICTURES['html']}")
    assert ridgeline.Extraction(page, np.array([0], dtype=np.int32), "x").markdown == "The coast."


@pytest.mark.parametrize(
    "beside",
    [
        "<div class=card><img src=/a.jpg><div class='caption-on'>Subtitles</div></div>",
        "<div><img src=/a.jpg></div><div><figure><img src=/b.jpg alt=b><figcaption>Another</figcaption></figure></div>",
        "<div><div><img src=/a.jpg></div><p class=cta-caption>Subscribe now.</p></div>",
        "<figure><img src=/a.jpg><figcaption hidden>Not shown</figcaption></figure>",
        f"<div><img src=/a.jpg><div class=caption>{'A whole article. ' * 200}</div></div>",
    ],
)
def test_what_is_no_caption_of_a_kept_picture_stays_away(beside: str) -> None:
    page = ridgeline.parse(f"<body><p>The coast.</p>{beside}")
    keep = [0, next(leaf for leaf, node in enumerate(page.leaves) if page[int(node)].get("src") == "/a.jpg")]
    found = ridgeline.Extraction(page, np.array(keep, dtype=np.int32), "x")
    assert found.markdown == "The coast.\n\n![](/a.jpg)"


@pytest.mark.parametrize(("times", "is_caption"), [(1, True), (9, False)])
def test_a_caption_stands_near_its_picture(times: int, is_caption: bool) -> None:
    between = "The boats lay still, and nobody spoke. " * times
    found = extraction_of(f"<img src=/a.jpg><p>{between}</p><div class=caption>Advertisement</div>", between)
    assert ("_Advertisement_" in found.markdown) is is_caption


def test_captions_that_nobody_wants_are_not_added() -> None:
    story = "".join(f"<p>{'The harbour was quiet that morning, and the boats lay still. ' * 4}</p>" for _ in range(4))
    html = f"<body><article><h1>Harbour</h1>{story}{PICTURES['html']}{story}</article>"
    assert "_A **calm** sea. Photo: Ann_" in ridgeline.extract(html).markdown
    assert "calm" not in ridgeline.extract(html, captions=False).markdown


def test_captions_are_plain_paragraphs_without_formatting() -> None:
    assert "\n\nA calm sea. Photo: Ann\n\n" in extraction_of(PICTURES["html"]).write("markdown", formatting=False)


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        (
            "<figure><figcaption>boats.js</figcaption><pre>sail()</pre></figure>",
            "_boats.js_\n\n```javascript\nsail()\n```",
        ),
        (
            "<div class=codeBlockContainer_x><div class=codeBlockTitle_y>boats.js</div><pre>sail()</pre></div>",
            "boats.js\n\n```javascript\nsail()\n```",
        ),
        (
            "<figure><table><tr><th>sail()<th>a<tr><td>b<td>c</table><figcaption>Boats</figcaption></figure>",
            "| sail() | a |\n| --- | --- |\n| b | c |\n\n_Boats_",
        ),
    ],
)
def test_names_of_files_and_tables(body: str, markdown: str) -> None:
    found = extraction_of(body, "sail()", "a", "b", "c")
    assert found.markdown == f"The coast.\n\n{markdown}\n\nThe hills."
