"""Which sites cover a URL, and how they are written."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import OptionError
from ridgeline.sites.site_names import covering_sites, normalise_site


@pytest.mark.parametrize(
    ("name", "site"),
    [
        ("example.org", "example.org"),
        ("EXAMPLE.org.", "example.org"),
        ("www.example.org", "example.org"),
        ("https://www.example.org/", "example.org"),
        ("example.org/coast/", "example.org/coast"),
        ("https://example.org:8080/Coast", "example.org/Coast"),
        ("localhost", "localhost"),
        ("www.de", "www.de"),
        ("www.www.example.org", "example.org"),
        ("example.org//a//", "example.org//a"),
        ("192.168.0.1", "192.168.0.1"),
        ("http://[::1]/a", "::1/a"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("*", "*"),
    ],
)
def test_names_of_sites(name: str, site: str) -> None:
    assert normalise_site(name) == site


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "*.example.org",
        "a b.example",
        "example.org?a=b",
        "/coast",
        "https://",
        "//",
        "a..b",
        "[::1",
        "x" * 3000,
    ],
)
def test_what_names_no_site(name: str) -> None:
    with pytest.raises(OptionError, match=r"names no site: write a host such as example.org, or example.org/path$"):
        normalise_site(name)


@pytest.mark.parametrize(
    ("url", "sites"),
    [
        (
            "https://www.example.org/coast/ferry?a=b#c",
            [
                *("www.example.org/coast/ferry", "www.example.org/coast", "www.example.org"),
                *("example.org/coast/ferry", "example.org/coast", "example.org"),
                *("org/coast/ferry", "org/coast", "org", "*"),
            ],
        ),
        ("http://LOCALHOST:8000/", ["localhost", "*"]),
        (None, ["*"]),
        ("", ["*"]),
        ("/coast", ["*"]),
        ("https://[::1", ["*"]),
        ("mailto:a@example.org", ["*"]),
    ],
)
def test_sites_that_cover_a_url(url: str | None, sites: list[str]) -> None:
    assert list(covering_sites(url)) == sites


def test_a_long_url_is_of_its_site() -> None:
    assert "example.org/coast" in covering_sites("https://example.org/coast?" + "a=b&" * 5000)


@given(st.text(max_size=60) | st.text(alphabet="htps:/[]@.#?%aü*", max_size=40))
def test_any_text_is_covered(url: str) -> None:
    assert list(covering_sites(url))[-1] == "*"
    assert list(covering_sites(f"https://{url}"))[-1] == "*"


@given(st.from_regex(r"(www\.)?[a-z]{1,5}(\.[a-z]{1,4}){1,3}(/[a-z]{0,3}){0,4}", fullmatch=True))
def test_a_site_covers_its_own_address(name: str) -> None:
    site = normalise_site(name)
    assert normalise_site(site) == site
    assert site in covering_sites(f"https://{name}")


def test_sites_of_a_hostile_url_are_few() -> None:
    start = time.process_time()
    assert len(list(covering_sites("https://" + "a." * 500 + "org" + "/a" * 500))) < 6_000
    assert time.process_time() - start < 1
