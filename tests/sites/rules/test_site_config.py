"""Rules from the public site-config format."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import InputError, OptionError
from ridgeline.sites.rules import Rules
from ridgeline.sites.rules.site_config import find_site_configs, read_site_config, site_of_file

CONFIG = """# written for this test
title: //h1[@class='headline']
author: //a[@rel='author']
date: //time/@datetime
body: //div[@id='story']
body: //article | //section

strip: //aside
strip_id_or_class: 'share'
strip_image_src: /pixel.gif
prune: no
tidy: yes
autodetect_on_failure: yes
test_url: https://example.org/1
"""


def test_what_is_taken() -> None:
    found = read_site_config(CONFIG, "example.org", "file")
    assert found.rule is not None
    assert (found.taken, found.harmless, found.refused) == (8, 4, [])
    assert found.rule.select == (
        'div[id="story"]',
        ':root:not(:has(div[id="story"])) article',
        ':root:not(:has(div[id="story"])) section',
    )
    assert found.rule.exclude == ("aside", '[id*="share"]', '[class*="share"]', 'img[src*="/pixel.gif"]')
    assert found.rule.title == ('h1[class="headline"]',)
    assert found.rule.author == ('a[rel="author"]',)
    assert found.rule.date == ("time",)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div id=story><p>one</p></div><article>two</article>", "one"),
        ("<article>two</article><p>three</p><aside>four</aside>", "two"),
        ("<section>two<p class=share-box>share</p></section>", "two"),
    ],
)
def test_bodies_are_alternatives(html: str, text: str) -> None:
    rule = read_site_config(CONFIG, "example.org", "file").rule
    assert rule is not None
    assert ridgeline.extract(html, url="https://example.org/", rules=Rules([rule])).text == text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("strip: //div[@class='a'][1]", "a position among chosen elements cannot be a selector"),
        ("strip: //p/text()", "text() is a part of an element, and rules are about whole ones"),
        ("body: (//article)[1]", "the first of all elements cannot be a selector"),
        ("author: (//a)[1]", "rules take all authors, not the first one"),
        ("title: //h1/@title", "rules do not read @title of an element"),
        ("find_string: <br>", "rules do not change the source of a page"),
        ("replace_string(a:b): c", "rules do not change the source of a page"),
        ("http_header(user-agent): Mozilla/5.0", "rules do not fetch pages"),
        ("single_page_link: //a[@id='all']", "a rule is about one page"),
        ("next_page_link: //a[@id='next']", "a rule is about one page"),
        ("autodetect_on_failure: no", "where no selector matches, the extractor always decides"),
        ("wrap_in(p): //div", "not known here"),
        ("strip_id_or_class:", "it says nothing"),
        ("body: " + "//div" * 300, "longer than"),
        ("body: " + "//div[@a]" * 110, "parts"),
    ],
)
def test_what_is_left_out_is_reported(line: str, reason: str) -> None:
    found = read_site_config(f"# comment\n{line}\ntidy: no", "example.org", "example.org.txt")
    (refusal,) = found.refused
    assert str(refusal).startswith(f"example.org.txt:2: {line.partition(':')[0].partition('(')[0]}")
    assert reason in str(refusal)
    assert len(str(refusal)) < 400
    assert found.rule is None


def test_what_is_wrong_does_not_harm_the_rest() -> None:
    found = read_site_config("body: //p[\nno colon\nbody: //article\n: \n", "example.org", "file")
    assert found.rule is not None
    assert found.rule.select == ("article",)
    assert len(found.refused) == 1


def test_the_first_title_counts_anyhow() -> None:
    found = read_site_config("title: (//h1)[1]", "example.org", "file")
    assert found.rule is not None
    assert found.rule.title == ("h1",)


def test_too_many_selectors() -> None:
    found = read_site_config("\n".join(f"strip: //p[@id='{n}']" for n in range(300)), "example.org", "file")
    assert found.rule is not None
    assert len(found.rule.exclude) == 200
    assert len(found.refused) == 100


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_file_can_be_read(data: bytes) -> None:
    found = read_site_config(data + b"\nbody: //article", "example.org", "file")
    assert all("\n" not in str(refusal) for refusal in found.refused)


def test_the_site_is_the_name_of_the_file() -> None:
    assert site_of_file(Path("x/example.org.txt")) == "example.org"
    assert site_of_file(Path(".example.org.txt")) == "example.org"
    with pytest.raises(OptionError, match="names no site"):
        read_site_config("", "not a site", "file")


def test_files_and_folders(tmp_path: Path) -> None:
    for name in ("b.example.txt", "a.example.txt", "README.md"):
        (tmp_path / name).write_text("")
    assert [path.name for path in find_site_configs([tmp_path])] == ["a.example.txt", "b.example.txt"]
    assert list(find_site_configs([tmp_path / "README.md"])) == [tmp_path / "README.md"]
    with pytest.raises(InputError, match="there is no such file or folder"):
        list(find_site_configs([tmp_path / "none"]))
