"""The output of a bulk run at a glance, and its pages opened again."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import ridgeline.bulk

from ..serving import problem
from .stories import ask, story

FIELDS = ["id", "url", "source", "offset", "status", "error", "title", "page_type", "confidence", "seconds", "text"]


@pytest.fixture(scope="module", params=["parquet", "jsonl"])
def run(request: pytest.FixtureRequest, studio: TestClient, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("runs")
    lines = [
        {"id": f"r{number}", "url": f"https://site{number % 2}.org/{number}", "html": story(number)}
        for number in range(5)
    ]
    pages = folder / "pages.jsonl"
    pages.write_text("".join(json.dumps(line) + "\n" for line in lines) + "no JSON\n")
    (folder / "alone.html").write_text(story(9))
    output = folder / "out"
    ridgeline.bulk.run(
        [str(pages), str(folder / "alone.html")], output, output_format=request.param, fields=FIELDS, processes=0
    )
    answer = studio.post("/v1/runs", json={"path": str(output)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_run_at_a_glance(studio: TestClient, run: str) -> None:
    found = ask(studio, f"/v1/runs/{run}")
    assert (found["pages"], found["rows"], found["extractors"]) == (7, 7, ["summit"])
    assert found["statuses"] == {"ok": 6, "error": 1}
    assert found["error_kinds"] == {"broken": 1}
    assert (sum(found["confidence"]), len(found["confidence"])) == (6, 20)
    assert {(site["site"], site["pages"]) for site in found["sites"]} == {
        ("site0.org", 3),
        ("site1.org", 2),
        ("unknown", 2),
    }
    assert sum(found["types"].values()) == 6
    times = [slow["seconds"] for slow in found["slowest"]]
    assert times == sorted(times, reverse=True)
    assert [(error["kind"], len(error["examples"])) for error in found["errors"]] == [("broken", 1)]
    assert run in {each["id"] for each in ask(studio, "/v1/runs")["runs"]}


def rows(client: TestClient, run: str, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(client, f"/v1/runs/{run}/rows", **query)["rows"]
    return found


def test_rows_with_filters_orders_and_paging(studio: TestClient, run: str) -> None:
    every = rows(studio, run)
    assert len(every) == 7
    assert "text" not in every[0]
    assert [row["n"] for row in rows(studio, run, offset=2, limit=3)] == [row["n"] for row in every[2:5]]
    assert {row["url"] for row in rows(studio, run, site="site1.org")} == {"https://site1.org/1", "https://site1.org/3"}
    assert [row["status"] for row in rows(studio, run, status="error")] == ["error"]
    assert rows(studio, run, type="recipe") == []
    certain = [row["confidence"] for row in rows(studio, run, order="least-certain", status="ok")]
    assert certain == sorted(certain)
    slow = [row["seconds"] for row in rows(studio, run, order="slowest", limit=4)]
    assert slow == sorted(slow, reverse=True)


def test_any_page_of_a_run_opens(studio: TestClient, run: str) -> None:
    for row in rows(studio, run):
        path = f"/v1/runs/{run}/rows/{row['n']}/open"
        asked = studio.post(path)
        assert problem(asked) == "409 not-confirmed"  # a run of a stranger may name any file
        assert problem(studio.post(path, json={"file": "/etc/passwd"})) == "409 not-confirmed"
        assert asked.json()["file"] in asked.json()["detail"]
        answer = studio.post(path, json={"file": asked.json()["file"]})
        if row["status"] == "error":
            assert problem(answer) == "422 unreadable-input"
        else:
            assert (answer.status_code, answer.json()["url"], answer.json()["title"]) == (201, row["url"], row["title"])


def test_what_is_no_run(studio: TestClient, run: str, tmp_path: Path) -> None:
    assert problem(studio.post("/v1/runs", json={"path": str(tmp_path)})) == "422 unreadable-input"
    assert problem(studio.post("/v1/runs", json={"path": "s3://bucket/out"})) == "422 invalid-option"
    assert problem(studio.post("/v1/runs", json={"path": "a\0b"})) == "422 invalid-option"
    assert problem(studio.get("/v1/runs/00")) == "404 no-such-run"
    assert problem(studio.post(f"/v1/runs/{run}/rows/0123456789abcdef0123-5/open")) == "422 unreadable-input"
    assert problem(studio.get(f"/v1/runs/{run}/rows?order=slowest&offset=20000")) == "422 invalid-option"
    part = rows(studio, run)[0]["n"].rpartition("-")[0]
    assert problem(studio.post(f"/v1/runs/{run}/rows/{part}-999/open")) == "422 unreadable-input"
