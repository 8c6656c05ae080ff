"""Who may use the service: names, sites, tokens, lengths. What is behind the guard says only that it was asked."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Response

from ridgeline.service.configuration import ServiceSettings
from ridgeline.service.guard import Guard, session_of
from ridgeline.service.headers import SECURITY_HEADERS
from ridgeline.service.in_flight import InFlight
from ridgeline.service.problems import problem_of

from .serving import TOKEN, problem

HOST = "127.0.0.1:8765"
LOCAL = ServiceSettings(workers=1)
WITH_TOKEN = ServiceSettings(workers=1, token=TOKEN)
OPEN = ServiceSettings(workers=1, host="0.0.0.0", token=TOKEN)
PROXIED = ServiceSettings(workers=1, token=TOKEN, allowed_hosts=("reader.example.org", "Other.example:8080"))
BEARER = {"authorization": f"Bearer {TOKEN}"}
COOKIE = {"cookie": f"other=1; ridgeline-8765={session_of(TOKEN)}"}
CROSS = {"sec-fetch-site": "cross-site"}
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Read the whole body, and answer with its length."""
    length, more = 0, True
    try:
        while more:
            message = await receive()
            length += len(message.get("body", b""))
            more = message.get("more_body", False)
    except Exception as error:
        await problem_of(error).response()(scope, receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def ask(
    settings: ServiceSettings, path: str, headers: dict[str, str], method: str = "GET", content: Any = None
) -> Response:
    async def asked() -> Response:
        transport = ASGITransport(app=Guard(application, settings, InFlight(settings.max_body_bytes)))
        async with AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, headers=headers, content=content)

    return asyncio.run(asked())


def outcome(settings: ServiceSettings, path: str, headers: dict[str, str], method: str = "GET") -> str:
    answer = ask(settings, path, headers, method)
    assert all(answer.headers[name] == value for name, value in SECURITY_HEADERS.items())
    assert not any(name.startswith("access-control") for name in answer.headers)
    return "200" if answer.status_code == 200 else problem(answer)


@pytest.mark.parametrize(
    ("settings", "host", "expected"),
    [
        (LOCAL, HOST, "200"),
        (LOCAL, "localhost:8765", "200"),
        (LOCAL, "LOCALHOST:8765", "200"),
        (LOCAL, "[::1]:8765", "200"),
        (LOCAL, "localhost", "421 wrong-host"),
        (LOCAL, "localhost:80", "421 wrong-host"),
        (LOCAL, "evil.example:8765", "421 wrong-host"),
        (LOCAL, "localhost:8765.evil.example", "421 wrong-host"),
        (LOCAL, "localhost.evil.example:8765", "421 wrong-host"),
        (LOCAL, "", "421 wrong-host"),
        (OPEN, "any.example", "200"),
        (PROXIED, "reader.example.org", "200"),
        (PROXIED, "reader.example.org:443", "200"),
        (PROXIED, "other.example:8080", "200"),
        (PROXIED, "other.example", "421 wrong-host"),
        (PROXIED, "evil.example", "421 wrong-host"),
    ],
)
def test_hosts(settings: ServiceSettings, host: str, expected: str) -> None:
    assert outcome(settings, "/v1/extract", {"host": host} | (BEARER if settings.token else {}), "POST") == expected


