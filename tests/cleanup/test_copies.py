"""Copies that a page shows in each other's place go; what is said twice on purpose stays."""

import time

import pytest

from .pages import MORE, TEXT, tidied


@pytest.mark.parametrize(
    "body",
    [
        "<div class=hidden-xs><p>{}</p></div><div class=visible-xs><p>{}</p></div>",
        "<div class='d-none d-md-block'><p>{}</p></div><hr><div class='d-md-none'><p>{}</p></div>",
        "<div class='hidden lg:block'>{}</div><p></p><div class='lg:hidden'>{}</div>",
        "<section class=desktop-only><p>{}</p></section><img><section class=mobile-only><p>{}</p></section>",
        "<p>{}</p><div><p aria-hidden=true>{}</p></div>",
        "<p aria-hidden=true>{}</p><div><p>{}</p></div>",
        "<div><p>{}</p></div><div><p>{}</p></div>",
    ],
)
def test_copies_go(body: str) -> None:
    kept = tidied(f"<p>{MORE}</p><div>{body.format(TEXT, TEXT)}</div>", ("<img>",))
    assert kept == [MORE, TEXT]


def test_a_whole_copy_goes_with_its_short_lines() -> None:
    card = f"<h3>Times</h3><p>{TEXT}</p><p>Daily</p>"
    kept = tidied(f"<div class=pc>{card}</div><div class=sp>{card}</div><p>{MORE}</p>")
    assert kept == ["Times", TEXT, "Daily", MORE]


@pytest.mark.parametrize(
    "body",
    [
        "<p>{0}</p><p>{1}</p><p>{0}</p>",
        "<p>{0}</p><p>{0}</p>",
        "<pre>{0}</pre><pre>{0}</pre>",
        "<div><p>{0}</p></div><div><blockquote>{0}</blockquote></div>",
        "<div class=post><p>{0}</p></div><div class=post><div class=quote>{0}</div></div>",
        "<ul><li>{0}</li><li>{0}</li></ul>",
        "<div class=post><p>{0}</p></div><div class=post><p>{0}</p><p>{1}</p></div>",
        "<div>Short and twice.</div><div>Short and twice.</div>",
        "<div class=tab><p>{0}</p><p>one</p></div><div class=tab hidden><p>{0}</p><p>two</p></div>",
    ],
)
def test_what_is_said_twice_on_purpose_stays(body: str) -> None:
    filled = f"<div>{body.format(TEXT, MORE)}</div>"
    kept = tidied(filled)
    assert len(kept) == len(tidied(filled.replace(TEXT, "nine").replace(MORE, "noon")))
    assert kept.count(TEXT) == body.count("{0}")


@pytest.mark.parametrize("body", [f"<div><p>{TEXT}</p></div>", f"<p>{TEXT}</p><p>{MORE}</p>", f"<i><b>{TEXT}</b></i>"])
def test_many_copies_take_linear_time(body: str) -> None:
    start = time.perf_counter()
    assert tidied(body * 30_000)
    assert time.perf_counter() - start < 30
