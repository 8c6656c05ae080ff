"""Agreement of two structured texts, kind of element by kind, as WebMainBench scores it, and a few kinds more.

A structured text is read from Markdown (`markdown_structure`), or from wherever else its elements are known. Each kind
has a score from 0 to 1, or None where neither text has an element of the kind:

    text        F1 over bags of words
    headings    order, level and words: edit distance of the sequences, where a change costs half for another level
                and half for other words, in proportion to their edit distance
    list items  F1 over bags of items; equal are items of the same words at the same depth
    tables      tree edit distance (`trees`) of table, rows and cells, as in TEDS; a cell's change costs the edit
                distance of its words
    code        edit distance of the code blocks, one after the other, with line ends and indentation
    languages   F1 over bags of the languages of code blocks, by their usual names
    formulas    edit distance of the TeX of all formulas
    images      F1 over bags of addresses, or of names (`source_structure.with_image_names`)
    links       F1 over bags of the words of links, each with the address: a link around several blocks is split by
                writers. A link without words, around an image, does not count
    quotes      F1 over bags of the words that stand in block quotations
    emphasis    F1 over bags of the words that are bold, and of those that are italic
    footnotes   F1 over bags of the words of notes, each with the number of its note
    callouts    F1 over bags of the words of callouts, each with the kind of its callout
    tasks       F1 over bags of items with a box, each with its state and words
    players     F1 over bags of the films and recordings that links lead to, each by its number or address

Distances are made similarities: 1 - distance / size of the larger. `structure_scores` compares two texts both ways.
`kept_shares` only asks how much of the gold text's structure is there, for a gold standard that cannot tell whether
an element beside it is wrong: the share of list items, rows of tables, lines of code, formulas, images and so on, as
bags, of the headings that come in the right order, and of the captions of images that were kept; of the terms of
definition lists that are a line or a block by themselves, the references to notes, the words of callouts that are
quoted, and the authors of posts whose names are said. The first heading found may have any level: writers make it the
headline.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from .edits import common_runs, edit_similarity
from .score import Score
from .trees import sequence_distance

MAX_CELL_PAIRS = 10**6  # of all tables of two texts, above which they are compared as bags of cells: measured, 1 s
CAPTION_WORDS = 8  # that a caption is recognised by; credits and buttons follow

_TEX_STYLE = re.compile(r"\\(?:display|text)style")
_BRACE = re.compile(r"(?<!\\)[{}]")
_PROMPT = re.compile(r"^(?:\$|>>>|\.\.\.)(?: |$)")  # of a shell or of Python: whether it stays is a matter of taste
_MARKDOWN_ESCAPE = re.compile(r"\\([_*])")  # left in formulas by writers that do not know them

# Names of one language, and of none.
_LANGUAGES = {
    "c++": "cpp", "console": "bash", "cs": "csharp", "c#": "csharp", "golang": "go", "html": "xml", "htm": "xml",
    "js": "javascript", "jsx": "javascript", "md": "markdown", "markup": "xml", "ps1": "powershell", "py": "python",
    "python3": "python", "rb": "ruby", "rs": "rust", "sh": "bash", "shell": "bash", "shell-session": "bash",
    "ts": "typescript", "tsx": "typescript", "yml": "yaml", "zsh": "bash",
}  # fmt: skip
_NO_LANGUAGES = frozenset(
    ("", "code", "default", "none", "no-highlight", "nohighlight", "plain", "plaintext", "text", "txt")
)

Heading = tuple[int, str]  # level, words
Item = tuple[int, str]  # depth from 1, words
Row = tuple[str, ...]  # the words of its cells
Table = tuple[Row, ...]
CodeBlock = tuple[str, str]  # language or "", lines
Link = tuple[str, str]  # one of its words, address
Emphasis = tuple[str, str]  # "strong" or "em", and a word
Note = tuple[str, str]  # the number of a note or the kind of a callout, and one of its words
Task = tuple[bool, str]  # whether it is done, words
Caption = tuple[str, str]  # the address or name of an image, and words


@dataclass(frozen=True, slots=True)
class Structure:
    """The elements of a structured text, of every kind in their order. Words are in lower case, with single spaces."""

    words: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    items: tuple[Item, ...] = ()
    tables: tuple[Table, ...] = ()
    code: tuple[CodeBlock, ...] = ()
    formulas: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    quotes: tuple[str, ...] = ()  # words
    emphasis: tuple[Emphasis, ...] = ()
    footnotes: tuple[Note, ...] = ()  # only of Markdown, as are callouts
    callouts: tuple[Note, ...] = ()
    captions: tuple[Caption, ...] = ()  # only of sources: Markdown has no such element
    tasks: tuple[Task, ...] = ()
    players: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()  # of definition lists; of Markdown: all lines and blocks
    references: tuple[str, ...] = ()  # to notes: "" for each, since writers number them anew
    boxed: tuple[str, ...] = ()  # words in callouts; of Markdown: in any quotation
    authors: tuple[str, ...] = ()  # of posts, as the data set names them

    @property
    def rows(self) -> list[Row]:
        """The rows of all tables: cells that say something, a cell that spans several columns once."""
        return [told for table in self.tables for row in table if (told := _told_cells(row))]

    @property
    def code_lines(self) -> list[str]:
        """The lines of all code blocks that are not blank, with their indentation, without prompts.

        A block of numbers alone is the column of line numbers beside another block.
        """
        blocks = ([line.rstrip() for line in code.splitlines() if line.strip()] for _, code in self.code)
        return [_PROMPT.sub("", line) for lines in blocks if not _are_line_numbers(lines) for line in lines]

    @property
    def languages(self) -> list[str]:
        """The languages that code blocks name, each by its usual name."""
        names = (language.lower() for language, _ in self.code)
        return [_LANGUAGES.get(name, name) for name in names if name not in _NO_LANGUAGES]


Scores = Mapping[str, float | None]  # by kind; None where there is nothing to compare


def structure_scores(found: Structure, gold: Structure) -> Scores:
    """Return the agreement of two structured texts, by kind of element."""
    return {kind: score(found, gold) for kind, score in _SCORES.items()}


def kept_shares(found: Structure, gold: Structure) -> Scores:
    """Return the share of the gold text's elements that were found, by kind; the text is scored by F1."""
    shares = {kind: _recall(elements(found), elements(gold)) for kind, elements in _KEPT.items()}
    headings = _recall_in_order(_headline_as_in(gold.headings, found.headings), gold.headings)
    captions = _kept_captions(found, gold)
    own = {"captions": captions, "authors": _named_authors(found, gold)}
    return {"text": _bag_f1(found.words, gold.words), "headings": headings, **shares, **own}


