"""What the service says about itself."""

import re

from starlette.testclient import TestClient

from ridgeline import __version__
from ridgeline.output import FORMATS
from ridgeline.registry import OFFERED
from ridgeline.service.docs import ASSETS

from .serving import problem


def test_health(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok", "version": __version__}


def test_extractors_that_open_no_browser_and_no_file(client: TestClient) -> None:
    found = client.get("/v1/extractors").json()
    assert [each["name"] for each in found["extractors"]] == list(OFFERED)
    assert found["default"] == "summit"
    assert all(each["summary"] for each in found["extractors"])


def test_formats(client: TestClient) -> None:
    found = client.get("/v1/formats").json()
    assert [each["name"] for each in found["formats"]] == list(FORMATS)
    assert "width" in next(each["options"] for each in found["formats"] if each["name"] == "text")


def test_metrics(client: TestClient) -> None:
    client.get("/v1/formats")
    client.get("/no-such-path")
    client.request("BREW", "/health")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = answer.text
    assert re.search(r'^ridgeline_requests_total\{route="/v1/formats",method="GET",status="200"\} [1-9]', text, re.M)
    assert re.search(r'^ridgeline_requests_total\{route="none",method="GET",status="404"\} [1-9]', text, re.M)
    assert re.search(r'^ridgeline_requests_total\{route="[^"]*",method="other",status="405"\} [1-9]', text, re.M)
    assert "ridgeline_workers 2\n" in text
    assert "no-such-path" not in text


def test_metrics_have_the_form_that_prometheus_reads(client: TestClient) -> None:
    lines = client.get("/metrics").text.splitlines()
    sample = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+')
    assert all(line.startswith(("# HELP ", "# TYPE ")) or sample.fullmatch(line) for line in lines)
    for route in {found[1] for line in lines if (found := re.search(r'_count\{route="([^"]*)"', line))}:
        counts = [int(line.split()[-1]) for line in lines if f'_bucket{{route="{route}"' in line]
        assert counts == sorted(counts)
        assert f'ridgeline_request_seconds_count{{route="{route}"}} {counts[-1]}' in lines


def test_every_reference_of_the_openapi_document_leads_somewhere(client: TestClient) -> None:
    answer = client.get("/openapi.json")
    schemas = answer.json()["components"]["schemas"]
    references = set(re.findall(r'"\$ref": ?"([^"]*)"', answer.text))
    assert references
    assert all(reference.removeprefix("#/components/schemas/") in schemas for reference in references)


def test_every_route_is_described(client: TestClient) -> None:
    for path, item in client.get("/openapi.json").json()["paths"].items():
        for method, operation in item.items():
            assert operation["description"], (method, path)
            assert operation["tags"], (method, path)


def test_the_page_of_the_documentation(client: TestClient) -> None:
    page = client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    policy = page.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "http" not in page.text.replace("http-equiv", "")
    assert not re.search(r"<script(?! type=\"module\" src=\"/docs/)|<style| on\w+=| style=", page.text)
    for name in ASSETS:
        answer = client.get(f"/docs/{name}")
        assert answer.headers["content-type"].startswith(("text/css", "text/javascript"))
        assert "https://" not in answer.text
    assert problem(client.get("/docs/__init__.py")) == "404 not-found"
