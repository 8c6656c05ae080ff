"""A thread is written as one section a post; an article's comments follow its text."""

import json
from html import unescape

import numpy as np
import pytest

import ridgeline
from ridgeline import Extraction
from ridgeline.output.text import to_text, to_texts
from tests.pages import page
from tests.posts.threads import ARTICLE, THREADS, WITHOUT_POSTS, Thread


def extracted(thread: Thread) -> Extraction:
    """Return a thread of which everything is kept."""
    return ridgeline.extract(thread.html, url=thread.url, extractor="everything")


ANSWERS = extracted(THREADS["stack_exchange"])
QUOTING = """<body class=forum><h1>Bread</h1>
<div class="post" id="p1"><a class="username" href="/user/maren">Maren *1* [x]</a>
<time datetime="2024-03-01">1 March</time><div class="content"><p>How long does it <b>rise</b>, please?</p>
<ul><li>flour<li>salt</ul><h1>Oven</h1></div></div>
<div class="post" id="p2"><a class="username" href="/user/oskar">Oskar</a> <time datetime="2024-03-02">2 March</time>
<div class="content"><div class="quote"><p>Maren wrote:</p><p>How long does it rise, please?</p></div>
<p>An hour &lt;b&gt;.</p></div></div>
<div class="post" id="p3"><a class="username" href="/user/tilda">Tilda</a> <time datetime="2024-03-03">3 March</time>
<div class="content"><table><tr><th>Hour<th>Size<tr><td>1<td>2 cm<tr><td>2<td>4 cm</table>
<p>So two hours it is.</p></div></div></body>"""


@pytest.fixture
def thread() -> Extraction:
    """A thread with emphasis, a list, a quote, a table."""
    return ridgeline.extract(QUOTING, url="https://forum.example/topic/1", extractor="everything")


def test_markdown(thread: Extraction) -> None:
    assert thread.write("markdown", posts=True, title=False, links="none") == "\n\n".join(
        [
            "# Bread",
            r"## Maren \*1\* [x] · 2024-03-01",
            "How long does it **rise**, please?",
            "- flour\n- salt",
            "### Oven",
            "## Oskar · 2024-03-02",
            "> Maren wrote:\n>\n> How long does it rise, please?",
            r"An hour \<b>.",
            "## Tilda · 2024-03-03",
            "| Hour | Size |\n| --- | --- |\n| 1 | 2 cm |\n| 2 | 4 cm |",
            "So two hours it is.",
        ]
    )


def test_names_and_dates_are_links(thread: Extraction) -> None:
    heading = (
        r"## [Maren \*1\* \[x\]](https://forum.example/user/maren) · [2024-03-01](https://forum.example/topic/1#p1)"
    )
    assert heading in thread.write("markdown", posts=True).split("\n")
    numbered = thread.write("markdown", posts=True, links="references")
    assert r"## [Maren \*1\* \[x\]][1] · [2024-03-01][2]" in numbered
    assert "[2]: https://forum.example/topic/1#p1" in numbered


def test_headings_are_below_those_of_posts(thread: Extraction) -> None:
    lines = thread.write("markdown", posts=True, links="none", heading_offset=3).split("\n")
    assert [line for line in lines if line.startswith("#")] == [
        *("#### Bread", r"##### Maren \*1\* [x] · 2024-03-01", "###### Oven"),
        *("##### Oskar · 2024-03-02", "##### Tilda · 2024-03-03"),
    ]


def kept_of(thread: Extraction, *left_out: str, page_type: str | None = "forum") -> Extraction:
    """Return the thread as an extractor keeps it: without who wrote what when, and without some texts."""
    header = ("Maren *1* [x]", "Oskar", "Tilda", "1 March", "2 March", "3 March")
    texts = [text.strip() for text in thread.page.leaf_text]
    keep = [leaf for leaf, text in enumerate(texts) if text not in (*header, *left_out)]
    return Extraction(thread.page, np.array(keep, dtype=np.int32), "x", page_type=page_type)


