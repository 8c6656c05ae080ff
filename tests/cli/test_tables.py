"""Tables: columns by the cells that characters take on a terminal."""

from ridgeline.cli.tables import plain_table, text_table
from ridgeline.cli.terminal import fitted, width_of


def test_figures_stand_on_the_right() -> None:
    assert plain_table("scores", ("name", "F1\nmean", "n"), [("a", "0.5", "10"), ("long one", "0.25", "7")]) == (
        "scores\n"
        "\n"
        "               F1\n"
        "  name       mean    n\n"
        " ──────────────────────\n"
        "  a           0.5   10\n"
        "  long one   0.25    7\n"
        "\n"
    )


def test_texts_stand_on_the_left_and_wide_characters_take_two_cells() -> None:
    lines = text_table("名前", ("set", "use"), [("漢字", "x"), ("abcd", "y"), ("e\u0301", "z")]).splitlines()
    assert lines[4:7] == ["  漢字   x", "  abcd   y", "  e\u0301      z"]


def test_cells_are_one_line_without_control_characters() -> None:
    assert "a\\x1b[2J\\nb" in text_table("t", ("h",), [("a\x1b[2J\nb",)])


def test_widths() -> None:
    assert [width_of(text) for text in ("", "abc", "漢字", "é", "e\u0301", "ｱ")] == [0, 3, 4, 1, 1, 1]
    assert fitted("漢字abc", 5) == "漢字a"
    assert fitted("漢字abc", 3) == "漢"
    assert fitted("abc", 10) == "abc"
