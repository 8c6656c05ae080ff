"""The language of a text: by its script, by its function words, by its letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.languages.detection import (
    MAX_RANK,
    TRIGRAMS,
    detect_language,
    function_words,
    is_contradicted,
)
from ridgeline.metadata import read_metadata

from ..metadata import LAWS, read, read_html

TEXTS = {
    "en": "The ferry leaves the island at nine, and it is back in the harbour before the night.",
    "de": "Die Fähre verlässt die Insel um neun Uhr und ist vor der Nacht wieder im Hafen.",
    "fr": "Le bac quitte l'île à neuf heures et il est de retour dans le port avant la nuit.",
    "es": "El barco sale de la isla a las nueve y está de vuelta en el puerto antes de la noche.",
    "it": "Il traghetto lascia l'isola alle nove ed è di nuovo nel porto prima della notte.",
    "pt": "A balsa sai da ilha às nove e está de volta ao porto antes da noite, como em todos os dias.",
    "nl": "De veerboot verlaat het eiland om negen uur en is voor de nacht weer terug in de haven.",
    "sv": "Färjan lämnar ön klockan nio och är tillbaka i hamnen före natten, som den alltid har varit.",
    "da": "Færgen forlader øen klokken ni og er tilbage i havnen før natten, men ikke efter juleaften.",
    "no": "Ferga forlater øya klokka ni og er tilbake i havna før natta, men ikke etter julaften, sier hun.",
    "fi": "Lautta lähtee saarelta kello yhdeksän ja on satamassa ennen yötä, mutta se ei ole nopea.",
    "pl": "Prom odpływa z wyspy o dziewiątej i jest z powrotem w porcie przed nocą, ale nie w święta.",
    "cs": "Trajekt odplouvá z ostrova v devět hodin a je zpět v přístavu před nocí, ale ne když prší.",
    "hu": "A komp kilenckor indul a szigetről, és már az éjszaka előtt ismét itt van, hogy ne kelljen várni.",
    "ro": "Feribotul pleacă de pe insulă la ora nouă și este în port înainte de noapte, dar nu când plouă.",
    "tr": "Vapur adadan saat dokuzda ayrılıyor ve gece olmadan önce limana dönüyor, ama bu her gün için değil.",
    "id": "Kapal itu berangkat dari pulau pada jam sembilan dan akan kembali ke pelabuhan sebelum malam.",
    "vi": "Chuyến phà rời đảo lúc chín giờ và trở về cảng trước khi trời tối, nhưng không phải mọi ngày.",
    "zh": "渡轮九点离开小岛，天黑之前回到港口。",
    "ja": "フェリーは九時に島を出て、夜になる前に港へ戻ります。",
    "ko": "여객선은 아홉 시에 섬을 떠나 밤이 되기 전에 항구로 돌아온다.",
    "th": "เรือข้ามฟากออกจากเกาะตอนเก้าโมง",
    "el": "Το πλοίο φεύγει από το νησί στις εννέα.",
    "he": "המעבורת עוזבת את האי בשעה תשע",
    "ar": "تغادر العبارة الجزيرة في الساعة التاسعة وتعود إلى الميناء قبل الليل",
    "fa": "کشتی ساعت نه جزیره را ترک می‌کند و پیش از شب به بندر برمی‌گردد",
    "hi": "नाव नौ बजे द्वीप से निकलती है",
    "ru": "Паром уходит с острова в девять часов и возвращается в порт до ночи, но не в праздники.",
    "uk": "Пором відходить з острова о дев'ятій годині й повертається до порту, але не у свята, як і всі.",
    "bg": "Фериботът тръгва от острова в девет часа и се връща на пристанището преди нощта, но това не е така.",
    "ka": "ბორანი კუნძულს ცხრა საათზე ტოვებს",
    "ta": "படகு ஒன்பது மணிக்கு தீவை விட்டு",
}

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
# Hardly a function word: the letters decide.
LISTS = {
    "en": "Chopped onions, melted butter, baking powder, brown sugar, freshly ground black pepper",
    "de": "Gehackte Zwiebeln, geschmolzene Butter, Backpulver, brauner Zucker, frisch gemahlener Pfeffer",
    "fr": "Oignons hachés, beurre fondu, levure chimique, sucre roux, poivre noir fraîchement moulu",
    "es": "Cebollas picadas, mantequilla derretida, levadura química, azúcar moreno, pimienta negra recién molida",
    "sv": "Hackade lökar, smält smör, bakpulver, farinsocker, nymalen svartpeppar, finhackad persilja",
    "tr": "Doğranmış soğan, eritilmiş tereyağı, kabartma tozu, esmer şeker, taze çekilmiş karabiber",
}


@pytest.mark.parametrize("language", TEXTS)
def test_languages(language: str) -> None:
    assert detect_language(TEXTS[language]) == language


@pytest.mark.parametrize("language", SENTENCES)
def test_sentences(language: str) -> None:
    assert detect_language(SENTENCES[language]) == language


@pytest.mark.parametrize("language", LISTS)
def test_lists_without_function_words(language: str) -> None:
    assert detect_language(LISTS[language]) == language


def test_trigrams_are_of_the_languages_that_words_tell() -> None:
    lines = TRIGRAMS.read_text(encoding="utf-8").splitlines()
    assert [line.partition(":")[0] for line in lines] == list(function_words())
    assert TRIGRAMS.stat().st_size < 150_000
    for line in lines:
        joined = line.partition(":")[2]
        ranked = [joined[start : start + 3] for start in range(0, len(joined), 3)]
        assert len(set(ranked)) == len(ranked) <= MAX_RANK
        assert all(len(trigram) == 3 for trigram in ranked)


@pytest.mark.parametrize(
    "text", ["", " \n", "…", "12:34", "qwx zzyx brrf", "\ud800", "42", "OK", "1.2.3 — 4/5", "\ud800" * 40, "😀" * 50]
)
def test_a_text_that_says_too_little(text: str) -> None:
    assert detect_language(text) is None


def test_names_and_code_in_latin_letters_do_not_hide_the_script() -> None:
    assert detect_language("请先安装 Python 和 NumPy，然后运行 pip install ridgeline 命令即可开始使用。") == "zh"


@pytest.mark.parametrize(
    ("declared", "language", "contradicted"),
    [
        ("en", "en", False),
        ("en", "de", True),  # English is what templates declare
        ("de", "en", False),  # the same script: the page knows better
        ("fr", "es", False),
        ("en", "zh", True),
        ("en", "ru", True),
        ("zh", "en", True),
        ("zh", "ja", True),
        ("ja", "zh", False),  # headlines without kana
        ("ru", "uk", False),
        ("mr", "hi", False),
        ("yi", "he", False),
        ("fa", "ar", False),
        ("sr", "en", False),  # written in both
        ("sr", "ru", False),
        ("ko", "th", True),
    ],
)
def test_another_script_contradicts_and_another_language_where_english_is_declared(
    declared: str, language: str, contradicted: bool
) -> None:
    assert is_contradicted(declared, 10 * TEXTS[language]) is contradicted


def test_a_few_words_do_not_contradict() -> None:
    assert not is_contradicted("en", "渡轮九点离开")


def test_the_declared_language_counts() -> None:
    html = f"<html lang=de><p>{TEXTS['en']}"
    assert read_html(html).language == "de"
    assert read_metadata(ridgeline.parse(html), TEXTS["en"]).language == "de"


def test_the_language_of_the_content_is_detected() -> None:
    page = ridgeline.parse(f"<nav>{TEXTS['en']}</nav><p>{TEXTS['sv']}")
    assert read_metadata(page, TEXTS["sv"]).language == "sv"


def test_the_language_of_the_page_is_detected_where_the_content_is_not_known() -> None:
    assert read("<script>" + TEXTS["en"] * 20 + "</script>", f"<p>{TEXTS['zh']}</p>").language == "zh"


def test_another_script_corrects_the_page() -> None:
    page = ridgeline.parse("<html lang=en><p>text")
    assert read_metadata(page, 10 * TEXTS["zh"]).language == "zh"


def test_an_extraction_detects_the_language_of_its_text() -> None:
    found = ridgeline.extract(f"<body><p>{TEXTS['fr']}</p></body>", extractor="everything")
    assert found.metadata.language == "fr"


@LAWS
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    found = detect_language(text)
    assert found is None or (found.isascii() and found.islower() and 2 <= len(found) <= 3)
    assert is_contradicted("en", text) in (True, False)
