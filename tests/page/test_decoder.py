"""Pages in the encodings of the web, declared and not, and everything that only pretends to be text."""

import bz2
import gzip
import lzma
import random
import time
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ridgeline
from ridgeline.page.content_types import BINARY
from ridgeline.page.decoder import Decoded, decode
from ridgeline.page.encodings import WEB_ENCODINGS

PROSE = {
    "en": (
        "The baker on the corner opens at six, and by seven the first trays are empty.",
        "Nobody in the street can say who taught her, but everyone knows the smell of her rye bread.",
    ),
    "fr": (
        "À l'été, les élèves de l'école déménagent près de la forêt, où la rivière a gelé l'année passée.",
        "Le maître a préféré rester : il répète que le théâtre du château sera bientôt prêt à être rouvert.",
    ),
    "de": (
        "Die Müllerin öffnete früh die Tür, denn die Bäcker aus den Dörfern kamen schon über die Brücke.",
        "Später erzählte sie, dass das Getreide schöner gewesen sei als je zuvor und die Körner größer.",
    ),
    "es": (
        "El señor Núñez abrió ayer la pequeña librería de la montaña, después de años de silencio.",
        "Según él, los niños del pueblo leerán más y también aprenderán la canción del otoño.",
    ),
    "pl": (
        "W małym miasteczku nad Wisłą piekarz otwiera sklep o świcie, zanim jeszcze zbudzą się sąsiedzi.",
        "Później wędruje ścieżką przez łąkę, żeby zdążyć na pociąg, którym jego córka wraca ze szkoły.",
    ),
    "cs": (
        "Starý mlynář říkal, že příští týden bude konečně pršet, a děti se těšily na kaluže před školou.",
        "Večer však zůstalo nebe čisté a měsíc svítil nad řekou, jako by o žádném dešti nikdy neslyšel.",
    ),
    "hu": (
        "Az öreg halász minden reggel a tó partján ült, és csöndben nézte, ahogy a köd fölszáll a víz fölül.",
        "Később elmesélte a gyerekeknek, hogy egyszer akkora harcsát fogott, amely elhúzta a csónakját.",
    ),
    "tr": (
        "Küçük köyün öğretmeni her sabah çocuklarla birlikte ağaçların altında şarkı söylüyordu.",
        "Kış geldiğinde ise okulun sobası yanıyor, dışarıda kar sessizce yağıyordu.",
    ),
    "ru": (
        "Каждое утро пекарь выходит из дома затемно, и весь переулок просыпается от запаха хлеба.",
        "Никто не помнит, когда он приехал в город, но все уверены, что без него зима была бы длиннее.",
    ),
    "uk": (
        "Щоранку її сусідка виходить до річки, щоб набрати води й послухати, як прокидається місто.",
        "Вона каже, що його голос чути навіть узимку, коли крига вкриває береги і ґанок заносить снігом.",
    ),
    "el": (
        "Κάθε πρωί ο φούρναρης ανοίγει το μαγαζί του πριν ξημερώσει και η γειτονιά μυρίζει ψωμί.",
        "Κανείς δεν θυμάται πότε ήρθε στην πόλη, αλλά όλοι ξέρουν το όνομά του και τη γάτα του.",
    ),
    "ar": (
        "يفتح الخباز دكانه كل صباح قبل شروق الشمس، فتمتلئ الحارة برائحة الخبز الطازج.",
        "لا يتذكر أحد متى جاء إلى المدينة، لكن الجميع يعرفون اسمه ويحبون حكاياته عن البحر.",
    ),
    "he": (
        "בכל בוקר פותח האופה את חנותו לפני הזריחה, וכל השכונה מתמלאת בריח של לחם טרי.",
        "איש אינו זוכר מתי הגיע לעיר, אבל כולם מכירים את שמו ואוהבים את סיפוריו על הים.",
    ),
    "th": (
        "ทุกเช้าคนทำขนมปังจะเปิดร้านก่อนพระอาทิตย์ขึ้น และทั้งซอยก็อบอวลไปด้วยกลิ่นหอม",
        "ไม่มีใครจำได้ว่าเขามาอยู่ในเมืองนี้เมื่อไร แต่ทุกคนรู้จักชื่อของเขาเป็นอย่างดี",
    ),
    "zh-Hans": (
        "每天清晨，巷口的面包师傅天不亮就开门，整条街都闻得到新鲜面包的香味。",
        "没有人记得他是什么时候来到这座城市的，但是大家都知道他的名字，也喜欢听他讲海边的故事。",
    ),
    "zh-Hant": (
        "每天清晨，巷口的麵包師傅天還沒亮就開門，整條街都聞得到新鮮麵包的香味。",
        "沒有人記得他是什麼時候來到這座城市的，但是大家都知道他的名字，也喜歡聽他講海邊的故事。",
    ),
    "ja": (
        "毎朝まだ暗いうちに、角のパン屋さんは店を開け、通りは焼きたてのパンの香りでいっぱいになる。",
        "いつこの町に来たのか誰も覚えていないが、みんな彼の名前を知っていて、海の話を聞くのが好きだ。",
    ),
    "ko": (
        "매일 아침 해가 뜨기 전에 골목 어귀의 빵집이 문을 열고, 온 동네가 갓 구운 빵 냄새로 가득 찬다.",
        "그가 언제 이 도시에 왔는지 아무도 기억하지 못하지만, 모두가 그의 이름과 바다 이야기를 좋아한다.",
    ),
}

