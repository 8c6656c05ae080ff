"""Detects why a page has no content.

Every sign counts only where the page says little else. An article about captchas says a lot, and so does a page with a
login box in its header or with a notice for browsers without scripts. Structure comes first (marks that challenge
pages carry, forms that want a password, containers that scripts fill), words second (`words.py`). An HTTP status, where
it is known, decides about a page that says little.

The detection reads the visible and the kept text outside of menus, headers and footers: these stand around refusals and
shells as they stand around articles.
"""

import re
from collections.abc import Callable, Iterator
from http import HTTPStatus
from itertools import islice

import numpy as np

from ..page import BoolColumn, IntColumn, Node, Page, elements
from ..page.cache import cached_property
from ..page.patterns import lazy_pattern
from ..text.characters import count_words
from . import MAX_REFUSAL_WORDS, Status
from .consent import asks_for_consent, may_ask_for_consent
from .words import ERROR_PARTICLES, FAILURES, LOGINS, MISSING, REFUSALS

# A sign counts on a page with fewer words than this.
_MAX_SHORT_WORDS = 150  # beside a form, a phrase, an empty container
_MAX_NOTICE_WORDS = 100  # outside of links and forms, beside a notice that the page needs scripts
_MAX_SPARE_WORDS = 50  # beside a captcha; outside of links and forms, beside a password
_MAX_CODE_WORDS = 25  # beside a title that is nothing but the code of an error
_MAX_PLACEHOLDER_WORDS = 10
_MAX_SAID_BESIDE = 1  # words of a title beside the phrase that makes it that of an error
_MAX_WORD_LENGTH = 8  # a longer one counts as several: not all scripts have spaces
_MAX_HEADING_LENGTH = 120
_MAX_HEADINGS = 8
_REFUSING_CODES = frozenset({401, 402, 403, 407, 429, 451})
_MAX_FIELDS = 1_000  # of a page that are looked at
_MAX_CHARACTERS = 20_000  # more of a text says no more about it
_MAX_MARK_LENGTH = 500

_AROUND = elements.table(["nav", "header", "footer", "aside", "dialog"])
_NOT_PLAIN = elements.table(["a", "form", "button", "label"])
_APART = _AROUND | _NOT_PLAIN
_SCRIPT = elements.CODES["script"]
_NOSCRIPT = elements.CODES["noscript"]
_FIELD_TYPES_WITHOUT_TEXT = frozenset({"hidden", "submit", "button", "checkbox", "radio", "image", "reset"})

# Names that only challenge pages have.
_CHALLENGE_MARK = lazy_pattern(
    r"\bchallenge-(?:form|error-text|running|stage)\b|\bcf-(?:chl-|error-details|challenge\b|browser-verification)"
    r"|\bpx-captcha\b|captcha-delivery\.com|/errors/validatecaptcha|\bsec-(?:if-cpt|cpt-if)|\bcaptcha-form\b"
    r"|checkboxcaptcha|wappass\.baidu\.com|\baws-?waf-?captcha|\bddos-guard\b",
    re.IGNORECASE,
)
# One of these is in every such name: to look for them is quicker than to match the pattern on every element.
_CHALLENGE_PARTS = ("challenge-", "cf-", "captcha", "sec-", "wappass", "ddos-guard")
_CHALLENGE_NAMES = ("_cf_chl_opt", "gokuProps", "sucuri_cloudproxy", "_____tmd_____")  # in their scripts
_CAPTCHA = lazy_pattern(r"captcha|turnstile|_incapsula_resource", re.IGNORECASE)
_CAPTCHA_PARTS = ("captcha", "turnstile", "_incapsula_resource")
_MARKED_ATTRIBUTES = ("id", "class", "action", "src", "name")

