"""The price that a product page shows is kept where the page shows it to a person."""

import numpy as np
import pytest

from ridgeline.cleanup.prices import with_price

from ..pages import page as make_page
from ..pages import texts

TEXT = "A lamp of brass that ships used to carry on their masts."


def with_its_price(body: str, stated: float | None = None) -> list[str]:
    """What is kept of a page of which only the text was."""
    page = make_page(body)
    names = texts(page)
    keep = np.array([leaf for leaf, name in enumerate(names) if name == TEXT], dtype=np.int32)
    return [names[leaf] for leaf in with_price(page, keep, lambda: stated).tolist()]


@pytest.mark.parametrize(
    ("body", "price"),
    [
        (f"<h1>Lamp</h1><p>€ 49.00</p><p>{TEXT}</p>", ["€ 49.00"]),
        (f"<h1>Lamp</h1><p><span>$</span><b>49</b></p><p>{TEXT}</p>", ["$", "49"]),
        (f"<h1>Shop</h1>{'<p>x</p>' * 100}<h1>Lamp</h1><p>€ 49.00</p><p>{TEXT}</p>", ["€ 49.00"]),
        (f"<h1>Lamp</h1><p><a href=/other>€ 9.00</a></p><p>{TEXT}</p>", []),
        (f"<h1>Lamp</h1><p style='display:none'>€ 9.00</p><p>{TEXT}</p>", []),
        (f"<div style='display:none'><h1>Lamp</h1><p>€ 49.00</p><p>{TEXT}</p></div>", ["€ 49.00"]),
        (f"<h1>Lamp</h1><p>Shipping € 4.00</p><p>{TEXT}</p>", []),
    ],
)
def test_price_after_a_headline(body: str, price: list[str]) -> None:
    assert with_its_price(body) == [*price, TEXT]


def test_price_that_the_data_states() -> None:
    body = f"<p>€ 9.00</p><p>€ 49.00</p><p>{TEXT}</p>"
    assert with_its_price(body) == [TEXT]
    assert with_its_price(body, 49.0) == ["€ 49.00", TEXT]