# language, Python's codec to write the page in, the label it declares, the encoding it is to be read in
PAGES = [
    ("fr", "cp1252", "iso-8859-1", "windows-1252"),
    ("fr", "iso8859-1", "latin1", "windows-1252"),
    ("de", "cp1252", "us-ascii", "windows-1252"),
    ("es", "cp1252", "windows-1252", "windows-1252"),
    ("pl", "iso8859-2", "iso-8859-2", "iso-8859-2"),
    ("pl", "cp1250", "windows-1250", "windows-1250"),
    ("cs", "iso8859-2", "latin2", "iso-8859-2"),
    ("hu", "iso8859-2", "ISO_8859-2", "iso-8859-2"),
    ("tr", "cp1254", "iso-8859-9", "windows-1254"),
    ("ru", "cp1251", "windows-1251", "windows-1251"),
    ("ru", "koi8-r", "koi8-r", "koi8-r"),
    ("ru", "iso8859-5", "iso-8859-5", "iso-8859-5"),
    ("uk", "koi8-u", "koi8-u", "koi8-u"),
    ("el", "cp1253", "windows-1253", "windows-1253"),
    ("el", "iso8859-7", "iso-8859-7", "iso-8859-7"),
    ("ar", "cp1256", "windows-1256", "windows-1256"),
    ("he", "cp1255", "windows-1255", "windows-1255"),
    ("he", "iso8859-8", "iso-8859-8-i", "iso-8859-8"),
    ("th", "cp874", "tis-620", "windows-874"),
    ("zh-Hans", "gbk", "gb2312", "gb18030"),
    ("zh-Hans", "gbk", "x-gbk", "gb18030"),
    ("zh-Hans", "gb18030", "GB18030", "gb18030"),
    ("zh-Hant", "big5", "big5", "big5"),
    ("ja", "cp932", "Shift_JIS", "shift_jis"),
    ("ja", "cp932", "x-sjis", "shift_jis"),
    ("ja", "euc_jp", "euc-jp", "euc-jp"),
    ("ja", "iso2022_jp", "iso-2022-jp", "iso-2022-jp"),
    ("ko", "euc_kr", "ks_c_5601-1987", "euc-kr"),
    ("ko", "cp949", "windows-949", "euc-kr"),
    *((language, "utf-8", "utf-8", "utf-8") for language in PROSE),
]
LEGACY = [page for page in PAGES if page[1] != "utf-8"]
# Bytes from 0x80 to 0x9F tell windows-1255 from iso-8859-8, and these sentences have none.
UNDECLARED = sorted({(language, codec) for language, codec, _, _ in PAGES if codec != "iso8859-8"})


def page(language: str, head: str = "") -> str:
    first, second = PROSE[language]
    return (
        f"<!DOCTYPE html><html><head>{head}<title>{first[:20]}</title></head>"
        f"<body><p>{first}</p>\n<p>{second}</p></body></html>"
    )


def meta(label: str) -> str:
    return f'<meta charset="{label}">'


