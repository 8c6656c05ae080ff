"""CSS grids that are tables, and those that are none."""

import numpy as np
import pytest

import ridgeline

TABLE = "| Boat | Port |\n| --- | --- |\n| Anna | Westby |\n| Berta | Eastby |"
PAIRS = "|  |  |\n| --- | --- |\n| Length | 9 m |\n| Width | 3 m |\n| Age | 12 |"


def markdown_of(body: str) -> str:
    return ridgeline.extract(f"<body><article>{body}</article>", extractor="everything").markdown


def cells(texts: str, names: str = "", tag: str = "div") -> str:
    return "".join(f"<{tag} class='{names}'>{text}</{tag}>" for text in texts.split(","))


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        (
            f"<div class='grid grid-cols-2'>{cells('Boat,Port', 'font-bold')}{cells('Anna,Westby,Berta,Eastby')}</div>",
            TABLE,
        ),
        (
            "<div style='display:grid;grid-template-columns:repeat(2, minmax(0, 1fr))'>"
            f"{cells('Boat,Port', 'head')}{cells('Anna,Westby,Berta,Eastby')}</div>",
            TABLE,
        ),
        (
            f"<div><div class='grid grid-cols-2 head'>{cells('Boat,Port')}</div><div class='grid grid-cols-2'>"
            f"{cells('Anna,Westby')}</div><div class='grid grid-cols-2'>{cells('Berta,Eastby')}</div></div>",
            TABLE,
        ),
        (f"<div class='grid grid-cols-2'>{cells('Length,9 m,Width,3 m,Age,12')}</div>", PAIRS),
        (
            "<div style='display: grid; grid-template-columns: 120px 1fr'>"
            f"{cells('Length,9 m,Width,3 m,Age,12', tag='span')}</div>",
            PAIRS,
        ),
    ],
)
def test_tables(body: str, markdown: str) -> None:
    assert markdown_of(f"<p>before</p>{body}<p>after</p>") == f"before\n\n{markdown}\n\nafter"


@pytest.mark.parametrize(
    "body",
    [
        f"<div class='grid grid-cols-2'>{cells('Anna,Berta,Clara,Dora,Emma,Frida')}</div>",
        f"<div class='grid grid-cols-3'>{cells('9,boats,12,ports,3,crews', tag='p')}</div>",
        f"<div class='grid md:grid-cols-2'>{cells('Length,9 m,Width,3 m,Age,12')}</div>",
        f"<div class='grid grid-cols-2'>{cells('Length,9 m,Width,3 m,Age')}</div>",
        f"<div class='grid grid-cols-2'>{cells('Length,9 m,Width,3 m,Age,' + '12 ' * 40)}</div>",
        f"<div class='grid grid-cols-2'>{cells('Length,<a href=/9>9 m</a>,Width,3 m,Age,12')}</div>",
        f"<div style='display:grid;grid-template-columns:repeat(auto-fill,9em)'>{cells('Age,9,Width,3,Sum,1')}</div>",
        f"<div class=grid-cols-2>{cells('Length,9 m,Width,3 m,Age,12')}</div>",
        f"<div class='grid grid-cols-2'>text {cells('Length,9 m,Width,3 m,Age,12')}</div>",
    ],
)
def test_what_is_none(body: str) -> None:
    assert "| " not in markdown_of(f"<p>before</p>{body}<p>after</p>")


def test_a_table_of_which_little_is_kept_is_none() -> None:
    page = ridgeline.parse(f"<body><p>x</p><div class='grid grid-cols-2'>{cells('Length,9 m,Width,3 m,Age,12')}</div>")
    assert ridgeline.Extraction(page, np.array([0, 1], dtype=np.int32), "x").markdown == "x\n\nLength"
    assert "| Age | 12 |" in ridgeline.Extraction(page, np.array([0, 1, 2, 3, 4], dtype=np.int32), "x").markdown


def test_many_grids_take_linear_time() -> None:
    grid = f"<div class='grid grid-cols-2'>{cells('Length,9 m,Width,3 m,Age,12')}"
    assert markdown_of(grid * 2_000)
    assert markdown_of((grid + "</div>") * 2_000).count("| Age") == 500
