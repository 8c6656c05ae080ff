"""Formulas of which a page has the glyphs alone, as MathJax and KaTeX write them."""

import pytest

import ridgeline


def vlist(*levels: tuple[float, str]) -> str:
    """What KaTeX writes above each other, each with its place."""
    strut = "<span class=pstrut style='height:2.7em'></span>"
    items = "".join(f"<span style='top:-{top}em'>{strut}{inside}</span>" for top, inside in levels)
    rows = f"<span class=vlist-r><span class=vlist>{items}</span><span class=vlist-s>\u200b</span></span>"
    return f"<span class=vlist-t>{rows}</span>"


def katex(inside: str) -> str:
    base = f"<span class=base><span class=strut></span>{inside}</span>"
    return f"<span class=katex><span class=katex-html aria-hidden=true>{base}</span></span>"


def mord(inside: str) -> str:
    return f"<span class=mord>{inside}</span>"


def scripts(*levels: tuple[float, str]) -> str:
    return katex(mord("x") + f"<span class=msupsub>{vlist(*((top, mord(inside)) for top, inside in levels))}</span>")


def svg(name: str, inside: str = "", height: int = 0) -> str:
    return f"<g data-mml-node={name} transform='translate(605,{height}) scale(0.7)'>{inside}</g>"


def glyph(name: str, character: str, height: int = 0) -> str:
    return svg(name, f"<path data-c={ord(character):X}></path>", height)


def drawn(name: str, *inside: str) -> str:
    return f"<mjx-container class=MathJax jax=SVG><svg>{svg('math', svg(name, ''.join(inside)))}</svg></mjx-container>"


def span(name: str, inside: str) -> str:
    return f"<span class=mjx-{name}>{inside}</span>"


X, TWO = glyph("mi", "\U0001d465"), glyph("mn", "2", 363)
LINE, TAIL, SUM = "<span class=frac-line></span>", "<span class=hide-tail></span>", "<span class=op-symbol>∑</span>"
STACK = span("stack", span("sup", span("mn", "2")) + span("sub", span("mi", "i")))
LIMITS = (svg("TeXAtom", glyph("mi", "n"), 950), svg("TeXAtom", glyph("mi", "i"), -1084))

CASES = {
    "katex: a power": (scripts((3.063, "2")), "x^{2}"),
    "katex: an index": (scripts((2.55, "i")), "x_{i}"),
    "katex: both": (scripts((2.45, "i"), (3.113, "2")), "x_{i}^{2}"),
    "katex: a fraction": (
        katex(f"<span class=mfrac>{vlist((2.314, mord('b')), (3.23, LINE), (3.677, mord('a')))}</span>"),
        "\\frac{a}{b}",
    ),
    "katex: a root": (katex(f"<span class='mord sqrt'>{vlist((3, mord('x')), (2.8, TAIL))}</span>"), "\\sqrt{x}"),
    "katex: a sum": (
        katex(f"<span class='mop op-limits'>{vlist((1.87, mord('i')), (3.05, SUM), (4.3, mord('n')))}</span>"),
        "\\sum_{i}^{n}",
    ),
    "svg: a power": (drawn("msup", X, TWO), "x^{2}"),
    "svg: both": (drawn("msubsup", X, TWO, glyph("mi", "i", -247)), "x_{i}^{2}"),
    "svg: a fraction": (drawn("mfrac", glyph("mi", "a"), glyph("mi", "b"), "<rect></rect>"), "\\frac{a}{b}"),
    "svg: a root": (drawn("msqrt", f"<g>{X}</g>", glyph("mo", "√")), "\\sqrt{x}"),
    "svg: a sum": (drawn("munderover", glyph("mo", "∑"), *LIMITS), "\\sum_{i}^{n}"),
    "chtml 3: a power": (
        "<mjx-container class=MathJax jax=CHTML><mjx-math><mjx-msup><mjx-mi><mjx-c class='mjx-c1D465 TEX-I'></mjx-c>"
        "</mjx-mi><mjx-script><mjx-mn><mjx-c class=mjx-c32></mjx-c></mjx-mn></mjx-script></mjx-msup></mjx-math>"
        "</mjx-container>",
        "x^{2}",
    ),
    "chtml 2: both": (
        f"<span class=mjx-chtml>{span('math', span('msubsup', span('base', span('mi', 'x')) + STACK))}</span>",
        "x_{i}^{2}",
    ),
    "html-css: a power": (
        "<span class=MathJax><span class=math><span class=msubsup><span style='top:-3.9em'><span class=mi>x</span>"
        "</span><span style='top:-4.3em'><span class=mn>2</span></span></span></span></span>",
        "x^{2}",
    ),
    "an attribute": (
        "<span class=MathJax data-mathml='<math><msup><mi>x</mi><mn>2</mn></msup></math>'><span>x2</span></span>",
        "x^{2}",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_markdown(name: str) -> None:
    markup, tex = CASES[name]
    page = f"<body><article><p>Let {markup} be.</p></article>"
    assert ridgeline.extract(page, extractor="everything").markdown == f"Let ${tex}$ be."


@pytest.mark.parametrize("name", ["mfrac", "sqrt", "msupsub", "mop op-limits", "vlist", "mord"])
def test_broken_glyphs(name: str) -> None:
    page = f"<body><p>a {katex(f'<span class=&quot;{name}&quot;>x</span>'.replace('&quot;', chr(34)))} b"
    assert "b" in ridgeline.extract(page, extractor="everything").markdown


def test_formulas_without_text_or_glyphs() -> None:
    empty = (
        "<p>Let <mjx-container class=MathJax><svg></svg></mjx-container> be.</p><p>a <span class=MathJax></span> b</p>"
    )
    assert ridgeline.extract(f"<body>{empty}", extractor="everything").markdown == "Let be.\n\na b"


@pytest.mark.parametrize("name", ["mathjax", "MathJax", "mathjax katex", "mjx-chtml"])
def test_prose_that_may_have_formulas(name: str) -> None:
    page = f"<body><blockquote class='abstract {name}'><span>Abstract:</span> Large boats.</blockquote><p>x"
    extraction = ridgeline.extract(page, extractor="everything")
    assert extraction.markdown == "> Abstract: Large boats.\n\nx"
    assert extraction.text == "Abstract: Large boats.\n\nx"


def test_many_and_deep_formulas_take_linear_time() -> None:
    deep = "<mjx-mrow>" * 300 + "<mjx-mi>x</mjx-mi>"
    many = "".join(f"<p>a {katex(mord('x'))}</p>" for _ in range(2000))
    page = f"<body>{many}<p>b <mjx-container class=MathJax>{deep}</mjx-container></p>"
    assert ridgeline.extract(page, extractor="everything").markdown.count("$x$") >= 2000


def test_formulas_that_an_attribute_has() -> None:
    body = r"<p>Let <span class=ztext-math data-tex='x^2_*'>x^2</span> be <span data-tex='&lt;b>'>y</span>."
    extraction = ridgeline.extract(f"<body>{body}", extractor="everything")
    assert extraction.markdown == "Let $x^2_*$ be y."
    assert '<code class="language-tex">x^2_*</code>' in extraction.html
