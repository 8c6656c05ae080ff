"""Kinds of structure: which are asked, and what they may do."""

from collections.abc import Iterator

import pytest

import ridgeline
from ridgeline import structure
from ridgeline.output.outline import Draft, Part
from ridgeline.structure import Kind, Signs


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the kinds that were asked; they do nothing."""
    names: list[str] = []

    def kind(name: str, signs: Signs) -> Kind:
        def edit(draft: Draft) -> bool:
            names.append(name)
            return False

        return Kind(name, signs, edit=edit)

    made = (
        kind("tag", Signs(tags=("mark", "x-note"))),
        kind("word", Signs(words=("sidenote", "note-box", "box"))),
        kind("attribute", Signs(attributes=("data-note",))),
        kind("part", Signs(anywhere=("*caption*",))),
        kind("host", Signs(hosts=("example.org",))),
        kind("style", Signs(styles=("white-space",))),
        kind("anywhere", Signs(anywhere=("x-film", "data-film", "img"))),
    )
    monkeypatch.setattr(structure, "kinds", lambda: made)
    structure._signs.cache_clear()
    structure._has_hosts.cache_clear()
    yield names
    structure._signs.cache_clear()
    structure._has_hosts.cache_clear()


@pytest.mark.parametrize(
    ("body", "url", "names"),
    [
        ("<p>a", None, []),
        ("<p><mark>a</mark>", None, ["tag"]),
        ("<x-note>a</x-note>", None, ["tag"]),
        ("<p class='a SideNote b'>a", None, ["word"]),
        ("<p id=note-box>a", None, ["word"]),
        ("<p class=big-box>a", None, ["word"]),
        ("<p role=sidenote>a", None, ["word"]),
        ("<p class=boxes>a", None, []),
        ("<p data-note>a", None, ["attribute"]),
        ("<p>a<p class=sidenote>", None, []),  # nothing is kept in it
        ("<p>a<p class=myCaptions>", None, ["part"]),
        ("<p>a<figcaption></figcaption>", None, ["part"]),
        ("<p>a<p title=caption>", None, []),
        ("<p style='color:red; White-Space: pre'>a", None, ["style"]),
        ("<p>a<p style='white-space:pre'>", None, []),
        ("<x-film></x-film><p>a", None, ["anywhere"]),
        ("<p>a<p><b data-film=1></b>", None, ["anywhere"]),
        ("<p>a<p><b role=img></b>", None, ["anywhere"]),
        ("<p>a<p><b role=image></b>", None, []),
        ("<p>a", "https://www.example.org/x", ["host"]),
        ("<p>a", "https://notexample.org/x", []),
        ("<mark class=box data-note>a</mark>", "https://example.org", ["tag", "word", "attribute", "host"]),
    ],
)
def test_kinds_are_asked_by_their_signs(asked: list[str], body: str, url: str | None, names: list[str]) -> None:
    assert ridgeline.extract(f"<body>{body}", url=url, extractor="everything").markdown
    assert asked == names


def test_a_kind_edits_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    def shout(draft: Draft) -> bool:
        for part in draft.root.walk():
            for leaf in range(part.first, part.end):
                draft.change(leaf, draft.texts[part.first].upper())
        draft.root.parts.append(Part("blockquote", parts=[draft.paragraph(("said", None))]))
        return True

    monkeypatch.setattr(structure, "kinds", lambda: (Kind("shout", Signs(tags=("mark",)), edit=shout),))
    structure._signs.cache_clear()
    extraction = ridgeline.extract("<body><p><mark>loud</mark>", extractor="everything")
    assert extraction.markdown == "LOUD\n\n> said"
    assert extraction.text == "loud"
    structure._signs.cache_clear()