@pytest.mark.parametrize(("language", "codec", "label", "encoding"), PAGES)
def test_page_is_read_as_its_meta_declares(language: str, codec: str, label: str, encoding: str) -> None:
    text = page(language, meta(label))
    assert decode(text.encode(codec)) == Decoded(text, encoding, None)


@pytest.mark.parametrize(("language", "codec", "label", "encoding"), PAGES)
def test_page_is_read_as_its_http_equiv_declares(language: str, codec: str, label: str, encoding: str) -> None:
    text = page(language, f"<META content='text/html; charset={label}' http-equiv=Content-Type>")
    assert decode(text.encode(codec)) == Decoded(text, encoding, None)


@pytest.mark.parametrize(("language", "codec", "label", "encoding"), PAGES)
def test_page_is_read_as_its_http_header_declares(language: str, codec: str, label: str, encoding: str) -> None:
    text = page(language, meta("utf-8" if codec != "utf-8" else "koi8-r"))
    assert decode(text.encode(codec), label) == Decoded(text, encoding, None)


@pytest.mark.parametrize(("language", "codec"), UNDECLARED)
def test_undeclared_page_is_detected(language: str, codec: str) -> None:
    text = page(language)
    decoded = decode(text.encode(codec))
    assert decoded.text == text
    assert decoded.encoding in WEB_ENCODINGS.values()


@pytest.mark.parametrize(("language", "codec"), UNDECLARED)
def test_undeclared_text_without_markup_is_detected(language: str, codec: str) -> None:
    text = "\n".join(PROSE[language])
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize(("language", "codec"), UNDECLARED)
def test_scripts_and_size_do_not_mislead_detection(language: str, codec: str) -> None:
    title, _ = PROSE[language]
    script = "<script>" + "var lookup = {'a': [1, 2, 3]};\n" * 5000 + "</script>"
    text = f"<title>{title[:9]}</title>{script}" + page(language) * 50
    assert decode(text.encode(codec)).text == text


@pytest.mark.parametrize("charset", [None, "", "utf-8", "UTF8", '"utf-8"', "text/html; charset=utf-8", "nonsense"])
def test_charset_of_http_is_read_in_any_spelling(charset: str | None) -> None:
    text = page("ru")
    assert decode(text.encode(), charset) == Decoded(text, "utf-8", None)


def test_xml_declaration_counts() -> None:
    text = f"<?xml version='1.0' encoding='windows-1251'?><rss><title>{PROSE['ru'][0]}</title></rss>"
    assert decode(text.encode("cp1251")) == Decoded(text, "windows-1251", None)


# --- byte order marks


@pytest.mark.parametrize(
    ("mark", "codec", "encoding"),
    [
        (b"\xef\xbb\xbf", "utf-8", "utf-8"),
        (b"\xff\xfe", "utf-16-le", "utf-16le"),
        (b"\xfe\xff", "utf-16-be", "utf-16be"),
        (b"\xff\xfe\0\0", "utf-32-le", "utf-32le"),
        (b"\0\0\xfe\xff", "utf-32-be", "utf-32be"),
    ],
)
@pytest.mark.parametrize("language", PROSE)
def test_byte_order_mark_wins_over_everything(mark: bytes, codec: str, encoding: str, language: str) -> None:
    text = page(language, meta("koi8-r"))
    assert decode(mark + text.encode(codec), "shift_jis") == Decoded(text, encoding, None)


def test_only_the_first_mark_is_taken_off() -> None:
    assert decode(b"\xef\xbb\xbf\xef\xbb\xbf<p>").text == "\ufeff<p>"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("language", PROSE)
def test_utf16_without_a_mark_is_read(codec: str, language: str) -> None:
    text = "\r\n" + page(language)
    assert decode(text.encode(codec)).text == text


def test_utf16_of_odd_length_loses_only_its_last_character() -> None:
    text = page("en")
    assert decode(b"\xff\xfe" + text.encode("utf-16-le") + b"x").text == text + "\ufffd"


def test_utf16_in_the_http_header_is_little_endian() -> None:
    text = PROSE["ru"][0]
    assert decode(text.encode("utf-16-le"), "utf-16") == Decoded(text, "utf-16le", None)


# --- which declarations count


@pytest.mark.parametrize("label", ["utf-16", "UTF-16LE", "utf-16be", "unicode"])
def test_meta_utf16_means_utf8(label: str) -> None:
    text = page("ru", meta(label))
    assert decode(text.encode()) == Decoded(text, "utf-8", None)