def heading_score(found: Sequence[Heading], gold: Sequence[Heading]) -> float | None:
    """Return the similarity of two sequences of headings: their order, levels and words."""
    if not (found or gold):
        return None
    distance = sequence_distance(found, gold, lambda _: 1.0, _heading_change)
    return 1 - distance / max(len(found), len(gold))


def table_score(found: Sequence[Table], gold: Sequence[Table]) -> float | None:
    """Return the similarity of two sequences of tables, by their tree edit distance."""
    if not (found or gold):
        return None
    found_cells, gold_cells = ([cell for table in side for row in table for cell in row] for side in (found, gold))
    if len(found_cells) * len(gold_cells) > MAX_CELL_PAIRS:
        return Score.from_bags(found_cells, gold_cells).f1
    distance = sequence_distance(found, gold, _table_size, _table_change)
    return max(0.0, 1 - distance / max(sum(map(_table_size, side)) for side in (found, gold)))


def code_score(found: Sequence[CodeBlock], gold: Sequence[CodeBlock]) -> float | None:
    """Return the similarity of all code, character by character; white space at the end of a line does not count."""
    if not (found or gold):
        return None
    return edit_similarity(*("\n".join(map(_code_text, side)) for side in (found, gold)))


def formula_score(found: Sequence[str], gold: Sequence[str]) -> float | None:
    """Return the similarity of all formulas, character by character, as `plain_tex` writes them."""
    if not (found or gold):
        return None
    return edit_similarity(*("\n".join(map(plain_tex, side)) for side in (found, gold)))


def plain_tex(tex: str) -> str:
    """Return TeX as it is compared: without white space, style, Markdown's escapes and the braces around all of it."""
    bare = _MARKDOWN_ESCAPE.sub(r"\1", _TEX_STYLE.sub("", "".join(tex.split())))
    return bare[1:-1] if bare.startswith("{") and _end_of_group(bare) == len(bare) else bare


def _end_of_group(tex: str) -> int:
    """Return the position after the brace that closes the first one."""
    depth = 0
    for brace in _BRACE.finditer(tex):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return -1


def _heading_change(one: Heading, other: Heading) -> float:
    return 0.5 * (one[0] != other[0]) + 0.5 * (1 - edit_similarity(one[1], other[1]))


def _table_size(table: Table) -> float:
    return 1.0 + sum(map(_row_size, table))


