"""Pages made for tests: an article among links, with its gold text in CleanEval's form."""

SENTENCES = (
    "The morning ferry leaves at nine, and it carries more mail than people, because the road is closed.",
    "In fair weather the crossing takes forty minutes, but nobody who lives there would bet on fair weather.",
    "When the harbour freezes the mail goes by sledge, and the ferry waits for the spring that always comes.",
    "Old captains say that the current was weaker once, although the charts do not show any change at all.",
)


def article(number: int) -> tuple[str, str]:
    """Return the body of a page, and its gold text."""
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
