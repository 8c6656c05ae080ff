"""Detects the language of a text, also of a short one.

The script decides where one language uses it far more than others: Han, kana, Hangul, Thai, Greek … Among languages of
one script, function words decide: a word counts the more, the fewer languages have it. Where they leave a doubt, in
short texts and in lists, the trigrams of all words are compared as well with the most frequent ones of each language.

Those stand in `trigrams.txt`, a line a language, the most frequent first; `benchmarks/languages.py` counts them, and
measures: docs/experiments.md has the figures. The weight of a trigram falls with the logarithm of its rank, as
frequencies do.
"""

import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from math import log
from operator import mul
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .stop_words import STOP_WORDS

_MAX_LENGTH = 2_000  # characters that are read: more do not change the answer
_LENGTH_OF_SCRIPT = 1_000  # characters in which another script would show
_MIN_LETTERS = 12
_IDEOGRAPH_WEIGHT = 3  # a character of Chinese, Japanese or Korean says as much as this many letters
_MIN_KANA_SHARE = 0.08  # of Han and kana together: Japanese mixes them, Chinese has no kana
TRIGRAMS = Path(__file__).with_name("trigrams.txt")
MAX_RANK = 600  # trigrams a language: 300 are worse, 800 no better
_RANK_OFFSET = 20  # the first ranks are about equally frequent
_WORD_WEIGHT = 10  # of a function word that no other language has, in the unit of trigrams
_PLAIN_SHARE = 0.8  # of the letters in a script: enough to contradict a declared language
_PLAIN_LETTERS = 150
_PLAIN_SCORE, _PLAIN_LEAD = 8, 2.5  # of function words: enough to decide, and to contradict declared English
_END_LENGTH = 300  # characters that are read first, at each end: some pages begin in one language and go on in another
_SCORE_BEYOND_DOUBT, _LEAD_BEYOND_DOUBT = 12, 3
_ASCII_BEYOND_DOUBT = 0.9  # of the characters
_MAX_COUNT = 4  # of a word or a trigram: one that is repeated throughout says little
_DEFAULT_LANGUAGE = "en"
_ENGLISH_WORDS = (" the ", " and ", " with ", " you ")

# The first code points of the blocks of Unicode, each with its script; "" for what is no letter of these.
_BLOCKS: tuple[tuple[int, str], ...] = (
    *((0x0, ""), (0x41, "Latin"), (0x5B, ""), (0x61, "Latin"), (0x7B, ""), (0xC0, "Latin"), (0x250, "")),
    *((0x370, "el"), (0x400, "Cyrillic"), (0x530, "hy"), (0x590, "he"), (0x600, "Arabic"), (0x700, "")),
    *((0x750, "Arabic"), (0x780, "dv"), (0x7C0, ""), (0x900, "hi"), (0x980, "bn"), (0xA00, "pa"), (0xA80, "gu")),
    *((0xB00, "or"), (0xB80, "ta"), (0xC00, "te"), (0xC80, "kn"), (0xD00, "ml"), (0xD80, "si"), (0xE00, "th")),
    *((0xE80, "lo"), (0xF00, "bo"), (0x1000, "my"), (0x10A0, "ka"), (0x1100, "ko"), (0x1200, "am"), (0x13A0, "")),
    *((0x1780, "km"), (0x1800, ""), (0x1E00, "Latin"), (0x1F00, "el"), (0x2000, ""), (0x3041, "ja"), (0x3100, "")),
    *((0x3130, "ko"), (0x3190, ""), (0x31F0, "ja"), (0x3200, ""), (0x3400, "zh"), (0xA000, ""), (0xAC00, "ko")),
    *((0xD7A4, ""), (0xF900, "zh"), (0xFB00, ""), (0xFB50, "Arabic"), (0xFE00, ""), (0xFE70, "Arabic"), (0xFF00, "")),
    *((0xFF66, "ja"), (0xFFA0, ""), (0x20000, "zh"), (0x32000, "")),
)
_SPACED_OUT = bytes(byte if byte >= 128 or chr(byte).isalpha() else ord(" ") for byte in range(256))
_NO_LETTERS = bytes(set(range(128)) - set(string.ascii_letters.encode()))
_SCRIPTS = tuple(sorted({script for _, script in _BLOCKS}))
_WEIGHTS = [0 if not name else _IDEOGRAPH_WEIGHT if name in ("zh", "ja", "ko") else 1 for name in _SCRIPTS]