# Titles of refusals, whole: an article has more to its title. The parts of a title are read one by one.
_REFUSING_TITLE = lazy_pattern(
    r"""
    (?:error\s|http\s)?(?:401|403|429)
        (?:\s(?:error|forbidden|unauthorized|access\sdenied|too\smany\srequests))?(?::\saccess\sis\sdenied)?
    | forbidden | access\s(?:is\s|has\sbeen\s)?(?:denied|restricted|forbidden|blocked)
    | (?:request|page)\s(?:blocked|rejected) | access\sto\sthis\spage\shas\sbeen\sdenied
    | too\smany\srequests | attention\srequired
    | are\syou\s(?:a\s(?:robot|human)|human|not\sa\srobot) | robot\scheck | bot\s(?:check|verification|detection)
    | (?:human|security|browser|captcha)\s(?:verification|check|challenge) | pardon\sour\sinterruption
    | verify(?:ing)?\s(?:that\s)?you\sare\s(?:a\s)?human | ddos(?:\s|-)guard | checking\syour\sbrowser
    | zugriff\sverweigert | sicherheits(?:überprüfung|prüfung|abfrage) | accès\s(?:refusé|interdit|bloqué)
    | vérification\sde\ssécurité | acceso\s(?:denegado|prohibido|restringido) | accesso\s(?:negato|bloccato)
    | acesso\snegado | toegang\sgeweigerd | odmowa\sdostępu | åtkomst\snekad | erişim\sengellendi
    | доступ\s(?:запрещ[её]н|ограничен) | вы\sне\sробот | проверка\sбезопасности | تم\sرفض\sالوصول
    | 访问被拒绝 | 拒绝访问 | 禁止访问 | (?:百度)?安全验证 | 人机验证 | アクセスが拒否されました | アクセス拒否
    | 접근이\s거부되었습니다
    """,
    re.VERBOSE,
)
# Poems have such titles, too: only where hardly a word follows.
_WAITING_TITLE = lazy_pattern(
    r"""
    (?:just\sa|one)\smoment(?:,?\splease)? | please\swait | un\smomento(?:,?\spor\sfavor)? | un\s(?:instant|moment)
    | (?:nur\s)?einen\smoment(?:,?\sbitte)? | um\smomento | een\smoment(?:\sgeduld)? | chwileczkę | один\sмомент
    | 请稍候 | しばらくお待ちください | 잠시만\s기다리세요
    """,
    re.VERBOSE,
)
_LOGIN_TITLE = lazy_pattern(
    r"""
    (?:please\s)?(?:log|sign)\s?(?:in|on)(?:\s(?:to|or|and)\s.{1,40})? | login | anmelden | anmeldung | einloggen
    | se\sconnecter | connexion | iniciar\ssesión | acceder | accedi | entrar | inloggen | logga\sin | zaloguj\ssię
    | logowanie | giriş(?:\syap)? | войти | вход | авторизация | تسجيل\sالدخول | 登录 | 登入 | ログイン | 로그인
    """,
    re.VERBOSE,
)
_REFUSING_PHRASE = lazy_pattern(
    r"""
    (?:verify|confirm|prove|check)(?:ing)?\s(?:that\s)?you(?:\s?['’]re|\sare)\s(?:a\s)?(?:human|not\sa\s(?:ro)?bot)
    | are\syou\sa\s(?:robot|human)\? | i['’]?\s?a?m\snot\sa\srobot
    | unusual\s(?:traffic|activity)\sfrom\syour
    | you\s(?:have\sbeen\sblocked
        | do(?:\snot|n['’]t)\shave\spermission\sto\saccess | are\snot\sauthori[sz]ed\sto\saccess)
    | access\sto\sthis\s(?:page|site|resource)\s(?:has\sbeen|is|was)\s(?:denied|blocked|forbidden|restricted)
    | enable\s(?:javascript\sand\s)?cookies\s(?:and\sjavascript\s)?to\s(?:continue|proceed)
    | complete\sthe\s(?:captcha|security\scheck)
    | checking\s(?:if\sthe\ssite\sconnection\sis\ssecure|your\sbrowser\sbefore) | your\sip\saddress\shas\sbeen\sblocked
    | dass\ssie\s(?:kein\sroboter|ein\smensch)\ssind | zugriff\s(?:auf\sdiese\sseite\s)?(?:wurde\s)?verweigert
    | que\svous\s(?:n['’]êtes\spas\sun\srobot|êtes\s(?:un\s)?humain) | que\s(?:no\s)?eres\s(?:un\srobot|humano)
    | che\s(?:non\s)?sei\sun\s(?:robot|essere\sumano) | que\svocê\s(?:não\s)?é\s(?:um\srobô|humano)
    | что\sвы\sне\sробот | 请(?:完成|进行|输入).{0,8}验证 | 确认您是真人
    | ロボットではありません | 로봇이\s아닙니다
    """,
    re.VERBOSE,
)
# Every such phrase has one of these words: most short texts have none, and need no search.
_REFUSING_WORDS = (
    *"access activity blocked bot captcha checking cookies human security traffic".split(),
    *"humain mensch robô umano verweigert робот 验证 真人 ロボット 로봇".split(),
)
_ERRORS = (*MISSING, *FAILURES)
_NOT_FOUND = "not found"  # beside a code; alone it may be the title of a poem
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_CODE = re.compile("4(?:0[0-9]|10|5[01])|5(?:0[0-9]|2[0-7])")
_TITLE_PARTS = re.compile(r"\s[-–—·•»]+\s|\|")
_JAVASCRIPT = re.compile(r"java\s?script", re.IGNORECASE)
_PLACEHOLDER = lazy_pattern(
    r"(?:loading|please wait|initiali[sz]ing|wird geladen|lade|laden|bitte warten|chargement|cargando|caricamento"
    r"|carregando|загрузка|ładowanie|yükleniyor|加载中|載入中|読み込み中|로딩 ?중)?[\s.…]*+",
    re.IGNORECASE,
)
# What frameworks call the element that they fill.
_CONTAINERS = frozenset(
    "root app __next __nuxt app-root approot react-root reactroot q-app svelte ___gatsby main-app mountnode".split()
)


