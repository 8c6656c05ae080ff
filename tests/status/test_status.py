"""What became of a page: signs of refusals and shells, and ordinary pages that carry the same signs."""

import numpy as np
import pytest

import ridgeline
from ridgeline.status import Status

from ..pages import AWKWARD, page

ARTICLE = (
    "<article><h1>Harbour</h1>" + "<p>The ferry leaves at nine and carries mail to the islands.</p>" * 30 + "</article>"
)
LOGIN = "<form action=/session><input name=user><input type=password name=secret><button>Log in</button></form>"
MENU = "<nav>" + "".join(f"<a href=/{number}>Harbour number {number}</a>" for number in range(90)) + "</nav>"
NOTICE = "<noscript>You need to enable JavaScript to run this app.</noscript>"

BLOCKED = {
    "challenge": (
        "<title>Just a moment...</title><h1>example.org</h1><p>Verifying you are human.</p>"
        "<div id=challenge-stage></div>"
    ),
    "challenge in a title alone": "<title>Nur einen Moment…</title><h2>Die Verbindung wird geprüft</h2>",
    "challenge in a script alone": "<body><p>example.org</p><script>window._cf_chl_opt = {cType: 'managed'}</script>",
    "refusal with advice": (
        "<title>Access denied | example.org used a firewall</title><h1>Sorry</h1>"
        + "<p>Why have I been blocked?</p>" * 30
    ),
    "refusal of a server": "<title>403 Forbidden</title><h1>403 Forbidden</h1><hr><p>nginx</p>",
    "too many": "<title>429 Too Many Requests</title><p>Slow down.",
    "refusal amid menus": f"<title>Access denied - Harbour</title>{MENU}<main><p>Ask the office.</p></main>",
    "refusal in words": '<title>Harbour</title><p>You don\'t have permission to access "/tides" on this server.',
    "captcha of one's own": "<p>Type what you see.<form><img src=/captcha.png><input name=captcha></form>",
    "captcha in a frame": "<p>One more step</p><iframe src=https://captcha.example/frame></iframe>",
    "captcha widget": "<title>Robot Check</title><p>Sorry</p><form><div class=h-captcha></div></form>",
    "login wall": f"<title>Harbour</title>{MENU}<main><h1>Welcome back</h1>{LOGIN}<p>Forgot it?</p></main>",
    "login wall by title": "<title>Anmelden | Hafen</title><form><label>E-Mail <input name=mail></label></form>",
    "French": "<title>Accès refusé</title><p>Revenez plus tard.",
    "Chinese": "<title>安全验证</title><p>请完成下方验证后继续操作</p>",
    "Japanese": "<title>港</title><p>続けるには「私はロボットではありません」を選んでください。",
    "Russian": "<title>Ой!</title><p>Подтвердите, что вы не робот.",
}
SHELL = {
    "root container": "<div id=root></div><script src=/main.js></script>",
    "container amid menus": f"{MENU}<div id=__next><div class=spinner></div></div><footer>© 2026 Harbour</footer>",
    "notice": f"{NOTICE}<my-app></my-app>",
    "notice that shows": "<p>This page needs JavaScript. Please switch it on and load the page again.</p>",
    "scripts and nothing else": "<my-app></my-app><script>start()</script>",
    "scripts that are only announced": "<head><link rel=modulepreload href=/app.js></head><my-app></my-app>",
    "placeholder": "<div>Loading…</div><script src=/main.js></script>",
}
ORDINARY = {
    "article": ARTICLE,
    "article about captchas": (
        "<title>Are you a robot? | Harbour</title><article class=captcha><h1>Are you a robot?</h1>"
        + "<p>To enter you verify you are human. I'm not a robot, says the box of the captcha.</p>" * 20
    ),
    "login box in the header": f"<header>{LOGIN}</header><main><p>The ferry leaves at nine.</p></main>",
    "login box beside an article": f"<div>{LOGIN}</div>{ARTICLE}",
    "login box beside a list": f"<div>{LOGIN}</div><ul>" + "<li><a href=/x>Ferry to the islands</a>" * 60 + "</ul>",
    "closed login dialog": f"<dialog>{LOGIN}</dialog><p>The ferry leaves at nine.</p>",
    "long page with a notice": f"{NOTICE}{ARTICLE}",
    "article beside a container": f"<div id=app></div>{ARTICLE}",
    "captcha in a form for letters": (
        "<h1>Write to us</h1><form><input name=name><input name=mail><textarea></textarea>"
        "<div class=g-recaptcha></div></form>"
    ),
    "detection script": f"<script src=/cdn-cgi/challenge-platform/scripts/jsd/main.js></script>{ARTICLE}",
    "poem": "<title>Just a moment</title><h1>Just a moment</h1>"
    + "<p>The tide is a moment that waits for the ferry.</p>" * 9,
    "short page with a script": "<p>The ferry leaves at nine.</p><script>count()</script>",
    "Chinese article": "<title>港口</title>" + "<p>渡轮九点出发，把信件送到各个岛上，村里的人都在码头上等着。</p>" * 20,
}