_MORE_WORDS = {
    "da": """og i at det er en til af på de med den ikke jeg som der for har et han var vi kan du også fra men om efter
        blev ved hvad eller være skal år når nu mod så meget havde hun kun mig sig bliver nogle alle mange""",
    "no": """og i å det er en til av på de med den ikke jeg som for har et han var vi kan du også fra men om etter ble
        ved hva eller være skal år når nå mot så hadde hun meg seg blir noen alle mange sier opp ut dette over bare""",
    "fi": """ja on ei että se hän oli ovat mutta kun niin tai myös kuin jos olla ole mitä vain joka sen ne tämä mukaan
        minä sitä nyt siitä vielä jo kanssa hänen jälkeen ollut voi jotka eivät tässä""",
    "hu": """a az és hogy nem is egy ez de csak meg már mint van vagy volt ki be el azt még ha lehet amely lesz kell
        után akkor minden majd sem ezt mert ami itt úgy igen""",
    "ro": """și în de la cu pe nu este că o un din mai să se pentru care au fost sunt ce a fi dar prin după ca lui sau
        foarte acest această această toate când fără între până cum""",
    "sk": """a v na sa je že to s z do o k ako aj by ale pre za po si od pri alebo už bol bola boli bolo ktoré ktorý
        ktorá sú len tak čo ešte ich jeho nie môže viac podľa keď""",
    "hr": """i u je na da se za su od s sa nije što kao ali iz koji koja koje o do po bi biti ili samo još sve već nakon
        kako ne to će bio bila prema više može godine""",
    "sl": """in v je na da se za so z s ne kot pa ki po tudi bi ali od ko še pri do iz lahko ter bo bil bila bilo kar
        več samo če že zaradi leta ni""",
    "et": """ja on ei et see ta oli mis ka kui aga või oma ning siis nii seda kes veel selle mida juba välja ole tema
        pärast kuid olla nagu üle""",
    "lv": """un ir ar par no uz ka kas to tas bet arī nav lai kā tā vai pēc gan tiek jau ko var pie līdz bija ļoti
        viņš savu tikai gadu""",
    "lt": """ir yra kad su į iš tai bet kaip ar už nuo apie jau tik dar buvo jis per po ne taip metų gali savo labai
        kurie kuris ji mes""",
    "is": """og að í er á sem til um við með en ekki því fyrir það var af hann frá hafa eru þess þegar eða svo þeir hún
        verið hefur sé ég þar""",
    "id": """yang dan di dengan untuk dari ini itu tidak dalam pada akan juga ada ke oleh adalah bisa sudah telah saya
        kami mereka kita atau karena tersebut lebih hanya bahwa para seperti secara""",
    "ms": """yang dan di dengan untuk dari ini itu tidak dalam pada akan juga ada ke oleh adalah boleh sudah telah saya
        kami mereka kita atau kerana tersebut lebih hanya bahawa para seperti secara ialah iaitu""",
    "vi": """và của là có trong được cho không các một với những người này đã khi để từ đó như nhiều về vào ra đến cũng
        tại năm theo sẽ nhưng bạn còn hơn trên phải""",
    "sw": """na ya wa kwa ni katika za la kuwa cha hii huo hiyo kama yake watu lakini pia hata baada mwa vya sana wake
        kutoka ambao alisema hizo""",
    "ca": """el la els les de del dels i en a que és un una per amb no es al als ha han més com ser són aquest aquesta
        també però seva seu entre molt sense fins""",
    "gl": """o a os as de do da dos das e en que é un unha por con non se ao aos na no máis como para foi tamén pero ser
        son súa seu sen moi está""",
    "eu": """eta da ez du bat dira ere zuen baina izan hori egin dute bere beste duen hau dela edo den baino""",
    "af": """die en van is in het nie om te dat vir op wat met sy hulle ek was as aan ook sal maar kan word deur jy
        by hy ons""",
    "tl": """ang ng sa na mga ay ni at si para kung hindi ito siya nang may isang din ako rin nila po ka""",
    "sq": """të e në dhe i që për një me nga është si nuk më se ka do janë por kjo kur kanë tij""",
    "az": """və bir bu ki ilə üçün də da olan olaraq edir daha çox sonra kimi var onun idi hər""",
    "cy": """yn y a i o ar yr mae ei am gan bod wedi ac oedd hefyd eu fel sydd gyda ond""",
    "ga": """an na a i ar is le agus go do ag bhí tá sé ní ach sin leis seo mar""",
    "eo": """la de kaj en estas por ne al mi vi ĝi ke oni ankaŭ pri kun sed tio li sur""",
    "la": """et in est non ad cum ut ex quod sed qui quae per sunt esse aut ab si enim hoc""",
    "zu": """ukuthi futhi ngoba kanye uma kodwa abantu kakhulu yini lapho khona ukuze ngaphandle manje kusho""",
    "xh": """ukuba kwaye kunye nje kodwa abantu kakhulu ngoku xa oko ngenxa apho ukuze""",
    "bg": """на и в за да се с от е не са че по като при със ще или но това след беше бе до към които който също има
        само още по-""",
    "sr": """и у је на да се за су од са није што као али из који која које о до по би или само још све већ након како
        не то ће био била према више може""",
    "mk": """на и во за да се со од е не се дека по како при ќе или но тоа по беше до кои која има само уште""",
    "be": """і ў на з не што у па як для гэта быў да але яго ад за якія пра ці яна яшчэ таксама""",
    "kk": """және мен бұл үшін деп бар да де бір ол болып көп туралы жоқ еді""",
}
_CYRILLIC_LANGUAGES = ("ru", "uk", "bg", "sr", "mk", "be", "kk")
_WORD = re.compile(r"[^\W\d_]+")
_PERSIAN = re.compile("[پچژگکی]")  # letters that Arabic does not have, or writes otherwise
_URDU = re.compile("[ٹڈڑںھہے]")
_ARABIC_LETTERS = re.compile("[كيةى]")
# Languages of more than one script, or of one that is not in the table above.
_UNDECIDED = frozenset("sr az kk uz ku mn pa sd ks ha yi jv su bm ff tt".split())
_LANGUAGES_OF_SCRIPTS = {
    "Cyrillic": frozenset("ru uk bg sr mk be kk ky tg mn tt ba cv ce os ab av sah".split()),
    "Arabic": frozenset("ar fa ur ps sd ug ckb ku arz dv".split()),
    "hi": frozenset("hi mr ne sa ks".split()),
    "zh": frozenset("zh yue ja ko ii za".split()),
    "ja": frozenset({"ja"}),
    "he": frozenset({"he", "yi"}),
    "bn": frozenset({"bn", "as"}),
    "am": frozenset({"am", "ti"}),
    "bo": frozenset({"bo", "dz"}),
}


