"""Descriptions of videos: lines that only line ends part, and chapters."""

import ridgeline

TEXT = '<h1>Knots</h1><span class="yt-core-attributed-string--white-space-pre-wrap">{}</span><p>The end.'
TIME = '<a href="https://v.example/w?t={}">{}</a>'


def markdown(text: str) -> str:
    return ridgeline.extract(TEXT.format(text), extractor="everything").markdown


def test_lines_are_paragraphs() -> None:
    assert "Three knots.\n\nRope: [shop](https://r.example/)\n\nThe end." in markdown(
        '<span>Three knots.\n\nRope: </span><a href="https://r.example/">shop</a>'
    )


def test_chapters_are_a_list() -> None:
    found = markdown(
        f"Three knots.\n{TIME.format(0, '0:00')} Bowline\n{TIME.format(9, '0:09')} Reef\n1:02:03 Hitch\nBye."
    )
    assert "Three knots.\n\n- [0:00](https://v.example/w?t=0) Bowline\n" in found
    assert "\n- 1:02:03 Hitch\n\nBye." in found


def test_white_space_between_links_parts_lines() -> None:
    assert "[a](https://a.example/)\n\n[b](https://b.example/)" in markdown(
        '<a href="https://a.example/">a</a>\n<a href="https://b.example/">b</a>'
    )


def test_two_times_are_no_list() -> None:
    assert "- " not in markdown("0:00 Bowline\n0:09 Reef")


def test_pictures_stay() -> None:
    assert "![A knot](https://v.example/k.jpg)" in markdown(
        'See\n<img src="https://v.example/k.jpg" alt="A knot"> here'
    )
