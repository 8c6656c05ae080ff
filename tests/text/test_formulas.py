"""Formulas as the programs of the web write them, and what comes out."""

import pytest

import ridgeline

MATHML = "<mfrac><mn>1</mn><mi>x</mi></mfrac>"
MATHJAX_3 = (
    "<mjx-container class=MathJax jax=SVG{display}><svg><g><path d=''/></g></svg><mjx-assistive-mml>"
    f"<math>{MATHML}</math></mjx-assistive-mml></mjx-container>"
)
ARXIV = (
    "<table class='ltx_equation ltx_eqn_table'><tr><td></td><td><math alttext='E=mc^{2}' display=block>"
    "<mi>E</mi></math></td><td></td><td><span class='ltx_tag ltx_tag_equation'>(1.a)</span></td></tr></table>"
)
KATEX_TAG = (
    "<span class=katex-display><span class=katex><span class=katex-mathml><math display=block><semantics><mi>x</mi>"
    r"<annotation encoding='application/x-tex'>x \tag{7}</annotation></semantics></math></span>"
    "<span class=katex-html><span>x</span><span class=tag>(7)</span></span></span></span>"
)


def markdown_of(body: str, head: str = "") -> str:
    return ridgeline.extract(f"<head>{head}</head><body><article>{body}</article>", extractor="everything").markdown


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        # MathJax 2: scripts alone, as kramdown and others write them, with a preview, and rendered
        ("<p>a <script type='math/tex'>x^2</script> b", "a $x^2$ b"),
        ("<p>a</p><script type='math/tex; mode=display'>% <![CDATA[\nx < y\n%]]></script><p>b", "a\n\n$$x < y$$\n\nb"),
        ("<p>a <span class=MathJax_Preview>[math]x[/math]</span><script type='math/tex'>x</script> b", "a $x$ b"),
        ("<p>a <span class=MathJax><span>x</span></span><script type='math/tex'>x_1</script> b", "a $x_1$ b"),
        ("<p>a <script type=text/javascript>x</script> b", "a b"),
        # MathJax 3 and 4, temml, MathML with a prefix
        (f"<p>a {MATHJAX_3.format(display='')} b", r"a $\frac{1}{x}$ b"),
        (f"<p>a</p>{MATHJAX_3.format(display=' display=true')}", "a\n\n" + r"$$\frac{1}{x}$$"),
        ("<p>a <mjx-container><mjx-math data-latex='\\pi'><mjx-c>π</mjx-c></mjx-math></mjx-container> b", r"a $\pi$ b"),
        (
            "<p>a <math class=tml-display display=block><semantics><mi>x</mi>"
            "<annotation encoding='application/x-tex'>x^3</annotation></semantics></math>",
            "a $$x^3$$",
        ),
        ("<p>a <mml:math><mml:mi>x</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn></mml:math> b", "a $x+1$ b"),
        # what touches a formula
        (
            "<p>(<math><mi>x</mi></math>), <script type=math/tex>y</script>-axis <math><mi>z</mi></math> .",
            "($x$), $y$-axis $z$ .",
        ),
        # images
        (r"<p>a <img class=tex alt='\frac{a}{b}' src=/x.png> b", r"a $\frac{a}{b}$ b"),
        ("<p>a <img alt='$ x_1$' src=img1.gif> b", "a $x_1$ b"),
        (r"<p>a <img alt='\[x\]' src=img1.gif> b", "a $$x$$ b"),
        ("<p>a <img src='https://s0.wp.com/latex.php?latex=x%5E2&bg=ffffff' alt='x^2' class=latex> b", "a $x^2$ b"),
        (r"<p>a <img src='https://latex.codecogs.com/svg.latex?\beta'> b", r"a $\beta$ b"),
        ("<p>a <img src='/cgi-bin/mathtex.cgi?x%5E3' alt=''> b", "a $x^3$ b"),
        ("<p>a <img class=math-logo alt='Our maths club' src=/x.png> b", "a ![Our maths club](/x.png) b"),
        ("<p>a <img alt='Save $5 today' src=/x.png> b", "a ![Save $5 today](/x.png) b"),
        # numbers of equations, once
        (f"<p>a</p>{ARXIV}<p>b", "a\n\n" + r"$$E=mc^{2}\tag{1.a}$$" + "\n\nb"),
        (f"<p>a</p>{KATEX_TAG}<p>b", "a\n\n" + r"$$x \tag{7}$$" + "\n\nb"),
        ("<p><math display=block><mi>x</mi></math> (see below)", "$$x$$ (see below)"),
    ],
)
def test_typeset(body: str, markdown: str) -> None:
    assert markdown_of(body) == markdown