def detect_language(text: str) -> str | None:
    """Return the language of a text as its two-letter code; None where the text is too short or says too little."""
    text = text[:_MAX_LENGTH]
    if language := _beyond_doubt(text):
        return language  # most texts in Latin script
    latin, others = _count_latin(text)
    is_latin = latin > max(others, _MIN_LETTERS)
    script, _, letters = ("Latin", 1.0, latin) if is_latin else _main_script(text)
    if letters < _MIN_LETTERS:
        return None
    if script == "Latin":
        return _by_words(text, _latin_languages())
    if script == "Cyrillic":
        return _by_words(text, _CYRILLIC_LANGUAGES)
    return _of_arabic_script(text) if script == "Arabic" else script


def _beyond_doubt(text: str) -> str | None:
    """Return the language that has most function words at both ends of a text, nearly all ASCII, by far."""
    if len(text) > 2 * _END_LENGTH:
        text = f"{text[:_END_LENGTH]} {text[-_END_LENGTH:]}"
    if not text.isascii() and len(text.encode("ascii", "ignore")) < _ASCII_BEYOND_DOUBT * len(text):
        return None
    first, score, second = _best(_word_scores(text, _latin_languages()))
    return first if score >= _SCORE_BEYOND_DOUBT and score >= _LEAD_BEYOND_DOUBT * second else None


def is_contradicted(language: str, text: str) -> bool:
    """Return whether a text is plainly not in a language that a page declares.

    Its letters are of another script; or the page declares English, as templates do by default, and the text has none
    of its function words but many of another language.
    """
    if language == _DEFAULT_LANGUAGE and _is_english(text):
        return False  # most pages
    text = text[:_MAX_LENGTH]
    latin, rest = _count_latin(text[:_LENGTH_OF_SCRIPT])
    if latin > rest and language in _latin_languages() and language != _DEFAULT_LANGUAGE:
        return False
    script, share, letters = _main_script(text[:_LENGTH_OF_SCRIPT])
    if language in _UNDECIDED or share < _PLAIN_SHARE or letters < _PLAIN_LETTERS:
        return False
    if script != "Latin":
        return language not in _LANGUAGES_OF_SCRIPTS.get(script, (script,))
    if language == _DEFAULT_LANGUAGE:
        first, score, others = _best(_word_scores(text, _latin_languages()))
        return first != language and score >= _PLAIN_SCORE and score >= _PLAIN_LEAD * others
    return any(language in languages for languages in _LANGUAGES_OF_SCRIPTS.values()) or language in _SCRIPTS


def _is_english(text: str) -> bool:
    return any(map(text[:_LENGTH_OF_SCRIPT].__contains__, _ENGLISH_WORDS))


def _count_latin(text: str) -> tuple[int, int]:
    """Return the letters of ASCII, and the most that all others can count, which are quicker to count than scripts."""
    ascii_only = text.encode("ascii", "ignore")
    return len(ascii_only.translate(None, _NO_LETTERS)), _IDEOGRAPH_WEIGHT * (len(text) - len(ascii_only))


