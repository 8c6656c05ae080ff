"""What a post quotes is told apart from what its author wrote."""

import pytest

import ridgeline
from ridgeline.posts import Post, read_posts

QUESTION = "Does anybody know when the next ferry to the outer islands leaves?"
ANSWER = "It leaves at noon, since the crew waits for the mail from town."


def answer(markup: str) -> Post:
    """Return the second post of a thread, given by its markup."""
    posts = "".join(
        f"""<div class="post" id="p{number}"><a class="username" href="/user/{name}">{name}</a>
        <time datetime="2024-03-0{number}T10:00">{number} March</time><div class="content">{body}</div></div>"""
        for number, name, body in (
            (1, "Maren", f"<p>{QUESTION}</p>"),
            (2, "Oskar", markup),
            (3, "Tilda", "<p>Thanks!</p>"),
        )
    )
    page = ridgeline.parse(f"<body>{posts}</body>", url="https://forum.example/viewtopic.php?t=1")
    found = read_posts(page)
    assert len(found) == 3
    return found[1]


@pytest.mark.parametrize(
    ("markup", "author"),
    [
        (f"<blockquote><cite>Maren wrote:</cite><p>{QUESTION}</p></blockquote>", "Maren"),
        (f"<blockquote>{QUESTION}</blockquote>", None),
        (f'<div class="quote"><p>Originally posted by Maren</p><p>{QUESTION}</p></div>', "Maren"),
        (f'<div class="bbcode-quote" data-quote="Maren"><p>{QUESTION}</p></div>', "Maren"),
        (f"<p>Maren schrieb:</p><blockquote><p>{QUESTION}</p></blockquote>", "Maren"),
        (f"<blockquote><cite>lighthouse_77 (3 March) said:</cite>{QUESTION}</blockquote>", "lighthouse_77"),
        (f"<div class=quote data-author=Maren><p>Maren: <a href='#p1'>↑</a></p><p>{QUESTION}</p></div>", "Maren"),
    ],
)
def test_quotes(markup: str, author: str | None) -> None:
    post = answer(f"{markup}<p>{ANSWER}</p>")
    assert [(quote.author, quote.text) for quote in post.quotes] == [(author, QUESTION)]
    assert post.own_text == ANSWER
    assert QUESTION in post.text
    assert ANSWER in post.text


def test_a_post_that_quotes_nobody() -> None:
    post = answer(f"<p>{ANSWER}</p>")
    assert post.quotes == ()
    assert post.own_text == post.text == ANSWER


def test_several_quotes_in_order() -> None:
    post = answer(
        f"<blockquote>{QUESTION}</blockquote><p>{ANSWER}</p><blockquote>to the outer islands</blockquote><p>Yes.</p>"
    )
    assert [quote.text for quote in post.quotes] == [QUESTION, "to the outer islands"]
    assert post.own_text == f"{ANSWER}\n\nYes."


def test_a_quote_in_a_quote_is_part_of_it() -> None:
    post = answer(f"<blockquote>{QUESTION}<blockquote>{ANSWER}</blockquote></blockquote><p>Agreed, it does.</p>")
    assert [quote.text for quote in post.quotes] == [f"{QUESTION}\n\n{ANSWER}"]
    assert post.own_text == "Agreed, it does."


def test_a_body_that_is_one_blockquote_quotes_nobody() -> None:
    assert answer(f"<blockquote><p>{ANSWER}</p></blockquote>").quotes == ()
