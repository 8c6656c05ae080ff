"""MathML and the TeX that it becomes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.page import elements
from ridgeline.text.mathml import to_tex


def tex_of(mathml: str) -> str:
    page = ridgeline.parse(f"<body><math>{mathml}</math>")
    return to_tex(page, page.tag.tolist().index(elements.CODES["math"]))


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mfrac><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
        ("<mfrac bevelled=true><mi>a</mi><mrow><mi>b</mi><mi>c</mi></mrow></mfrac>", "a/{bc}"),
        ("<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>", r"{n \atop k}"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", r"\sqrt{x+1}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<msub><mi>x</mi><mn>12</mn></msub><mi>y</mi>", "x_{12}y"),
        ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup>", "{(a)}^{2}"),
        ("<msup><mi>f</mi><mo>′</mo></msup><mo>(</mo><mi>x</mi><mo>)</mo>", "f'(x)"),
        ("<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup>", r"\int_{0}^{\infty}"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            r"\sum_{i=1}^{n}i",
        ),
        ("<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>", r"\lim_{x\to0}"),
        ("<mover><mi>x</mi><mo>→</mo></mover><mover><mi>y</mi><mo>^</mo></mover>", r"\vec{x}\hat{y}"),
        ("<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>", r"\overline{AB}"),
        ("<munder><munder><mi>a</mi><mo>⏟</mo></munder><mi>n</mi></munder>", r"\underbrace{a}_{n}"),
        ("<mover><mo>=</mo><mtext>def</mtext></mover>", r"\overset{\text{def}}{=}"),
        ("<munderover><mo>→</mo><mi>a</mi><mi>b</mi></munderover>", r"\overset{b}{\underset{a}{\to}}"),
        (
            "<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><mn>1</mn><mn>2</mn></mmultiscripts>",
            "{}_{1}^{2}C_{6}",
        ),
        (
            "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd>"
            "<mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo>",
            r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
        ),
        (
            "<mrow><mo>{</mo><mtable><mtr><mtd><mn>0</mn></mtd><mtd><mtext>if </mtext><mi>x</mi></mtd></mtr><mtr><mtd>"
            "<mn>1</mn></mtd><mtd><mtext>else</mtext></mtd></mtr></mtable></mrow>",
            r"\begin{cases} 0 & \text{if }x \\ 1 & \text{else} \end{cases}",
        ),
        (
            "<mtable columnalign='right left'><mlabeledtr><mtd>(1)</mtd><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi>"
            "</mtd></mlabeledtr></mtable>",
            r"\begin{aligned} a & =b \end{aligned}",
        ),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
        (
            "<mfenced open='[' close=')' separators=';'><mi>a</mi><mfrac><mn>1</mn><mn>2</mn></mfrac></mfenced>",
            r"\left[a;\frac{1}{2}\right)",
        ),
        ("<mo>(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>)</mo>", r"\left(\frac{1}{2}\right)"),
        ("<mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo>", "(a)(b)"),
        ("<mi>α</mi><mi>b</mi><mo>≤</mo><mi>sin</mi><mo>&#8289;</mo><mi>x</mi>", r"\alpha b\leq\sin x"),
        ("<mi>𝑥</mi><mi>ℝ</mi><mi>𝐀</mi><mi>𝛼</mi>", r"x\mathbb{R}\mathbf{A}\alpha"),
        (
            "<mi mathvariant=normal>d</mi><mi mathvariant=double-struck>N</mi><mi>rank</mi>",
            r"\mathrm{d}\mathbb{N}\mathrm{rank}",
        ),
        ("<mtext>50 % of $5_x</mtext><mspace width=1em /><mn>1,000</mn>", r"\text{50 \% of \$5\_x}\quad 1,000"),
        ("<menclose notation=box><mi>a</mi></menclose>", r"\boxed{a}"),
        ("<mstyle displaystyle=true><mpadded><mi>a</mi></mpadded></mstyle>", "a"),
        ("<semantics><mi>a</mi><annotation>b</annotation></semantics>", "a"),
        ("<mfrac><mi>a</mi></mfrac><unknown>b</unknown> c", r"\frac{a}{}bc"),
        ("<mrow></mrow>", ""),
    ],
)
def test_tex(mathml: str, tex: str) -> None:
    assert tex_of(mathml) == tex


def test_bounds() -> None:
    assert tex_of("<mrow>" * 400 + "<mi>a</mi>") == "a"
    assert tex_of("<mi>a</mi>" * 6000) == ""


NAMES = (
    "mrow mi mo mn mtext mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts".split()
)
TAGS = st.sampled_from(
    [*NAMES, "mtable", "mtr", "mtd", "mfenced", "mlabeledtr", "menclose", "mspace", "none", "semantics"]
)


@given(
    st.lists(st.one_of(TAGS.map(lambda name: f"<{name}>"), TAGS.map(lambda name: f"</{name}>"), st.text(max_size=3)))
)
def test_any_mathml(pieces: list[str]) -> None:
    tex = tex_of("".join(pieces))
    assert tex == tex.strip()
