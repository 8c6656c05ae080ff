"""Names of months in the languages of the web, compared without case and accents.

English, German, Dutch, Swedish, Danish, Norwegian, Finnish, French, Spanish, Catalan, Portuguese, Italian, Romanian,
Polish, Czech, Slovak, Hungarian, Turkish, Indonesian, Greek, Russian, Ukrainian, Bulgarian, Serbian, Arabic, Hebrew,
Hindi, Thai, Persian (of both calendars): nominative, genitive and common abbreviations. A name that means different
months in different languages (listopad is October in Croatian, November in Polish and Czech) has the meaning that more
speakers give it.
"""

import re
import unicodedata

_NAMES = (
    """january jan januar jänner januari janvier janv enero ene gener janeiro gennaio gen ianuarie ian styczen stycznia
    leden ledna január januára tammikuu tammikuuta ocak oca ιανουαριος ιανουαριου ιαν январь января янв січень січня
    януари јануар يناير ינואר בינואר जनवरी มกราคม جانفي ژانویه فروردین""",
    """february feb februar februari fevrier fevr fév febrero febrer fevereiro fev febbraio februarie luty lutego unor
    unora február februára helmikuu helmikuuta subat sub φεβρουαριος φεβρουαριου φεβ февраль февраля фев февр лютий
    лютого февруари фебруар فبراير شباط פברואר בפברואר फरवरी กุมภาพันธ์ فيفري فوریه
    اردیبهشت""",
    """march mar marz maerz märz mrz maart mrt mars marts marzo març março martie marzec marca brezen brezna marec
    március maaliskuu maaliskuuta mart μαρτιος μαρτιου μαρ март марта мар березень березня مارس آذار מרץ במרץ मार्च
    มีนาคม maret خرداد""",
    """april apr avril avr abril abr aprile aprilie kwiecien kwietnia duben dubna apríla április huhtikuu huhtikuuta
    nisan nis απριλιος απριλιου απρ апрель апреля апр квітень квітня април أبريل نيسان אפריל באפריל अप्रैल เมษายน
    أفريل آوریل تیر""",
    """may mai mei maj mayo maig maio maggio mag kveten kvetna máj mája május toukokuu toukokuuta mayis μαιος μαιου μαι
    май мая травень травня мај مايو أيار מאי במאי मई พฤษภาคม ماي مه مرداد""",
    """june jun juni juin junio juny junho giugno giu iunie iun czerwiec czerwca cerven cervna jún júna június kesakuu
    kesakuuta haziran haz ιουνιος ιουνιου ιουν июнь июня июн червень червня юни јун يونيو حزيران יוני ביוני जून
    มิถุนายน جوان ژوئن شهریور""",
    """july jul juli juillet juil julio juliol julho luglio lug iulie iul lipiec lipca cervenec cervence júl júla július
    heinakuu heinakuuta temmuz tem ιουλιος ιουλιου ιουλ июль июля июл липень липня юли јул يوليو تموز יולי ביולי
    जुलाई กรกฎาคม جويلية يوليوز ژوئیه مهر""",
    """august aug augustus augusti avgust avg aout agosto ago agost sierpien sierpnia srpen srpna augusta augusztus
    elokuu elokuuta agustos agu agustus αυγουστος αυγουστου αυγ август августа авг серпень серпня أغسطس آب אוגוסט
    באוגוסט अगस्त สิงหาคม agt غشت أوت آگوست آبان""",
    """september sep sept septembre septiembre setiembre setembre setembro set settembre sett septembrie wrzesien
    wrzesnia zari szeptember syyskuu syyskuuta eylul eyl σεπτεμβριος σεπτεμβριου σεπ сентябрь сентября сен сент вересень
    вересня септември септембар سبتمبر أيلول ספטמבר בספטמבר सितंबर सितम्बर กันยายน شتنبر
    سپتامبر آذر""",
    """october oct oktober okt octobre octubre outubro out ottobre ott octombrie pazdziernik pazdziernika rijen rijna
    október októbra lokakuu lokakuuta ekim eki οκτωβριος οκτωβριου οκτ октябрь октября окт жовтень жовтня октомври
    октобар أكتوبر אוקטובר באוקטובר अक्टूबर अक्तूबर ตุลาคม اکتبر دی""",
    """november nov novembre noviembre novembro noiembrie listopad listopada novembra marraskuu marraskuuta kasim kas
    nopember νοεμβριος νοεμβριου νοε ноябрь ноября ноя нояб листопад листопада ноември новембар نوفمبر נובמבר בנובמבר
    नवंबर नवम्बर พฤศจิกายน نونبر نوامبر بهمن""",
    """december dec dezember dez decembre diciembre dic desembre dezembro dicembre decembrie grudzien grudnia prosinec
    prosince decembra joulukuu joulukuuta aralik ara desember des δεκεμβριος δεκεμβριου δεκ декабрь декабря дек грудень
    грудня декември децембар ديسمبر דצמבר בדצמבר दिसंबर दिसम्बर ธันวาคม دجنبر دسامبر
    اسفند""",
)
_FOREIGN_LETTERS = str.maketrans("ıłøđħيك", "ilodhیک")  # the last two are Persian with an Arabic keyboard
_THAI_ABBREVIATIONS = dict(
    zip(
        "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split(),
        "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม".split(),
        strict=True,
    )
)
_THAI_ABBREVIATION = re.compile("|".join(map(re.escape, _THAI_ABBREVIATIONS)))
_MAX_REMEMBERED = 5_000  # characters: more than the languages above have, and fewer than Unicode has


class _Plain(dict[int, int | str | None]):
    """A table for `str.translate`, which looks characters up when they are first met."""

    def __missing__(self, point: int) -> int | str | None:
        character = chr(point)
        plain: int | str | None = point
        if character.isdecimal():
            plain = str(unicodedata.decimal(character))
        elif unicodedata.category(character) == "Mn":
            plain = None
        if len(self) < _MAX_REMEMBERED:
            self[point] = plain
        return plain


_PLAIN = _Plain(_FOREIGN_LETTERS)


def fold(text: str) -> str:
    """Return the text in lower case, without accents, with decimal digits of other scripts as 0 to 9."""
    if text.isascii():
        return text.lower()
    text = _THAI_ABBREVIATION.sub(lambda found: _THAI_ABBREVIATIONS[found[0]], text)  # folded, some are alike
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    return unicodedata.normalize("NFC", folded)  # puts Hangul syllables together again


MONTHS = {fold(name): number for number, names in enumerate(_NAMES, start=1) for name in names.split()}
WEEKDAYS = frozenset(
    """monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun montag
    dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche""".split()
)
# Words that may stand between the parts of a date.
FILLERS = frozenset(map(fold, "st nd rd th of the de del d di den er ro º ª a le г р".split()))
