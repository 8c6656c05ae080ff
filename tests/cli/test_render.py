"""`ridgeline render`, and `ridgeline extract --render`."""

import json
from pathlib import Path

import pytest

from ridgeline.cli.render_mode import DEFAULT_RENDER_SECONDS, _with_modes
from ridgeline.errors import how_to_install
from ridgeline.render import Renderer, RenderLimits, load

from ..browsers import need_browser
from .test_cli import Shell, put, shell

__all__ = ["shell"]  # a fixture


def test_render(shell: Shell, tmp_path: Path) -> None:
    need_browser()
    put("page.html", "Hello " * 50)
    ran = shell("render", "page.html", "-o", "plain.png", "--layout", "page.npz")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "1280 × 1024 pixels, 7 nodes, 1 of 1 leaves shown\n"
    assert load(tmp_path / "page.npz").shown.any()
    assert shell("render", "page.html", "-o", "boxes.png", "--boxes", "everything").code == 0
    plain, boxes = ((tmp_path / name).read_bytes() for name in ("plain.png", "boxes.png"))
    assert plain.startswith(b"\x89PNG")
    assert boxes.startswith(b"\x89PNG")
    assert plain != boxes
    assert shell("render", "page.html", "-o", "boxes.png", "--layout", "page.npz", "--force").code == 0
    assert (tmp_path / "boxes.png").read_bytes() == plain
    assert shell("render", "-", stdin=b"<p>text").out.startswith("1280 × 1024 pixels")


def shell_page() -> str:
    """A page that shows nothing but carries its article as JSON-LD."""
    text = " ".join(f"Sentence {number} of the article says something about the harbour." for number in range(40))
    article = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Harbour", "articleBody": text}
    return f'<script type="application/ld+json">{json.dumps(article)}</script><div id="root">Loading</div>'


@pytest.mark.parametrize("extractor", ["summit", "everything", "mss", "clg"])
def test_boxes_on_a_page_that_carries_data(extractor: str, shell: Shell, tmp_path: Path) -> None:
    """The extractor sees the rendered page: what it carries as data is not on the picture."""
    need_browser()
    (tmp_path / "page.html").write_text(f"<title>Harbour</title><body>{shell_page()}</body>")
    ran = shell("render", "page.html", "-o", "boxes.png", "--boxes", extractor)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("1 of 1 leaves shown\n")
    assert (tmp_path / "boxes.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("render missing.html", 1, "no such file"),
        ("render page.html -o nowhere/shot.png", 1, "no folder nowhere"),
        ("render page.html --boxes clg", 2, "--output"),
        ("render page.html --boxes nothing -o shot.png", 2, "no extractor"),
        ("render page.html --width 0", 2, "positive"),
        ("render page.html -o shot.jpg", 2, "a .png file, not 'shot.jpg'"),
        ("render page.html -o page.html", 2, "a .png file"),
        ("render page.html -o old.png", 1, "old.png: exists already; --force overwrites it"),
        ("render page.html --layout old.npz", 1, "old.npz: exists already; --force overwrites it"),
        ("render page.html --layout page.html --force", 1, "is itself a page to read"),
        ("render http://127.0.0.1:1/ --timeout 5", 1, "127.0.0.1"),
    ],
)
def test_an_error_is_one_line(line: str, code: int, message: str, shell: Shell) -> None:
    if line.startswith("render http"):
        need_browser()
    put("page.html")
    for name in ("old.png", "old.npz"):
        Path(name).write_text("old")
    ran = shell(*line.split())
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.count("\n") == 1
    assert message in ran.err


# --- ridgeline extract --render

ARTICLE = "<h1>Harbour</h1>" + "<p>The harbour was rebuilt after the storm of last winter.</p>" * 8
BUILDING = f"<title>App</title><div id=root></div><script>root.innerHTML = `<article>{ARTICLE}</article>`</script>"
SHOWN = "this is what the page shows in a browser"


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[Renderer]:
    """The renderers that commands made."""
    made: list[Renderer] = []
    usual = Renderer.__init__

    def noted(self: Renderer, *arguments: object, **options: object) -> None:
        made.append(self)
        usual(self, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Renderer, "__init__", noted)
    return made


