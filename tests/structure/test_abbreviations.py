"""Abbreviations with what they stand for."""

import pytest

import ridgeline
from ridgeline.structure import abbreviations

WHO = "<abbr title='World Health Organization'>WHO</abbr>"


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        (f"The {WHO} said, and the {WHO} did.", "The WHO (World Health Organization) said, and the WHO did."),
        (f"The World Health Organization ({WHO}) said.", "The World Health Organization (WHO) said."),
        ("<abbr>WHO</abbr> said.", "WHO said."),
        ("<abbr title=WHO>WHO</abbr> said.", "WHO said."),
        ("<abbr title='2024-03-01T10:00'>a long while before all of this</abbr>.", "a long while before all of this."),
        (f"<abbr title='{'very ' * 30}long'>VL</abbr>.", "VL."),
    ],
)
def test_the_expansion_is_said_once(body: str, markdown: str) -> None:
    found = ridgeline.extract(f"<p>{body}</p>", extractor="everything")
    assert found.markdown == markdown
    assert "(World" not in found.text


def test_long_pages_have_fewer_expansions(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "".join(f"<abbr title='Lamp of the winter {number}'>L{number}</abbr> " for number in range(9))
    monkeypatch.setattr(abbreviations, "_MAX_SEARCHED", 200)  # characters: the text has less than 30
    found = ridgeline.extract(f"<p>{body}</p>", extractor="everything").markdown
    assert "L4 (Lamp of the winter 4)" in found
    assert found.endswith(" L8")
