"""/mcp: the tools for language models, behind the same guard and in the same worker processes."""

from pathlib import Path
from typing import Any

import anyio
from mcp import Client
from starlette.testclient import TestClient

from ..integrations.site import article
from ..integrations.test_mcp import ALL_TOOLS
from .serving import TOKEN, client_of, has_loaded, problem, serve_command

HEADERS = {"accept": "application/json, text/event-stream"}


def call(client: TestClient, method: str, **parameters: Any) -> Any:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
    answer = client.post("/mcp", json=request, headers=HEADERS)
    assert answer.status_code == 200, answer.text
    return answer.json()["result"]


def test_the_tools(client: TestClient) -> None:
    names = {tool["name"] for tool in call(client, "tools/list")["tools"]}
    assert names == ALL_TOOLS


def test_a_client_over_http(tmp_path: Path) -> None:
    """The client of the package, over a socket, as assistants connect."""

    async def talk(url: str) -> tuple[Any, Any]:
        with anyio.fail_after(60):
            async with Client(url) as client:
                return client.instructions, await client.call_tool("search_page", {"html": article(), "query": "ferry"})

    with serve_command(tmp_path, "--workers", "1", "--no-fetch") as running:
        instructions, found = anyio.run(talk, f"{running.url}/mcp")
    assert "10,000 tokens" in instructions
    assert found.structured_content["title"] == "The ferry"


def test_a_page_is_read_by_a_worker(client: TestClient) -> None:
    found = call(client, "tools/call", name="read_page", arguments={"html": article()})
    assert found["structuredContent"]["title"] == "The ferry"
    assert has_loaded(client, "ridgeline.integrations.mcp.page_content")
    assert not has_loaded(client, "mcp")


def test_errors_of_tools(client: TestClient) -> None:
    found = call(client, "tools/call", name="read_page", arguments={"html": "x", "extractor": "sumit"})
    assert found["isError"]
    assert "did you mean 'summit'" in found["content"][0]["text"]


def test_the_settings_hold_for_tools_too(tmp_path: Path) -> None:
    with client_of(tmp_path, allow_fetch=False, page_seconds=0.001, token=TOKEN) as client:
        assert problem(client.post("/mcp", json={}, headers=HEADERS)) == "401 token-needed"
        client.headers["authorization"] = f"Bearer {TOKEN}"
        refused = call(client, "tools/call", name="read_page", arguments={"url": "https://example.org/"})
        assert "fetches no pages" in refused["content"][0]["text"]
        late = call(
            client, "tools/call", name="read_page", arguments={"html": article() * (1_500_000 // len(article()))}
        )
        assert "took more than 0.001 s" in late["content"][0]["text"]
