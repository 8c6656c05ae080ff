"""Gadgets of code blocks: line numbers, prompts, labels of languages, and buttons that copy or run the code.

Numbers and prompts go where the markup says what they are: they stand in an element with a telling name, fill a cell
of a table beside the code, or count its lines, beside the code or at their beginnings. The prompts of a session stay,
since they tell commands from their output. A button goes where it stands in code or right beside it, and so does a
label that names the language: a fence says it.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from ..page import BoolColumn, Break, IntColumn, Page, elements
from ..page.elements import CODES
from ..page.patterns import lazy_pattern
from .kept import Kept, name_of

_PRE, _CODE, _P = CODES["pre"], CODES["code"], CODES["p"]
_CONTROLS = elements.table(("a", "button"))
_BLOCK, _ROW = elements.table(("pre",)), elements.table(("tr",))
_CELLS = frozenset(CODES[name] for name in ("td", "th"))
_NAME_PARTS = (
    *("lineno", "linenum", "line-num", "line_num", "gutter", "blob-num", "crayon-num", "hljs-ln", "ln", "prompt", "gp"),
    *("unselect", "noselect", "no-select", "nonselect", "select-none", "user-select"),
)
_NAME = lazy_pattern(
    r"line-?_?num|linenos?|gutter|blob-num|crayon-num|hljs-ln|(?:^|\s)(?:lnt?|gp)(?:\s|$)|prompt"
    r"|(?:un|no|non)-?select|select-none"
)
_NUMBER = lazy_pattern(r"\d{1,6}[.:|]?")
_PROMPT = lazy_pattern(
    r"[$#%>❯›λ»]|>>>|\.\.\.|\.{2,5}>|(?:mysql|sql|irb|ghci|sqlite|postgres)[^\s>]{0,30}>|(?:ps )?[a-z]:\\[^\s>]{0,60}>"
    r"|[\w.@~:/\[\]()-]{1,40}[$#%>]|[\w.-]{1,30}@[\w.-]{1,30}[:~ /\w.-]{0,40}[$#%>]|in ?\[\d{0,4}\]:"
)
_BUTTON_PARTS = ("copy", "clipboard", "btn", "button", "toolbar", "try", "run")
_BUTTON_NAME = lazy_pattern(r"copy|clipboard|btn|button|toolbar|(?:^|[\s_-])(?:try|run)")
_PHRASES = frozenset(
    " ".join(phrase.split())
    for phrase in """copy, copy code, copy code block, copied, copied!, copy to clipboard, copy snippet, copy text,
    copy full code, click to copy, copy to clipboard!, try it, try it out, try it yourself, try it in playground,
    try in playground, try, run, run code, run code snippet, run example, open in playground, open in codepen, open
    in stackblitz, open in colab, open in new window, view raw, expand code, toggle word wrap, toggle line wrap,
    toggle wrap, enter fullscreen mode, exit fullscreen mode, expand snippet, hide results, kopieren, code kopieren,
    in die zwischenablage kopieren, kopiert, copier, copier le code, copié, copiar, copiar código, copiado, copia,
    copia codice, kopiëren, kopiuj, kopiera, kopier, копировать, скопировать, скопировано, копіювати, 复制, 复制代码,
    拷贝, 已复制, 複製, 複製程式碼, コピー, コードをコピー, 복사, 코드 복사, kopyala, sao chép, salin, نسخ, העתק
    """.split(",")
)
LANGUAGES = frozenset(
    """bash c c# c++ clojure cmd console cpp csharp css curl dart diff dockerfile elixir erlang f# go golang graphql
    groovy haskell hcl html http ini java javascript js json jsx julia kotlin latex lua makefile markdown matlab
    nginx node.js nodejs objective-c ocaml perl php powershell python r ruby rust sass scala scss sh shell sql
    svelte swift terraform toml ts tsx typescript vb.net vue xml yaml zig zsh""".split()
) | {"visual basic"}
LABELS = LANGUAGES | {"code:", "php code:", "html code:"}  # of code: forums name no language
_NO_LABEL = frozenset(CODES[name] for name in (*elements.HEADINGS, "p", "li", "td", "th", "dt", "dd", "code"))
_MAX_BUTTON_LENGTH = 60  # characters, white space included
_MAX_DISTANCE = 3  # kept leaves between a button and code
_MAX_LEVELS = 3  # of elements around a leaf that may name it
_MAX_LABEL_LEVELS = 5  # of elements between a label and what holds its code
_MAX_SESSION_NODES = 200  # of a code block that are looked at for what commands print
_MAX_PROMPT_LENGTH = 80  # characters
_MAX_DIGITS = 7  # of a number
_MIN_COUNTED, _MAX_COUNTED = 3, 5_000  # lines that are known to be counted by their numbers alone


def code_gadgets(kept: Kept) -> Iterator[int]:
    """Yield the kept leaves that are gadgets of code blocks."""
    page = kept.page
    if not page.has_any(_BLOCK):
        return
    blocks = np.flatnonzero(page.tag == _PRE)
    in_code = page.preformatted.take(kept.nodes) >= 0
    if not in_code.any():
        return
    short = _near(in_code) & (kept.lengths > 0) & (kept.lengths <= _MAX_BUTTON_LENGTH)
    found = {
        *_named(kept, in_code),
        *_columns(kept, blocks.tolist()),
        *_counts(kept, blocks.tolist(), in_code),
        *_buttons(kept, in_code, short),
        *_labels(kept, in_code, short),
    }
    yield from (int(kept.keep[position]) for position in sorted(found))


def _named(kept: Kept, in_code: BoolColumn) -> Iterator[int]:
    """Yield line numbers and prompts that stand in an element with a telling name: in code, beside it, in its row."""
    page = kept.page
    nodes = np.array(page.containing("class", _NAME_PARTS), dtype=np.int64)
    if not len(nodes):
        return
    first, end = kept.inside_all(nodes)
    rows = _rows_with_code(page).take(nodes)
    padded = np.concatenate(([False], in_code, [False]))  # … by position, one further on
    is_beside = (first < end) & (padded.take(first + 1) | padded.take(first) | padded.take(end + 1) | (rows >= 0))
    found: list[range] = []
    done = 0  # elements inside of one that was looked at are done with it
    for node, start, stop in zip(*(column[is_beside].tolist() for column in (nodes, first, end)), strict=True):
        if start >= done and _NAME().search(name_of(page, node)) and _are_marks(kept, range(start, stop)):
            if in_code[start] or _is_numbers(" ".join(map(kept.text, range(start, stop)))):
                found.append(range(start, stop))
            done = stop
    prompts = [marks for marks in found if not _is_numbers(kept.text(marks[0]))]
    sessions = _sessions(kept, prompts)
    for marks in found:
        if int(page.preformatted[kept.nodes[marks[0]]]) not in sessions or _is_numbers(kept.text(marks[0])):
            yield from marks


def _sessions(kept: Kept, prompts: list[range]) -> set[int]:
    """Return the code blocks in which more lines than prompts stand: commands with what they print."""
    page = kept.page
    nodes = [int(kept.nodes[marks[0]]) for marks in prompts]
    blocks = [int(page.preformatted[node]) for node in nodes]
    near = Counter(block for block, node in zip(blocks, nodes, strict=True) if 0 <= block > node - _MAX_SESSION_NODES)
    return {block for block, count in near.items() if _count_lines(page, block) > count}


def _count_lines(page: Page, block: int) -> int:
    """Return how many lines the beginning of a code block has that are not empty; 0 for no block."""
    if block < 0:
        return 0
    text = "".join(page.text[block : min(int(page.end[block]), block + _MAX_SESSION_NODES)])
    return sum(map(bool, map(str.strip, text.split("\n"))))


def _are_marks(kept: Kept, positions: range) -> bool:
    return all(_is_mark(kept.text(position)) for position in positions)


def _rows_with_code(page: Page) -> IntColumn:
    """Return for each node the row of a table around it that holds code, -1 where there is none."""
    blocks = (page.tag == _PRE) | (page.tag == _CODE)
    before = np.concatenate(([0], np.cumsum(blocks)))
    return page.nearest(page.has_tag(_ROW) & (before.take(page.end) > before[:-1]))


def _is_mark(text: str) -> bool:
    """Return whether a text is numbers, as lines have, or a prompt."""
    if _is_numbers(text):
        return True
    return len(text) <= _MAX_PROMPT_LENGTH and _PROMPT().fullmatch(text.lower()) is not None


def _is_numbers(text: str) -> bool:
    """Return whether a text is one number or several that count up."""
    words = text.split()
    if not words or not all(map(_NUMBER().fullmatch, words)):
        return False
    numbers = [int(word.rstrip(".:|")) for word in words]
    return all(after == before + 1 for before, after in pairwise(numbers))


def _columns(kept: Kept, blocks: list[int]) -> Iterator[int]:
    """Yield the numbers that fill a `pre` in the cell of a table before the cell with the code."""
    page = kept.page
    for block, following in pairwise(blocks):
        cell, other = _cell(page, block), _cell(page, following)
        if cell < 0 or other <= cell or page.parent[cell] != page.parent[other]:
            continue
        inside = kept.inside(block)
        text = " ".join(kept.text(position) for position in inside[:1000])
        if len(text.split()) > 1 and _is_numbers(text):
            yield from inside


def _counts(kept: Kept, blocks: list[int], in_code: BoolColumn) -> Iterator[int]:
    """Yield the numbers of lines: in a block before the code, beside it, in its rows, at the beginnings of lines."""
    page, done = kept.page, 0
    for block, following in zip(blocks, (*blocks[1:], -1), strict=True):
        inside = kept.inside(block)
        if not len(inside) or inside.start < done:
            continue
        done = inside.stop
        if _is_count(kept, inside, page, following):
            yield from inside
            continue
        first = inside.start
        while first and not in_code[first - 1] and _is_numbers(kept.text(first - 1)):
            first -= 1
        if _is_count(kept, range(first, inside.start), page, block):
            yield from range(first, inside.start)
        else:
            yield from _leading(kept, inside)
    yield from _rows(kept, blocks)


def _is_count(kept: Kept, positions: range, page: Page, block: int) -> bool:
    """Return whether leaves are numbers that count the lines of a code block, with or without those that are empty."""
    words = " ".join(map(kept.text, positions[:_MAX_COUNTED])).split() if block >= 0 else []
    if len(words) < _MIN_COUNTED or not _is_numbers(" ".join(words)):
        return False
    every = "".join(page.text[block : int(page.end[block])]).strip("\n").count("\n") + 1
    return len(words) in (every, _count_lines(page, block))


def _leading(kept: Kept, inside: range) -> Iterator[int]:
    """Yield the numbers with which all lines of a code block begin, or that stand on lines above them."""
    page = kept.page
    found: list[int] = []
    starts_line = is_after_number = True
    for position in inside:
        text = page.text[int(kept.nodes[position])]
        shown = text.strip()
        starts_line |= int(page.breaks[kept.keep[position]]) >= Break.LINE
        is_number = starts_line and shown.isdecimal() and shown.isascii() and len(shown) < _MAX_DIGITS
        if is_number:
            found.append(position)
        elif (starts_line and not is_after_number) or "\n" in shown or not found:
            return
        starts_line, is_after_number = text.rstrip(" ").endswith("\n"), is_number
    if len(found) > 1 and [int(kept.text(position)) for position in found] == [*range(1, len(found) + 1)]:
        yield from found


def _rows(kept: Kept, blocks: list[int]) -> Iterator[int]:
    """Yield the numbers that stand in rows of a table, each before the one line of code of that row."""
    page, found = kept.page, list[int]()
    for block in blocks:
        first = kept.inside(block).start
        is_after = first > 0 and _cell(page, int(kept.nodes[first - 1])) == _before(page, _cell(page, block))
        if is_after and _count_lines(page, block) <= 1 and _is_numbers(kept.text(first - 1)):
            found.append(first - 1)
    if len(found) >= _MIN_COUNTED and _is_numbers(" ".join(map(kept.text, found))):
        yield from found


def _before(page: Page, cell: int) -> int:
    """Return the cell before another one, -2 where there is none."""
    if cell < 0:
        return -2
    node = cell - 1
    while node > page.parent[cell] and (page.blank[node] or page.parent[node] != page.parent[cell]):
        node = int(page.parent[node]) if not page.blank[node] else node - 1
    return node if node > page.parent[cell] and int(page.tag[node]) in _CELLS else -2


def _cell(page: Page, node: int) -> int:
    """Return the cell of a table that a code block is in, -1 where it is in none."""
    for _ in range(_MAX_LEVELS):
        node = int(page.parent[node])
        if node < 0 or int(page.tag[node]) in _CELLS:
            return node
    return -1


def _near(in_code: BoolColumn) -> BoolColumn:
    """Return which leaves are in code or right beside it."""
    near = in_code.copy()
    for distance in range(1, _MAX_DISTANCE + 1):
        near[distance:] |= in_code[:-distance]
        near[:-distance] |= in_code[distance:]
    return near


def _buttons(kept: Kept, in_code: BoolColumn, short: BoolColumn) -> Iterator[int]:
    """Yield the buttons in code or right beside it."""
    # Highlighted code is thousands of short leaves, hardly any of which is in a link or in what has a button's name.
    for position in np.flatnonzero(short & (~in_code | _in_controls(kept))).tolist():
        text = kept.text(position).lower().rstrip(" »›→")
        if text in _PHRASES and _is_button(kept.page, int(kept.nodes[position])):
            yield position


def _in_controls(kept: Kept) -> BoolColumn:
    """Return which leaves are in an element in code that may be a button."""
    page = kept.page
    named = (*page.containing("class", _BUTTON_PARTS), *page.containing("id", _BUTTON_PARTS))
    nodes = np.concatenate((np.flatnonzero(page.has_tag(_CONTROLS)), np.array(named, dtype=np.int64)))
    first, end = kept.inside_all(nodes[page.preformatted.take(nodes) >= 0])
    size = len(kept.nodes) + 1
    depth = np.bincount(first, minlength=size) - np.bincount(end, minlength=size)
    return depth.cumsum()[:-1] > 0


def _labels(kept: Kept, in_code: BoolColumn, short: BoolColumn) -> Iterator[int]:
    """Yield the names of languages that stand in the bar of a code block: above it, below it, in its `pre`."""
    page, before = kept.page, np.concatenate(([0], np.cumsum(in_code)))
    is_first = in_code & ~np.concatenate(([False], in_code[:-1]))
    for position in np.flatnonzero(short & (~in_code | is_first)).tolist():
        if (text := kept.text(position)).lower() not in LABELS:
            continue
        node, is_followed = int(kept.nodes[position]), bool(in_code[position + 1 : position + 2].any())
        # What chat programs show in a bar comes out of the clipboard as a paragraph.
        if (text.islower() and is_followed and _is_paragraph(kept, node)) or _is_label(page, node, kept, before):
            yield position


def _is_paragraph(kept: Kept, node: int) -> bool:
    """Return whether a leaf is all that a paragraph holds."""
    around = int(kept.page.parent[node])
    return bool(kept.page.tag[around] == _P) and len(kept.inside(around)) == 1


def _is_label(page: Page, node: int, kept: Kept, before: IntColumn) -> bool:
    """Return whether one of the elements around a leaf holds code, the leaf's own bar, and hardly anything else."""
    for _ in range(_MAX_LABEL_LEVELS):
        node = int(page.parent[node])
        if node <= 0 or int(page.tag[node]) in _NO_LABEL:
            return False
        if page.tag[node] == _PRE:
            return bool((page.tag[node : page.end[node]] == _CODE).any())
        inside = kept.inside(node)
        in_code = int(before[inside.stop] - before[inside.start])
        if in_code and page.preformatted[node] < 0:
            return len(inside) - in_code <= _MAX_DISTANCE
    return False


def _is_button(page: Page, node: int) -> bool:
    """Return whether a leaf stands in a link, a button or an element with the name of one."""
    for _ in range(_MAX_LEVELS):
        node = int(page.parent[node])
        if node < 0:
            return False
        if _CONTROLS[min(int(page.tag[node]), elements.UNKNOWN)] or _BUTTON_NAME().search(name_of(page, node)):
            return True
        if page.tag[node] == _PRE:
            return False
    return False
