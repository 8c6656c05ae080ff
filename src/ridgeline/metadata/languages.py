"""Reads the language that a page declares: "en" for en-US; English_United-States is none."""

import re

_TAG = re.compile(r"\s*([a-zA-Z]{2,3})(?![a-zA-Z0-9])")
_TWO_LETTERS = frozenset(  # ISO 639-1
    """aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz
    ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io
    is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr
    ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh
    si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo
    xh yi yo za zh zu""".split()
)
_THREE_LETTERS = frozenset("arz ast ceb ckb dsb fil gsw haw hmn hsb kab nds pap sco tet war yue".split())
# Country codes written for languages, and older and longer codes, unless they are also the code of another language.
_SYNONYMS = dict(
    pair.split(":")
    for pair in """cn:zh jp:ja gr:el cz:cs dk:da ua:uk iw:he in:id ji:yi eng:en deu:de ger:de fra:fr fre:fr spa:es
    ita:it por:pt nld:nl dut:nl rus:ru zho:zh chi:zh jpn:ja kor:ko ara:ar pol:pl tur:tr""".split()
)

# Names in English, for what people ask for. Norwegian has three codes.
_NAMES = dict(
    pair.split(":")
    for pair in """afrikaans:af albanian:sq amharic:am arabic:ar armenian:hy azerbaijani:az basque:eu belarusian:be
    bengali:bn bosnian:bs bulgarian:bg burmese:my catalan:ca chinese:zh croatian:hr czech:cs danish:da dutch:nl
    english:en esperanto:eo estonian:et farsi:fa filipino:tl,fil finnish:fi french:fr galician:gl georgian:ka german:de
    greek:el gujarati:gu hebrew:he hindi:hi hungarian:hu icelandic:is indonesian:id irish:ga italian:it japanese:ja
    kannada:kn kazakh:kk khmer:km korean:ko kurdish:ku,ckb lao:lo latin:la latvian:lv lithuanian:lt luxembourgish:lb
    macedonian:mk malay:ms malayalam:ml maltese:mt marathi:mr mongolian:mn nepali:ne norwegian:no,nb,nn pashto:ps
    persian:fa polish:pl portuguese:pt punjabi:pa romanian:ro russian:ru serbian:sr sinhala:si slovak:sk slovene:sl
    slovenian:sl somali:so spanish:es swahili:sw swedish:sv tagalog:tl,fil tamil:ta telugu:te thai:th turkish:tr
    ukrainian:uk urdu:ur uzbek:uz vietnamese:vi welsh:cy xhosa:xh yiddish:yi zulu:zu""".split()
)

# English is written 12/31/2024 in the United States, and pages that say only "en" are mostly theirs.
_MONTH_FIRST = re.compile(r"en(?:$|[-_]us|[-_]ph)|es[-_]us", re.I)


def primary_language(tag: str) -> str | None:
    """Return the primary subtag of a language tag or locale; None where it is neither."""
    match = _TAG.match(tag)
    if match is None:
        return None
    written = match.group(1).lower()
    code = _SYNONYMS.get(written, written)
    return code if code in _TWO_LETTERS or code in _THREE_LETTERS else None


def language_codes(language: str) -> tuple[str, ...]:
    """Return the codes of a language, given by its English name, a code or a tag; none where it is unknown."""
    if (named := _NAMES.get(language.strip().casefold())) is not None:
        return tuple(named.split(","))
    code = primary_language(language)
    return () if code is None else (code,)


def is_month_first(language: str | None) -> bool:
    """Return whether 3/4/2024 is 4 March in a language, given as in `html lang`; else it is 3 April."""
    return language is None or bool(_MONTH_FIRST.match(language))