def test_forums_have_sections_by_default(thread: Extraction) -> None:
    whole = thread.write("markdown", posts=True)
    forum = kept_of(thread)
    assert forum.markdown == whole
    assert forum.html == thread.write("html", posts=True)
    assert "Maren *1*" not in forum.text  # names and dates cost precision
    assert forum.write("markdown", posts=False) == kept_of(thread, page_type="article").markdown
    assert " · 2024" not in forum.write("markdown", posts=False)


def test_what_was_not_kept_of_a_post_is_not_added_by_default(thread: Extraction) -> None:
    assert "flour" not in kept_of(thread, "flour").markdown
    assert (
        "## [Tilda]" not in kept_of(thread, *"Hour Size 1 2 4".split(), "2 cm", "4 cm", "So two hours it is.").markdown
    )


def test_posts_of_which_little_was_kept_are_no_sections(thread: Extraction) -> None:
    left = (
        "How long does it",
        "rise",
        ", please?",
        "How long does it rise, please?",
        "An hour <b>.",
        "So two hours it is.",
    )
    assert " · 2024-03-0" not in kept_of(thread, *left).markdown


def test_names_beside_a_body_are_in_its_heading_alone() -> None:
    comment = (
        "<li class=comment id=c{0}><p><span class=comment-body>{1}</span> – "
        "<a class=comment-user href=/u/{0}>Ann {0}</a> <time datetime=2024-03-0{0}>{0} March</time></p></li>"
    )
    body = "The ferry to the islands leaves at nine in the morning, and comes back at noon with bread. " * 2
    html = "<h1>Ferry</h1><ul class=comments>" + "".join(comment.format(number, body) for number in (1, 2, 3)) + "</ul>"
    found = ridgeline.parse(f"<body class=forum>{html}")
    keep = np.arange(len(found.leaves), dtype=np.int32)
    lines = Extraction(found, keep, "x", page_type="forum").write("markdown", links="none").split("\n\n")
    assert lines[:3] == ["# Ferry", "## Ann 1 · 2024-03-01", body.strip()]


def test_html(thread: Extraction) -> None:
    html = thread.write("html", posts=True, links="none")
    assert "<h2>Oskar · 2024-03-02</h2>\n<blockquote><p>Maren wrote:</p>" in html
    assert "<p>An hour &lt;b&gt;.</p>" in html
    assert html.count("<h2>") == 3


def test_text(thread: Extraction) -> None:
    text = thread.write("text", posts=True)
    assert text.startswith("Bread\n\nMaren *1* [x] · 2024-03-01\nHow long does it rise, please?\n\nflour\nsalt")
    assert "Oskar · 2024-03-02\nMaren wrote:" in text


def test_votes_answers_and_the_accepted_one() -> None:
    lines = ANSWERS.write("markdown", posts=True, links="none").split("\n")
    headings = [line for line in lines if line.startswith("## ") or line.startswith("### ")]
    assert headings == [
        "## Maren · 2024-03-02 08:15:00+00:00 · 12 votes",
        "## Oskar · 2024-03-02 09:40:00+00:00 · 31 votes · accepted answer",
        "### Tilda · 2024-03-05 21:30:00+00:00 · in reply to Oskar",
        r"## lighthouse_77 · 2024-03-03 12:05:00+00:00 · -2 votes",
    ]


@pytest.mark.parametrize("name", THREADS)
@pytest.mark.parametrize("format", ["markdown", "html", "text"])
def test_every_post_is_written_once_after_its_heading(name: str, format: str) -> None:
    thread = THREADS[name]
    written = unescape(extracted(thread).write(format, posts=True).replace("\\", ""))
    place = 0
    for post in thread.posts:
        assert written.count(post.text) == 1
        heading = written.find(f"{post.author}", place)
        place = written.find(post.text, place)
        assert -1 < heading < place


@pytest.mark.parametrize("name", THREADS)
def test_profiles_signatures_and_buttons_are_not_written(name: str) -> None:
    written = extracted(THREADS[name]).write("text", posts=True)
    for furniture in ("Fair winds", "Joined:", "Reply", "reply\n", "permalink", "Posts:", "report"):
        assert furniture not in written


