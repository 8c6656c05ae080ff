"""Threads of all kinds become posts; pages on which nobody answers anybody have none."""

import pytest

import ridgeline
from ridgeline.posts import Post, read_posts

from .threads import THREADS, WITHOUT_POSTS, Thread, wordpress


@pytest.fixture(params=THREADS.values(), ids=list(THREADS))
def thread(request: pytest.FixtureRequest) -> Thread:
    """Each of the threads."""
    found: Thread = request.param
    return found


def posts_of(name: str) -> tuple[Post, ...]:
    """Return the posts of a thread."""
    return read_posts(THREADS[name].page)


def test_every_post_is_found_once_in_order(thread: Thread) -> None:
    assert [post.text for post in read_posts(thread.page)] == [post.text for post in thread.posts]


def test_authors(thread: Thread) -> None:
    assert [post.author for post in read_posts(thread.page)] == [post.author for post in thread.posts]


def test_dates(thread: Thread) -> None:
    assert [post.date for post in read_posts(thread.page)] == [post.date for post in thread.posts]


def test_kinds(thread: Thread) -> None:
    kinds = [post.kind for post in read_posts(thread.page)]
    assert thread.kind in kinds
    if thread.kind != "answer":
        assert set(kinds) == {thread.kind}


def test_the_leaves_of_posts_are_their_own(thread: Thread) -> None:
    page = thread.page
    posts = read_posts(page)
    leaves = [leaf for post in posts for leaf in post.keep.tolist()]
    assert len(leaves) == len(set(leaves))
    for post in posts:
        nodes = page.leaves[post.keep].tolist()
        assert all(node in post.nodes for node in nodes)
        assert nodes == sorted(nodes)


@pytest.mark.parametrize("name", WITHOUT_POSTS)
def test_pages_without_posts(name: str) -> None:
    assert read_posts(ridgeline.parse(WITHOUT_POSTS[name], url="https://courier.example/")) == ()


@pytest.mark.parametrize(
    ("name", "links"),
    [
        ("phpbb", ["https://forum.harbour.example/viewtopic.php?t=7#p101"]),
        ("vbulletin", ["https://forum.harbour.example/showpost.php?p=201"]),
        ("wordpress", [f"https://courier.example/the-ferry#comment-{number}" for number in (1, 2, 3, 4)]),
        ("hacker_news", ["https://news.example/item?id=300#301"]),
        ("reviews", [None, None, None, None]),
        ("mastodon", ["https://toot.example/@Maren/101"]),
    ],
)
def test_permalinks(name: str, links: list[str | None]) -> None:
    assert [post.permalink for post in posts_of(name)][: len(links)] == links


@pytest.mark.parametrize(
    ("name", "addresses"),
    [
        ("phpbb", "https://forum.harbour.example/memberlist.php?mode=viewprofile&u=101"),
        ("discourse", "https://forum.harbour.example/u/Maren"),
        ("stack_exchange", "https://boats.example/users/0/Maren"),
        ("reviews", None),
    ],
)
def test_addresses_of_authors(name: str, addresses: str | None) -> None:
    assert posts_of(name)[0].author_url == addresses


def test_an_id_is_a_place_on_this_page_whatever_the_base() -> None:
    html = THREADS["simple_press"].html.replace("<title>", "<base href='https://cdn.example/'><title>")
    posts = read_posts(ridgeline.parse(html, url=THREADS["simple_press"].url))
    assert posts[0].permalink == f"{THREADS['simple_press'].url}#post1"


def test_the_page_of_an_author_may_be_their_name_alone() -> None:
    html = THREADS["mailing_list"].html.replace('href="/users/', 'class=author href="/')
    assert read_posts(ridgeline.parse(html, url="https://lists.example/thread/"))[0].author_url == (
        "https://lists.example/Maren"
    )


@pytest.mark.parametrize("address", ["/u/{0}", "/memberlist.php?u=4"])
def test_somebody_may_be_called_like_a_month(address: str) -> None:
    post = (
        f"<article class=post><a class=author href='{address}'>{{0}}</a> <time datetime=2024-03-01>1 March</time>"
        "<p>The ferry leaves at nine, and comes back when the tide does.</p></article>"
    )
    html = "".join(map(post.format, ("May", "April", "Maren")))
    assert [post.author for post in read_posts(ridgeline.parse(f"<main>{html}</main>"))] == ["May", "April", "Maren"]