def test_html_has_the_source_once() -> None:
    extraction = ridgeline.extract(f"<body><p>a {MATHJAX_3.format(display='')}", extractor="everything")
    assert extraction.html == r'<p>a <code class="language-tex">\frac{1}{x}</code></p>'


@pytest.mark.parametrize(
    "formula",
    [
        r"\(a_1*b_1*c\)",
        r"\[\sum_{i=1}^n x_i * y_i * z\]",
        "$a_1*b_1*c$",
        r"$$\int_0^1 x * y * z \\ d$$",
        r"\begin{align*} a_1 &= b_1 * c \\ &= d * e \end{align*}",
    ],
)
def test_what_is_left_for_a_script_stands_as_it_is(formula: str) -> None:
    assert markdown_of(f"<p>so {formula}, then") == f"so {formula}, then"
    assert markdown_of(f"<p>so <b>x</b> {formula}") == f"so **x** {formula}"
    assert markdown_of(f"<ul><li>{formula}</ul>") == f"- {formula}"


def test_formulas_over_several_lines() -> None:
    assert markdown_of("<p>$$<br>a_1 * b<br>= c * d<br>$$") == "$$ a_1 * b = c * d $$"
    assert (
        markdown_of(r"<p>\begin{align}<br>a &= b*c*\\<br>d<br>\end{align}")
        == r"\begin{align} a &= b*c*\\ d \end{align}"
    )
    assert markdown_of("<p>$$<br>a<br>b") == "$$  \na  \nb"
    assert markdown_of("<p>$$a_1$$ and $$<br>b_1 * c<br>$$") == "$$a_1$$ and $$ b_1 * c $$"


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("It cost $5 and $6 *or* so.", r"It cost $5 and $6 \*or\* so."),
        ("$5*10* to $6*10*", r"$5\*10\* to $6\*10\*"),
        (r"The pattern \(a*\) and \[b*\]", r"The pattern \\(a\*\\) and \\[b\*\\]"),
        ("$a{b*c*$", r"$a{b\*c\*$"),
        ("$a_b <script>`x` [y](z) &lt;$", "$a_b < script>'x' [y] (z) <$"),
        ("$a_b &lt;/i &lt;!x &lt;?y &amp;lt; &amp;#60;$", "$a_b < /i < !x < ?y & lt; & #60;$"),
        ("$$a$b_1 *c* $$", r"$$a$b_1 \*c\* $$"),
        (r"\(a \( b_1*c* and \(a \[ b_1*c*", r"\\(a \\( b_1\*c\* and \\(a \\[ b_1\*c\*"),
        (r"\(a $ b_1*c*\)", r"\(a $ b_1*c*\)"),
        ("$a}b_1*c*$ $_a*c*$ $a _b*c*$ $a_ b*c*$", r"$a}b_1\*c\*$ $\_a\*c\*$ $a \_b\*c\*$ $a\_ b\*c\*$"),
        (r"$a\,b*c*$ $a^2*c*$ $a_1*c*$5", r"$a\\,b\*c\*$ $a^2*c*$ $a_1\*c\*$5"),
        (r"\(\) \begin{a-b}*c* \begin{}*c*", r"\\(\\) \begin{a-b}\*c\* \begin{}\*c\*"),
        (r"\begin{b}*c*\end{c}*d*\end{", r"\begin{b}\*c\*\end{c}\*d\*\end{"),
        (rf"\begin{{{'b' * 30}}}*c* \begin{{align", rf"\begin{{{'b' * 30}}}\*c\* \begin{{align"),
    ],
)
def test_other_dollars_and_backslashes_are_escaped(text: str, markdown: str) -> None:
    assert markdown_of(f"<p>{text.replace('<script', '&lt;script')}") == markdown


@pytest.mark.parametrize(
    "head",
    [
        "<script src='https://cdn.example.org/mathjax@3/es5/tex-mml-chtml.js'></script>",
        "<script>window.MathJax = {tex: {}};</script>",
        "<link class=katex rel=stylesheet>",
    ],
)
def test_a_script_for_formulas_is_a_sign(head: str) -> None:
    assert markdown_of("<p>let $n*m*$ be", head) == "let $n*m*$ be"
    assert markdown_of("<p>let $n*m*$ be") == r"let $n\*m\*$ be"
    assert markdown_of("<p>It cost $5 and $6 *or* so.", head) == r"It cost $5 and $6 \*or\* so."