@pytest.mark.parametrize(
    "label",
    [
        *("utf-7", "rot13", "zlib_codec", "idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"),
        *("base64", "hex", "bz2", "uu", "quopri", "mbcs", "oem", "palmos", "cp037", "cp500", "utf-32", "utf_8_sig"),
        *("hz-gb-2312", "iso-2022-kr", "x-no-such-charset", "é", "a" * 5000, "-", "", "../aliases", "aliases"),
    ],
)
@pytest.mark.parametrize("codec", ["utf-8", "cp1251"])
def test_unusable_labels_count_as_not_declared(label: str, codec: str) -> None:
    declared, undeclared = page("ru", meta(label)), page("ru")
    assert decode(declared.encode(codec, "replace")).text.endswith(PROSE["ru"][1] + "</p></body></html>")
    assert decode(undeclared.encode(codec), label).text == undeclared


def test_utf7_is_never_decoded() -> None:
    assert "+ADw-script+AD4-" in decode(b"<meta charset=utf-7><p>+ADw-script+AD4-</p>", "utf-7").text


@pytest.mark.parametrize(
    "head",
    [
        '<!-- <meta charset="gbk"> --><meta charset="windows-1251">',
        '<!--><meta charset="windows-1251">-->',
        '<!---><meta charset="windows-1251">',
        "<script>document.write('<meta charset=gbk>')</script><meta charset=windows-1251>",
        "<STYLE>/* <meta charset=gbk> */</STYLE><meta charset=windows-1251>",
        "<meta charset=windows-1251><meta charset=gbk>",
        "<meta charset=rot13><meta charset=windows-1251><meta charset=gbk>",
        "<meta name=description content='about charset=gbk'><meta charset=windows-1251>",
        '<meta name="a" content="1 > 2" charset="windows-1251">',
        "<meta\n\tCharset = 'Windows-1251' />",
        '<meta charset="utf8-or-so"><?xml encoding="gbk"?><meta charset=windows-1251>',
        "<metal charset=gbk><meta charset=windows-1251>",
        '<meta content="text/html; charset=x-cp1251" http-equiv="content-type">',
    ],
)
def test_first_real_declaration_wins(head: str) -> None:
    text = page("ru", head)
    assert decode(text.encode("cp1251")) == Decoded(text, "windows-1251", None)


@pytest.mark.parametrize(
    "before",
    ["<!--" + "x" * 65_536 + "-->", "<script>" + "x()\n" * 16_384 + "</script>", " " * 100_000, "<body><p>Soon</p>"],
)
def test_late_declarations_count(before: str) -> None:
    # Polish in the Baltic encoding: no detector would guess that.
    text = before + page("pl", meta("windows-1257"))
    encoded = text.encode("cp1257", "xmlcharrefreplace")
    assert decode(encoded) == Decoded(encoded.decode("cp1257"), "windows-1257", None)


@pytest.mark.parametrize("far", [200_000, 10_000_000])
def test_declarations_far_down_do_not_count(far: int) -> None:
    text = " " * far + page("ru", meta("koi8-r"))
    assert decode(text.encode()).encoding == "utf-8"


# --- What is not what it is declared to be


RUSSIAN, CHINESE, JAPANESE = PROSE["ru"][0], PROSE["zh-Hans"][0], PROSE["ja"][0]


