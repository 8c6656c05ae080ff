"""Presentation MathML as TeX: fractions, roots, scripts, accents, fences, matrices, cases, text.

What is unknown is written as what it holds. Alphabets (bold, script, double-struck …) are read from attributes and from
the names of the characters that Unicode has for them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from ..page import Page
from .attributes import one_line

_MAX_DEPTH = 40  # elements nested deeper are written as their text
MAX_LENGTH = 5_000  # characters of TeX, and nodes of MathML; what is longer is no formula

_NAMED = r"""
α \alpha β \beta γ \gamma δ \delta ε \varepsilon ϵ \epsilon ζ \zeta η \eta θ \theta ϑ \vartheta ι \iota κ \kappa
λ \lambda μ \mu µ \mu ν \nu ξ \xi π \pi ϖ \varpi ρ \rho ϱ \varrho σ \sigma ς \varsigma τ \tau υ \upsilon φ \varphi
ϕ \phi χ \chi ψ \psi ω \omega Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Υ \Upsilon Φ \Phi Ψ \Psi
Ω \Omega ∂ \partial ∇ \nabla ∞ \infty ℓ \ell ℏ \hbar ℘ \wp ℜ \Re ℑ \Im ℵ \aleph ∅ \emptyset ∀ \forall ∃ \exists
∄ \nexists ¬ \neg ∠ \angle △ \triangle ⊤ \top ⊥ \perp ′ ' ″ '' ‴ ''' … \ldots ⋯ \cdots ⋮ \vdots ⋱ \ddots ° ^{\circ}
− - ∗ * ± \pm ∓ \mp × \times ÷ \div · \cdot ⋅ \cdot ∘ \circ ∙ \bullet • \bullet ⊕ \oplus ⊖ \ominus ⊗ \otimes
⊙ \odot ∪ \cup ∩ \cap ⊎ \uplus ∖ \setminus ∧ \wedge ∨ \vee ⋆ \star † \dagger ‡ \ddagger ∕ / ⁄ /
≤ \leq ≥ \geq ⩽ \leqslant ⩾ \geqslant ≪ \ll ≫ \gg ≠ \neq ≈ \approx ≃ \simeq ≅ \cong ∼ \sim ≡ \equiv ≢ \not\equiv
∝ \propto ≐ \doteq ≔ := ≜ \triangleq ≺ \prec ≻ \succ ⪯ \preceq ⪰ \succeq ∈ \in ∉ \notin ∋ \ni ⊂ \subset ⊃ \supset
⊆ \subseteq ⊇ \supseteq ⊊ \subsetneq ⊢ \vdash ⊣ \dashv ⊨ \models ∣ \mid ∤ \nmid ∥ \parallel ∦ \nparallel
≲ \lesssim ≳ \gtrsim ∴ \therefore ∵ \because ∶ : → \to ⟶ \longrightarrow ← \leftarrow ⟵ \longleftarrow
↔ \leftrightarrow ⟷ \longleftrightarrow ⇒ \Rightarrow ⟹ \Longrightarrow ⇐ \Leftarrow ⇔ \Leftrightarrow ⟺ \iff
↦ \mapsto ⟼ \longmapsto ↪ \hookrightarrow ↑ \uparrow ↓ \downarrow ↗ \nearrow ↘ \searrow ⇌ \rightleftharpoons
↠ \twoheadrightarrow ∑ \sum ∏ \prod ∐ \coprod ∫ \int ∬ \iint ∭ \iiint ∮ \oint ⋃ \bigcup ⋂ \bigcap ⨁ \bigoplus
⨂ \bigotimes ⋁ \bigvee ⋀ \bigwedge ⨆ \bigsqcup √ \surd ⟨ \langle ⟩ \rangle 〈 \langle 〉 \rangle ⌊ \lfloor ⌋ \rfloor
⌈ \lceil ⌉ \rceil ‖ \Vert { \{ } \} % \% # \# $ \$ & \& _ \_ ~ \sim \ \backslash ^ \hat{} □ \square ■ \blacksquare
◻ \square ⟂ \perp ∎ \blacksquare
""".split()
_SYMBOLS = dict(zip(_NAMED[::2], _NAMED[1::2], strict=True))
_UNSEEN = dict.fromkeys(map(ord, "\u2061\u2062\u2063\u2064\u200b\u200c\u200d\ufeff\u00ad\ufe0e\ufe0f"))
_FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min"
    " Pr sec sin sinh sup tan tanh".split()
)
# Operators whose scripts stand above and below, as `_` and `^` write them.
LARGE = frozenset(
    r"\sum \prod \coprod \int \iint \iiint \oint \bigcup \bigcap \bigoplus \bigotimes \bigvee \bigwedge \bigsqcup"
    r" \lim \liminf \limsup \max \min \sup \inf \det \gcd \Pr".split()
)
_ACCENTS = {
    **dict.fromkeys("^ˆ̂", "hat"),
    **dict.fromkeys("~˜∼̃", "tilde"),
    **dict.fromkeys("¯‾ˉ―̄", "bar"),
    **dict.fromkeys("_-−", "overline"),
    **dict.fromkeys("→⃗⇀", "vec"),
    **dict.fromkeys("˙.̇", "dot"),
    **dict.fromkeys("¨̈", "ddot"),
    **dict.fromkeys("ˇ̌", "check"),
    **dict.fromkeys("˘̆", "breve"),
    **dict.fromkeys("´́", "acute"),
    **dict.fromkeys("`̀", "grave"),
    "⏞": "overbrace",
    "⏠": "overbrace",
    "︷": "overbrace",
}
_WIDE = {"hat": "widehat", "tilde": "widetilde", "bar": "overline", "vec": "overrightarrow"}
_UNDER = {**dict.fromkeys("_¯‾ˍ̲―-−", "underline"), **dict.fromkeys("⏟⏡︸", "underbrace")}
_MATRICES = {"()": "pmatrix", "[]": "bmatrix", "{}": "Bmatrix", "||": "vmatrix", "‖‖": "Vmatrix", "∥∥": "Vmatrix"}
_FENCES = frozenset("()[]{}|‖∥⟨⟩〈〉⌊⌋⌈⌉")
_VARIANTS = {
    **{"bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "normal": "mathrm"},
    **{"sans-serif": "mathsf", "monospace": "mathtt", "bold-italic": "boldsymbol", "bold-script": "mathcal"},
}
_NAMED_ALPHABETS = (  # words in the names of characters, the first that fits
    *(("DOUBLE-STRUCK", "mathbb"), ("FRAKTUR", "mathfrak"), ("BLACK-LETTER", "mathfrak"), ("SCRIPT", "mathcal")),
    *(("MONOSPACE", "mathtt"), ("SANS-SERIF", "mathsf"), ("BOLD ITALIC", "boldsymbol"), ("BOLD", "mathbf")),
)
_SILENT = frozenset({"annotation", "annotation-xml", "script", "style", "none", "mprescripts", "malignmark"})
_TALL = frozenset({"mfrac", "mtable", "munder", "mover", "munderover", "msubsup", "msqrt", "mroot"})
_CONTROL_WORD = re.compile(r"\\[A-Za-z]+\Z")
_ONE_TOKEN = re.compile(r"[^\\{}^_\s]|\\[A-Za-z]+|\\.")
_SPECIAL_IN_TEXT = re.compile(r"[\\{}$&#%_^~]")
_WIDTH = re.compile(r"(-?[0-9]*\.?[0-9]+)\s*(em|ex|px|pt)?")


def to_tex(page: Page, root: int) -> str:
    """Return the TeX of a MathML element, "" where it shows nothing or is too long for a formula."""
    if page.end[root] - root > MAX_LENGTH:
        return ""
    tex = Writer(page).row(root, 0).strip()
    return tex if len(tex) <= MAX_LENGTH else ""


def local_name(page: Page, node: int) -> str:
    """Return the name of an element without the prefix of its namespace: "mi" for m:mi."""
    name: str = page.names[page.tag[node]]
    return name.rpartition(":")[2]


class Writer:
    """Writes the elements of one formula."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._writers: dict[str, Callable[[int, int], str]] = {
            **dict.fromkeys(("mi", "mo", "mn"), self._token),
            **dict.fromkeys(("mtext", "ms"), self._text),
            **dict.fromkeys(("msub", "msup", "msubsup"), self._scripts),
            **dict.fromkeys(("munder", "mover", "munderover"), self._limits),
            **{"mfrac": self._fraction, "msqrt": self._root, "mroot": self._root, "mfenced": self._fenced},
            **{"mmultiscripts": self._multiscripts, "mtable": self._table, "menclose": self._enclosed},
            **{"mspace": self._space, "semantics": self._first, "maction": self._first, "mphantom": self._phantom},
        }

    def row(self, node: int, depth: int) -> str:
        """Return the TeX of all that an element holds."""
        children = list(self._children(node))
        if len(children) > 1 and (fenced := self._between_fences(children, depth)) is not None:
            return fenced
        return joined(self.element(child, depth + 1) for child in children)

    def element(self, node: int, depth: int) -> str:
        """Return the TeX of one element, or of a text that stands beside elements."""
        if depth > _MAX_DEPTH:
            return characters(self._content(node))
        name = self._name(node)
        if name == "#text":
            return characters(one_line(self._page.text[node]))
        if name in _SILENT:
            return ""
        return self._writers.get(name, self.row)(node, depth)

    def _name(self, node: int) -> str:
        return local_name(self._page, node)

    def _children(self, node: int) -> Iterator[int]:
        """Yield the elements in an element, and the texts that are not blank."""
        page, child = self._page, node + 1
        while child < page.end[node]:
            if not page.blank[child]:
                yield child
            child = int(page.end[child])

    def _arguments(self, node: int, count: int, depth: int) -> list[str]:
        """Return the TeX of the first elements in an element; "" where one is missing."""
        children = [*self._children(node)][:count]
        return [self.element(child, depth + 1) for child in children] + [""] * (count - len(children))

    def _written(self, node: int) -> str:
        return self._page[node].text_content

    def _content(self, node: int) -> str:
        return one_line(self._written(node)).translate(_UNSEEN)

    def _token(self, node: int, depth: int) -> str:
        content = self._content(node)
        name = self._name(node)
        if name == "mn" or not content:
            return characters(content)
        if content in _FUNCTIONS:
            return f"\\{content}"
        variant = _VARIANTS.get((self._page.value(node, "mathvariant") or "").strip().lower())
        if len(content) > 1 and content.isalpha() and content.isascii():
            return f"\\{variant or ('mathrm' if name == 'mi' else 'operatorname')}{{{content}}}"
        tex = characters(content)
        return f"\\{variant}{{{tex}}}" if variant and content.isalpha() and tex.isascii() and tex == content else tex

    def _text(self, node: int, depth: int) -> str:
        written = self._written(node)
        content = re.sub(r"\s+", " ", written).translate(_UNSEEN)
        if not content.strip():
            return "\\ " if written else ""
        text = _SPECIAL_IN_TEXT.sub(lambda found: _TEXT_FORMS.get(found.group(), f"\\{found.group()}"), content)
        return f"\\text{{{text}}}"

    def _space(self, node: int, depth: int) -> str:
        if (self._page.value(node, "linebreak") or "") == "newline":
            return "\\\\ "
        width = _WIDTH.match(self._page.value(node, "width") or "")
        ems = float(width.group(1)) / {"em": 1, "ex": 2, "px": 16, "pt": 12}.get(width.group(2), 1) if width else 0
        return "\\qquad " if ems >= 2 else "\\quad " if ems >= 1 else "\\ " if ems >= 0.2 else ""

    def _first(self, node: int, depth: int) -> str:
        return self._arguments(node, 1, depth)[0]

    def _phantom(self, node: int, depth: int) -> str:
        return f"\\phantom{{{self.row(node, depth)}}}"

    def _fraction(self, node: int, depth: int) -> str:
        above, below = self._arguments(node, 2, depth)
        if (self._page.value(node, "bevelled") or "") == "true":
            return f"{group(above)}/{group(below)}"
        thickness = (self._page.value(node, "linethickness") or "").strip()
        if thickness[:1] == "0" and not thickness.strip("0.pxtemin"):
            return f"{{{above} \\atop {below}}}"
        return f"\\frac{{{above}}}{{{below}}}"

    def _root(self, node: int, depth: int) -> str:
        if self._name(node) == "msqrt":
            return f"\\sqrt{{{self.row(node, depth)}}}"
        base, index = self._arguments(node, 2, depth)
        return f"\\sqrt[{index}]{{{base}}}"

    def _scripts(self, node: int, depth: int) -> str:
        name = self._name(node)
        base, *scripts = self._arguments(node, 3 if name == "msubsup" else 2, depth)
        low, high = scripts if name == "msubsup" else (scripts[0], "") if name == "msub" else ("", scripts[0])
        return with_scripts(group(base), low, high)

    def _limits(self, node: int, depth: int) -> str:
        name = self._name(node)
        base, *limits = self._arguments(node, 3 if name == "munderover" else 2, depth)
        characters = [self._content(child) for child in [*self._children(node)][1:]]
        if name == "munderover" and base in LARGE:
            return with_scripts(base, *limits)
        if name == "munderover":
            return self._above(self._below(base, limits[0], characters[:1]), limits[1], characters[1:])
        return (self._below if name == "munder" else self._above)(base, limits[0], characters)

    def _below(self, base: str, limit: str, characters: Sequence[str]) -> str:
        if characters and characters[0] in _UNDER:
            return f"\\{_UNDER[characters[0]]}{{{base}}}"
        if base in LARGE or base.startswith("\\underbrace"):
            return with_scripts(base, limit, "")
        return f"\\underset{{{limit}}}{{{base}}}"

    def _above(self, base: str, limit: str, characters: Sequence[str]) -> str:
        accent = _ACCENTS.get(characters[0]) if characters else None
        if accent:
            is_narrow = _ONE_TOKEN.fullmatch(base) is not None
            return f"\\{accent if is_narrow else _WIDE.get(accent, accent)}{{{base}}}"
        if base in LARGE or base.startswith("\\overbrace"):
            return with_scripts(base, "", limit)
        return f"\\overset{{{limit}}}{{{base}}}"

    def _multiscripts(self, node: int, depth: int) -> str:
        before: list[str] = []
        after: list[str] = []
        base, *scripts = [*self._children(node)] or [node]
        given = after
        for script in scripts:
            if self._name(script) == "mprescripts":
                given = before
            else:
                given.append(self.element(script, depth + 1))
        pairs = [with_scripts("{}", *pair) for pair in _pairs(before)]
        written = group(self.element(base, depth + 1)) if base != node else ""
        for place, (low, high) in enumerate(_pairs(after)):
            written = with_scripts(written if not place else written + "{}", low, high)
        return "".join(pairs) + written

    def _enclosed(self, node: int, depth: int) -> str:
        notation, inside = (self._page.value(node, "notation") or "").split(), self.row(node, depth)
        commands = {"box": "boxed", "roundedbox": "boxed", "top": "overline", "bottom": "underline", "radical": "sqrt"}
        command = next((commands[word] for word in notation if word in commands), None)
        if any(word.endswith("diagonalstrike") for word in notation):
            command = "cancel"
        return f"\\{command}{{{inside}}}" if command else inside

    def _fenced(self, node: int, depth: int) -> str:
        given = (self._page.value(node, name) for name in ("open", "close", "separators"))
        opening, closing, separators = (
            value if value is not None else usual for value, usual in zip(given, "(),", strict=True)
        )
        children = [*self._children(node)]
        parts = [self.element(child, depth + 1) for child in children]
        marks = [*"".join(separators.split())]
        inside = ""
        for place, part in enumerate(parts):
            mark = marks[min(place - 1, len(marks) - 1)] if place and marks else ""
            inside = joined((inside, characters(mark), part))
        return self._fence(opening.strip(), inside, closing.strip(), children)

    def _between_fences(self, children: list[int], depth: int) -> str | None:
        """Return the TeX of a row that a pair of fences encloses, or that a brace begins; None for another one."""
        opening, closing = (self._fence_at(child) for child in (children[0], children[-1]))
        if not opening or not (closing or opening == "{"):
            return None
        inner = children[1:-1] if closing else children[1:]
        if ({opening, closing} - {""}) & {self._fence_at(child) for child in inner}:
            return None  # "(a)(b)"
        return self._fence(opening, joined(self.element(child, depth + 1) for child in inner), closing, inner)

    def _fence_at(self, node: int) -> str:
        content = self._content(node) if self._name(node) == "mo" else ""
        return content if content in _FENCES else ""

    def _fence(self, opening: str, inside: str, closing: str, children: Sequence[int]) -> str:
        is_matrix = inside.startswith("\\begin{matrix}") and inside.find("\\end{matrix}") == len(inside) - 12
        if is_matrix and opening == "{" and not closing:
            return inside.replace("{matrix}", "{cases}")
        if is_matrix and opening + closing in _MATRICES:
            return inside.replace("{matrix}", f"{{{_MATRICES[opening + closing]}}}")
        start, end = characters(opening), characters(closing)
        if any(self._is_tall(child) for child in children):
            return joined((f"\\left{start or '.'}", inside, f"\\right{end or '.'}"))
        return joined((start, inside, end))

    def _is_tall(self, node: int) -> bool:
        """Return whether an element is higher than a line, or holds one that is near its beginning."""
        nodes = range(node, min(int(self._page.end[node]), node + 20))
        return any(self._name(inner) in _TALL for inner in nodes)

    def _table(self, node: int, depth: int) -> str:
        rows = []
        for row in self._children(node):
            cells = [*self._children(row)]
            if self._name(row) == "mlabeledtr":
                cells = cells[1:]
            rows.append(" & ".join(self.row(cell, depth + 2) for cell in cells))
        is_aligned = (self._page.value(node, "columnalign") or "").split()[:2] == ["right", "left"]
        name, lines = "aligned" if is_aligned else "matrix", " \\\\ ".join(rows)
        return f"\\begin{{{name}}} {lines} \\end{{{name}}}"


