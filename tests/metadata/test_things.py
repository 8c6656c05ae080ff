"""Products, recipes, events and videos: the same from every way to write them, bounded, and none without need."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline.cleanup.prices import with_price
from ridgeline.metadata import Metadata, read_metadata
from ridgeline.metadata.things import Event, Product, Recipe, Video
from ridgeline.text.prices import Price, find_price, shown_price

URL = "https://shop.example/p/lamp"
LAMP = Product("A lamp", "Lumen", 1299.5, "EUR", "InStock", "L-1", "4006381333931", 4.5, 12)
LINKED: dict[str, Any] = {
    "@type": "Product",
    "name": "A lamp",
    "brand": {"@type": "Brand", "name": "Lumen"},
    "sku": "L-1",
    "gtin13": 4006381333931,
    "aggregateRating": {"ratingValue": "4,5", "reviewCount": 12},
    "offers": [{"price": "1.299,50", "priceCurrency": "eur", "availability": "https://schema.org/InStock"}],
}
MICRODATA = """<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>A lamp</h1>
<span itemprop=brand itemscope itemtype=https://schema.org/Brand><b itemprop=name>Lumen</b></span>
<i itemprop=sku>L-1</i><meta itemprop=gtin13 content=4006381333931>
<div itemprop=aggregateRating itemscope itemtype=https://schema.org/AggregateRating>
<b itemprop=ratingValue>4.5</b> of <b itemprop=reviewCount>12</b></div>
<div itemprop=offers itemscope itemtype=https://schema.org/Offer><b itemprop=price content=1299.50>1.299,50 €</b>
<meta itemprop=priceCurrency content=EUR><link itemprop=availability href=https://schema.org/InStock></div></div>"""
RDFA = MICRODATA.replace("itemscope itemtype=", "typeof=").replace("itemprop", "property")
GRAPH = """<meta property=og:type content=product><meta property=og:title content="A lamp">
<meta property=product:brand content=Lumen><meta property=product:price:amount content=1299.50>
<meta property=product:price:currency content=EUR><meta property=product:availability content=InStock>
<meta property=product:retailer_item_id content=L-1><meta property=product:ean content=4006381333931>"""


def linked(*nodes: dict[str, Any]) -> str:
    return "".join(f"<script type=application/ld+json>{json.dumps(node)}</script>" for node in nodes)


def read(html: str, url: str = URL) -> Metadata:
    return read_metadata(ridgeline.parse(html, url=url))


@pytest.mark.parametrize("html", [linked(LINKED), linked({"@graph": [LINKED]}), MICRODATA, RDFA])
def test_a_product_in_every_way_to_write_it(html: str) -> None:
    assert read(html).product == LAMP


def test_a_product_in_open_graph() -> None:
    assert read(GRAPH).product == Product("A lamp", "Lumen", 1299.5, "EUR", "InStock", "L-1", "4006381333931")


def test_sources_complete_each_other() -> None:
    bare = {"@type": "Product", "name": "A lamp"}
    assert read(linked(bare) + MICRODATA).product == LAMP
    assert read(linked(bare)).product is None  # a name alone sells nothing


def test_a_list_of_products_is_no_product() -> None:
    others = [{**LINKED, "name": f"Lamp {n}", "url": f"https://shop.example/p/{n}"} for n in range(3)]
    assert read(f"<title>Lamps</title>{linked(*others)}").product is None
    own = {**LINKED, "name": "This one", "url": URL}
    assert read(linked(*others, own)).product == Product(**{**vars_of(LAMP), "name": "This one"})


def vars_of(product: Product) -> dict[str, Any]:
    return {name: getattr(product, name) for name in Product.__dataclass_fields__}


