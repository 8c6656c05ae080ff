"""The language of a text: by its script, by its function words, by its letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.metadata import read_metadata
from ridgeline.metadata.detection import detect_language, is_contradicted

from . import LAWS, read, read_html

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


@pytest.mark.parametrize("language", TEXTS)
def test_languages(language: str) -> None:
    assert detect_language(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", " \n", "42", "OK", "1.2.3 — 4/5", "\ud800" * 40, "😀" * 50])
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
