"""Finds prices in texts: a number with the sign or the code of a currency before or after it."""

import re
from typing import NamedTuple

# A bare $, ¥ or kr is the sign of several currencies.
_SIGNS = {
    **{"€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "₫": "VND", "zł": "PLN"},
    **{
        "Kč": "CZK",
        "R$": "BRL",
        "US$": "USD",
        "A$": "AUD",
        "C$": "CAD",
        "円": "JPY",
        "元": "CNY",
        "$": None,
        "¥": None,
    },
    **{"￥": None, "kr": None, "₪": "ILS", "TL": "TRY", "원": "KRW", "Rp": "IDR", "đ": "VND", "VNĐ": "VND"},
    **{"บาท": "THB", "฿": "THB", "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP", "ریال": "IRR", "تومان": None},
    **{"रुपये": "INR", "रु": "INR"},
}
_CODES = "EUR|USD|GBP|JPY|CNY|CHF|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY|INR|BRL|MXN|KRW|ZAR|SGD|HKD"
_SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
_NUMBER = r"\d{1,3}(?:[.,٬'’\u00a0\u202f ]\d{3})+(?:[.,٫]\d{1,2})?|\d{1,7}(?:[.,٫]\d{1,2})?"
_PRICE = re.compile(
    rf"(?<![\w.])(?P<before>{_SIGN}|{_CODES})\s?(?P<number>{_NUMBER})(?![\d%])"
    rf"|(?<![\w.,])(?P<first>{_NUMBER})\s?(?P<after>{_SIGN}|{_CODES})(?!\w)"
)
_MAX_CHARACTERS = 40  # of a line
_SAYS_PRICE = re.compile(
    r"price|\bnow\b|\bfrom\b|\bonly\b|preis|prix|precio|prezzo|preço|prijs|cena|\bab\b|\bnur\b|fiyat|harga|\bgiá\b|판매가"
    r"|ราคา|السعر|قیمت|מחיר|मूल्य",
    re.I,
)
# Sending, extras, rates and what it cost before.
_OTHER = re.compile(
    r"shipping|deliver|versand|livraison|envío|spedizione|verzend|\bwas\b|original|instead|\bstatt\b|\bsave|off\b|\bgift"
    r"|[+/]|month|monat|mois|\bmo\b|reward|points|over\b|under\b|up to|\bmin\b"
    r"|kargo|taksit|aylık|ongkir|cicil|vận chuyển|tháng|tiết kiệm|배송|할인|ค่าส่ง|เดือน"
    r"|شحن|شهري|ارسال|משלוח|תשלומים|डिलीवरी|बचत",
    re.I,
)
_DIGIT = re.compile(r"\d")
_DECIMALS = re.compile(r"[.,٫](\d{1,2})$")


class Price(NamedTuple):
    """A price; the currency is None where its sign is that of several."""

    amount: float
    currency: str | None


def find_price(text: str) -> Price | None:
    """Return the first price in a text."""
    found = _PRICE.search(text)
    if found is None:
        return None
    sign = found["before"] or found["after"]
    return Price(read_amount(found["number"] or found["first"]), _SIGNS.get(sign, sign))


def shown_price(line: str) -> Price | None:
    """Return the price of a line that is little else: "£148.00", "From $20", not what sending it costs."""
    line = line.strip()
    may_be = len(line) <= _MAX_CHARACTERS and _DIGIT.search(line)  # most have no digit, which is quicker to see
    found = _PRICE.search(line) if may_be else None
    if found is None or _OTHER.search(line):
        return None
    rest = sum(map(str.isalpha, line[: found.start()] + line[found.end() :]))
    return find_price(line) if rest <= len(found[0]) or _SAYS_PRICE.search(line) else None


def read_amount(digits: str) -> float:
    """Return a number in which points and commas separate thousands, but for the last one before one or two digits."""
    decimals = _DECIMALS.search(digits)
    whole = re.sub(r"\D", "", digits[: decimals.start()] if decimals else digits)
    return float(f"{whole or 0}.{decimals[1] if decimals else 0}")
