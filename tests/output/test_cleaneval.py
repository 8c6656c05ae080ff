"""CleanEval's form: one line a segment, and no text that could be taken for a tag."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output import to_cleaneval

from ..pages import AWKWARD
from .building import everything, page_of


def segments(marked: str) -> list[tuple[str, str]]:
    """The form read by somebody who looks for tags anywhere."""
    _, *parts = re.split(r"<([hlp])>", marked)
    return [(tag, text.strip()) for tag, text in zip(parts[::2], parts[1::2], strict=True)]


def test_segments() -> None:
    made = page_of("<h1>a</h1><p>b<br>c<ul><li>d<li><p>e</ul><dl><dt>f<dd>g</dl><pre>h\n i</pre><img src=x>")
    assert to_cleaneval(made, everything(made)) == ("<h>a\n\n<p>b c\n\n<l>d\n\n<l>e\n\n<l>f\n\n<l>g\n\n<p>h i")


@pytest.mark.parametrize(
    ("text", "written"),
    [("&lt;p>x", "< p>x"), ("a &lt;/H> b", "a < /H> b"), ("&lt;l>&lt;l>", "< l>< l>"), ("1 &lt; p > q", "1 < p > q")],
)
def test_text_like_tags(text: str, written: str) -> None:
    made = page_of(f"<h2>{text}</h2><p>z")
    assert to_cleaneval(made, everything(made)) == f"<h>{written}\n\n<p>z"
    assert segments(to_cleaneval(made, everything(made))) == [("h", written), ("p", "z")]


@given(texts=st.lists(st.text(alphabet="<>/phlHa \n\u2028\x85", max_size=12), max_size=5))
def test_one_segment_a_paragraph(texts: list[str]) -> None:
    made = page_of("".join(f"<p>{text.replace('<', '&lt;')}</p>" for text in texts))
    marked = to_cleaneval(made, everything(made))
    found = segments(marked)
    assert [tag for tag, _ in found] == ["p"] * len(found)
    assert len(marked.splitlines()) == max(0, 2 * len(found) - 1)
    shown = ["".join(text.split()) for text in texts if text.strip()]
    assert ["".join(text.split()) for _, text in found] == shown


@pytest.mark.parametrize("body", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(body: str) -> None:
    extraction = ridgeline.extract(body, extractor="everything")
    assert " ".join(text for _, text in segments(extraction.cleaneval)).split() == extraction.text.split()