def _main_script(text: str) -> tuple[str, float, int]:
    """Return the script of most letters, its share of them, and their number; ideographs count as several letters."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    characters = np.bincount(_script_of_points().take(points, mode="clip"), minlength=len(_SCRIPTS)).tolist()
    counts = dict(zip(_SCRIPTS, map(mul, characters, _WEIGHTS), strict=True))
    if counts["ja"] > _MIN_KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] += counts.pop("zh")
    letters = sum(counts.values())
    best = max(counts, key=counts.__getitem__)
    return best, counts[best] / max(1, letters), letters


def _by_words(text: str, languages: tuple[str, ...]) -> str | None:
    scores = dict(_word_scores(text, languages))
    first, score, second = _best(scores)
    if score >= _PLAIN_SCORE and score >= _PLAIN_LEAD * second:
        return first
    for language, trigram_score in _trigram_scores(text, languages).items():
        scores[language] = scores[language] * _WORD_WEIGHT + trigram_score
    first, score, _ = _best(scores)
    return first if score else None


@lru_cache(maxsize=2)  # what contradicts a declared language is then looked at again; texts are short
def _word_scores(text: str, languages: tuple[str, ...]) -> Mapping[str, float]:
    """Return the number of function words of each language, each shared among the languages that have it."""
    sharing = _sharing(languages)
    scores = dict.fromkeys(languages, 0.0)
    counts: dict[str, int] = {}
    for word in filter(sharing.__contains__, _words(text)):
        counts[word] = counts.get(word, 0) + 1
    for word, count in counts.items():
        having = sharing[word]
        share = (count if count < _MAX_COUNT else _MAX_COUNT) / len(having)
        for language in having:
            scores[language] += share
    return scores


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case, in a fifth of the time that `_WORD` takes for all of it."""
    spaced = text.lower().encode(errors="surrogatepass").translate(_SPACED_OUT).decode(errors="surrogatepass")
    if spaced.isascii():
        return spaced.split()
    words: list[str] = []
    for part in spaced.split():
        words += (part,) if part.isascii() else _WORD.findall(part)
    return words


def _trigram_scores(text: str, languages: tuple[str, ...]) -> dict[str, float]:
    weights = trigram_weights(languages)
    scores = dict.fromkeys(languages, 0.0)
    for trigram, found in Counter(trigrams(text)).items():
        count = min(found, _MAX_COUNT)
        for language, weight in weights.get(trigram, ()):
            scores[language] += weight * count
    return scores


def trigrams(text: str) -> Iterator[str]:
    """Iterate over the letters of every word by threes; its beginning and its end count as letters."""
    for word in _words(text):
        padded = f" {word} "
        for start in range(len(padded) - 2):
            yield padded[start : start + 3]


def _best(scores: Mapping[str, float]) -> tuple[str, float, float]:
    """Return the language with the highest score, its score, and that of the second."""
    second, best = sorted(scores.values())[-2:]
    return next(language for language, score in scores.items() if score == best), best, second


def _of_arabic_script(text: str) -> str:
    if len(_URDU.findall(text)) > len(_ARABIC_LETTERS.findall(text)):
        return "ur"
    return "fa" if len(_PERSIAN.findall(text)) > len(_ARABIC_LETTERS.findall(text)) else "ar"


@cache
def _script_of_points() -> npt.NDArray[np.uint8]:
    """Return by code point: the position of its script; the last entry stands for all that follow."""
    starts = [start for start, _ in _BLOCKS]
    sizes = np.diff([*starts, starts[-1] + 1])
    return np.repeat(np.array([_SCRIPTS.index(script) for _, script in _BLOCKS], dtype=np.uint8), sizes)


@cache
def _latin_languages() -> tuple[str, ...]:
    return tuple(code for code in function_words() if code not in (*_CYRILLIC_LANGUAGES, "el"))


@cache
def function_words() -> dict[str, frozenset[str]]:
    """Return the function words of every language that is told by them."""
    return {**STOP_WORDS, **{code: frozenset(words.split()) for code, words in _MORE_WORDS.items()}}


@cache
def _sharing(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the languages that have each function word."""
    known: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in function_words()[language]:
            known[word] = (*known.get(word, ()), language)
    return known


@cache
def trigram_weights(languages: tuple[str, ...]) -> dict[str, list[tuple[str, float]]]:
    """Return the languages in which each trigram is frequent, each with its weight."""
    weights: dict[str, list[tuple[str, float]]] = {}
    for line in TRIGRAMS.read_text(encoding="utf-8").splitlines():
        language, _, joined = line.partition(":")
        if language in languages:
            for rank in range(len(joined) // 3):
                weight = log((MAX_RANK + _RANK_OFFSET) / (rank + _RANK_OFFSET))
                weights.setdefault(joined[3 * rank : 3 * rank + 3], []).append((language, weight))
    return weights