@pytest.mark.parametrize(
    ("text", "codec", "header", "own", "encoding", "remark"),
    [
        # bytes, header, meta → how they are read, and what is said about it
        (RUSSIAN, "utf-8", None, "iso-8859-1", "utf-8", "the page says windows-1252, but the bytes are utf-8"),
        (CHINESE, "utf-8", None, "gb2312", "utf-8", "the page says gb18030, but the bytes are utf-8"),
        (CHINESE, "utf-8", "gbk", None, "utf-8", "the HTTP header says gb18030, but the bytes are utf-8"),
        (CHINESE, "utf-8", "gbk", "utf-8", "utf-8", "the HTTP header says gb18030, but the bytes are utf-8"),
        (CHINESE, "utf-8", "utf-8", "gb2312", "utf-8", None),
        (JAPANESE, "utf-8", None, "iso-2022-jp", "utf-8", "the page says iso-2022-jp, but the bytes are utf-8"),
        (CHINESE, "gbk", "gbk", "utf-8", "gb18030", None),
        (CHINESE, "gbk", "utf-8", "gb2312", "gb18030", "the HTTP header says utf-8, but the bytes are gb18030"),
        (CHINESE, "gbk", None, "utf-8", "gb18030", "the page says utf-8, but the bytes are gb18030"),
        (RUSSIAN, "cp1251", "koi8-r", "windows-1251", "koi8-r", None),  # every byte is a letter in both
        (JAPANESE, "euc_jp", "x-sjis", "euc-jp", "shift_jis", None),  # katakana of half width
        (JAPANESE, "cp932", "euc-jp", "sjis", "shift_jis", "the HTTP header says euc-jp, but the bytes are shift_jis"),
        ("Grüße", "utf-8", None, "iso-8859-1", "windows-1252", None),  # two characters may be an accident
        ("Grüße, Küche, Öl", "utf-8", None, "latin1", "utf-8", "the page says windows-1252, but the bytes are utf-8"),
        ("plain", "ascii", "gbk", "shift_jis", "gb18030", None),
    ],
)
def test_bytes_beside_declarations(
    text: str, codec: str, header: str | None, own: str | None, encoding: str, remark: str | None
) -> None:
    source = f"<html>{meta(own) if own else ''}<p>{text}</p>"
    found = decode(source.encode(codec), header)
    assert (found.encoding, found.remark) == (encoding, remark)
    assert (found.text == source) == (encoding in (WEB_ENCODINGS.get(codec), "gb18030"))


@pytest.mark.parametrize("cut", [1, 2])
def test_a_page_cut_off_inside_a_character_is_plain_utf8(cut: int) -> None:
    data = (meta("gb2312") + CHINESE).encode()
    assert decode(data[:-cut]).encoding == "utf-8"
    assert decode(data[:-cut] + b"</p>").encoding == "gb18030"  # within the page it is a bad one


@pytest.mark.parametrize(("language", "codec", "label", "encoding"), LEGACY)
def test_a_page_saved_again_as_utf8(language: str, codec: str, label: str, encoding: str) -> None:
    text = page(language, meta(label))
    if language == "en":
        return
    found = decode(text.encode())
    assert (found.text, found.encoding) == (text, "utf-8")
    assert found.remark == f"the page says {encoding}, but the bytes are utf-8"


def test_what_the_bytes_are_is_a_remark_of_the_extraction() -> None:
    found = ridgeline.extract(page("ru", meta("iso-8859-1")).encode())
    assert found.remarks == ("the page says windows-1252, but the bytes are utf-8",)
    assert PROSE["ru"][0] in found.text


def test_utf16_header_on_a_page_in_bytes_is_ignored() -> None:
    text = page("ru", meta("windows-1251"))
    assert decode(text.encode("cp1251"), "utf-16") == Decoded(text, "windows-1251", None)


# --- UTF-8, whole and broken


@pytest.mark.parametrize("head", ["", meta("utf-8")])
@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82", b"\x92"])
@pytest.mark.parametrize("language", [language for language in PROSE if language != "en"])
def test_bad_bytes_do_not_switch_a_utf8_page(head: str, bad: bytes, language: str) -> None:
    text = page(language, head)
    decoded = decode(text.encode().replace(b"<p>", b"<p>" + bad, 1))
    assert decoded.encoding == "utf-8"
    assert decoded.text.replace("\ufffd", "") == text
    assert decoded.text.count("\ufffd") == len(bad.decode("utf-8", "replace"))


def test_few_bad_bytes_do_not_switch_a_declared_english_page() -> None:
    text = page("en", meta("utf-8"))
    assert decode(text.encode() + b" \x93yes\x94 ").text == text + " \ufffdyes\ufffd "


def test_page_cut_off_inside_a_character_is_utf8() -> None:
    assert decode((page("en") + "€").encode()[:-1]) == Decoded(page("en") + "\ufffd", "utf-8", None)


def test_half_a_paragraph_in_another_encoding_does_not_switch_the_page() -> None:
    text = page("ru")
    decoded = decode(text.encode() + PROSE["ru"][0][:40].encode("cp1251"))
    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith(text)


