"""JSON: valid, in order, every kept leaf in one block."""

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ridgeline
import ridgeline.output.json
from ridgeline import Extraction, Metadata
from ridgeline.page import IntColumn, Page

from ..pages import AWKWARD
from .building import URL, everything, page_of


def read(page: Page, keep: IntColumn, scores: Any = None, metadata: Metadata | None = None) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    extraction = Extraction(page, keep, "test", scores=scores)
    if metadata is not None:
        vars(extraction)["metadata"] = metadata  # where a cached property keeps its value
    written = extraction.json
    written.encode()
    return json.loads(written, parse_constant=refuse)


def test_blocks() -> None:
    made = page_of("<h2>a</h2><p>b <b>c</b><ul><li><p>d</ul><table><tr><td>e<td>f<tr><td>g<td>h</table><img src=x>")
    scores = np.array([0.5, 1, 0, *[0.25] * 6], dtype=np.float32)
    answer = read(made, everything(made), scores, Metadata(title="t", tags=("x",)))
    assert (answer["url"], answer["extractor"]) == (URL, "test")
    assert (answer["metadata"]["title"], answer["metadata"]["tags"]) == ("t", ["x"])
    assert answer["text"] == "a\n\nb c\n\nd\n\ne\tf\ng\th"
    assert answer["blocks"][:3] == [
        {"tag": "h2", "path": "html/body/h2", "text": "a", "score": 0.5, "leaves": [0]},
        {"tag": "p", "path": "html/body/p", "text": "b c", "score": 0.5, "leaves": [1, 2]},
        {"tag": "li", "path": "html/body/ul/li/p", "text": "d", "score": 0.25, "leaves": [3]},
    ]
    assert [block["tag"] for block in answer["blocks"][3:]] == ["td", "td", "td", "td", "img"]


def test_a_text_that_is_written_anew_has_no_leaves() -> None:
    labels = "<ul role=tablist><li role=tab>A<li role=tab>B</ul>"
    panels = "".join(f"<div role=tabpanel><pre><code class=language-c>{code}</code></pre></div>" for code in "xy")
    made = page_of(f"<div class=tabs-container>{labels}<div>{panels}</div></div>")
    blocks = read(made, everything(made), np.full(4, 0.25, dtype=np.float32))["blocks"]
    shown = [(block["text"], block["score"], block["leaves"]) for block in blocks if block["text"]]
    assert shown == [("A", None, []), ("x", 0.25, [2]), ("B", None, []), ("y", 0.25, [3])]


@pytest.mark.parametrize("score", [0, 1, -2.5, 1e-6, 4.6e-5, 0.0001, 0.1, 1 / 3, 0.4921875, 123456.789, 3e38])
def test_scores_are_written_as_python_rounds_them(score: float) -> None:
    made, scores = page_of("<p>a"), np.array([score], dtype=np.float32)
    written = Extraction(made, everything(made), "test", scores=scores).json
    assert f'"score": {round(float(scores[0]), 6)}, "leaves": [0]}}]}}' in written


def test_strings_are_escaped() -> None:
    made = page_of('<pre>a"b\\c\td\ne\x7f</pre><x-&quot;y>é\u2028')
    written = Extraction(made, everything(made), "test").json
    for block in json.loads(written)["blocks"]:
        assert json.dumps(block["text"], ensure_ascii=False) in written
        assert json.dumps(block["path"], ensure_ascii=False) in written


def test_keys_about_the_answer() -> None:
    made = page_of("<p>a")
    names = ("status", "confidence", "page_type", "carrier")
    answer = read(made, everything(made))
    assert [answer[name] for name in names] == ["ok", None, None, None]
    rebuilt = replace(made, carrier="json-ld")
    answer = json.loads(Extraction(rebuilt, everything(made), "test", confidence=0.25, page_type="forum").json)
    assert [answer[name] for name in names] == ["ok", 0.25, "forum", "json-ld"]


def test_every_key_is_documented() -> None:
    made = page_of("<p>a")
    extraction = Extraction(
        made, everything(made), "test", remarks=("x",), explain=lambda: {"why": 1}, reached=frozenset({"lines"})
    )
    answer = json.loads(extraction.write("json", posts=True, places=True))
    documented = re.findall(r"^    (\w+) {2,}", ridgeline.output.json.__doc__ or "", re.MULTILINE)
    assert documented == [*answer, *answer["blocks"][0]]


def test_scores_that_are_no_numbers() -> None:
    made = page_of("<p>a<p>b<p>c")
    answer = read(made, everything(made), np.array([np.nan, np.inf, 0.1], dtype=np.float32))
    assert [block["score"] for block in answer["blocks"]] == [None, None, 0.1]
    assert [block["score"] for block in read(made, everything(made))["blocks"]] == [None, None, None]


def test_surrogates_are_removed() -> None:
    made = ridgeline.parse("<p>half \ud83d of it</p>", url="https://example.org/\ud83d")
    assert read(made, everything(made), metadata=Metadata(title="\ud83d x"))["metadata"]["title"] == " x"


def test_long_paths_are_cut() -> None:
    made = page_of("<section>" * 400 + "<p>a<p>b")
    path = read(made, everything(made))["blocks"][1]["path"].split("/")
    assert len(path) < 70
    assert (path[:3], path[-2:]) == (["html", "body", "section"], ["section", "p"])
    assert "…" in path


@pytest.mark.parametrize("body", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(body: str) -> None:
    made = ridgeline.parse(body)
    answer = read(made, everything(made))
    assert [leaf for block in answer["blocks"] for leaf in block["leaves"]] == everything(made).tolist()
    assert " ".join(block["text"] for block in answer["blocks"]).split() == answer["text"].split()
