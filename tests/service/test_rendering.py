"""`--render`: pages that are empty shells are opened in one browser, in a process of its own."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ridgeline.errors import OptionError
from ridgeline.render.memory import _tree
from ridgeline.service import ServiceSettings

from ..browsers import need_browser
from ..integrations.site import PARAGRAPHS, Answer, article, serve
from .serving import client_of, problem, service_of
from .test_tools import call

SCRIPT = f"document.body.innerHTML = '<article><h1>Late</h1><p>{' '.join(PARAGRAPHS)}</p></article>'"
BUILT = f"<!DOCTYPE html><title>Late</title><div id=root></div><script>{SCRIPT}</script>"
SHOWN = "this is what the page shows in a browser"


@pytest.fixture(scope="module")
def renders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service with a browser."""
    need_browser()
    with client_of(tmp_path_factory.mktemp("service"), render="auto", allow_private=True) as opened:
        yield opened


def extract(client: TestClient, html: str, **options: Any) -> Any:
    answer = client.post("/v1/extract", json={"html": html, **options})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("filling", ["", f"<!--{'x' * 20_000}-->"])  # read here, and by a worker
def test_shells_are_opened_in_the_browser(renders: TestClient, filling: str) -> None:
    found = extract(renders, BUILT + filling)
    assert found["status"] == "ok"
    assert found["formats"]["markdown"].startswith("# Late\n\nThe morning ferry")
    assert SHOWN in found["remarks"]
    assert extract(renders, BUILT + filling, render="never")["status"] == "shell"


def test_other_pages_are_opened_only_if_asked_for(renders: TestClient) -> None:
    assert extract(renders, article())["remarks"] == []
    assert SHOWN in extract(renders, article(), render="always")["remarks"]


def test_every_way_to_ask(renders: TestClient) -> None:
    page = renders.post("/v1/extract", content=BUILT, headers={"content-type": "text/html", "accept": "text/plain"})
    assert page.text.startswith("The morning ferry")
    for filling in ("", "x" * 20_000):
        line = json.dumps({"id": 3, "html": f"{BUILT}<!--{filling}-->"})
        answer = renders.post("/v1/batch", content=line, headers={"content-type": "application/x-ndjson"}).json()
        assert (answer["id"], answer["status"]) == (3, "ok")
    with serve({"/late": Answer(BUILT.encode()), "/ferry": Answer(article().encode())}) as site:
        assert renders.get(f"/r/{site.url}/late").text.startswith("# Late")
        assert renders.get(f"/r/{site.url}/late", headers={"x-engine": "direct"}).headers["ridgeline-status"] == "shell"
        said = {"x-engine": "browser", "accept": "application/json"}
        assert SHOWN in renders.get(f"/r/{site.url}/ferry", headers=said).json()["remarks"]


@pytest.mark.parametrize("tool", ["read_page", "outline_page", "read_posts", "list_links", "explain_page"])
def test_tools(renders: TestClient, tool: str) -> None:
    found = call(renders, "tools/call", name=tool, arguments={"html": BUILT})
    assert found["structuredContent"]["status"] == "ok"


def test_a_browser_or_its_process_that_is_killed_is_replaced(renders: TestClient) -> None:
    browser = service_of(renders).browser
    assert browser is not None
    for find in (lambda pid: [each for each in _tree(pid) if _is_chromium(each)], lambda pid: [pid]):
        extract(renders, BUILT)
        victims = find(browser.pids[0])
        assert victims
        for pid in victims:
            os.kill(pid, signal.SIGKILL)
        assert extract(renders, BUILT)["status"] == "ok"
    assert browser.restarts == 1


def _is_chromium(pid: int) -> bool:
    try:
        return b"--remote-debugging" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_service_without_a_browser(client: TestClient) -> None:
    for mode in ("auto", "always"):
        assert problem(client.post("/v1/extract", json={"html": BUILT, "render": mode})) == "422 invalid-option"
    assert extract(client, BUILT, render="never")["status"] == "shell"
    assert problem(client.post("/v1/extract", json={"html": BUILT, "wait_for": "p"})) == "422 invalid-option"
    with serve({"/late": Answer(BUILT.encode())}) as site:
        answer = client.get(f"/r/{site.url}/late", headers={"x-engine": "browser"})
        assert (answer.headers["ridgeline-status"], answer.headers["ridgeline-ignored"]) == ("shell", "x-engine")


def test_waiting_for_a_selector(renders: TestClient) -> None:
    late = "document.body.insertAdjacentHTML('beforeend', '<p id=late>The last boat leaves at ten.')"
    html = f"{article()}<script>setTimeout(() => {late}, 1500)</script>"
    assert "last boat" not in extract(renders, html, render="always")["formats"]["markdown"]
    found = extract(renders, html, render="always", wait_for="p#late", select=["article", "#late"])
    assert "The last boat leaves at ten." in found["formats"]["markdown"]
    with serve({"/ferry": Answer(html.encode())}) as site:
        headers = {"x-wait-for-selector": "#late", "x-target-selector": "#late"}
        assert renders.get(f"/r/{site.url}/ferry", headers=headers).text.endswith("The last boat leaves at ten.")
        direct = renders.get(f"/r/{site.url}/ferry", headers={**headers, "x-engine": "direct"})
        assert direct.headers["ridgeline-ignored"] == "x-wait-for-selector"
    assert problem(renders.post("/v1/extract", json={"html": html, "wait_for": "p["})) == "422 invalid-option"


def test_a_browser_fetches() -> None:
    with pytest.raises(OptionError, match="leave out --render or --no-fetch"):
        ServiceSettings(render="auto", allow_fetch=False)