def _row_size(row: Row) -> float:
    return 1.0 + len(row)


def _table_change(one: Table, other: Table) -> float:
    return sequence_distance(one, other, _row_size, _row_change)


def _row_change(one: Row, other: Row) -> float:
    return sequence_distance(one, other, lambda _: 1.0, lambda cell, instead: 1 - edit_similarity(cell, instead))


def _code_text(block: CodeBlock) -> str:
    return "\n".join(line.rstrip() for line in block[1].strip("\n").splitlines())


def _are_line_numbers(lines: Sequence[str]) -> bool:
    return len(lines) > 1 and all(line.strip().isdecimal() for line in lines)


def _told_cells(row: Row) -> Row:
    cells = [cell for cell in row if cell]
    return tuple(cell for position, cell in enumerate(cells) if not position or cell != cells[position - 1])


def _bag_f1(found: Collection[Hashable], gold: Collection[Hashable]) -> float | None:
    return Score.from_bags(found, gold).f1 if found or gold else None


def _recall(found: Collection[Hashable], gold: Collection[Hashable]) -> float | None:
    return (Counter(found) & Counter(gold)).total() / len(gold) if gold else None


def _kept_captions(found: Structure, gold: Structure) -> float | None:
    """Return the share of the captions of found images whose beginning is in the text."""
    said = f" {' '.join(found.words)} "
    beginnings = [" ".join(words.split()[:CAPTION_WORDS]) for image, words in gold.captions if image in found.images]
    return sum(f" {words} " in said for words in beginnings) / len(beginnings) if beginnings else None


def _named_authors(found: Structure, gold: Structure) -> float | None:
    """Return the share of posts whose author is named: a name as often as there are posts of that author."""
    said, posts = f" {' '.join(found.words)} ", Counter(gold.authors)
    named = (min(count, said.count(f" {author} ")) for author, count in posts.items())
    return sum(named) / posts.total() if posts else None


def _recall_in_order(found: Sequence[Hashable], gold: Sequence[Hashable]) -> float | None:
    return sum(map(len, common_runs(gold, found))) / len(gold) if gold else None


def _headline_as_in(gold: Sequence[Heading], found: Sequence[Heading]) -> Sequence[Heading]:
    """Return the headings found, the first one at the level that the same words have in the gold text."""
    if not found:
        return found
    headline = found[0][1]
    level = next((level for level, words in gold if words == headline), found[0][0])
    return [(level, headline), *found[1:]]


def _by_f1(elements: Callable[[Structure], Collection[Hashable]], found: Structure, gold: Structure) -> float | None:
    return _bag_f1(elements(found), elements(gold))


_SCORES: dict[str, Callable[[Structure, Structure], float | None]] = {
    "text": partial(_by_f1, lambda structure: structure.words),
    "headings": lambda found, gold: heading_score(found.headings, gold.headings),
    "list items": partial(_by_f1, lambda structure: structure.items),
    "tables": lambda found, gold: table_score(found.tables, gold.tables),
    "code": lambda found, gold: code_score(found.code, gold.code),
    "languages": partial(_by_f1, lambda structure: structure.languages),
    "formulas": lambda found, gold: formula_score(found.formulas, gold.formulas),
    "images": partial(_by_f1, lambda structure: structure.images),
    "links": partial(_by_f1, lambda structure: structure.links),
    "quotes": partial(_by_f1, lambda structure: structure.quotes),
    "emphasis": partial(_by_f1, lambda structure: structure.emphasis),
    "footnotes": partial(_by_f1, lambda structure: structure.footnotes),
    "callouts": partial(_by_f1, lambda structure: structure.callouts),
    "tasks": partial(_by_f1, lambda structure: structure.tasks),
    "players": partial(_by_f1, lambda structure: structure.players),
}

_KEPT: dict[str, Callable[[Structure], Collection[Hashable]]] = {
    "list items": lambda structure: [words for _, words in structure.items],
    "table rows": lambda structure: structure.rows,
    "code lines": lambda structure: structure.code_lines,
    "languages": lambda structure: structure.languages,
    "formulas": lambda structure: structure.formulas,
    "images": lambda structure: structure.images,
    "links": lambda structure: structure.links,
    "quotes": lambda structure: structure.quotes,
    "emphasis": lambda structure: structure.emphasis,
    "references": lambda structure: structure.references,
    "callouts": lambda structure: structure.boxed,
    "tasks": lambda structure: structure.tasks,
    "terms": lambda structure: structure.terms,
    "players": lambda structure: structure.players,
}
