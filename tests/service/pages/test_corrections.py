"""Corrections, labels, the queue of an annotator, agreement, and the data set that comes out."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ridgeline.cli import main
from ridgeline.lab.datasets.records import read_file

from ..serving import client_of, problem, service_of
from .stories import ask, store


def correct(
    client: TestClient, page: str, keep: list[int], annotator: str = "ann", **more: object
) -> dict[str, object]:
    answer = client.put(f"/v1/pages/{page}/corrections", json={"keep": keep, "annotator": annotator, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_a_correction_has_marks_and_applies(studio: TestClient) -> None:
    page = store(studio, 60)
    keep = ask(studio, f"/v1/pages/{page}/extraction")["keep"]
    wanted = [2, 3, 4, 5]  # the headline and three of four paragraphs
    made = correct(studio, page, wanted[::-1], seconds=4.5, title="Another title")
    assert (made["keep"], keep) == (wanted, [3, 4, 5, 6])
    assert made["selected"] == ["/html[1]/body[1]/main[1]/article[1]"]
    assert made["deselected"] == ["/html[1]/body[1]/main[1]/article[1]/p[4]"]
    assert 0.5 < float(str(made["word_f1"])) < 1
    [found] = ask(studio, f"/v1/pages/{page}/corrections")["corrections"]
    assert found == made
    assert found["stale"] == []
    after = ask(studio, f"/v1/pages/{page}/extraction", corrected=1)
    assert (after["keep"], after["title"]) == (wanted, "Another title")
    assert any("as ann corrected it" in remark for remark in after["remarks"])
    assert ask(studio, f"/v1/pages/{page}/extraction")["keep"] == keep
    assert ask(studio, f"/v1/pages/{page}")["annotators"] == ["ann"]
    labels = ask(studio, f"/v1/pages/{page}/labels")
    assert (len(labels["marks"]["selected"]), len(labels["marks"]["deselected"])) == (1, 1)
    assert labels["labels"][labels["marks"]["selected"][0]] == 0
    assert labels["labels"][labels["marks"]["deselected"][0]] == -1
    assert studio.delete(f"/v1/pages/{page}/corrections?annotator=ann").status_code == 204
    assert problem(studio.get(f"/v1/pages/{page}/labels")) == "404 no-such-correction"
    assert problem(studio.delete(f"/v1/pages/{page}/corrections?annotator=ann")) == "404 no-such-correction"


def test_the_verb_of_the_issue_works_too(studio: TestClient) -> None:
    page = store(studio, 61)
    assert studio.post(f"/v1/pages/{page}/corrections", json={"keep": []}).status_code == 201
    [found] = ask(studio, f"/v1/pages/{page}/corrections")["corrections"]
    assert (found["annotator"], found["keep"], found["selected"], found["word_f1"]) == ("me", [], [], 0.0)


def test_stale_clip_paths_are_reported(studio: TestClient) -> None:
    page = store(studio, 62)
    correct(studio, page, [4, 5])
    library = service_of(studio).library
    [stored] = library.corrections(page)
    for changed in ({"selected": ("/html[1]/body[1]/nav[9]",)}, {"keep": (4,)}):
        library.set_correction(page, replace(stored, **changed))
        [found] = ask(studio, f"/v1/pages/{page}/corrections")["corrections"]
        assert found["stale"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"keep": [100_000]}, "422 invalid-option"),
        ({"keep": [-1]}, "422 invalid-request"),
        ({"keep": [0], "annotator": ""}, "422 invalid-request"),
        ({}, "422 invalid-request"),
        ({"keep": [0], "extractor": "nothing"}, "422 unknown-extractor"),
    ],
)
def test_wrong_corrections(studio: TestClient, body: dict[str, object], expected: str) -> None:
    page = store(studio, 63)
    assert problem(studio.put(f"/v1/pages/{page}/corrections", json=body)) == expected


def test_two_annotators_and_a_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with client_of(tmp_path / "own", studio=True) as client:
        pages = [store(client, number, site=f"site{number % 2}.org") for number in range(3)]
        keeps = [ask(client, f"/v1/pages/{page}/extraction")["keep"] for page in pages]
        queue = ask(client, "/v1/annotation/queue", annotator="ann")
        assert ({page["id"] for page in queue["pages"]}, queue["done"], queue["total"]) == (set(pages), 0, 3)
        assert queue["second"] == {"pages": [], "total": 0}
        for page, keep in zip(pages[:2], keeps, strict=False):
            correct(client, page, keep)
        correct(client, pages[0], keeps[0][:-2], "bob")
        mine, other = (ask(client, "/v1/annotation/queue", annotator=name) for name in ("ann", "bob"))
        assert ([page["id"] for page in mine["pages"]], mine["done"]) == ([pages[2]], 2)
        assert ([page["id"] for page in other["second"]["pages"]], other["second"]["total"]) == ([pages[1]], 1)
        [pair] = ask(client, "/v1/annotation/agreement")["pairs"]
        assert (pair["first"], pair["second"], pair["pages"]) == ("ann", "bob", 1)
        assert 0 < pair["leaf_kappa"] < 1
        assert 0 < pair["word_f1"] < 1
        answer = client.get("/v1/annotation/export", params={"annotator": "ann"})
        assert "attachment" in answer.headers["content-disposition"]
    data = tmp_path / "mine.jsonl"
    data.write_bytes(answer.content)
    records = list(read_file(data))
    assert {record.id for record in records} == set(pages[:2])
    assert {record.site for record in records} == {"site0.org", "site1.org"}
    assert all("It carries" not in record.text and "ferry leaves at nine" in record.text for record in records)
    assert [json.loads(line)["annotator"] for line in answer.content.splitlines()] == ["ann", "ann"]
    assert main(["eval", "summit", "--data", str(data)]) == 0
    assert "1.0000" in capsys.readouterr().out
