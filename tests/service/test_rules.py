"""/v1/rules: the user's file of site rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ridgeline.sites.rules import Rule, Rules

from .serving import client_of, problem, service_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path / "new") as opened:
        yield opened


def test_rules_are_written_read_and_deleted(client: TestClient) -> None:
    assert client.get("/v1/rules").json() == {"rules": []}
    rule = {"select": ["article .body"], "exclude": [".newsletter"], "title": [], "author": ["a[rel=author]"]}
    rule["date"] = []
    assert client.put("/v1/rules/www.Example.org", json=rule).json() == {"site": "example.org", **rule}
    client.put("/v1/rules/example.org/coast", json={"exclude": ["aside"]})
    client.put("/v1/rules/*", json={"exclude": [".cookie"]})
    assert client.get("/v1/rules/example.org").json() == {"site": "example.org", **rule}
    listed = client.get("/v1/rules").json()["rules"]
    assert [each["site"] for each in listed] == ["*", "example.org", "example.org/coast"]
    path = service_of(client).rules_path
    assert Rule("example.org/coast", exclude=("aside",)) in list(Rules.load(path))
    assert client.delete("/v1/rules/example.org/coast").status_code == 204
    assert problem(client.get("/v1/rules/example.org/coast")) == "404 no-such-rule"
    assert problem(client.delete("/v1/rules/example.org/coast")) == "404 no-such-rule"
    client.put("/v1/rules/example.org", json={"select": ["main"]})
    assert client.get("/v1/rules/example.org").json()["exclude"] == []


def test_former_words_are_answered_in_new_ones(client: TestClient) -> None:
    answer = client.put("/v1/rules/example.org", json={"keep": ["main"], "drop": ["aside"]}).json()
    assert (answer["select"], answer["exclude"]) == (["main"], ["aside"])
    assert not {"keep", "drop"} & answer.keys()
    both = client.put("/v1/rules/example.org", json={"keep": ["main"], "select": ["p"]})
    assert problem(both) == "422 invalid-request"


def test_problems(client: TestClient) -> None:
    assert problem(client.put("/v1/rules/no site", json={"select": ["p"]})) == "422 invalid-option"
    assert problem(client.put("/v1/rules/example.org", json={"select": ["["]})) == "422 invalid-option"
    assert problem(client.put("/v1/rules/example.org", json={})) == "422 invalid-option"
    assert problem(client.put("/v1/rules/example.org", json={"kep": ["p"]})) == "422 invalid-request"
    assert problem(client.put("/v1/rules/example.org", json={"select": "p"})) == "422 invalid-request"
    assert problem(client.put("/v1/rules/example.org", content="x")) == "422 invalid-request"


def test_a_damaged_file_stays_as_it_is(client: TestClient) -> None:
    path = service_of(client).rules_path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("damaged")
    assert problem(client.get("/v1/rules")) == "500 unreadable-rules"
    assert problem(client.put("/v1/rules/example.org", json={"select": ["p"]})) == "500 unreadable-rules"
    assert path.read_text() == "damaged"
