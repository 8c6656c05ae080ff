"""Guesses of a page's language, and stop words."""

import pytest

from ridgeline.text.languages import STOP_WORDS, guess_language, primary_code, stop_words

SENTENCES = {
    "en": "The keeper of the lighthouse said that it was the coldest night they had seen in all the years.",
    "de": "Der Wärter des Leuchtturms sagte, dass es die kälteste Nacht war, die sie in all den Jahren hatten.",
    "fr": "Le gardien du phare a dit que c'était la nuit la plus froide de toutes les années dans la baie.",
    "es": "El guardián del faro dijo que era la noche más fría que habían visto en todos los años.",
    "it": "Il guardiano del faro ha detto che era la notte più fredda che avessero visto in tutti gli anni.",
    "pt": "O guarda do farol disse que era a noite mais fria que eles viram em todos os anos, e não foi só isso.",
    "nl": "De wachter van de vuurtoren zei dat het de koudste nacht was die ze in al die jaren hadden gezien.",
    "sv": "Vaktmästaren sade att det var den kallaste natten som de hade sett under alla åren och inte mer.",
    "pl": "Strażnik powiedział, że to była najzimniejsza noc, jaką widzieli przez te wszystkie lata i nie tylko.",
    "cs": "Strážce řekl, že to byla nejchladnější noc, jakou viděli za ty roky, a že se to již není možné.",
    "tr": "Bekçi bunun bu kadar yıl için en soğuk gece olduğunu söyledi ve daha sonra bir şey demedi.",
    "ru": "Смотритель маяка сказал, что это была самая холодная ночь, которую они видели за все годы.",
    "uk": "Доглядач маяка сказав, що це була найхолодніша ніч, яку вони бачили за всі ці роки, і не тільки.",
    "el": "Ο φύλακας του φάρου είπε ότι ήταν η πιο κρύα νύχτα που είχαν δει σε όλα τα χρόνια.",
    "zh": "灯塔的看守人说,这是他们这些年来见过的最冷的夜晚。",
    "ja": "灯台の番人は、何年もの間で一番寒い夜だったと言いました。",
    "ko": "등대지기는 그동안 본 가장 추운 밤이었다고 말했다.",
    "ar": "قال حارس المنارة إنها كانت أبرد ليلة شهدوها منذ سنوات.",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_guess(language: str) -> None:
    assert guess_language(SENTENCES[language]) == language


@pytest.mark.parametrize("text", ["", "…", "12:34", "qwx zzyx brrf", "\ud800"])
def test_unclear_languages(text: str) -> None:
    assert guess_language(text) == ""


def test_stop_words_are_lower_case_and_of_every_list() -> None:
    for language, words in STOP_WORDS.items():
        assert len(words) > 50
        assert all(word == word.lower() for word in words)
        assert stop_words(language) == words
    assert "的" in stop_words("zh")
    assert stop_words("xx") == stop_words("") == frozenset()


@pytest.mark.parametrize(
    ("tag", "code"),
    [("en-GB", "en"), ("zh_CN", "zh"), ("DE", "de"), (" fr ; q=1", "fr"), ("und", ""), ("", ""), (None, ""), ("x", "")],
)
def test_primary_code(tag: str | None, code: str) -> None:
    assert primary_code(tag) == code
