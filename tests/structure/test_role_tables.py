"""Tables that are made of other elements, and what comes out."""

import numpy as np
import pytest

import ridgeline

TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"


def markdown_of(body: str) -> str:
    return ridgeline.extract(f"<body><article>{body}</article>", extractor="everything").markdown


def rows(names: str, *texts: str, tag: str = "div", cell: str = "cell") -> str:
    """Rows of cells, the first of them heads."""
    made = []
    for place, row in enumerate((names, *texts)):
        role = cell if place else "columnheader"
        made.append(
            f"<{tag} role=row>{''.join(f'<{tag} role={role}>{text}</{tag}>' for text in row.split(','))}</{tag}>"
        )
    return "".join(made)


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        (f"<div role=table>{rows('a,b', '1,2', '3,4')}</div>", TABLE),
        (f"<div role=grid>{rows('a,b', '1,2', '3,4', cell='gridcell')}</div>", TABLE),
        (f"<div role=table>{rows('a,b', '1,2', '3,4', tag='span')}</div>", TABLE),
        (f"<div role=table>{rows('a,b', '1,', '3,4')}</div>", TABLE.replace("2", "").replace("|  |", "|  |")),
        (
            f"<div role=table><p>A table</p><div role=rowgroup>{rows('a,b', '1,2', '3,4')}</div></div>",
            f"A table\n\n{TABLE}",
        ),
        (f"<div role=table>{rows('a,b', '1<p>x</p><p>y</p>,2', '3,4')}</div>", TABLE.replace("1", "1<br>x<br>y")),
        (f"<ul><li>c<div role=table>{rows('a,b', '1,2', '3,4')}</div></ul>", "- c\n\n  " + TABLE.replace("\n", "\n  ")),
    ],
)
def test_tables(body: str, markdown: str) -> None:
    assert markdown_of(f"<p>before</p>{body}<p>after</p>") == f"before\n\n{markdown}\n\nafter"


@pytest.mark.parametrize(
    "body",
    [
        f"<div role=grid class=datepicker>{rows('Mo,Tu', '1,2', '8,x', cell='gridcell')}</div>",
        f"<div role=grid>{rows('M,T,W,T,F,S,S', ',,1,2,3,4,5', '6,7,8,9,10,11,12', cell='gridcell')}</div>",
        f"<div role=grid>{rows('a,b', '1', '2', '3', cell='gridcell')}</div>",
        f"<div role=grid>{rows('a,b', '1,2', 'long ' * 80 + ',4', cell='gridcell')}</div>",
        "<div role=grid><div role=gridcell>1</div></div>",
    ],
)
def test_what_is_no_table(body: str) -> None:
    assert "|" not in markdown_of(body)


def test_a_table_of_which_half_is_kept_is_whole() -> None:
    page = ridgeline.parse(f"<body><p>before</p><div role=table>{rows('a,b', '1,2', '3,4')}</div>")
    for left_out, markdown in ((3, f"before\n\n{TABLE}"), (4, "before\n\n| a | b |\n| --- | --- |")):
        keep = np.arange(len(page.leaves) - left_out, dtype=np.int32)
        assert ridgeline.Extraction(page, keep, "everything").markdown == markdown


def test_html() -> None:
    html = ridgeline.extract(f"<body><div role=table>{rows('a,b', '1,2')}</div>", extractor="everything").html
    assert html.replace("\n", "") == (
        "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
    )


def cells(*texts: str) -> str:
    """Cells, each with its attributes and, after a bar, its text."""
    return "".join(f"<div role=cell {text.partition('|')[0]}>{text.partition('|')[2]}</div>" for text in texts)


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ((("|a", "|b", "|c"), ("aria-colspan=2|1", "|3"), ("|4", "|5", "|6")), ("| 1 |  | 3 |", "| 4 | 5 | 6 |")),
        ((("|a", "|b"), ("aria-rowspan=2|1", "|2"), ("|3",), ("|4", "|5")), ("| 1 | 2 |", "|  | 3 |", "| 4 | 5 |")),
        ((("|a", "|b"), ("|1", "aria-rowspan=2|2"), ("|3",), ("|4", "|5")), ("| 1 | 2 |", "| 3 |  |", "| 4 | 5 |")),
        (
            (("|a", "|b", "|c"), ("aria-colindex=1|1", "aria-colindex=3|3"), ("|4", "|5", "|6")),
            ("| 1 |  | 3 |", "| 4 | 5 | 6 |"),
        ),
    ],
)
def test_places_that_cells_name(rows: tuple[tuple[str, ...], ...], lines: tuple[str, ...]) -> None:
    body = "".join(f"<div role=row>{cells(*row)}</div>" for row in rows)
    markdown = markdown_of(f"<div role=table>{body}</div>")
    assert markdown.splitlines()[-len(lines) :] == [*lines]


def test_places_are_bounded() -> None:
    row = f"<div role=row>{cells('aria-colindex=90 aria-colspan=100|x', '|y')}</div>"
    assert len(markdown_of(f"<div role=table>{row * 3000}</div>")) < 200_000


@pytest.mark.parametrize(
    ("table", "row", "cell"),
    [
        ("style='display:table'", "style='display: table-row'", "style='color:red;display:table-cell'"),
        ("class=divTable", "class=divTableRow", "class=divTableCell"),
        ("class='table w-full'", "class=table-row", "class=table-cell"),
    ],
)
def test_tables_by_style(table: str, row: str, cell: str) -> None:
    def body(*texts: str) -> str:
        inner = (f"<div {cell}>{text}</div>" for text in texts)
        return f"<div {row}>{''.join(inner)}</div>"

    rows = body("a", "b") + body("1", "2") + body("3", "4")
    assert markdown_of(f"<div {table}>{rows}</div>") == TABLE
    assert "|" not in markdown_of(f"<div {table}>{body('a', 'b')}{body('1', '2')}</div>")  # as likely a layout
    assert "|" not in markdown_of(f"<div {table}>{body('a' * 200, 'b')}{rows}</div>")
