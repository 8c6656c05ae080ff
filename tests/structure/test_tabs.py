"""Tabs of code as generators of documentation write them, and what comes out."""

import pytest

import ridgeline

# By who writes it: two tabs.
TABS = {
    "docusaurus": (
        "<div class=tabs-container><ul role=tablist class=tabs><li role=tab>npm</li><li role=tab>Yarn</li></ul>"
        "<div><div role=tabpanel><pre><code class=language-bash>npm i</code></pre><button>Copy</button></div>"
        "<div role=tabpanel hidden><pre><code class=language-bash>yarn</code></pre><button>Copy</button></div>"
        "</div></div>"
    ),
    "sphinx-tabs": (
        "<div class=sphinx-tabs><div role=tablist><button role=tab>npm</button><button role=tab>Yarn</button></div>"
        "<div role=tabpanel><div class=highlight-bash><pre>npm i</pre></div></div>"
        "<div role=tabpanel hidden=true><div class=highlight-bash><pre>yarn</pre></div></div></div>"
    ),
    "mkdocs": (
        "<div class='tabbed-set tabbed-alternate'><input checked id=a type=radio><input id=b type=radio>"
        "<div class=tabbed-labels><label for=a>npm</label><label for=b>Yarn</label></div><div class=tabbed-content>"
        "<div class=tabbed-block><div class='language-bash highlight'><pre><code>npm i</code></pre></div></div>"
        "<div class=tabbed-block><div class='language-bash highlight'><pre><code>yarn</code></pre></div></div>"
        "</div></div>"
    ),
    "sphinx-design": (
        "<div class=sd-tab-set><input type=radio><label class=sd-tab-label>npm</label><div class=sd-tab-content>"
        "<pre class=language-bash>npm i</pre></div><input type=radio><label class=sd-tab-label>Yarn</label>"
        "<div class=sd-tab-content><pre class=language-bash>yarn</pre></div></div>"
    ),
    "bootstrap": (
        "<div><ul class=nav><li><a href='#a' data-toggle=tab>npm</a></li>"
        "<li><a href='#b' data-toggle=tab>Yarn</a></li></ul>"
        "<div class=tab-content><div class='tab-pane active' id=a><pre class=language-bash>npm i</pre></div>"
        "<div class=tab-pane id=b><pre class=language-bash>yarn</pre></div></div></div>"
    ),
    "hugo": (
        "<div class=book-tabs><input type=radio id=a><label for=a>npm</label><div class=book-tabs-content>"
        "<pre class=language-bash>npm i</pre></div><input type=radio id=b><label for=b>Yarn</label>"
        "<div class=book-tabs-content><pre class=language-bash>yarn</pre></div></div>"
    ),
    "mkdocs of old": (
        "<div class=tabbed-set><input type=radio id=a><label for=a>npm</label><div class=tabbed-content>"
        "<pre class=language-bash>npm i</pre></div><input type=radio id=b><label for=b>Yarn</label>"
        "<div class=tabbed-content><pre class=language-bash>yarn</pre></div></div>"
    ),
    "vitepress": (
        "<div class=vp-code-group><div class=tabs><input type=radio><label>npm</label><input type=radio>"
        "<label>Yarn</label>"
        "</div><div class=blocks><div class='language-bash active'><pre><code>npm i</code></pre></div>"
        "<div class=language-bash><pre><code>yarn</code></pre></div></div></div>"
    ),
}
MARKDOWN = "**npm**\n\n```bash\nnpm i\n```\n\n**Yarn**\n\n```bash\nyarn\n```"


def extraction_of(body: str) -> ridgeline.Extraction:
    return ridgeline.extract(f"<body><article>{body}</article>", extractor="everything")


@pytest.mark.parametrize("name", TABS)
def test_each_tab_is_a_fence(name: str) -> None:
    markdown = extraction_of(f"<p>before</p>{TABS[name]}<p>after</p>").markdown
    assert markdown.replace("\n\nCopy", "") == f"before\n\n{MARKDOWN}\n\nafter"  # the button is a matter of tidying


def test_labels_tell_languages() -> None:
    tabs = (
        "<div><div role=tablist><span role=tab>Go</span><span role=tab>Java</span></div>"
        "<div role=tabpanel><pre>a</pre></div><div role=tabpanel hidden><pre><code class=language-kotlin>b"
        "</code></pre></div></div>"
    )
    assert extraction_of(tabs).markdown == "```go\na\n```\n\n**Java**\n\n```kotlin\nb\n```"
    assert extraction_of(tabs.replace("kotlin", "java")).markdown == "```go\na\n```\n\n```java\nb\n```"


def test_html() -> None:
    html = extraction_of(TABS["sphinx-tabs"]).html
    assert html.startswith(
        '<details open=""><summary>npm</summary>\n<pre><code class="language-bash">npm i</code></pre></details>'
    )


@pytest.mark.parametrize(
    "tabs",
    [
        "<div><ul><li role=tab>One<li role=tab>Two</ul><div role=tabpanel>a</div><div role=tabpanel hidden>b"
        "</div></div>",
        "<div><ul><li role=tab>One</ul><div role=tabpanel><pre>a</pre></div><div role=tabpanel hidden><pre>b"
        "</pre></div></div>",
    ],
)
def test_other_tabs_stay_as_they_are(tabs: str) -> None:
    markdown = extraction_of(tabs).markdown
    assert "- One" in markdown
    assert "b" not in markdown


@pytest.mark.parametrize(("count", "is_group"), [(100, True), (101, False)])
def test_a_group_has_100_tabs_at_most(count: int, is_group: bool) -> None:
    tab = "<label class=tab-label>One</label><div class=tab-pane><pre>x</pre></div>"
    found = ridgeline.extract(f"<p>Lamps.</p><div class=tabbed-set>{tab * count}</div>", extractor="everything")
    assert found.markdown.count("**One**") == count * is_group
