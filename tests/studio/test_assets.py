"""The files of the studio: exactly those that ship, tagged by content, under a policy; the form of the bookmarklet."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote, urlencode

import pytest
from starlette.requests import Request
from starlette.types import Message

import ridgeline.studio
from ridgeline.service.guard import SEND_PATH
from ridgeline.service.pages.work.inspection import _fields
from ridgeline.service.problems import Problem
from ridgeline.service.studio import SECURITY_POLICY, _read_form
from ridgeline.studio import bookmarklet, find_asset, send_token
from ridgeline.studio.assets import names

from ..service.serving import TOKEN, client_of, problem

WEB = Path(ridgeline.studio.__file__).parent / "web"
FILES = sorted(path for path in WEB.rglob("*") if path.is_file())
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setHTML|https?://(?!www\.w3\.org)"
)
MAX_LINES = 300
ORIGIN = "http://127.0.0.1:8765"


def test_all_files_ship() -> None:
    assert [WEB / name for name in names()] == FILES


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".js"], ids=lambda path: path.name)
def test_modules_are_small_and_say_what_they_are_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/**")
    assert text.count("\n") <= MAX_LINES
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|placeholder: \"[^\"]*\"|\(\[\^/\]\+\)", "", text, flags=re.DOTALL)
    assert FORBIDDEN.findall(code.replace("`https://${url}`", "")) == []


def test_nothing_is_inline() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page) == []
    assert "unsafe" not in SECURITY_POLICY


@pytest.mark.parametrize(
    "name", ["../assets.py", "/etc/passwd", "web/index.html", "", "views", "index.html/", "%2e%2e/assets.py"]
)
def test_no_other_file_is_found(name: str) -> None:
    assert find_asset(name) is None


def test_the_front_page_and_its_files(tmp_path: Path) -> None:
    with client_of(tmp_path, studio=True) as client:
        page = client.get("/")
        assert page.headers["content-security-policy"] == SECURITY_POLICY
        for address in re.findall(r'(?:src|href)="(/studio/[^"]+)"', page.text):
            answer = client.get(address)
            assert answer.status_code == 200
            again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert "immutable" in answer.headers["cache-control"]
            other = client.get(re.sub("/v-[0-9a-f]+/", "/v-0000/", address))  # of a page that is still open
            assert (other.content, other.headers["cache-control"]) == (answer.content, "no-cache")
        assert problem(client.get("/studio/nothing.js")) == "404 not-found"


def test_without_the_studio_there_is_a_pointer(tmp_path: Path) -> None:
    with client_of(tmp_path) as client:
        assert "/docs" in client.get("/").text
        assert problem(client.get("/studio/main.js")) == "403 studio-off"
        assert problem(client.get("/studio/bookmarklet")) == "403 studio-off"


def test_a_page_is_sent_by_its_own_token_alone(tmp_path: Path) -> None:
    form = {
        "content-type": "application/x-www-form-urlencoded",
        "origin": "https://other.example",
        "sec-fetch-site": "cross-site",
    }
    html = "<title>Über</title><p>The ferry leaves at eight — and again at noon.</p>"
    with client_of(tmp_path, studio=True, token=TOKEN) as client:
        mine = send_token(tmp_path)
        good = {"token": mine, "url": "https://other.example/ferry", "html": html}
        sent = client.post(SEND_PATH, content=urlencode(good), headers=form)
        assert sent.status_code == 200
        found = re.search(r"url=/#/pages/(\w+)", sent.text)
        assert found is not None
        stored = client.get(f"/v1/pages/{found[1]}", headers={"authorization": f"Bearer {TOKEN}"}).json()
        assert (stored["url"], stored["title"]) == ("https://other.example/ferry", "Über")
        late = {"html": html, "url": "", "token": mine}
        for wrong in ({**good, "token": "x"}, {**good, "token": TOKEN}, {"html": html, "url": ""}, late):
            assert problem(client.post(SEND_PATH, content=urlencode(wrong), headers=form)) == "403 token-needed"
        assert (
            problem(client.post(SEND_PATH, content=urlencode({**good, "html": " "}), headers=form))
            == "422 invalid-request"
        )
        assert (
            problem(client.post(SEND_PATH, content=urlencode({**good, "more": "x"}), headers=form))
            == "422 invalid-request"
        )
        json = {**form, "content-type": "application/json"}
        assert problem(client.post(SEND_PATH, content="{}", headers=json)) == "415 unsupported-media-type"


def test_no_more_of_a_form_is_read_than_its_token() -> None:
    """Any page of any site can send a form, as large as it likes."""
    read = 0

    async def receive() -> Message:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"html=" + b"%41" * 20_000, "more_body": True}

    headers = [(b"content-type", b"application/x-www-form-urlencoded")]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    # In a thread of its own: a browser of another test may have left an event loop running in this one.
    with ThreadPoolExecutor(1) as pool, pytest.raises(Problem, match="not one of this studio"):
        pool.submit(lambda: asyncio.run(_read_form(request, "t" * 43))).result()
    assert read == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (b"a+b%20c", b"a b c"),
        (b"%C3%9Cber%0D%0A=%3D%3d", "Über\r\n===".encode()),
        (b"a=b%26%25c", b"a=b&%c"),
        (b"_%5F\n", b"__\n"),
    ],
)
def test_forms_are_decoded(value: bytes, text: bytes) -> None:
    assert dict(_fields(b"token=x&url=&html=" + value)) == {b"token": b"x", b"url": b"", b"html": text}


def test_a_form_over_the_limit_is_refused(tmp_path: Path) -> None:
    with client_of(tmp_path, studio=True, max_body_bytes=2_000) as client:
        body = urlencode({"html": "x" * 3_000, "url": "", "token": send_token(tmp_path)})
        headers = {"content-type": "application/x-www-form-urlencoded"}
        assert problem(client.post(SEND_PATH, content=body, headers=headers)) == "413 body-too-large"


def test_the_token_stays_and_is_secret(tmp_path: Path) -> None:
    token = send_token(tmp_path / "new")
    assert send_token(tmp_path / "new") == token
    path = tmp_path / "new" / "send-token"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("damaged\n")
    assert send_token(tmp_path / "new") not in (token, "damaged")


def test_the_bookmarklet_names_its_studio() -> None:
    address = bookmarklet(ORIGIN, "t" * 43)
    script = unquote(address.removeprefix("javascript:"))
    assert f'"{ORIGIN}/studio/send"' in script
    assert '"ttt' in script
    assert "\n" not in address
    assert '"' not in address
