"""γ of equation (1): the average number of visible characters in a sentence, by language (section 3.1).

The paper gives 12 for Chinese, 75 for English and 1 for languages without statistics. Two more were measured on gold
texts of the sets that models are trained on, the languages with 500 sentences or more. There English has 91 visible
characters a sentence, where the paper has 75, so German is scaled by 75 / 91. Chinese has 12.5 a clause, which is what
the paper's 12 stands for; so Japanese is measured by clauses too, and not scaled.
"""

from ...languages.detection import detect_language
from ...languages.stop_words import UNKNOWN, primary_code
from .cells import Cells

CHINESE, ENGLISH, UNKNOWN_LANGUAGE = 12.0, 75.0, 1.0  # section 3.1
GAMMA: dict[str, float] = {
    "zh": CHINESE,
    "en": ENGLISH,
    "ja": 24.0,  # 3,292 clauses
    "de": 76.0,  # 3,433 sentences of 92.5
}
_MIN_SPACELESS_SHARE = 0.3  # of the visible characters; such a page is Chinese or Japanese, whatever it declares
# The language of a page that does not declare it is guessed from its longest cells.
_SAMPLE_CELLS = 12
_SAMPLE_CHARACTERS = 150  # of each cell


def gamma_of(cells: Cells) -> float:
    """Return γ for the language of a page."""
    return GAMMA.get(language_of(cells), UNKNOWN_LANGUAGE)


def language_of(cells: Cells) -> str:
    """Return the language of a page by its script, its declaration or its function words; "" if unknown."""
    if cells.spaceless_share < _MIN_SPACELESS_SHARE:
        code = primary_code(cells.page.value(0, "lang"))
        # A page without ideographs that declares Chinese or Japanese uses a template from elsewhere.
        if code in GAMMA and code not in ("zh", "ja"):
            return code
    return detect_language(_sample(cells)) or UNKNOWN


def _sample(cells: Cells) -> str:
    """Return the beginnings of the longest cells, which are sentences rather than menu entries."""
    longest = cells.length.argsort(kind="stable")[: -1 - _SAMPLE_CELLS : -1].tolist()
    return " ".join(cells.text_of(cell)[:_SAMPLE_CHARACTERS] for cell in longest)