def test_comments_follow_the_article_after_a_rule() -> None:
    thread = THREADS["wordpress"]
    written = extracted(thread).write("markdown", posts=True, links="none")
    article, _, comments = written.partition("\n\n---\n\n")
    assert "The crossing takes forty minutes" in article
    assert not any(post.text in article for post in thread.posts)
    assert comments.startswith("## Maren · 2024-03-02 08:15:00+01:00\n\nThe ferry to the outer islands")


def test_comments_that_the_extractor_dropped_are_written_on_request() -> None:
    thread = THREADS["disqus"]
    extraction = ridgeline.extract(thread.html, url=thread.url, comments=False)
    comment = thread.posts[1].text
    assert comment not in extraction.text
    assert comment not in extraction.markdown
    assert comment in extraction.write("markdown", posts=True)
    assert [post.text for post in extraction.comments] == [post.text for post in thread.posts]


def test_a_page_without_posts_is_written_as_ever() -> None:
    extraction = ridgeline.extract(WITHOUT_POSTS["an article"], extractor="everything")
    assert extraction.posts == extraction.comments == ()
    for format in ("markdown", "html", "text", "tei"):
        assert extraction.write(format, posts=True) == extraction.write(format)


def test_json_has_the_posts_of_forums_and_others_on_request() -> None:
    forum = Extraction(ANSWERS.page, ANSWERS.keep, "test", page_type="forum")
    article = Extraction(ANSWERS.page, ANSWERS.keep, "test", page_type="article")
    posts = [post.as_dict() for post in ANSWERS.posts]
    assert json.loads(forum.json)["posts"] == json.loads(article.write("json", posts=True))["posts"] == posts
    assert "posts" not in json.loads(article.json)
    assert "posts" not in json.loads(forum.write("json", posts=False))
    assert json.loads(article.write("json", posts=True))["text"] == article.text


def test_only_comments_are_comments() -> None:
    assert [post.author for post in ANSWERS.comments] == ["Tilda"]
    assert ANSWERS.comments[0].parent == 1


def test_addresses_that_should_not_be_followed_are_no_links() -> None:
    html = QUOTING.replace("/user/maren", "javascript:alert(1)//user/maren")
    written = ridgeline.extract(html, url="https://forum.example/topic/1", extractor="everything")
    for format in ("markdown", "html"):
        assert "javascript:" not in written.write(format, posts=True)


TWO = page(f"<div>{ARTICLE}</div><ul><li>one<li> two </ul><pre>  a\n  b</pre><table><tr><td>c<td>d</table>x<b>y</b>z")


@pytest.mark.parametrize("cut", range(0, 13))
def test_texts_at_once_are_those_one_by_one(cut: int) -> None:
    every = np.arange(len(TWO.leaves), dtype=np.int32)
    keeps = [every[:cut], every[cut:]]
    assert to_texts(TWO, keeps) == [to_text(TWO, keep) for keep in keeps]


def test_texts_of_leaves_that_alternate() -> None:
    alternate = page("<p>a</p><p>b</p><p>c</p><p>d</p>")
    assert to_texts(alternate, [np.array([0, 2], np.int32), np.array([1, 3], np.int32)]) == ["a\n\nc", "b\n\nd"]
    assert to_texts(alternate, []) == []


def test_a_date_that_names_no_day_is_written_as_shown() -> None:
    posts = "".join(
        f"<div class=post id=p{n}><a class=username href=/user/{name}>{name}</a> <span class=date>{n} hours ago</span>"
        f"<div class=content>The ferry leaves at noon, says pier {n}, since the crew waits for the mail.</div></div>"
        for n, name in ((1, "Maren"), (2, "Oskar"), (3, "Tilda"))
    )
    extraction = ridgeline.extract(f"<body class=forum><h1>The ferry</h1>{posts}", url="https://forum.example/t/1")
    assert [(post.date, post.shown_date) for post in extraction.posts] == [(None, f"{n} hours ago") for n in (1, 2, 3)]
    assert "· [2 hours ago](https://forum.example/t/1#p2)" in extraction.write("markdown", posts=True)
