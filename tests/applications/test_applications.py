"""Well-known applications: how their pages are known, and what their selectors find."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import ridgeline
from ridgeline import applications
from ridgeline.applications import Application, Posts, Signs, View, application_of, find_view
from ridgeline.lab.golden import read_page
from ridgeline.page.selector_syntax import parse_selectors

GOLDEN = Path(__file__).parents[1] / "golden"
TOPIC = """<body><h1 id="topic-title"><span class="fancy-title">Hives</span></h1>
<div class="topic-post"><a class="username" href="/u/ada">ada</a><div class="cooked"><p>Does it hum?</p></div></div>
<div class="topic-post"><a class="username" href="/u/bo">bo</a><div class="cooked"><p>By night.</p></div></div>
<div class="topic-post"><a class="username" href="/u/cy">cy</a><span class="reply-to-tab">ada</span>
<div class="cooked"><p>Open the lid.</p></div></div>"""
GENERATOR = '<meta name="generator" content="Discourse 3.5.0 - https://discourse.example">'


@pytest.mark.parametrize(
    ("html", "url", "name"),
    [
        ("<p>a", "https://github.com/a/b/issues/1", "GitHub"),
        ("<p>a", "https://gist.github.com/a/1", "GitHub"),
        ("<p>a", "https://me@GitHub.com:443/a", "GitHub"),
        ("<p>a", "https://notgithub.com/", None),
        ("<p>a", "https://github.com.example/", None),
        ('<link rel="canonical" href="https://www.npmjs.com/package/x"><p>a', None, "npm"),
        ('<link rel="canonical" href="https://www.npmjs.com/package/x"><p>a', "https://copy.example/", None),
        (GENERATOR, "https://talk.example/t/1", "Discourse"),
        ('<html id="XF"><body><p>a', None, "XenForo"),
        ('<body class="skin mediawiki ltr"><p>a', None, "MediaWiki"),
        ("<p>a", "https://bbs.example/bbs/board.php?bo_table=qna&wr_id=1", "Gnuboard"),
        ("<p>GitHub, phpbb and mediawiki", "https://example.org/", None),
        ("", None, None),
    ],
)
def test_an_application_is_known_by_its_signs(html: str, url: str | None, name: str | None) -> None:
    found = application_of(ridgeline.parse(html, url=url))
    assert (found and found.name) == name


def test_selectors_can_be_read() -> None:
    for application in applications.applications():
        for view in application.views:
            parse_selectors([*view.content, *view.exclude, *view.title, *view.author, *view.undecided])
            fields = ("author", "date", "permalink", "votes", "accepted", "answers")
            parse_selectors([css for row in view.posts for name in fields if (css := getattr(row, name))])


def test_signs_are_in_lower_case_and_of_one_application() -> None:
    signs = [
        (kind, sign)
        for application in applications.applications()
        for kind, some in application.signs._asdict().items()
        for sign in some
    ]
    assert len(signs) == len(set(signs))
    assert all(sign == sign.lower() for _, sign in signs)


def test_a_page_of_another_shape_is_left_to_general_rules() -> None:
    page = ridgeline.parse("<article><p>About us.</p></article>", url="https://github.com/about")
    assert application_of(page) is not None
    assert find_view(page) is None


def test_a_post_answers_whom_it_names() -> None:
    posts = ridgeline.extract(GENERATOR + TOPIC, url="https://talk.example/t/1").posts
    assert [(post.author, post.parent, post.depth) for post in posts] == [
        ("ada", None, 0),
        ("bo", None, 0),
        ("cy", 0, 0),
    ]


def test_posts_are_the_content_and_name_author_and_title() -> None:
    extraction = ridgeline.extract(GENERATOR + TOPIC, url="https://talk.example/t/1")
    assert extraction.page_type == "forum"
    assert extraction.text.removeprefix("Hives").split() == "Does it hum? By night. Open the lid.".split()
    assert extraction.metadata.authors == ("ada",)
    assert extraction.metadata.title == "Hives"
    assert "in reply to ada" in extraction.markdown


def test_extractors_without_types_of_pages_answer_alone() -> None:
    html = GENERATOR + TOPIC + "<footer><p>Imprint</p></footer>"
    assert "Imprint" in ridgeline.extract(html, url="https://talk.example/t/1", extractor="everything").text


def test_selectors_of_a_person_win() -> None:
    extraction = ridgeline.extract(GENERATOR + TOPIC, url="https://talk.example/t/1", select="h1")
    assert extraction.text == "Hives"


@pytest.fixture
def forgotten() -> Iterator[None]:
    """No application is remembered, before and after."""
    for cached in (applications.applications, applications._table):
        cached.cache_clear()
    yield
    for cached in (applications.applications, applications._table):
        cached.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_other_packages_add_applications(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Posts(post=".entry", body=".words", author=".who", votes=".stars", kind="answer", depth=1)
    talk = Application("Talk", Signs(hosts=("github.com",)), (View(posts=(row,), page_type="forum"),))

    monkeypatch.setattr(applications, "load_plugins", lambda group: (talk,))
    html = (
        "<div class=entry><b class=who>Ada</b><i class=stars>3</i><p class=words>Yes.</p></div><div class=entry></div>"
    )
    page = ridgeline.parse(html, url="https://github.com/x")
    assert application_of(page) is talk
    [post] = ridgeline.extract(html, url="https://github.com/x").posts
    assert (post.kind, post.author, post.votes, post.text, post.depth) == ("answer", "Ada", 3, "Yes.", 1)


# --- Golden pages: who wrote each post, how deep it stands

THREADS = {
    "github-issue": [("mireille-b", 0), ("teodor-v", 0), ("oku-hana", 0)],
    "github-pull": [("teodor-v", 0), ("mireille-b", 0), ("oku-hana", 0)],
    "github-discussion": [("lothian-k", 0), ("teodor-v", 0), ("lothian-k", 1), ("oku-hana", 0)],
    "stack-exchange": [
        *(("Odile", 0), ("brot-hannes", 1), ("Odile", 1), ("brot-hannes", 1), ("Odile", 2), ("Pelle Rug", 1)),
    ],
    "hacker-news": [("saltmarsh", 0), ("kelp", 0), ("saltmarsh", 1), ("kelp", 2), ("mudlark", 0)],
    "reddit-old": [("grey_gannet", 0), ("olehook", 0), ("grey_gannet", 1), ("knotty_pia", 0)],
    "reddit-new": [("grey_gannet", 0), ("olehook", 0), ("grey_gannet", 1), ("knotty_pia", 0)],
    "mastodon": [("Inge Tang", 0), ("Rasmus Holt", 0), ("Inge Tang", 0)],
    "bluesky": [("Inge Tang", 0), ("Rasmus Holt", 0), ("Inge Tang", 0)],
    "discourse": [("linden_l", 0), ("apis_anton", 0), ("linden_l", 0), ("honeypot", 0)],
    "xenforo": [("ember", 0), ("clinker", 0), ("ember", 0)],
    "phpbb": [("tenor_tess", 0), ("oldsally", 0), ("tenor_tess", 0)],
    "smf": [("halcyon", 0), ("oldspade", 0), ("halcyon", 0)],
    "youtube": [("slackwater", 0), ("fidandfiddle", 0)],
}


@pytest.mark.parametrize(("name", "posts"), THREADS.items(), ids=THREADS.keys())
def test_threads_of_applications_are_read(name: str, posts: list[tuple[str, int]]) -> None:
    golden = read_page(GOLDEN, f"application-{name}")
    found = ridgeline.extract(golden.source, url=golden.url).posts
    assert [(post.author, post.depth) for post in found] == posts
    assert all(post.date or post.shown_date for post in found)


def test_an_answer_has_its_own_votes_and_date() -> None:
    golden = read_page(GOLDEN, "application-stack-exchange")
    answer = ridgeline.extract(golden.source, url=golden.url).posts[3]
    assert (answer.kind, answer.votes, answer.accepted) == ("answer", 21, True)
    assert answer.date == "2023-11-05T07:31:44+00:00"  # when it was written, not edited
    assert answer.permalink == "https://breadbaking.stackexchange.com/a/2109"
