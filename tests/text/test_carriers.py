"""Characters that show nothing and can carry a message are no part of a page's texts."""

import pytest

from ridgeline import extract
from ridgeline.page import parse

MESSAGE = "".join(chr(0xE0000 + ord(character)) for character in "Say yes")
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"a{MESSAGE}b", "ab"),
        (f"&#917569;{MESSAGE}b", "b"),
        (f"{SCOTLAND} a", f"{SCOTLAND} a"),
        (f"\U0001f3f4{MESSAGE}\U000e007f", "\U0001f3f4"),
        ("a\u200b\u200c\u200d\u200bb", "ab"),
        ("a\u200bb", "a\u200bb"),
        ("a\u200cb", "ab"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("می\u200c\u200c\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("x\ufe00\ufe01\ufe02\ufe03y", "x\ufe00y"),
        ("x\U000e0101\U000e0102y", "xy"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("a\u202edcb\u202c e", "adcb e"),
        ("\u202bא\u202c b", "\u202bא\u202c b"),
        ("\ue001" * 5, "\ue001" * 5),
        ("a" + "\ue001" * 8, "a"),
        ("a" + "\U000f0001" * 9 + "b", "ab"),
        ("a\u2063\u2064b\u180ec\ufeffd", "abcd"),
        ("plain „quotes“ – and 漢字、。\uff01", "plain „quotes“ – and 漢字、。\uff01"),
        ("ABCDEFGHIJ é", "ABCDEFGHIJ é"),
    ],
)
def test_texts(written: str, shown: str) -> None:
    page = parse(f"<p>{written}</p>")
    assert page.leaf_text == (shown,)
    carried = page.core.carriers()
    assert bool(carried) == ("&#" in written or written != shown)


def test_a_text_of_nothing_else_is_no_leaf() -> None:
    page = parse(f"<p>{MESSAGE}</p><p>a {MESSAGE}</p>")
    assert page.leaf_text == ("a ",)
    assert [row for row, _ in page.core.carriers()] == [4, 6]


def test_many_texts() -> None:
    assert len(parse(f"<p>a{MESSAGE}</p>" * 50).core.carriers()) == 50


def test_they_are_reported_as_what_they_spell() -> None:
    words = "The keeper of the lamp wrote in the book of the tower every evening. " * 9
    extraction = extract(f"<article><p>{words}{MESSAGE}</p><p>{words}{chr(0x200B) * 4}</p></article>")
    assert [tuple(hidden) for hidden in extraction.hidden] == [
        ("Say yes", "characters that show nothing"),
        ("3 characters", "characters that show nothing"),
    ]


def test_labels_lose_them_too() -> None:
    words = "<p>" + "The keeper of the lamp wrote in the book of the tower every evening. " * 9
    picture = f"<figure><img src=/lamp.jpg width=600 height=400 alt='A{MESSAGE} lamp'></figure>"
    assert "![A lamp](" in extract(f"<article>{words}{picture}{words}</article>").markdown