def test_a_recipe() -> None:
    node = {
        "@type": ["Recipe", "Thing"],
        "name": "Soup",
        "recipeIngredient": ["1 leek", "2 l <b>water</b>"],
        "recipeInstructions": [
            {"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": "Cut."}]},
            {"@type": "HowToStep", "name": "Boil.", "text": "Boil it."},
            "Eat.",
        ],
        "prepTime": "PT15M",
        "totalTime": "PT1H30M",
        "recipeYield": 4,
        "video": {"@type": "VideoObject", "contentUrl": "/soup.mp4", "duration": "PT2M5S", "embedUrl": "javascript:x"},
    }
    found = read(linked(node))
    assert found.recipe == Recipe("Soup", ("1 leek", "2 l water"), ("Cut.", "Boil it.", "Eat."), 15, None, 90, "4")
    assert found.video == Video(url="https://shop.example/soup.mp4", seconds=125)
    written = """<div itemscope itemtype=http://schema.org/Recipe><ul><li itemprop=recipeIngredient>1 leek</ul>
    <ol itemprop=recipeInstructions><li>Cut.<li>Boil.</ol><time itemprop=cookTime datetime=PT20M>20 min</time></div>"""
    assert read(written).recipe == Recipe(None, ("1 leek",), ("Cut.", "Boil."), cook_minutes=20)


def test_an_event() -> None:
    place = {"name": "The Hall", "address": {"streetAddress": "1 Quay", "addressLocality": "Stennet"}}
    node = {
        "@type": "MusicEvent",
        "name": "A night of horns",
        "startDate": "2026-05-01T20:00+02:00",
        "location": place,
        "eventStatus": "https://schema.org/EventCancelled",
        "offers": {"lowPrice": 12, "priceCurrency": "GBP"},
    }
    assert read(linked(node)).event == Event(
        name="A night of horns",
        start="2026-05-01T20:00+02:00",
        place="The Hall",
        address="1 Quay, Stennet",
        status="EventCancelled",
        price=12.0,
        currency="GBP",
    )
    assert read(linked({**node, "startDate": "soon"})).event is None


def test_hostile_data_gives_nothing_or_little() -> None:
    deep: Any = "step"
    for _ in range(100):
        deep = {"itemListElement": [deep]}
    node = {"@type": "Recipe", "recipeIngredient": ["x" * 10_000] * 300, "recipeInstructions": deep}
    recipe = read(linked(node)).recipe
    assert recipe is not None
    assert 100 < len(recipe.ingredients) <= 200
    assert max(map(len, recipe.ingredients)) <= 2_000
    nested = "<div itemscope itemtype=x/Product itemprop=offers>" * 400 + "<b itemprop=price>3</b>"
    read(nested)
    nothing: list[Any] = [[[]], {"price": {"price": None}}, {"price": True}, "none"]
    for wrong in nothing:
        assert read(linked({"@type": "Product", "offers": wrong})).product is None
    assert read(linked({"@type": "Product", "offers": {"price": float(10**300)}})).product is not None


def test_things_are_plain_values_in_json_and_absent_from_rows() -> None:
    extraction = ridgeline.extract(linked(LINKED) + "<p>words", extractor="everything")
    assert json.loads(extraction.json)["metadata"]["product"]["price"] == 1299.5
    assert '"currency": "EUR"' in extraction.write("markdown", front_matter=True)
    assert "product" not in extraction.csv.splitlines()[0].split(",")


def test_the_price_that_a_product_page_shows_is_kept() -> None:
    words = "A lamp of oak and brass that is made to order, in a workshop by the sea, by people who like lamps. " * 3
    page = ridgeline.parse(f"<nav>€1</nav><h1>A lamp</h1><a>€2</a><p><b>€148</b> <s>€172</s></p><p>{words}</p>")
    last = np.array([len(page.leaves) - 1], dtype=np.int32)
    kept = with_price(page, last)
    assert [page.leaf_text[leaf] for leaf in kept.tolist()][:2] == ["€148", "€172"]
    page = ridgeline.parse(f"<h1>A lamp</h1><div><s>€172</s></div><div>€148</div><p>{words}</p>")
    kept = with_price(page, np.array([len(page.leaves) - 1], dtype=np.int32))
    assert page.leaf_text[kept[0]] == "€148"
    assert read_metadata(page, "A lamp\n\n€148\n\nFree delivery above €99", sells=True).product == Product(
        "A lamp", price=148.0, currency="EUR"
    )


