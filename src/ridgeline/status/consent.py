"""Detects consent walls: pages that hold hardly more than a layer which asks to accept cookies or advertising.

A layer is found by a button that gives consent, and by what the elements around it are called or speak of. Words of all
languages are in one table a subject: a layer speaks of several subjects.
"""

import re
from collections.abc import Callable, Iterator

import numpy as np

from ..page import BoolColumn, IntColumn, Page, elements
from .words import read_phrases

MAX_WALL_WORDS = 1_500  # with all purposes and partners
_MAX_REST_WORDS = 25  # outside of links, forms and the layer
_MIN_SUBJECTS = 3
_MAX_BUTTON_LENGTH = 60
_MAX_BUTTON_NODES = 20
_MAX_BUTTONS = 10_000  # of a page that are looked at
_MAX_LEAVES = 2_000  # around a button
_BEGINNING = 2_000  # characters of a text that are looked at
_BEGINNING_LEAVES = 20
_FIRST_WORDS = 600  # characters in which other names of cookies are looked for
_ROOTS = (elements.CODES["html"], elements.CODES["body"])
_BUTTONS = elements.table(["button", "a"])
_INPUT = elements.CODES["input"]
_HEADLINE = elements.CODES["h1"]
_LAYER_NAME = re.compile(r"consent|cookie|gdpr|dsgvo|\bcmp|privacy", re.IGNORECASE)
# What layers are about, one row a subject: parts of words, of all languages, with · for a space.
_SUBJECTS = tuple(
    tuple(part.replace("·", " ") for part in row.split())
    for row in (
        "cookie куки кукі çerez eväste süti kakor informasjonskaps slapuk piškot kolačić бисквит ارتباط کوکی עוגיות कुकी"
        " คุกกี้ クッキー 쿠키",
        "partner parceiro socio vendor third-part drittanbiet kumppan партн tarafla συνεργάτ συνεργατ شركا שותפ साझेदार"
        " พันธมิตร đối·tác mitra 合作伙伴 合作夥伴 パートナー 파트너 شرکا",
        "consent einwillig zustimm consens consentement consentimiento consentimento toestemming samtyck samtykk"
        " suostum zgod souhlas hozzájárul consimțăm συγκατάθ συναιν rıza onay согласи згод موافق הסכמ"
        " सहमति ยินยอม đồng·ý persetujuan 同意 동의 رضایت",
        "advert werbung anzeigen publicit publicid pubblicit reclame advertent annons annonc mainos reklam reclam"
        " διαφημ реклам إعلان פרסו विज्ञापन โฆษณา quảng·cáo iklan 广告 廣告 広告 광고 تبلیغ hirdetés tracking",
        "personal·data personenbezogen données·personnelles datos·personales dati·personali dados·pessoais"
        " persoonsgegevens persoonlijke·gegevens personuppgift persondata personopplysning henkilötie dane·osobowe"
        " danych·osobowych osobní·údaj osobních·údaj személyes·adat date·personale datele·personale προσωπικ"
        " kişisel·veri персональн البيانات·الشخصية נתונים·אישיים מידע·אישי व्यक्तिगत ข้อมูลส่วนบุคคล dữ·liệu·cá·nhân"
        " data·pribadi 个人信息 个人数据 個人資料 個人情報 個人データ 개인정보 اطلاعات·شخصی",
        "privacy datenschutz privatsphäre confidentialité privacidad riservatezza privacidade integritet privatliv"
        " personvern tietosuoj prywatn soukrom adatvéd confidențial απορρήτ gizlilik конфиденциальн конфіденційн"
        " الخصوصية פרטיות गोपनीयता ความเป็นส่วนตัว quyền·riêng·tư privasi 隐私 隱私 プライバシー 개인정보·보호 حریم",
    )
)
# Buttons that give it.
_ACCEPTS = read_phrases(
    {
        "en": "accept | agree | i consent | allow all | got it",
        "de": "akzeptier | zustimmen | einverstanden | alle erlauben",
        "fr": "accepte | j'accepte | tout accepter",
        "es, pt": "acept | aceit | concordo | estoy de acuerdo",
        "it": "accett | acconsent",
        "nl": "accepteer | akkoord | toestaan",
        "sv, da, no": "acceptera | godkänn | accepter | godta | tillat | tillad",
        "fi": "hyväksy",
        "pl, cs": "akceptuj | zgadzam się | przejdź do serwisu | přijmout | souhlasím",
        "hu, ro": "elfogad | accept",
        "el, tr": "αποδοχή | αποδέχομαι | συμφωνώ | kabul",
        "ru, uk": "принять | принимаю | согласен | согласиться | прийняти | погоджуюсь",
        "ar, he, fa": "قبول | أوافق | موافق | אישור | מסכים | אני מאשר | קבל | می‌پذیرم | پذیرش",
        "hi, th, vi, id": "स्वीकार | ยอมรับ | chấp nhận | đồng ý | terima | setuju",
        "zh, ja, ko": "接受 | 同意 | 同意する | 동의 | 수락 | すべて許可",
    }
)


