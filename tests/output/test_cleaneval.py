"""CleanEval's format: one line a segment, and no text that could be taken for a tag."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction
from ridgeline.output import Segment, parse_cleaneval, write_cleaneval

from ..pages import AWKWARD
from .building import everything, page_of, written


def segments(marked: str) -> list[tuple[str, str]]:
    """The segments, for a reader that looks for tags anywhere."""
    _, *parts = re.split(r"<([hlp])>", marked)
    return [(tag, text.strip()) for tag, text in zip(parts[::2], parts[1::2], strict=True)]


def test_segments() -> None:
    made = page_of("<h1>a</h1><p>b<br>c<ul><li>d<li><p>e</ul><dl><dt>f<dd>g</dl><pre>h\n i</pre><img src=x>")
    assert written("cleaneval", made, everything(made)) == ("<h>a\n\n<p>b c\n\n<l>d\n\n<l>e\n\n<l>f\n\n<l>g\n\n<p>h i")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("&lt;p>x", "< p>x"), ("a &lt;/H> b", "a < /H> b"), ("&lt;l>&lt;l>", "< l>< l>"), ("1 &lt; p > q", "1 < p > q")],
)
def test_text_like_tags(text: str, shown: str) -> None:
    made = page_of(f"<h2>{text}</h2><p>z")
    assert written("cleaneval", made, everything(made)) == f"<h>{shown}\n\n<p>z"
    assert segments(written("cleaneval", made, everything(made))) == [("h", shown), ("p", "z")]


@given(texts=st.lists(st.text(alphabet="<>/phlHa \n\u2028\x85", max_size=12), max_size=5))
def test_one_segment_a_paragraph(texts: list[str]) -> None:
    made = page_of("".join(f"<p>{text.replace('<', '&lt;')}</p>" for text in texts))
    marked = written("cleaneval", made, everything(made))
    found = segments(marked)
    assert [tag for tag, _ in found] == ["p"] * len(found)
    assert len(marked.splitlines()) == max(0, 2 * len(found) - 1)
    shown = ["".join(text.split()) for text in texts if text.strip()]
    assert ["".join(text.split()) for _, text in found] == shown


@pytest.mark.parametrize("body", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(body: str) -> None:
    extraction = ridgeline.extract(body, extractor="everything")
    assert " ".join(text for _, text in segments(extraction.cleaneval)).split() == extraction.text.split()


SEGMENTS = st.lists(
    st.builds(Segment, st.sampled_from("hlp"), st.text(alphabet="ab<>/ \n", min_size=1, max_size=10)), max_size=6
)


@given(SEGMENTS)
def test_what_is_written_is_read(given_segments: list[Segment]) -> None:
    """Except for white space and text that looks like a tag."""
    read = parse_cleaneval(write_cleaneval(given_segments))
    assert read == [Segment(tag, " ".join(text.split())) for tag, text in given_segments if text.strip()]
    assert parse_cleaneval(write_cleaneval(read)) == read


def test_text_like_tags_is_read_as_text() -> None:
    assert parse_cleaneval(write_cleaneval([Segment("h", "<p>x"), Segment("l", "URL: y")])) == [
        Segment("h", "< p>x"),
        Segment("l", "URL: y"),
    ]


def test_an_extractor_s_own_markup_comes_first() -> None:
    made = page_of("<p>a</p><p>b</p>")
    plain = Extraction(made, everything(made), "test")
    marked = Extraction(made, everything(made), "test", segments=(Segment("h", "a"), Segment("l", "b")))
    assert (plain.cleaneval, marked.cleaneval) == ("<p>a\n\n<p>b", "<h>a\n\n<l>b")
    assert plain.text == marked.text