def test_extract_shells_in_a_browser(shell: Shell, rendered: list[Renderer]) -> None:
    """Pages that need none are not rendered; one browser serves all others, and ends with the command."""
    need_browser()
    for name in ("one.html", "two.html"):
        Path(name).write_text(BUILDING)
    Path("plain.html").write_text(ARTICLE)
    ran = shell("extract", "--render", "one.html", "plain.html", "two.html", "--output", "texts")
    assert ran.code == 0
    assert ran.err == f"ridgeline: one.html: {SHOWN}\nridgeline: two.html: {SHOWN}\n"
    for name in ("one", "plain", "two"):
        assert "The harbour was rebuilt" in Path(f"texts/{name}.txt").read_text()
    assert [renderer.starts for renderer in rendered] == [1]
    assert rendered[0]._loop is None


def test_pages_that_need_no_browser_start_none(shell: Shell, rendered: list[Renderer]) -> None:
    Path("plain.html").write_text(ARTICLE)
    ran = shell("extract", "plain.html", "--render", "--render-seconds", "3", "--allow-private")
    assert (ran.code, ran.err) == (0, "")
    assert [(one.mode, one.limits.seconds, one.starts) for one in rendered] == [("auto", 3.0, 0)]


def test_extract_every_page_in_a_browser(shell: Shell, rendered: list[Renderer]) -> None:
    need_browser()
    Path("page.html").write_text(f"{ARTICLE}<script>document.querySelector('p').textContent = 'Built.'</script>")
    ran = shell("extract", "page.html", "-e", "everything", "--render", "always")
    assert ran.out.startswith("Harbour\n\nBuilt.\n")
    assert ran.err == f"ridgeline: page.html: {SHOWN}\n"
    assert [renderer.mode for renderer in rendered] == ["always"]


def test_an_empty_shell_stays_one(shell: Shell) -> None:
    need_browser()
    Path("shell.html").write_text("<div id=root></div><script src=app.js></script>")
    ran = shell("extract", "shell.html", "--render")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == (
        "ridgeline: shell.html: the page shows no more in a browser\n"
        "ridgeline: shell.html: an empty shell that needs a browser\n"
    )


def test_without_playwright(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridgeline.render.renderer.find_spec", lambda name: None)
    ran = shell("extract", put("page.html"), "--render")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"ridgeline: error: rendering needs Playwright: {how_to_install('render')}\n"


def test_without_a_browser(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    need_browser()
    monkeypatch.setenv("RIDGELINE_BROWSER", "/no/such")
    Path("shell.html").write_text(BUILDING)
    ran = shell("extract", "shell.html", put("page.html"), "--render")
    assert ran.code == 1
    assert ran.err == "ridgeline: error: shell.html: there is no browser at /no/such\n"
    assert "Hello" in ran.out


def test_options_of_rendering_are_checked(shell: Shell) -> None:
    ran = shell("extract", put("page.html"), "--render", "--render-seconds", "0")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "ridgeline: error: seconds of rendering is positive, not 0.0\n"
    assert RenderLimits().seconds == DEFAULT_RENDER_SECONDS


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("--render page.html", "--render auto page.html"),
        ("page.html --render", "page.html --render auto"),
        ("--render auto page.html", "--render auto page.html"),
        ("--render always page.html", "--render always page.html"),
        ("--render=always page.html", "--render=always page.html"),
        ("--render -f json page.html", "--render auto -f json page.html"),
        ("--render ./auto", "--render auto ./auto"),
        ("page.html -- --render", "page.html -- --render"),
    ],
)
def test_the_mode_may_be_left_out(given: str, read: str) -> None:
    assert list(_with_modes(given.split())) == read.split()
