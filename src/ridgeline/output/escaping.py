"""Escapes text for GitHub-flavoured Markdown, only where Markdown would take it for markup.

The neighbouring characters decide: `snake_case`, `2 * 3`, `a < b` and `R&D` stay as they are, `__init__`, `*not*`,
`<b>` and `&amp;` do not. A text is one line with single spaces. What follows it directly is always markup, since
neighbouring texts under the same marks are one text.
"""

import re

# By character: where Markdown would take it for markup. A text is searched for one after the other, since patterns that
# start with a character are fast; the backslash is the first, for the others add some.
_SPECIAL = {
    "\\": re.compile(r"\\(?=[!-/:-@\[-`{-~]|\Z)"),  # a backslash escapes punctuation only
    "`": re.compile("`"),
    "*": re.compile(r"\*(?<! \*)|\*(?! )"),  # between two spaces it cannot be emphasis
    "~": re.compile(r"~(?<! ~)|~(?=~)"),  # a possible closing delimiter, and a double one
    "<": re.compile(r"<(?=[A-Za-z/!?])"),  # HTML and autolinks
    "&": re.compile(r"&(?=#?[0-9A-Za-z]{1,32};)"),  # character references
}
# No link reference is ever defined, so few brackets make a link; inside a link's text all brackets count.
_BRACKET = re.compile(r"\](?=[(\[:])")
_BRACKET_BEFORE_LINK = re.compile(r"\](?=[(\[:]|\Z)")
_ESCAPED = r"\\\g<0>"
# Underscores inside a word are never emphasis. The look-behinds let a run of them match only at its start.
_UNDERSCORES = re.compile(r"(?<!\w)_+|(?<!_)_++(?!\w)")
# At the start of a line: a heading, a quotation, a list, the definition of a reference, a rule, an underline, the line
# below a table's header.
_LINE_START = re.compile(r"#{1,6}(?= |\Z)|>|[-+](?= |\Z)|\[|(?=[|: ]*+[-=])[|:=-][|:= -]*+\Z")
_STARTING = frozenset("#>-+[|:=0123456789")  # what these and numbers start with
_NUMBER = re.compile(r"[0-9]{1,9}(?=[.)](?: |\Z))")
_CLOSING_HASHES = re.compile(r"(?:\A|(?<= ))#+\Z")


def escape(text: str, *, in_link: bool = False, before_link: bool = False, line_start: bool = False) -> str:
    """Return the text such that Markdown shows it unchanged.

    `in_link`: it is part of a link's text. `before_link`: a link follows directly. `line_start`: it stands at the start
    of a line of a paragraph.
    """
    start = ""
    if line_start and text[:1] in _STARTING:
        if number := _NUMBER.match(text):
            start, text = number.group() + "\\", text[number.end() :]
        elif _LINE_START.match(text):
            start, text = "\\" + text[0], text[1:]
    for character, pattern in _SPECIAL.items():
        if character in text:
            text = pattern.sub(_ESCAPED, text)
    if in_link:
        text = text.replace("[", r"\[").replace("]", r"\]")
    elif "]" in text:
        text = (_BRACKET_BEFORE_LINK if before_link else _BRACKET).sub(_ESCAPED, text)
    if "_" in text:
        text = _UNDERSCORES.sub(lambda found: r"\_" * len(found.group()), text)
    return start + text


def escape_heading_end(markdown: str) -> str:
    """Return the text of a heading with `#` at its end escaped: Markdown would drop it."""
    return _CLOSING_HASHES.sub(_ESCAPED, markdown) if markdown.endswith("#") else markdown


def escape_cell(markdown: str) -> str:
    """Return the text of a cell; in tables bars are escaped everywhere, also in code."""
    return markdown.replace("|", r"\|")


def code_span(text: str) -> str:
    """Return inline code; its fence is longer than any run of backticks inside."""
    fence = "`" * (longest_run(text, "`") + 1)
    padding = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def longest_run(text: str, character: str) -> int:
    """Return the length of the longest run of a character."""
    return max(map(len, re.findall(f"{re.escape(character)}+", text)), default=0)
