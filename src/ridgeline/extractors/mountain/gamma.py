"""γ of equation (1): the average number of visible characters in a sentence, by language (section 3.1).

The paper gives 12 for Chinese, 75 for English and 1 for unknown languages. The other values are ours: the English one,
scaled by the usual length of a translation, without spaces.
"""

from ...text.languages import guess_language, primary_code
from .cells import Cells

CHINESE, ENGLISH, UNKNOWN_LANGUAGE = 12.0, 75.0, 1.0  # section 3.1
GAMMA: dict[str, float] = {
    "zh": CHINESE,
    "en": ENGLISH,
    # A syllable or kana carries more than a letter and less than an ideograph.
    **{"ja": 20.0, "ko": 30.0},
    # Most vowels are not written.
    **{"he": 60.0, "ar": 65.0, "fa": 65.0, "ur": 65.0},
    **{"cs": 70.0, "sk": 70.0, "sl": 72.0, "hr": 72.0, "sr": 72.0, "th": 72.0, "hi": 72.0, "fi": 80.0, "hu": 80.0},
    **{"sv": 75.0, "da": 75.0, "no": 75.0, "nb": 75.0, "uk": 75.0, "bg": 78.0, "et": 75.0, "lv": 78.0, "lt": 78.0},
    **{"pt": 80.0, "pl": 80.0, "tr": 80.0, "ru": 80.0, "ro": 82.0, "nl": 82.0, "vi": 75.0, "id": 82.0, "ms": 82.0},
    **{"es": 84.0, "it": 84.0, "ca": 82.0, "fr": 86.0, "de": 88.0, "el": 88.0, "hy": 80.0, "ka": 85.0},
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
    return guess_language(_sample(cells))


def _sample(cells: Cells) -> str:
    """Return the beginnings of the longest cells, which are sentences rather than menu entries."""
    longest = cells.length.argsort(kind="stable")[: -1 - _SAMPLE_CELLS : -1].tolist()
    return " ".join(cells.text_of(cell)[:_SAMPLE_CHARACTERS] for cell in longest)