def read(body: str) -> Status:
    return ridgeline.extract(body, extractor="everything").status


@pytest.mark.parametrize("body", BLOCKED.values(), ids=BLOCKED.keys())
def test_blocked(body: str) -> None:
    assert read(body) is Status.BLOCKED


# One for every alternative of the pattern: a text is searched only if it has one of the words that they have.
@pytest.mark.parametrize(
    "phrase",
    [
        "Please confirm you are a human",
        "Checking that you're not a bot",
        "Are you a robot?",
        "I'm not a robot",
        "Unusual traffic from your network",
        "Unusual activity from your network",
        "You have been blocked",
        "You are not authorized to access this",
        "Access to this resource was restricted",
        "Enable cookies to proceed",
        "Complete the captcha",
        "Complete the security check",
        "Checking if the site connection is secure",
        "Checking your browser before you go on",
        "Your IP address has been blocked",
        "Zeigen Sie, dass Sie kein Roboter sind",
        "Zeigen Sie, dass Sie ein Mensch sind",
        "Zugriff verweigert",
        "Montrez que vous n'êtes pas un robot",
        "Montrez que vous êtes humain",
        "Confirma que no eres un robot",
        "Confirma que eres humano",
        "Conferma che non sei un robot",
        "Conferma che sei un essere umano",
        "Confirme que você não é um robô",
        "Confirme que você é humano",
        "Подтвердите, что вы не робот",
        "请输入验证码",
        "确认您是真人",
        "私はロボットではありません",
        "로봇이 아닙니다",
    ],
)
def test_phrases_of_refusals(phrase: str) -> None:
    assert read(f"<title>Harbour</title><p>{phrase}.") is Status.BLOCKED


@pytest.mark.parametrize("body", SHELL.values(), ids=SHELL.keys())
def test_shell(body: str) -> None:
    assert read(body) is Status.SHELL


@pytest.mark.parametrize("body", ORDINARY.values(), ids=ORDINARY.keys())
def test_ordinary_pages(body: str) -> None:
    assert read(body) is Status.OK


@pytest.mark.parametrize("name", [name for name in AWKWARD if name != "only a script"])
def test_awkward_pages_are_neither(name: str) -> None:
    extraction = ridgeline.extract(AWKWARD[name], extractor="everything")
    assert extraction.status is (Status.OK if extraction else Status.NOTHING)


def test_what_is_kept_counts_where_it_is_hidden() -> None:
    """Scripts show it, and it is there without them."""
    made = page(f"<div style='visibility: hidden'>{ARTICLE}</div><script src=show.js></script>")
    nothing = ridgeline.load("everything").extract(made)
    assert nothing.status is Status.NOTHING
    assert ridgeline.Extraction(made, np.arange(len(made.leaves), dtype=np.int32), "test").status is Status.OK


def test_meanings() -> None:
    assert [status.value for status in Status] == ["ok", "nothing", "shell", "blocked", "error", "not-html"]
    assert Status.NOTHING.meaning == "nothing found"
    assert len({status.meaning for status in Status}) == len(Status)
