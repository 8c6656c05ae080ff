"""Code blocks as highlighters, generators and editors write them, and the fences that they become."""

import numpy as np
import pytest

from ridgeline import Extraction
from ridgeline.cleanup import tidy

from ..pages import page as make_page

CODE = "a = 1\nb = 2"
ROUGE_TABLE = (
    "<div class='language-ruby highlighter-rouge'><div class=highlight><pre class=highlight><code>"
    "<table class=rouge-table>"
    "<tr><td class='rouge-gutter gl'><pre class=lineno>1\n2\n</pre></td><td class=rouge-code>"
    "<pre>a = 1\nb = 2\n</pre></td>"
    "</tr></table></code></pre></div></div>"
)
HUGO = (
    "<div class=highlight><table class=lntable><tr><td class=lntd><pre class=chroma><code><span class=lnt>1\n</span>"
    "<span class=lnt>2\n</span></code></pre></td><td class=lntd><pre class=chroma><code class=language-go data-lang=go>"
    "<span class=line><span class=cl>a = 1\n</span></span><span class=line>b = 2\n</span></code></pre></td>"
    "</tr></table></div>"
)
HEXO = (
    "<figure class='highlight js'><table><tr><td class=gutter><pre><span class=line>1</span><br>"
    "<span class=line>2</span><br>"
    "</pre></td><td class=code><pre><span class=line>a = 1</span><br><span class=line>b = 2</span><br></pre>"
    "</td></tr></table>"
    "</figure>"
)
GITHUB_FILE = (
    "<table class='highlight js-file-line-container'><tr><td class=blob-num data-line-number=1></td>"
    "<td class=blob-code>a = 1"
    "</td></tr><tr><td class=blob-num></td><td class=blob-code>b = 2</td></tr></table>"
)
CODEMIRROR = "<div class='CodeMirror cm-s-default'><div class=CodeMirror-code>{lines}</div></div>".format(
    lines="".join(
        f"<div><div class=CodeMirror-gutter-wrapper><div class='CodeMirror-linenumber'>{number}</div></div>"
        f"<pre class=CodeMirror-line><span>{line}</span></pre></div>"
        for number, line in enumerate(CODE.split("\n"), 1)
    )
)
CHAT = (
    "<pre><div><div><span>python</span><button>Copy code</button></div><div><code class='hljs language-python'>"
    f"{CODE}</code></div></div></pre>"
)
VITEPRESS = (
    "<div class='language-vue vp-adaptive-theme'><button title='Copy Code' class=copy></button>"
    "<span class=lang>vue</span>"
    "<pre class=shiki><code><span class=line>a = 1</span>\n<span class=line>b = 2</span></code></pre>"
    "<div class=line-numbers-wrapper><span class=line-number>1</span><br><span class=line-number>2</span><br>"
    "</div></div>"
)


def markdown_of(body: str) -> str:
    page = make_page(f"<p>before</p>{body}")
    keep = tidy(page, np.flatnonzero(~page.hidden[page.leaves]).astype(np.int32))
    return Extraction(page, keep, "everything").markdown.removeprefix("before\n\n")


@pytest.mark.parametrize(
    ("block", "language"),
    [
        (f"<pre><code class=language-python>{CODE}</code></pre>", "python"),
        (f"<pre class='lang:ruby decode:true'>{CODE}</pre>", "ruby"),
        (f"<pre><code class='css hljs'>{CODE}</code></pre>", "css"),
        (f"<pre><code class='hljs undefined'>{CODE}</code></pre>", ""),
        (f"<pre class='astro-code github-dark' data-language=ts><code>{CODE}</code></pre>", "ts"),
        (f"<div class='highlight highlight-text-html-basic'><pre>{CODE}</pre></div>", "html"),
        (f"<div class='highlight-ipython3 notranslate'><div class=highlight><pre>{CODE}</pre></div></div>", "python"),
        (f"<div class='highlight js-code-highlight'><pre class='highlight plaintext'>{CODE}</pre></div>", ""),
        (f"<div class='mw-highlight mw-highlight-lang-lua'><pre>{CODE}</pre></div>", "lua"),
        (f"<pre data-syntaxhighlighter-params='brush: java; gutter: false'>{CODE}</pre>", "java"),
        (f"<div class=bar><span>C#</span><button>Copy</button></div><pre>{CODE}</pre>", "csharp"),
        (f"<div><div class=toolbar><span>Java</span></div><pre>{CODE}</pre></div>", "java"),
        (f"<div><pre class=language-css>{CODE}</pre><div class=toolbar><span>CSS</span></div></div>", "css"),
        (f"<p>javascript</p><pre><code>{CODE}</code></pre>", "javascript"),
        (ROUGE_TABLE, "ruby"),
        (HUGO, "go"),
        (HEXO, "js"),
        (f"<pre class=gatsby-code-jsx><code class=gatsby-code-jsx>{CODE}</code></pre>", "jsx"),
        (f"<div class=example-wrap><pre class='rust rust-example-rendered'><code>{CODE}</code></pre></div>", "rust"),
        (f"<pre class='example go'>{CODE}</pre>", ""),
        (GITHUB_FILE, ""),
        (CODEMIRROR, ""),
        (CHAT, "python"),
        (VITEPRESS, "vue"),
    ],
)
def test_fence(block: str, language: str) -> None:
    assert markdown_of(block) == f"```{language}\n{CODE}\n```"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("<i class=gone></i>{0}a{1}{0}b{1}c\n", "a\nb\nc"),
        ("a\n{0}b{1}\nc", "a\nb\nc"),
        ("{0}<b>a</b>{1}<b>b</b>\n{0}c{1}", "a\nb\nc"),
    ],
)
def test_highlighted_lines_end(code: str, expected: str) -> None:
    line = code.format("<span class=gatsby-highlight-code-line>", "</span>")
    assert markdown_of(f"<pre>{line}</pre>") == f"```\n{expected}\n```"


@pytest.mark.parametrize(
    ("name", "language"),
    [("src/app.py", "python"), ("tsconfig.json", "json"), ("about us", ""), ("Ms. Go", ""), (".x", "")],
)
def test_a_file_name_stands_before_the_fence_and_tells_its_language(name: str, language: str) -> None:
    bar = f"<div class=codeblock><div class=title>{name}</div><pre>{CODE}</pre></div>"
    assert markdown_of(bar) == f"{name}\n\n```{language}\n{CODE}\n```"


@pytest.mark.parametrize(
    "body",
    [
        f"<h3>Go</h3>\n\n<pre>{CODE}</pre>",
        f"<p>Python</p>\n\n<pre>{CODE}</pre>",
        f"<div>Java</div>\n\n<div>{'<p>text</p>' * 4}</div>\n\n<pre>{CODE}</pre>",
    ],
)
def test_text_that_names_a_language_stays(body: str) -> None:
    name = next(name for name in ("Go", "Python", "Java") if name in body)
    assert name in markdown_of(body).split("```")[0]


def test_sessions_are_whole() -> None:
    session = (
        "<div class=highlight-console><pre><span class=gp>$ </span>ls\n<span class=go>total 0</span>\n"
        "<span class=gp>$ </span>"
        "cd\n</pre></div>"
    )
    assert markdown_of(session) == "```console\n$ ls\ntotal 0\n$ cd\n```"
    commands = "<pre class=language-bash><span class=gp>$ </span>ls\n<span class=gp>$ </span>cd\n</pre>"
    assert markdown_of(commands) == "```bash\nls\ncd\n```"
