"""Films, recordings and pictures in elements that are no `video`, `audio`, `iframe` or `img`."""

import pytest

import ridgeline

FILM = "[Keynote](https://www.youtube.com/watch?v=ogfYd705cRs)"
TOWER = "![A tower](https://a.example/tower.jpg)"


def markdown_of(body: str, **options: bool) -> str:
    page = f"<body><article><p>before</p>{body}<p>after</p></article>"
    return ridgeline.extract(page, url="https://a.example/x", extractor="everything").write("markdown", **options)


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("<lite-youtube videoid=ogfYd705cRs playlabel='Play: Keynote'></lite-youtube>", FILM),
        ("<lite-youtube videoid=ogfYd705cRs><button><span>Play Video: Keynote</span></button></lite-youtube>", FILM),
        ("<div><amp-youtube data-videoid=ogfYd705cRs title=Keynote></amp-youtube></div>", FILM),
        ("<div data-youtube-id=ogfYd705cRs data-title=Keynote><img src=/a.jpg alt=x><button>Play</button></div>", FILM),
        ("<div data-video-id=ogfYd705cRs data-provider=youtube aria-label='Play Keynote'></div>", FILM),
        ("<div class=plyr data-plyr-provider=youtube data-plyr-embed-id=ogfYd705cRs title=Keynote></div>", FILM),
        (
            "<div data-query=x data-src='https://www.youtube.com/embed/ogfYd705cRs' data-alt=Keynote></div>",
            FILM.replace("watch?v=", "embed/"),
        ),
        (
            "<blockquote class=instagram-media data-instgrm-permalink='https://www.instagram.com/p/a/?utm_source=x'></blockquote>",
            "[instagram.com](https://www.instagram.com/p/a/)",
        ),
        (
            "<blockquote class=mastodon-embed data-embed-url='https://toot.example/@ann/1/embed'></blockquote>",
            "[toot.example](https://toot.example/@ann/1)",
        ),
        ("<lite-vimeo videoid=364402896 videotitle=Keynote></lite-vimeo>", "[Keynote](https://vimeo.com/364402896)"),
        ("<youtube-video src='https://www.youtube.com/watch?v=x'></youtube-video>", "[youtube.com](https://www.youtube.com/watch?v=x)"),
        ("<amp-audio src=/one.mp3></amp-audio>", "[one.mp3](https://a.example/one.mp3)"),
        ("<audio src=/one.mp3 aria-label='Part one'></audio>", "[Part one](https://a.example/one.mp3)"),
        ("<div role=img aria-label='A tower' style=\"background-image: url('/tower.jpg')\"></div>", TOWER),
        ("<span role=img aria-label='A tower' style='background:#fff url(/tower.jpg) center'></span>", TOWER),
        ("<amp-img src=/tower.jpg alt='A tower' width=600 height=400></amp-img>", TOWER),
        ("<p>Rated <span role=img aria-label='4 out of 5'></span> here</p>", "Rated 4 out of 5 here"),
        ("<p><i role=img aria-label='4 out of 5'></i>: good</p>", "4 out of 5: good"),
    ],
)  # fmt: skip
def test_what_is_written(body: str, markdown: str) -> None:
    assert markdown_of(body) == f"before\n\n{markdown}\n\nafter"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("<lite-youtube></lite-youtube>", ""),
        ("<div data-video-id=12345></div>", ""),  # of no known site
        ("<div data-youtube-id='javascript:x'></div>", ""),
        ("<youtube-video src='javascript:alert(1)' title=x></youtube-video>", "x\n\n"),
        ("<p>a <span role=img aria-label='A star'></span></p>", "a\n\n"),
        ("<div><span role=img aria-label='4 out of 5'></span></div>", ""),
        ("<div role=img aria-label=x style='background:url(data:image/png;base64,AA)'></div>", ""),
        ("<div hidden><lite-youtube videoid=ogfYd705cRs></lite-youtube></div>", ""),
        (f"<div data-youtube-id=ogfYd705cRs><p>{'text ' * 60}</p></div>", f"{'text ' * 60}".strip() + "\n\n"),
        ("<lite-youtube videoid=ogfYd705cRs><a href=/film>The film</a></lite-youtube>", "[The film](https://a.example/film)\n\n"),
    ],
)  # fmt: skip
def test_what_is_not_written(body: str, markdown: str) -> None:
    assert markdown_of(body) == f"before\n\n{markdown}after"


def test_they_stand_near_kept_text() -> None:
    text = "The morning ferry leaves at nine, and it carries more mail than people across the sound. " * 3
    film = "<lite-youtube videoid=ogfYd705cRs playlabel=Keynote></lite-youtube>"
    article = f"<article><p>{text}<p>{text}{film}<p>{text}</article>"
    page = f"<body><nav><a href=/>Home</a>{film}</nav>{article}<aside>{film}</aside>"
    assert ridgeline.extract(page).markdown.count("youtube") == 1


def test_options_concern_them() -> None:
    picture = "<div role=img aria-label='A tower' style='background:url(/tower.jpg)'></div>"
    assert markdown_of(picture, images=False) == "before\n\nafter"
    assert 'alt="A tower"' in ridgeline.extract(f"<p>x</p>{picture}<p>y", extractor="everything").html


def test_a_picture_in_another_size_is_shown_once() -> None:
    images = [
        f"<p><img alt='A tower' src='https://c.example/{size}/?url=https%3A%2F%2Fs.example%2Ftower-at-dusk.jpg'>"
        for size in (9, 5)
    ]
    page = f"<p>{'before ' * 40}</p>{images[0]}{images[1]}<p>{'after ' * 40}</p>"
    assert ridgeline.extract(f"<body><article>{page}</article>").markdown.count("![") == 1