def read_status(page: Page, keep: IntColumn) -> Status:
    """Return the status of a page of which these leaves are kept."""
    signs = _Signs(page, keep)
    if signs.words < MAX_REFUSAL_WORDS:
        if signs.is_blocked:
            return Status.BLOCKED
        if signs.is_error:
            return Status.ERROR
        if signs.is_shell:
            return Status.SHELL
    elif signs.is_titled_error:
        return Status.ERROR
    is_short = signs.words < MAX_REFUSAL_WORDS
    if (is_short or may_ask_for_consent(page, keep)) and asks_for_consent(page, lambda: signs.plain):
        return Status.BLOCKED
    return Status.OK if len(keep) else Status.NOTHING


def _plain_case(text: str) -> str:
    return text.lower().replace("’", "'")


def _may_be_of_error(text: str) -> bool:
    """Return whether a text has what titles of errors have; nearly none has."""
    return any(map(text.__contains__, _ERRORS)) or _CODE.search(text) is not None


def _max_words_of_error(text: str) -> int:
    """Return how many words may stand beside a title or headline that is that of an error; 0 where it is none.

    A phrase that says so, and hardly more, is one; a code alone may be something else.
    """
    phrase = max(filter(text.__contains__, _ERRORS), key=len, default=" ")
    if phrase == " " and not _CODE.search(text):
        return 0
    beside = [word for word in _WORD.findall(text.replace(phrase, " ")) if word not in ERROR_PARTICLES]
    has_code = any(map(_CODE.fullmatch, beside))
    others = sum(1 + len(word) // _MAX_WORD_LENGTH for word in beside if not _CODE.fullmatch(word))
    if phrase != " " or (has_code and _NOT_FOUND in text):
        return _MAX_SHORT_WORDS if others <= _MAX_SAID_BESIDE else 0
    return _MAX_CODE_WORDS if has_code and not others else 0


class _Signs:
    """The signs on a page, read from the leaves that are visible or kept."""

    def __init__(self, page: Page, keep: IntColumn) -> None:
        self.page = page
        self.keep = keep

    # How much it says.

    @cached_property
    def shown(self) -> BoolColumn:
        """By leaf."""
        shown = ~self.page.hidden[self.page.leaves]
        shown[self.keep] = True
        return shown

    @cached_property
    def is_around(self) -> BoolColumn:
        return self.page.inside(self.page.has_tag(_AROUND))

    @cached_property
    def words(self) -> int:
        """Outside of menus, headers and footers; exact below `MAX_REFUSAL_WORDS`, and at least that otherwise."""
        return self.page.core.count_words_outside(self.keep, _AROUND, MAX_REFUSAL_WORDS)

    @cached_property
    def plain_text(self) -> str:
        """Of that, what is in no link and no form."""
        return self._text(self.plain)

    @property
    def plain(self) -> BoolColumn:
        """By leaf: whether it is in that."""
        return self.shown & ~self.page.inside(self.page.has_tag(_APART))[self.page.leaves]

    @cached_property
    def plain_words(self) -> int:
        """The words of that, exact below `_MAX_SHORT_WORDS`, and at least that otherwise."""
        return self.page.core.count_words_outside(self.keep, _APART, _MAX_SHORT_WORDS)

    def _text(self, chosen: BoolColumn) -> str:
        """Return the text of leaves, as far as it is looked at."""
        pieces, length = [], 0
        for leaf in np.flatnonzero(chosen).tolist():
            pieces.append(self.page.leaf_text[leaf].strip()[: _MAX_CHARACTERS + 1])
            length += len(pieces[-1])
            if length > _MAX_CHARACTERS:
                break
        return " ".join(filter(None, pieces))

    # A refusal.

    @property
    def is_blocked(self) -> bool:
        """Whether it is a challenge, a login wall, a refusal."""
        return (
            self.page.http_status in _REFUSING_CODES
            or self._is_titled(_REFUSING_TITLE)
            or (self.words < _MAX_SPARE_WORDS and (self._is_titled(_WAITING_TITLE) or self._has_captcha))
            or self._is_challenge
            or self._wants_login
            or self._demands_login
            or self._refuses
        )

    def _is_titled(self, pattern: Callable[[], re.Pattern[str]]) -> bool:
        return any(pattern().fullmatch(part) for part in self._title_parts)

    @cached_property
    def _title_parts(self) -> list[str]:
        title = _plain_case(self.page.title or "")[:_MAX_CHARACTERS]
        return [part for piece in _TITLE_PARTS.split(title) if (part := piece.strip(" .…!?！？。"))]

    @cached_property
    def _headings(self) -> list[str]:
        """The first headings, outside of headers and the like."""
        return list(self._each_heading())

    def _each_heading(self) -> Iterator[str]:
        shown = (node for node in self.page.find("h1", "h2") if not self._is_apart(node.index))
        texts = (" ".join(_plain_case(node.text_content).split()) for node in islice(shown, _MAX_HEADINGS))
        return (text for text in texts if 0 < len(text) <= _MAX_HEADING_LENGTH)

    @property
    def _is_challenge(self) -> bool:
        if any(_CHALLENGE_MARK().search(mark) for _, mark in self._marks(_CHALLENGE_PARTS)):
            return True
        codes = (script.text_content for script in self.page.scripts())
        return any(name in code for code in codes for name in _CHALLENGE_NAMES)

    @property
    def _has_captcha(self) -> bool:
        """Whether there is a captcha; a form that asks for more than it may have one, and is no refusal."""
        return len(self._fields) <= 1 and any(
            _CAPTCHA().search(mark) and not self._is_apart(index) and self.page.tag[index] != _SCRIPT
            for index, mark in self._marks(_CAPTCHA_PARTS)
        )

    @property
    def _wants_login(self) -> bool:
        if self.words >= _MAX_SHORT_WORDS or self.plain_words >= _MAX_SPARE_WORDS:
            return False
        return self._wants_password or (bool(self._fields) and self._is_titled(_LOGIN_TITLE))

    @property
    def _wants_password(self) -> bool:
        return any((field.get("type") or "").lower() == "password" for field in self._fields)

    @property
    def _demands_login(self) -> bool:
        """Whether it says that one has to log in: in its title, or where it says little else, in any heading."""
        if self.plain_words >= _MAX_SHORT_WORDS:
            return False
        headings = self._headings if self.plain_words < _MAX_SPARE_WORDS else self._headings[:1]
        if any(text.startswith(LOGINS) for text in (*self._title_parts, *headings)):
            return True
        text = _plain_case(self.plain_text)
        return self._wants_password and any(map(text.__contains__, LOGINS))

    @property
    def _refuses(self) -> bool:
        if self.words >= _MAX_SHORT_WORDS:
            return False
        text = _plain_case(f"{self.page.title or ''} {self.plain_text}")
        if any(map(text.__contains__, REFUSALS)):
            return True
        return any(word in text for word in _REFUSING_WORDS) and bool(_REFUSING_PHRASE().search(text))

    @cached_property
    def _fields(self) -> list[Node]:
        """What a reader is asked to fill in, outside of headers and the like; fields for captchas aside."""
        return [
            field
            for field in islice(self.page.find("input", "textarea"), _MAX_FIELDS)
            if (field.get("type") or "").lower() not in _FIELD_TYPES_WITHOUT_TEXT
            and not self._is_apart(field.index)
            and not _CAPTCHA().search(field.get("name") or "")
        ]

    def _is_apart(self, index: int) -> bool:
        """Return whether a node is hidden, or in a header or the like."""
        return bool(self.page.hidden[index] or self.is_around[index])

    def _marks(self, parts: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        """Yield what elements call themselves and refer to, where that contains one of these."""
        for name in _MARKED_ATTRIBUTES:
            for index in self.page.containing(name, parts):
                yield index, (self.page.value(index, name) or "")[:_MAX_MARK_LENGTH]

    # An error.

    @property
    def is_error(self) -> bool:
        """Whether a page that says little is that of an error."""
        if (self.page.http_status or 0) >= HTTPStatus.BAD_REQUEST or self.is_titled_error:
            return True
        text = _plain_case(self.plain_text)
        if self.plain_words < _MAX_SPARE_WORDS and any(map(text.__contains__, MISSING)):
            return True
        return self.plain_words < _MAX_PLACEHOLDER_WORDS and any(map(text.__contains__, FAILURES))

    @property
    def is_titled_error(self) -> bool:
        """Whether title or headline are those of an error, and what is no link says little."""
        if self.plain_words >= _MAX_SHORT_WORDS:
            return False
        title = _plain_case(self.page.title or "")
        texts = [*islice(self._each_heading(), 1)]
        if _may_be_of_error(title):
            texts += [title[:_MAX_HEADING_LENGTH], *self._title_parts[:_MAX_HEADINGS]]
        most = max((_max_words_of_error(text) for text in texts if _may_be_of_error(text)), default=0)
        return most > 0 and self.plain_words < most

    # An empty shell.

    @property
    def is_shell(self) -> bool:
        """Whether it waits for scripts to build it."""
        if self.words >= _MAX_SHORT_WORDS or self.plain_words >= _MAX_NOTICE_WORDS or self._holds_more:
            return False
        if _JAVASCRIPT.search(self.plain_text):
            return True
        if self.plain_words < _MAX_SPARE_WORDS and (self._has_empty_container or self._has_notice):
            return True
        is_bare = self.words < _MAX_PLACEHOLDER_WORDS and self._has_scripts
        return is_bare and bool(_PLACEHOLDER().fullmatch(self.plain_text))

    @property
    def _holds_more(self) -> bool:
        """Whether it holds text that it hides, for scripts to show: what is there needs no browser."""
        apart = self.is_around | self.page.inside(self.page.tag == _NOSCRIPT)
        return count_words(self._text(~apart[self.page.leaves])) >= _MAX_SHORT_WORDS

    @property
    def _has_empty_container(self) -> bool:
        shown = np.zeros(len(self.page) + 1, dtype=np.int64)
        texts = [leaf for leaf in np.flatnonzero(self.shown).tolist() if self.page.leaf_text[leaf]]
        shown[self.page.leaves[texts] + 1] = 1
        before = np.cumsum(shown)
        return any(
            before[self.page.end[index]] == before[index]
            for index in self.page.having("id")
            if (self.page.attributes[index]["id"] or "").lower() in _CONTAINERS
        )

    @property
    def _has_notice(self) -> bool:
        """Whether browsers without scripts are told that nothing works."""
        return any(_JAVASCRIPT.search(node.text_content) for node in self.page.find("noscript"))

    @property
    def _has_scripts(self) -> bool:
        return any("json" not in (script.get("type") or "") for script in self.page.scripts()) or any(
            link.get("rel") == "modulepreload" or link.get("as") == "script" for link in self.page.find("link")
        )
