"""Files that are shown line by line."""

import ridgeline

LINES = """<h1>sum.py</h1><main><div class="react-code-lines"><div>{}</div></div><p>Two numbers make one.</p></main>"""
LINE = '<div id="LC{0}" class="react-code-text react-file-line html-div" data-line-number="{0}">{1}</div>'


def markdown(*lines: str, url: str | None = "https://git.example/a/blob/main/sum.py") -> str:
    html = LINES.format("".join(LINE.format(number, line) for number, line in enumerate(lines, 1)))
    return ridgeline.extract(html, url=url, extractor="everything").markdown


def test_lines_are_one_fence_with_indents_and_blank_lines() -> None:
    code = markdown("<b>def</b> add(a, b):", "    <i>total</i> = a + b", "\n", "    return total")
    assert "```py\ndef add(a, b):\n    total = a + b\n\n    return total\n```" in code
    assert code.endswith("Two numbers make one.")


def test_a_file_without_an_ending_has_no_language() -> None:
    assert "```\nall: test\n```" in markdown("all: test", url="https://git.example/a/blob/main/Makefile")
    assert "```\nall: test\n```" in markdown("all: test", url=None)


def test_no_line_is_kept() -> None:
    html = LINES.format(LINE.format(1, "a = 1"))
    assert ridgeline.extract(html, extractor="everything", select="p").markdown.endswith("Two numbers make one.")
    assert "a = 1" not in ridgeline.extract(html, extractor="everything", select="p").markdown
