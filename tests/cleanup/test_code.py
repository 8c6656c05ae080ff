"""Line numbers, prompts and buttons of code go; code that looks like them stays."""

import time

import numpy as np
import pytest

from ridgeline import Extraction
from ridgeline.cleanup import tidy

from ..pages import page as make_page
from .pages import TEXT, tidied


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<pre><span class=lineno>1</span>open()\n<span class=lineno>2</span>close()</pre>", ["open()", "close()"]),
        ("<pre><span class='ln'>1</span><span>open()</span></pre>", ["open()"]),
        (
            "<table class=highlight><tr><td class=linenos><pre>1\n2\n3</pre></td><td><pre>open()</pre></td></table>",
            ["open()"],
        ),
        ("<table><tr><td><pre>1\n2\n3</pre></td><td><pre>open()</pre></td></table>", ["open()"]),
        (
            "<table><tr><td class=blob-num>1</td><td><code>open()</code></td></table><pre>close()</pre>",
            ["open()", "close()"],
        ),
        ("<div class=gutter><pre>1</pre></div><pre>open()</pre>", ["open()"]),
        ("<pre>1\n2\n3</pre><pre>open()\nread()\nclose()</pre>", ["open()\nread()\nclose()"]),
        ("<ol><li>1<li>2<li>3</ol><pre>open()\nread()\nclose()</pre>", ["open()\nread()\nclose()"]),
        ("<div><i>1</i><i>2</i><i>3</i></div><pre>open()\nread()\nclose()</pre>", ["open()\nread()\nclose()"]),
        ("<pre><b>1</b>a\n<b>2</b>b\n<b>3</b>c</pre>", ["a", "b", "c"]),
        (
            "<pre><div><b>1</b><div><i>a</i></div></div><div><b>2</b><div></div></div><div><b>3</b><div>c</div></div></pre>",
            ["a", "c"],
        ),
        (
            "<table><tr><td>1<td><pre>a</pre><tr><td>2<td><pre>b</pre><tr><td>3<td><pre>c</pre></table>",
            ["a", "b", "c"],
        ),
        ("<pre><span class=gp>$ </span>make install</pre>", ["make install"]),
        ("<pre><span class='gp'>&gt;&gt;&gt; </span><span>open()</span></pre>", ["open()"]),
        ("<pre><span class='select-none'>root@host:~# </span>make</pre>", ["make"]),
        ("<pre><span class='prompt'>C:\\work&gt;</span>dir</pre>", ["dir"]),
        ("<div class=code><button>Copy</button><pre>open()</pre></div>", ["open()"]),
        ("<div class=code><pre>open()</pre><a class=btn href=/try>Try it Yourself »</a></div>", ["open()"]),
        ("<pre><code>open()</code><button>Copy code</button></pre>", ["open()"]),
        (
            "<div><span>python</span><span class=copy-button>复制代码</span></div><pre>open()</pre>",
            ["open()"],
        ),
    ],
)
def test_gadgets_go(body: str, expected: list[str]) -> None:
    assert tidied(f"<p>{TEXT}</p>{body}") == [TEXT, *expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<pre>1\n2\n3</pre>", ["1\n2\n3"]),
        ("<pre>1\n2\n3</pre><pre>open()</pre>", ["1\n2\n3", "open()"]),
        ("<ol><li>1<li>2<li>4</ol><pre>a\nb\nc</pre>", ["1", "2", "4", "a\nb\nc"]),
        ("<ul><li>7<li>8</ul><pre>a\nb</pre>", ["7", "8", "a\nb"]),
        ("<pre><b>1</b>a\n<b>2</b>b\nc</pre>", ["1", "a", "2", "b\nc"]),
        ("<pre><span>1</span> + 1</pre>", ["1", "+ 1"]),
        ("<pre><span class=lineno>total</span> 3</pre>", ["total", "3"]),
        ("<pre><span class=lineno>7 9</span> 3</pre>", ["7 9", "3"]),
        ("<pre><span class=price>$</span>5</pre>", ["$", "5"]),
        ("<pre>make</pre><p><span class=prompt>$</span> 5 a ticket</p>", ["make", "$", "5 a ticket"]),
        ("<table><tr><td class=num>1</td><td>nine</td></table><pre>open()</pre>", ["1", "nine", "open()"]),
        ("<pre>open()</pre><p>Copy</p>", ["open()", "Copy"]),
        ("<div><pre><span class=n>r</span> <span>= 1</span></pre></div>", ["r", "= 1"]),
        ("<pre><code><span>python</span> <span>-m x</span></code></pre>", ["python", "-m x"]),
        ("<p><button>Copy</button></p><p>No code here.</p>", ["Copy", "No code here."]),
        ("<pre><span class=k>run</span> fast</pre>", ["run", "fast"]),
    ],
)
def test_only_gadgets_go(body: str, expected: list[str]) -> None:
    assert tidied(f"<p>{TEXT}</p>{body}") == [TEXT, *expected]


def test_long_code_takes_linear_time() -> None:
    start = time.perf_counter()
    kept = tidied("<pre>" + "<span class=lineno>1</span><b>x</b>\n" * 50_000 + "</pre>")
    assert kept == ["x"] * 50_000
    assert time.perf_counter() - start < 30


def test_nested_gutters_take_linear_time() -> None:
    start = time.perf_counter()
    kept = tidied("<pre>" + "<div class=gutter>" * 200 + "<b>x</b>" * 10_000)
    assert kept == ["x"] * 10_000
    assert time.perf_counter() - start < 30


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "<span class=lineno>1</span>def f():\n<span class=lineno>2</span>    return 1\n"
            "<span class=lineno>3</span>\n<span class=lineno>4</span>f()",
            "def f():\n    return 1\n\nf()",
        ),
        ("<span class=gp>$ </span>make\n<span class=gp>$ </span>make install", "make\nmake install"),
    ],
)
def test_what_is_dropped_leaves_the_indentation_as_it_was(code: str, expected: str) -> None:
    page = make_page(f"<p>{TEXT}</p><pre>{code}</pre>")
    keep = tidy(page, np.arange(len(page.leaves), dtype=np.int32))
    assert Extraction(page, keep, "everything").markdown == f"{TEXT}\n\n```\n{expected}\n```"


def test_a_bar_of_a_forum_that_says_code_goes() -> None:
    code = "<div class=block><div class=title>Code:</div><div><pre><code>quay.open()</code></pre></div></div>"
    assert tidied(f"<p>{TEXT}</p>{code}<p>{TEXT}!</p>") == [TEXT, "quay.open()", f"{TEXT}!"]
    assert tidied(f"<p>{TEXT}</p><p>Code:</p><p>{TEXT}!</p>") == [TEXT, "Code:", f"{TEXT}!"]