def test_without_an_address_there_are_no_links() -> None:
    posts = read_posts(ridgeline.parse(THREADS["wordpress"].html.replace("https://courier.example", "")))
    assert [post.permalink for post in posts] == [None] * 4
    assert [post.author for post in posts] == ["Maren", "Oskar", "lighthouse_77", "Tilda"]


@pytest.mark.parametrize(
    ("name", "votes"),
    [
        ("stack_exchange", [12, 31, None, -2]),
        ("discourse", [1, 2, 3, 4]),
        ("reddit", [4, 5, 6, 7]),
        ("shreddit", [4, 5, 6, 7]),
        ("phpbb", [None] * 4),
    ],
)
def test_votes(name: str, votes: list[int | None]) -> None:
    assert [post.votes for post in posts_of(name)] == votes


def test_one_answer_is_accepted() -> None:
    posts = posts_of("stack_exchange")
    assert [post.kind for post in posts] == ["question", "answer", "comment", "answer"]
    assert [post.accepted for post in posts] == [False, True, False, False]


@pytest.mark.parametrize("name", ["wordpress", "reddit", "hacker_news"])
def test_answers_are_nested(name: str) -> None:
    posts = posts_of(name)
    assert [post.depth for post in posts] == [0, 1, 2, 0]
    assert [post.parent for post in posts] == [None, 0, 1, None]


def test_a_comment_answers_the_answer_that_it_stands_below() -> None:
    posts = posts_of("stack_exchange")
    assert [(post.depth, post.parent) for post in posts] == [(0, None), (0, None), (1, 1), (0, None)]


def test_a_thread_of_one_answer() -> None:
    html = THREADS["stack_exchange"].html.partition('<div id="answer-3"')[0] + "</div></body></html>"
    posts = read_posts(ridgeline.parse(html, url=THREADS["stack_exchange"].url))
    assert [post.author for post in posts] == ["Maren", "Oskar", "Tilda"]


def test_a_single_comment_below_an_article() -> None:
    first, _, _ = wordpress().html.partition('<ul class="children">')
    posts = read_posts(ridgeline.parse(first + "</li></ol></div></body></html>"))
    assert [(post.kind, post.author) for post in posts] == [("comment", "Maren")]


def test_posts_as_data() -> None:
    fields = posts_of("stack_exchange")[1].as_dict()
    assert list(fields) == [
        *("kind", "author", "author_url", "date", "shown_date", "permalink", "votes", "accepted", "depth", "parent"),
        *("text", "quotes"),
    ]
    assert (fields["author"], fields["votes"], fields["accepted"], fields["quotes"]) == ("Oskar", 31, True, [])


def test_a_header_without_an_element_of_its_own_is_not_part_of_the_body() -> None:
    rows = "".join(
        f'<tr><td><img src="/{n}.png"><a href="/u/{n}/{name}">{name}</a> {text} <p>{n}/14/2024</p></td></tr>'
        for n, name, text in (
            (1, "Maren", "<p>When does the next ferry to the islands leave?</p>"),
            (2, "Oskar", "<p>It leaves at noon, since the crew waits for the mail.</p>"),
            (3, "Tilda", "<p>In winter it stays in the harbour for many days.</p>"),
        )
    )
    posts = read_posts(ridgeline.parse(f"<table>{rows}</table>", url="https://boats.example/topic/1"))
    assert [(post.author, post.date) for post in posts] == [
        *(("Maren", "2024-01-14"), ("Oskar", "2024-02-14"), ("Tilda", "2024-03-14")),
    ]
    assert posts[1].text == "It leaves at noon, since the crew waits for the mail."


def test_a_letter_in_place_of_a_picture_is_no_name() -> None:
    html = THREADS["phpbb"].html.replace(
        '<dl class="postprofile">', '<a class="author" href="/user/m">M</a><dl class="postprofile">'
    )
    posts = read_posts(ridgeline.parse(html, url=THREADS["phpbb"].url))
    assert [post.author for post in posts] == ["Maren", "Oskar", "lighthouse_77", "Tilda"]


def test_a_banner_above_a_thread_is_not_its_first_post() -> None:
    banner = "<h1>Ferry</h1><div class=notice><a class=author href=/user/crew>Crew</a> 1 March 2024 "
    banner += "<p>Please take part in our survey about the ferry and its coffee.</p></div>"
    html = THREADS["phpbb"].html.replace('<h2 class="topic-title">', f'{banner}<h2 class="topic-title">')
    assert len(read_posts(ridgeline.parse(html, url=THREADS["phpbb"].url))) == 4
