"""Pages for the tests of stored pages: a story with a menu and a sidebar."""

from typing import Any

from starlette.testclient import TestClient

_SENTENCES = (
    "The morning ferry leaves at nine, and it carries more mail than people across the sound.",
    "The crossing takes forty minutes in fair weather, and the crew has coffee on the way back.",
    "In winter the boat stays in the harbour for days, while the islands wait for letters and bread.",
    "Nobody minds, since the lighthouse keeper bakes for everyone who runs out of flour in those weeks.",
)


def story(number: int = 0, extra: str = "") -> str:
    """Return the source of a page."""
    paragraphs = "".join(f"<p>{sentence} That was in {1900 + number}.</p>" for sentence in _SENTENCES)
    return (
        f"<!DOCTYPE html><html lang=en><head><title>The ferry {number} – Example</title></head><body>"
        "<nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>"
        f"<main><article><h1>The ferry {number}</h1>{paragraphs}{extra}</article></main>"
        "<aside><h2>Most read</h2><ul><li><a href=/a>A whale</a><li><a href=/b>A wreck</a></ul></aside>"
        "<footer><p>© Example</p></footer></body></html>"
    )


def store(client: TestClient, number: int = 0, *, site: str = "example.org", extra: str = "") -> str:
    """Store a story, and return its name in the library."""
    page = {"html": story(number, extra), "url": f"https://{site}/ferry/{number}", "name": f"story {number}"}
    answer = client.post("/v1/pages", json=page)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def ask(client: TestClient, path: str, **parameters: Any) -> Any:
    """Return the document at a path."""
    answer = client.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()
