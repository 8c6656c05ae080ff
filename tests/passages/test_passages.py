"""Sections and chunks: they are all of the text, none is over its budget, and each says where it stands."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction
from ridgeline.errors import OptionError
from ridgeline.passages import estimate_tokens

PROSE = "The path climbs through woods and over stones. Nobody was there that day; it rained, as it often does! "
ROWS = "".join(f"<tr><td>hut {n}<td>{n} coins</tr>" for n in range(60))
PAGE = f"""<html><head><title>A walk</title></head><body><article><h1>A walk</h1><p>{PROSE * 3}</p>
<h2 id=up>The way up</h2><p>{PROSE * 6}</p><h3>Huts</h3><ul><li>{PROSE}<li>Another hut<li>{PROSE}</ul>
<h2>Prices</h2><table><tr><th>hut<th>price</tr>{ROWS}</table>
<pre><code>{chr(10).join(f"step({n})" for n in range(90))}</code></pre>
<blockquote><p>{PROSE * 2}</p></blockquote><p>The end é.</p></article></body></html>"""


@pytest.fixture(scope="module")
def extraction() -> Extraction:
    return ridgeline.extract(PAGE, url="https://walks.test/one", extractor="everything")


def _check(extraction: Extraction, max_tokens: int) -> None:
    chunks = extraction.chunks(max_tokens)
    assert "".join(extraction.markdown[chunk.start : chunk.stop] for chunk in chunks) == extraction.markdown
    assert all(chunk.tokens == estimate_tokens(chunk.text) <= max_tokens for chunk in chunks)


@pytest.mark.parametrize("max_tokens", [32, 60, 100, 250, 1000, 100_000])
def test_chunks_are_all_of_the_text_and_within_their_budget(extraction: Extraction, max_tokens: int) -> None:
    _check(extraction, max_tokens)


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li><input type=checkbox> yes<li><input type=checkbox checked> no</ul>",
        "<figure><img src=a.png><figcaption>a caption</figcaption></figure>",
        "<div class='admonition note'><p class=admonition-title>Note<p>text</div>",
        "<ul><li><input type=checkbox><pre>code</pre></ul>",
    ],
)
def test_what_stands_before_a_text_is_in_its_block(html: str) -> None:
    _check(ridgeline.extract(f"<body>{html}<p>{PROSE * 3}</p>{html}", extractor="everything"), 32)
    (chunk,) = ridgeline.extract(f"<body>{html}", extractor="everything").chunks(100)
    assert chunk.start == 0


def test_a_long_fence_is_not_repeated() -> None:
    page = ridgeline.extract(f"<body><pre>{'`' * 2000}{chr(10).join('x' * 500)}</pre>", extractor="everything")
    _check(page, 40)
    assert sum(len(chunk.text) for chunk in page.chunks(40)) <= len(page.markdown)


_WORDS = st.text(alphabet="ab é.漢|`*#>-1\n", min_size=1, max_size=60)
_PARTS = st.sampled_from(
    ["<p>{}", "<h2>{}</h2>", "<li>{}", "<pre>{}</pre>", "<td>{}", "<tr>{}", "<table><tr><td>{}</table>"]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(_PARTS, _WORDS, st.integers(1, 40)), max_size=12), st.integers(32, 120))
def test_any_page(parts: list[tuple[str, str, int]], max_tokens: int) -> None:
    html = "".join(part.format(words * times) for part, words, times in parts)
    _check(ridgeline.extract(f"<body>{html}", extractor="everything"), max_tokens)


def test_what_is_cut_is_whole_markdown(extraction: Extraction) -> None:
    chunks = extraction.chunks(100)
    tables = [chunk.text for chunk in chunks if "coins |" in chunk.text]
    assert len(tables) > 2
    assert all("| hut | price |\n| --- | --- |" in text for text in tables)
    code = [chunk.text for chunk in chunks if "step(" in chunk.text]
    assert len(code) > 2
    assert all(text.count("```") == 2 for text in code)


def test_headings(extraction: Extraction) -> None:
    assert ("A walk", "The way up", "Huts") in [chunk.headings for chunk in extraction.chunks(60)]
    for chunk in extraction.chunks(40):
        assert not chunk.text.rstrip().splitlines()[-1].startswith("#")  # a heading stays with what follows


def test_chunks_overlap(extraction: Extraction) -> None:
    chunks = extraction.chunks(120, overlap=40)
    assert all(chunk.tokens <= 120 for chunk in chunks)
    repeated = [(one.stop - other.start) for one, other in pairwise(chunks)]
    assert min(repeated) >= 0
    assert max(repeated) > 20


def test_sections(extraction: Extraction) -> None:
    assert [(section.number, section.title, section.depth) for section in extraction.sections] == [
        ("1", "A walk", 0),
        ("1.1", "The way up", 1),
        ("1.1.1", "Huts", 2),
        ("1.2", "Prices", 1),
    ]
    up = extraction.sections[1]
    assert extraction.markdown[up.start : up.stop].strip().startswith("## The way up")
    assert "Another hut" in extraction.markdown[up.start : up.stop]
    assert up.headings == ("A walk",)
    bare = ridgeline.extract("<p>Words without a heading.</p>", extractor="everything")
    assert [(section.number, section.title, section.level) for section in bare.sections] == [("0", "", 0)]


def test_places(extraction: Extraction) -> None:
    chunk = next(chunk for chunk in extraction.chunks(120) if chunk.text.startswith("## The way up"))
    place = chunk.place
    assert PAGE[place.start :].startswith("The way up</h2>")
    assert place.selector == "#up"
    assert [node.text_content for node in extraction.page.select(place.selector)] == ["The way up"]
    assert place.fragment is not None
    assert place.fragment.startswith("#:~:text=The%20way%20up,")
    for other in extraction.chunks(80):
        assert other.place.selector is not None
        assert len(extraction.page.select(other.place.selector)) == 1


@pytest.mark.parametrize(
    "tokenizer", [lambda text: len(text.split()), str.split, type("T", (), {"encode": staticmethod(str.split)})()]
)
def test_tokenizers(extraction: Extraction, tokenizer: object) -> None:
    chunks = extraction.chunks(50, tokenizer=tokenizer)  # type: ignore[arg-type]
    assert all(chunk.tokens == len(chunk.text.split()) <= 50 for chunk in chunks)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"max_tokens": 8}, "32 or more"), ({"max_tokens": 100, "overlap": 60}, "half"), ({"tokenizer": 3}, "encode")],
)
def test_wrong_options(extraction: Extraction, options: dict[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        extraction.chunks(**options)  # type: ignore[arg-type]


def test_estimate() -> None:
    assert estimate_tokens("") == 0
    assert 8 <= estimate_tokens("The quick brown fox jumps over the lazy dog.") <= 12
    assert estimate_tokens("漢字" * 50) > 90
    assert estimate_tokens("1234567") == 5  # three groups
    assert re.fullmatch(r"\d+", str(estimate_tokens("\ud800 half")))


def test_an_empty_page() -> None:
    nothing = ridgeline.extract("")
    assert nothing.chunks() == []
    assert nothing.sections == ()