_TEXT_FORMS = {"\\": "\\backslash ", "^": "\\^{}", "~": "\\~{}"}


def characters(text: str) -> str:
    """Return characters in TeX, those of other alphabets in commands."""
    return joined(_character(character) for character in text.translate(_UNSEEN))


def _character(character: str) -> str:
    if character.isascii() and character.isalnum():
        return character
    if character in _SYMBOLS:
        return _SYMBOLS[character]
    name = unicodedata.name(character, "")
    plain = unicodedata.normalize("NFKC", character)
    if plain == character or not plain.isalnum() or len(plain) > 1:
        return character
    command = next((command for words, command in _NAMED_ALPHABETS if words in name), None)
    tex = _SYMBOLS.get(plain, plain)
    return f"\\{command}{{{tex}}}" if command else tex


def joined(pieces: Iterator[str] | Sequence[str]) -> str:
    """Join pieces of TeX: a letter right after a command would be part of its name."""
    written: list[str] = []
    last = ""
    for piece in pieces:
        if piece:
            is_command = piece[0].isalpha() and _CONTROL_WORD.search(last[-30:])
            written.append(f" {piece}" if is_command else piece)
            last = piece
    return "".join(written)


def group(tex: str) -> str:
    """Return TeX that scripts can follow: in braces where it is more than one token."""
    is_one = _ONE_TOKEN.fullmatch(tex) or re.fullmatch(r"\\(?:math\w+|operatorname|text)\{[^{}]*\}", tex)
    return tex if is_one else f"{{{tex}}}"


def with_scripts(base: str, low: str, high: str) -> str:
    written = base + (f"_{{{low}}}" if low else "")
    if high and not high.strip("'"):
        return written + high
    return written + (f"^{{{high}}}" if high else "")


def _pairs(scripts: Sequence[str]) -> list[tuple[str, str]]:
    """Return scripts below and above, two by two."""
    return list(zip_longest(scripts[::2], scripts[1::2], fillvalue=""))