@pytest.mark.parametrize(("language", "codec", "label", "encoding"), [row for row in LEGACY if row[1] != "iso2022_jp"])
def test_page_that_plainly_is_not_the_utf8_it_declares(language: str, codec: str, label: str, encoding: str) -> None:
    if codec != "iso8859-8":
        text = page(language, meta("utf-8"))
        assert decode(text.encode(codec)).text == text
    text = page(language, meta(label))
    remark = f"the HTTP header says utf-8, but the bytes are {encoding}"
    assert decode(text.encode(codec), "utf-8") == Decoded(text, encoding, None, remark), "the page knows better"


def test_nonsense_that_declares_utf8_stays_utf8() -> None:
    bad = b" \xc0\xaf \xe0\x80\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xf8\x88\x80\x80\x80 \xff\xfe \xe2\x82 \x80\xbf " * 50
    decoded = decode(page("en", meta("utf-8")).encode().replace(b"</body>", bad + b"</body>"))
    assert PROSE["en"][1] in decoded.text
    assert decoded.kind is None


@pytest.mark.parametrize("data", [b"", b" ", b"<", b"<p>plain</p>", b"\t\r\n", b"x^2 + y^2"])
def test_ascii_is_utf8(data: bytes) -> None:
    assert decode(data) == Decoded(data.decode(), "utf-8", None)


# --- what browsers read and Python's codecs of the same name do not


@pytest.mark.parametrize(
    ("data", "label", "text"),
    [
        (b"\xad\xa1 \xa4\xa2", "euc-jp", "① あ"),
        (b"\x87\x40", "shift_jis", "①"),
        (b"\x1b(I1\x1b(B", "iso-2022-jp", "ｱ"),
        (b"\x80 \x81", "gbk", "€ \ufffd"),
        (b"\x92\x81", "iso-8859-1", "’\ufffd"),
        (b"\xfd", "tis-620", "\ufffd"),
        (b"\x8c\x63", "euc-kr", "똠"),
    ],
)
def test_supersets_are_read(data: bytes, label: str, text: str) -> None:
    assert decode(data, label).text == text


def test_english_quotation_marks_are_windows_1252() -> None:
    text = f"<p>{PROSE['en'][0]} “Rye,” she said – “that’s all.” Café, £3.</p><p>{PROSE['en'][1]}</p>"
    assert decode(text.encode("cp1252")) == Decoded(text, "windows-1252", None)


# --- what is no text

NOISE = random.Random(7).randbytes(4096)
BINARIES = {
    "png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + NOISE,
    "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + NOISE,
    "gif": b"GIF89a\1\0\1\0" + NOISE,
    "webp": b"RIFF\x24\0\0\0WEBPVP8 " + NOISE,
    "pdf": b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + b"text " * 200,
    "pdf after white space": b"\r\n%PDF-1.7\n",
    "elf": b"\x7fELF\2\1\1" + b"\0" * 9 + NOISE,
    "exe": b"MZ\x90\0\3\0\0\0" + NOISE,
    "zip": b"PK\3\4" + NOISE,
    "gzip": gzip.compress(page("en").encode()),
    "gzip of much": gzip.compress(b"\0" * 1_000_000),
    "bz2": bz2.compress(page("en").encode()),
    "bz2 of nothing": bz2.compress(b""),
    "xz": lzma.compress(page("en").encode()),
    **{f"zlib {level}": zlib.compress(page("en").encode() * 9, level) for level in range(1, 10)},
    "zlib of much": zlib.compress(b"\0" * 1_000_000),
    "woff2": b"wOF2" + NOISE,
    "mp4": b"\0\0\0\x20ftypisom" + NOISE,
    "noise": NOISE,
    "every byte": bytes(range(256)) * 16,
    "NUL": b"\0",
    "NULs": b"\0" * 100_000,
    "NULs and ones": b"\0\0\0\1" * 1000,
    "noise after a UTF-8 mark": b"\xef\xbb\xbf" + NOISE,
    "noise after a UTF-16 mark": b"\xff\xfe" + NOISE,
    "noise after a UTF-32 mark": b"\xff\xfe\0\0" + NOISE,
}


@pytest.mark.parametrize("name", BINARIES)
@pytest.mark.parametrize("charset", [None, "utf-8", "windows-1252", "gbk"])
def test_no_text_is_made_of_binaries(name: str, charset: str | None) -> None:
    text, encoding, kind, _ = decode(BINARIES[name], charset)
    assert (text, encoding) == ("", None)
    assert kind is not None
    has_signature = not name.startswith(("noise", "every byte", "NUL", "zlib"))  # "x^" begins zlib and formulas
    assert kind is not BINARY or not has_signature