@pytest.mark.parametrize(
    ("method", "path", "headers", "expected"),
    [
        ("POST", "/v1/extract", {}, "200"),
        ("POST", "/v1/extract", {"origin": f"http://{HOST}"}, "200"),
        ("POST", "/v1/extract", {"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"}, "200"),
        ("GET", "/v1/formats", {"sec-fetch-site": "none"}, "200"),
        ("POST", "/v1/extract", {"origin": "https://evil.example"}, "403 cross-site"),
        ("POST", "/v1/extract", {"origin": "null"}, "403 cross-site"),
        ("POST", "/v1/extract", {"origin": "http://["}, "403 cross-site"),
        ("POST", "/v1/extract", {"origin": "http://127.0.0.1:9000"}, "403 cross-site"),
        ("POST", "/v1/extract", {"origin": f"http://{HOST}", **CROSS}, "403 cross-site"),
        ("GET", "/v1/formats", CROSS, "403 cross-site"),
        ("GET", "/v1/formats", {"sec-fetch-site": "same-site"}, "403 cross-site"),
        ("GET", "/v1/formats", LINK, "403 cross-site"),
        ("GET", "/r/https://example.org/", LINK, "403 cross-site"),
        ("GET", "/", LINK, "200"),
        ("GET", "/docs", LINK, "200"),
        ("GET", "/", CROSS | {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}, "403 cross-site"),
        ("GET", "/", LINK | {"sec-fetch-dest": "iframe"}, "403 cross-site"),
        ("POST", "/", LINK, "403 cross-site"),
        ("POST", "/studio/send", {"origin": "https://any.example", **LINK}, "200"),
        ("GET", "/studio/send", LINK, "403 cross-site"),
    ],
)
def test_sites(method: str, path: str, headers: dict[str, str], expected: str) -> None:
    assert outcome(LOCAL, path, headers, method) == expected


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("/v1/formats", BEARER, "200"),
        ("/v1/formats", {"authorization": f"bearer  {TOKEN} "}, "200"),
        ("/v1/formats", COOKIE, "200"),
        ("/v1/formats", {}, "401 token-needed"),
        ("/v1/formats", {"authorization": "Bearer "}, "401 token-needed"),
        ("/v1/formats", {"authorization": f"Bearer {TOKEN}x"}, "401 token-needed"),
        ("/v1/formats", {"authorization": f"Basic {TOKEN}"}, "401 token-needed"),
        ("/v1/formats", {"cookie": f"ridgeline-8765={TOKEN}"}, "401 token-needed"),
        ("/v1/formats", {"cookie": f"ridgeline-1={session_of(TOKEN)}"}, "401 token-needed"),
        (f"/v1/formats?token={TOKEN}", {}, "401 token-needed"),
        ("/v1/formats", BEARER | CROSS, "403 cross-site"),
        ("/", {}, "401 token-needed"),
        ("/?token=wrong", {}, "401 token-needed"),
        ("/?token=", {}, "401 token-needed"),
        ("/mcp", {}, "401 token-needed"),
        ("/docs", {}, "401 token-needed"),
        ("/openapi.json", {}, "401 token-needed"),
        ("/health", {}, "200"),
        ("/health/", {}, "401 token-needed"),
    ],
)
def test_tokens(path: str, headers: dict[str, str], expected: str) -> None:
    assert outcome(WITH_TOKEN, path, headers) == expected


def test_a_session_begins_with_the_token() -> None:
    answer = ask(WITH_TOKEN, f"/?token={TOKEN}", {})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert TOKEN not in cookie
    assert {part.strip().lower() for part in cookie.split(";")} >= {"httponly", "samesite=strict", "path=/"}
    assert outcome(WITH_TOKEN, "/v1/formats", {"cookie": cookie.partition(";")[0]}) == "200"


def test_a_link_of_another_site_is_followed_with_the_cookie() -> None:
    """Browsers send no strict cookie with it: the page that is answered goes there once more, from here."""
    first = ask(WITH_TOKEN, "/", LINK)
    assert (first.status_code, 'http-equiv="refresh"' in first.text) == (200, True)
    assert ask(WITH_TOKEN, "/", COOKIE | LINK).text == "0"
    assert outcome(WITH_TOKEN, "/", LINK | {"sec-fetch-site": "same-origin"}) == "401 token-needed"


def test_a_challenge_says_what_is_needed() -> None:
    assert ask(WITH_TOKEN, "/v1/formats", {}).headers["www-authenticate"].startswith("Bearer")


SMALL = ServiceSettings(workers=1, max_body_bytes=100)


def test_the_length_of_a_body() -> None:
    assert ask(SMALL, "/v1/extract", {}, "POST", b"x" * 100).text == "100"
    answer = ask(SMALL, "/v1/extract", {}, "POST", b"x" * 101)
    assert problem(answer) == "413 body-too-large"
    assert answer.json()["max_bytes"] == 100


def test_the_length_of_a_body_that_does_not_say_it() -> None:
    async def parts() -> AsyncIterator[bytes]:
        for _ in range(6):
            yield b"x" * 20

    assert problem(ask(SMALL, "/v1/extract", {}, "POST", parts())) == "413 body-too-large"
    assert ask(SMALL, "/v1/batch", {}, "POST", parts()).text == "120"


def answer_to(scope: dict[str, Any]) -> list[Any]:
    """What is sent to a request of which nothing may be read."""
    sent: list[Any] = []

    async def receive() -> Any:
        raise AssertionError("the body was read")

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Guard(application, SMALL, InFlight(SMALL.max_body_bytes))(scope, receive, send))
    return sent


def test_nothing_is_read_of_a_body_that_is_too_long() -> None:
    headers = [(b"host", HOST.encode()), (b"content-length", b"9" * 40)]
    scope = {"type": "http", "method": "POST", "path": "/v1/extract", "query_string": b"", "headers": headers}
    assert answer_to(scope)[0]["status"] == 413


def test_web_sockets_are_closed() -> None:
    assert answer_to({"type": "websocket"}) == [{"type": "websocket.close", "code": 1008}]
