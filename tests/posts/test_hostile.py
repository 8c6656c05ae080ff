"""Pages made to break the reader: it is linear and bounded, and never raises."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.posts import read_posts
from ridgeline.posts.thread import MAX_POSTS
from tests.pages import AWKWARD, CARRYING


def comment(number: int) -> str:
    """Return a comment with an author and a date."""
    return (
        f'<div class="comment" id="c{number}"><a class=author href="/user/u{number}">u{number}</a>'
        f'<time datetime="2024-05-0{number % 9 + 1}T10:00">May</time>'
        f"<div class=body>Words of comment number {number} here.</div>"
    )


def letters(number: int) -> str:
    """Return a number in letters."""
    return "".join(chr(97 + number // 26**place % 26) for place in range(4))


_CLASSES = " ".join(f"post-{letters(number)}" for number in range(100))
HOSTILE = {
    "comments without end": "".join(f"{comment(number)}</div>" for number in range(10_000)),
    "comments in comments": "".join(map(comment, range(3_000))),
    "posts of an application in posts": '<meta name="generator" content="Discourse">'
    + "<div class=topic-post><a class=username>u</a><a class=reply-to-tab>u</a><div class=cooked>words" * 3_000,
    "posts of an application without end": '<body id="phpbb">'
    + "<div class=post id=p1><p class=author><b>u</b><div class=postbody><p class=content>words</div></div>" * 9_000,
    "a class for every two": "".join(
        f'<div class="{letters(number // 2)}"><a href="/user/a">u</a> 2024-05-01 <p>Some text of a post.</p></div>'
        for number in range(8_000)
    ),
    "quotes in quotes": f"{comment(1)}{'<blockquote>Maren wrote: yes ' * 4_000}</div>{comment(2)}</div>{comment(3)}",
    "a hundred classes each": "".join(
        f'<p class="{_CLASSES}" id="post-{number}"><a class=author>a</a> 1 May 2024 some text' for number in range(300)
    ),
    "dates only": "<p>2024-01-01</p>" * 20_000,
    "long attributes": 3
    * f'<div class="{"post " * 50_000}" id="{"9" * 100_000}" data-author="{"a" * 100_000}">2024-05-01 text</div>',
    "numbers out of range": "".join(
        f'<div class="comment"><a class=author>x</a>'
        f'<time datetime="9999-99-99T99:99" data-time="{10**12 * n}">1 May 2024</time>'
        f'<span class=votes>{"9" * 400}</span><div class=body indent="{"9" * 50}">Some words of number {n}.</div></div>'
        for n in range(5)
    ),
    "control characters": "".join(
        f"<div class=comment><a class=author>\x02u{n}</a> 1 May 2024"
        f'<p>a\x02b \x01<img alt="&#2;" class=emoji>{n} words here</p></div>'
        for n in range(4)
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages(name: str) -> None:
    extraction = ridgeline.extract(HOSTILE[name], url="https://forum.example/topic/1", extractor="everything")
    posts = extraction.posts
    assert len(posts) <= MAX_POSTS
    assert all(len(post.author or "") <= 120 and len(post.quotes) <= 50 for post in posts)
    assert extraction.write("json", posts=True)
    for format in ("markdown", "html", "text"):
        assert bool(extraction.write(format, posts=True)) or not posts


@pytest.mark.parametrize("html", [*AWKWARD.values(), *CARRYING.values()], ids=[*AWKWARD, *CARRYING])
def test_awkward_pages_have_no_posts(html: str) -> None:
    assert read_posts(ridgeline.parse(html)) == ()


def test_time_is_linear_in_the_number_of_comments() -> None:
    """Four times the comments, so four times the time, not sixteen times; the machine may be busy."""

    def seconds(count: int) -> float:
        page = ridgeline.parse("".join(f"{comment(number)}</div>" for number in range(count)))
        start = time.process_time()
        read_posts(page)
        return time.process_time() - start

    seconds(500)
    assert seconds(12_000) < 9 * min(seconds(3_000), seconds(3_000))


_PARTS = st.sampled_from(
    [
        *("<div class=comment>", "</div>", "<li class=post id=p1>", "</li>", "<ul>", "<table><tr><td>", "</table>"),
        *("<a class=author href=/user/x>Maren</a>", "<time datetime=2024-05-01>1 May</time>", "3 days ago", "wrote:"),
        *(
            "<blockquote>",
            "</blockquote>",
            "<p>",
            "Some words that somebody wrote there.",
            "<h2>Title</h2>",
            "<pre>",
            "<hr>",
        ),
        *("<span class=votes>3</span>", "<div class=quote>", "<div class=body>", "<img src=a.png>", "<b>", "</b>"),
    ]
)


@given(st.lists(_PARTS, max_size=60))
def test_any_mix_of_parts(parts: list[str]) -> None:
    extraction = ridgeline.extract("".join(parts * 2), url="https://forum.example/topic/1", extractor="everything")
    leaves = [leaf for post in extraction.posts for leaf in post.keep.tolist()]
    assert len(leaves) == len(set(leaves))
    for post in extraction.posts:
        assert post.parent is None or post.parent < len(extraction.posts)
    for format in ("markdown", "html", "text", "json"):
        extraction.write(format, posts=True)
