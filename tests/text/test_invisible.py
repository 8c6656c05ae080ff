"""Characters that show nothing."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.text.invisible import CONTROLS, INVISIBLE, UNSHOWN, has_unshown, without_unshown

TEXT = "a\x00b\tc\nd\x0be\rf\x0cg\x1bh\x7fi\x9bj\xadk\u200bl\ud800m\ufeffn"


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        (CONTROLS, "ab\tc\ndefghij\xadk\u200bl\ud800m\ufeffn"),
        (UNSHOWN, "ab\tc\nde\rf\x0cghij\xadk\u200blm\ufeffn"),
        (INVISIBLE, "abcdefghijklmn"),
    ],
)
def test_what_is_removed(pattern: Callable[[], re.Pattern[str]], left: str) -> None:
    assert pattern().sub("", TEXT) == left


@given(st.text(alphabet="a \t\n\r\x0c\x00\x0b\x1f\x7f\x80\x9f\xa0é\ud800\udfff", max_size=8))
def test_the_quick_search_finds_the_same(text: str) -> None:
    assert has_unshown(text) == bool(UNSHOWN().search(text)) == (without_unshown(text) != text)
