"""Pages with gold texts in CleanEval's form, to train on."""

from ridgeline import Page
from ridgeline.lab.datasets import Record

from ....extractors.ice.pages import article
from ....pages import page


def pages_with_gold(count: int) -> tuple[list[Page], list[str]]:
    """Return some pages and their gold texts."""
    made = [article(number) for number in range(count)]
    return [page(body, head="<title>The ferry</title>") for body, _ in made], [gold for _, gold in made]


def records(count: int) -> list[Record]:
    """Return the same pages as a data set, each from a different site."""
    return [
        Record(f"p{number}", f"<title>The ferry</title>{body}", gold, domain=f"site{number}.example", marked=gold)
        for number, (body, gold) in enumerate(map(article, range(count)))
    ]
