"""Rectangles as SVG."""

from xml.etree import ElementTree

import numpy as np

from ridgeline.render import layout_of
from ridgeline.render.overlay import svg

from ..layouts import laid_out

NAMESPACE = "{http://www.w3.org/2000/svg}"


def rectangles(*rows: tuple[float, float, float, float]) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def test_the_cut_is_masked_out() -> None:
    picture = ElementTree.fromstring(
        svg(rectangles((0, 0, 10, 20), (5, 5, 5, 9)), rectangles((2, 3, 4, 6)), layout_of(laid_out("<p>x", 300, 200)))
    )
    assert (picture.get("width"), picture.get("height")) == ("300", "200")
    mask = [(part.get("fill"), part.get("width"), part.get("height")) for part in picture[0]]
    assert mask == [("white", "10.0", "20.0"), ("black", "2.0", "3.0")]  # the empty rectangle is left out
    assert [part.get("x") for part in picture.iter(f"{NAMESPACE}rect")] == ["0.0", "2.0", None, "0.0"]


def test_nothing_to_paint() -> None:
    picture = ElementTree.fromstring(svg(rectangles(), rectangles(), layout_of(laid_out("<p>x"))))
    assert len(picture[0]) == 0