@pytest.mark.parametrize("control", ["\0", "\x01", "\x07", "\x08", "\x0b", "\x1f", "\x7f", "\x85"])
@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_control_characters_do_not_make_a_page_binary(control: str, language: str) -> None:
    text = control + page(language).replace(" ", f" {control}")
    assert decode(text.encode()) == Decoded(text, "utf-8", None)


def test_some_nuls_do_not_make_a_legacy_page_binary() -> None:
    text = meta("koi8-r") + page("ru").replace(" ", " \0") + "\x01"
    assert decode(text.encode("koi8-r")) == Decoded(text, "koi8-r", None)


# --- laws

LABELS = st.sampled_from([label for _, _, label, _ in PAGES] + ["rot13", "utf-16", "x", ""]) | st.text(max_size=30)
SNIPPETS = st.sampled_from(
    [b"<meta charset=", b"<!--", b"-->", b"<script", b"</script", b"<?xml encoding=", b"\x1b$B", b"\x1b(B", b"\xff\xfe"]
    + [
        b"\xef\xbb\xbf",
        b"gbk>",
        b"koi8-r>",
        b"shift_jis>",
        b"euc-jp>",
        b"iso-2022-jp>",
        b'="',
        b"\0",
        b"\x80",
        b"<body",
    ]
    + [prose[0].encode(codec, "ignore")[:60] for prose in PROSE.values() for codec in ("utf-8", "gb18030", "cp1251")]
)
HOSTILE = st.binary(max_size=400) | st.lists(SNIPPETS | st.binary(max_size=8), max_size=30).map(b"".join)


@given(HOSTILE, st.none() | LABELS)
@example(b"<meta charset=\xff>\xff", "\ud800")
@example(b"\xff\xfe\0", None)
@example(b"<p>\xe9", "a\0b")
def test_any_bytes_decode(data: bytes, charset: str | None) -> None:
    text, encoding, kind, _ = decode(data, charset)
    text.encode()  # raises if there are lone surrogates
    assert (kind is not None) == (encoding is None)
    assert not (kind and text)


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=200))
def test_utf8_comes_back_whole(text: str) -> None:
    assert decode(("<p>" + text).encode(), "utf-8") == Decoded("<p>" + text, "utf-8", None)


@pytest.mark.parametrize(
    "data",
    [
        b" " * 1_000_000,
        b"charset=" * 100_000,
        b"<meta charset=" * 100_000,
        b"<meta charset=>" * 100_000,
        b"".join(b"<meta charset=x%d>" % number for number in range(100_000)),
        b"<meta " + b"charset = " * 100_000,
        b"<meta " + b"=" * 1_000_000,
        b"<meta charset" + b" " * 1_000_000,
        b"<meta a='b\" c=\"d' " * 60_000,
        b"<!--" * 250_000,
        b"<script" * 150_000,
        b"<?xml " + b"encoding=" * 100_000,
        b"\x1b$B" * 300_000,
        b"\x1b$B" + b"ab" * 500_000,
        b"\xe9" * 1_000_000,
        b"<\xe9>" * 300_000,
        b"\xc3(" * 500_000,
        b"<meta charset=gbk>" + b"\xff" * 1_000_000,
        b"<meta charset=windows-1252>" + b"\x81" * 1_000_000,
        b"<meta charset=utf-8>" + b"\xff" * 1_000_000,
        b"\xff\xfe" + b"a\0" * 1000 + b"\0\xdc" * 500_000,
    ],
    ids=lambda data: repr(data[:24]),
)
def test_megabytes_of_malice_take_no_time(data: bytes) -> None:
    started = time.process_time()
    decode(data)
    assert time.process_time() - started < 1.0  # a few milliseconds; quadratic would be minutes


def test_detection_is_safe_in_threads() -> None:
    pages = [(page(language).encode(codec), page(language)) for language, codec in UNDECLARED] * 20
    with ThreadPoolExecutor(8) as pool:
        texts = pool.map(lambda pair: decode(pair[0]).text, pages)
        assert list(texts) == [text for _, text in pages]