def may_ask_for_consent(page: Page, keep: IntColumn) -> bool:
    """Return whether the kept leaves begin as those of a consent wall do; true where none is kept."""
    if not len(keep):
        return True
    text = page.core.lower_beginning(keep[:_BEGINNING_LEAVES])
    # Nearly all pages end here: in ASCII, cookies have one name.
    if "cookie" not in text and (text.isascii() or not any(map(text[:_FIRST_WORDS].__contains__, _SUBJECTS[0]))):
        return False
    return _subjects(text).bit_count() >= _MIN_SUBJECTS


def asks_for_consent(page: Page, plain: Callable[[], BoolColumn]) -> bool:
    """Return whether there is a layer that asks for consent, and hardly any of the plain leaves outside of it."""
    layer = _find_layer(page)
    if layer is None:
        return False
    end = page.end[layer]
    headlines = np.flatnonzero((page.tag == _HEADLINE) & ~page.hidden)
    if any(not layer <= headline < end for headline in headlines.tolist()):
        return False
    outside = plain() & ((page.leaves < layer) | (page.leaves >= end))
    rest = page.core.count_words(np.flatnonzero(outside).astype(np.int32), _MAX_REST_WORDS)
    return rest < _MAX_REST_WORDS


def _find_layer(page: Page) -> int | None:
    """Return the outermost element around a button for consent that is called so, or the first that speaks of it."""
    button = min(_consenting(page), default=None)
    if button is None:
        return None
    layer, subjects, above = None, 0, button
    center, _ = page.leaves_in(above)
    first = last = center
    while above >= 0 and page.tag[above] not in _ROOTS:
        start, stop = page.leaves_in(above)
        start, stop = max(start, center - _MAX_LEAVES), min(stop, center + _MAX_LEAVES)
        for leaf in (*range(start, first), *range(last, stop)):
            if not page.hidden[page.leaves[leaf]]:
                subjects |= _subjects(page.leaf_text[leaf][:_BEGINNING].lower())
        first, last = start, stop
        is_about_it = subjects.bit_count() >= _MIN_SUBJECTS
        if is_about_it and (layer is None or _is_named(page, above)):
            layer = above
        above = int(page.parent[above])
    return layer


def _consenting(page: Page) -> Iterator[int]:
    """Yield the buttons that give consent."""
    texts = page.core.short_texts(_BUTTONS, _MAX_BUTTON_NODES)[:_MAX_BUTTONS]
    texts += [(index, value) for index, value in page.tagged(_INPUT, "value") if value and not page.hidden[index]]
    short = [(index, text.lower()) for index, text in texts if len(text) <= _MAX_BUTTON_LENGTH]
    said = "\n".join(text for _, text in short)
    accepts = [part for part in _ACCEPTS if part in said]  # hardly any page has one of them
    for index, text in short if accepts else ():
        if any(map(text.__contains__, accepts)):
            yield index


def _is_named(page: Page, index: int) -> bool:
    return any(_LAYER_NAME.search(page.value(index, name) or "") for name in ("id", "class"))


def _subjects(text: str) -> int:
    """Return the subjects that a text in lower case speaks of, a bit each."""
    return sum(1 << bit for bit, parts in enumerate(_SUBJECTS) if any(map(text.__contains__, parts)))