@pytest.mark.parametrize(
    ("html", "stated", "expected"),
    [
        ("<h1>A lamp</h1><p><span>€</span><b>148</b><sup>.00</sup></p>", None, ["€", "148", ".00"]),
        ("<p>€12.00</p><p>€148.00</p><h1>A lamp</h1>", 148.0, ["€148.00"]),
        ("<p>€12.00</p><p>€148.00</p>", 148.0, ["€148.00"]),
        ("<p>€12.00</p><p>€14.80</p><h1>A lamp</h1>", 148.0, []),
        ("<h1>A lamp</h1><p>€12.00</p><p>€148.00</p>", 148.0, ["€12.00"]),
        ("<p hidden>€148.00</p><a href=/x>€148.00</a><p>€148.00 Versand</p>", 148.0, []),
    ],
)
def test_prices_in_parts_and_far_from_the_headline(html: str, stated: float | None, expected: list[str]) -> None:
    page = ridgeline.parse(f"{html}<p>Sending it costs £5 shipping.</p>")
    keep = np.array([len(page.leaves) - 1], dtype=np.int32)  # a line with the price of something else
    kept = with_price(page, keep, lambda: stated)
    assert [page.leaf_text[leaf] for leaf in kept.tolist()[:-1]] == expected


def test_a_video_in_open_graph() -> None:
    names = {"og:title": "Bells", "og:video": "/play/1", "og:image": "/1.jpg", "video:duration": "438"}
    meta = "".join(f'<meta property="{name}" content="{value}">' for name, value in names.items())
    video = read(f'{meta}<meta property="video:release_date" content="2025-11-21T06:00">').video
    assert video is not None
    assert (video.name, video.seconds, video.uploaded) == ("Bells", 438, "2025-11-21T06:00")
    assert (video.thumbnail or "").endswith("/1.jpg")


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("£148.00", Price(148, "GBP")),
        ("From 1.299,00 €", Price(1299, "EUR")),
        ("US$ 12", Price(12, "USD")),
        ("$1,099", Price(1099, None)),
        ("12 990 Kč", Price(12990, "CZK")),
        ("CHF 45.50", Price(45.5, "CHF")),
        ("3 980円", Price(3980, "JPY")),
        ("Rp52.000", Price(52000, "IDR")),
        ("2.450.000₫", Price(2450000, "VND")),
        ("62.00 ر.س", Price(62, "SAR")),
        ("۷۴۵٬۰۰۰ تومان", Price(745000, None)),
        ("١٢٫٥٠ ر.س", Price(12.5, "SAR")),
        ("990 บาท", Price(990, "THB")),
        ("30% off", None),
        ("15 oz", None),
        ("2026", None),
        ("EUROPE 5", None),
    ],
)
def test_prices_in_texts(text: str, price: Price | None) -> None:
    assert find_price(text) == price


@pytest.mark.parametrize(
    "line",
    [
        "Free shipping from 100€*",
        "Add gift wrapping? (+$5)",
        "was $20",
        "€9 / month",
        "Kargo 49,90 TL",
        "배송비 3,500원",
        "x" * 60,
    ],
)
def test_lines_that_show_another_price(line: str) -> None:
    assert shown_price(line) is None


def test_golden_pages() -> None:
    def things(name: str) -> Metadata:
        source = Path(__file__).parents[1] / "golden" / name / "source.html"
        return ridgeline.extract(source.read_bytes()).metadata

    product = things("product-shop").product
    assert product is not None
    assert (product.price, product.currency, product.availability, product.rating_count) == (
        148.0,
        "GBP",
        "InStock",
        86,
    )
    french, japanese = things("french-recipe").recipe, things("japanese-recipe").recipe
    assert french is not None
    assert japanese is not None
    assert french.ingredients[:2] == ("180 g de farine", "60 g de noisettes en poudre")
    assert (japanese.total_minutes, japanese.yields) == (70, "4人分")
    for name in ("listing-category", "listing-events", "recipe-cards", "news-article", "collection-gallery"):
        found = things(name)
        assert (found.product, found.recipe, found.event) == (None, None, None), name
