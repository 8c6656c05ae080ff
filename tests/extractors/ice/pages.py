"""Pages with gold texts in CleanEval's form, made rather than copied: an article among links, in several shapes."""

from ridgeline import Page
from ridgeline.lab.datasets import Record

from ...pages import page

SENTENCES = (
    "The morning ferry leaves at nine, and it carries more mail than people, because the road is closed.",
    "In fair weather the crossing takes forty minutes, but nobody who lives there would bet on fair weather.",
    "When the harbour freezes the mail goes by sledge, and the ferry waits for the spring that always comes.",
    "Old captains say that the current was weaker once, although the charts do not show any change at all.",
)


def article(number: int) -> tuple[str, str]:
    """The body of a page, and its gold text."""
    chosen = [SENTENCES[(number + shift) % len(SENTENCES)] for shift in range(2)]
    menu = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "News", "Harbour", "About us"))
    title = f"Ferry number {number}"
    body = (
        f"<ul>{menu}</ul><h1>{title}</h1>"
        + "".join(f"<p>{text}</p>" for text in chosen)
        + "<ul><li>Bring a coat</li><li>Buy a ticket</li></ul><div>Copyright 2026</div>"
    )
    gold = (
        f"<h>{title}\n\n" + "\n\n".join(f"<p>{text}" for text in chosen) + "\n\n<l>* Bring a coat\n\n<l>* Buy a ticket"
    )
    return body, gold


def pages_with_gold(count: int) -> tuple[list[Page], list[str]]:
    """Some pages and their gold texts."""
    made = [article(number) for number in range(count)]
    return [page(body, head="<title>The ferry</title>") for body, _ in made], [gold for _, gold in made]


def records(count: int) -> list[Record]:
    """The same as a data set, each page of a site of its own."""
    return [
        Record(f"p{number}", f"<title>The ferry</title>{body}", gold, domain=f"site{number}.example", marked=gold)
        for number, (body, gold) in enumerate(map(article, range(count)))
    ]
