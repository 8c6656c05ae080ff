"""Reads the class names and ids of elements: a post, its author, its body, a signature, a button.

A name is read as words: `js-postAuthor_name` is js, post, author, name. General words come first; the names that forum
systems and comment boxes use beside them (phpBB, vBulletin, XenForo, Discourse, Vanilla, SMF, MyBB, Discuz!, IPS, Stack
Exchange, Reddit, Hacker News, WordPress, Lemmy) are in the same sets.
"""

import re

from ..page.cache import cached_if_short

MAX_NAMES = 8  # classes of an element that are read
MAX_NAME_LENGTH = 60
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+|[^\W\d_A-Za-z]+")
_NUMBER = re.compile(r"[0-9]+")

# Words for one post; plural forms are lists of posts.
RECORD = frozenset(
    """post comment reply message msg answer review response resp posting question postbit postbitlegacy postcontainer
    blockpost athing comtr crawler beitrag kommentar antwort wpis komentarz commentaire comentario commento odpowiedz
    windowbg post_block itemcomment itemdiscussion topicpost forumpost feedback testimonial opinion note mensaje
    recensione avis bewertung rezension reactie bericht сообщение комментарий отзыв commentlist_item commentitem
    status__wrapper
    """.split()
)
# Names that only forum systems give to parts of a thread.
FORUM = frozenset(
    """postbit postbitlegacy postcontainer postprofile blockpost topic-post forum-post message--post viewtopic
    viewthread detailed-status""".split()
)
# Words that may stand beside one of these in the name of the same element.
_BESIDE = frozenset(
    """item wrapper wrap container row box block entry node view single card li list js thread topic forum discussion
    user ugc blog site depth level parent child nested top even odd alt first last new old regular main secondary
    primary full outer holder unit el c p id article product customer sub reader readers guest public
    shreddit""".split()
)
AUTHOR = frozenset(
    """author username user nick nickname poster commenter commentator byline membername fn hnuser screenname
    displayname handle pseudo autor auteur verfasser benutzer benutzername uzytkownik usuario utente creator owner
    profilename
    postername reviewer authorname bigusername yonghu nutzer nutzername""".split()
)
_NOT_AUTHOR = frozenset(
    """avatar image img photo icon rank title signature sig stats posts count content body text details desc avatars
    joined location menu link-list actions badge badges online status message group quote likes reactions date time
    registered""".split()
)
DATE = frozenset(
    """date time datetime timestamp posted published created when age relativetime datum uhrzeit data fecha heure
    postdate posttime dateline pubdate""".split()
)
BODY = frozenset(
    """content body text message msg cooked prose copy usertext commtext postbody postcontent messagetext messagecontent
    usercontent posttext commenttext bbwrapper richtext md tresc tekst inhalt contenu texto testo t_f postmsg phml
    commentbody reviewbody description html entry nodecontent postmessage""".split()
)
OWN_TEXT = frozenset("usertext".split())  # a body, whatever else its names say
# Parts of a record that nobody wrote as a post.
_FURNITURE = frozenset(
    """signature sig sign signatur podpis avatar userinfo userdetails userextra postprofile postauthor buttons button
    actions action controls toolbar tools share sharing report likes like reactions reaction reactionsbar footer foot
    menu nav pagination breadcrumb edited lastedit editnote notice permalink flag moderation modal dropdown tooltip
    badge badges rank reputation karma form login thanks thank przyciski stats statistics advert ad ads adsbygoogle
    sponsor
    pob postfoot postfooter expandlink editor screenreader sr hidden""".split()
)
_ABOUT_USER = frozenset("user author member poster profile".split())
_ABOUT_USER_PARTS = frozenset(
    "info details detail extra extras panel card block box cell stats data meta title bit column side left".split()
)
QUOTE = frozenset(
    """quote quoted quotes blockquote bbcodequote quotecontent quotebody cytat zitat citation cita quotecontainer
    quotemessage bbquote gmail_quote""".split()
)
ATTRIBUTION = frozenset(
    """quoteheader quotetitle quoteauthor attribution sourcejump topslice_quote citer quotetop legend title
    bbcodequote_title cite""".split()
)
VOTES = frozenset(
    """votes vote score points upvotes upvote likes karma upvotecount votecount likecount rating helpful ups
    unvoted""".split()
)
DISLIKES = frozenset({"dislikes"})  # old Reddit writes the score for each vote that a reader may give
ACCEPTED = frozenset("accepted solution solved bestanswer acceptedanswer".split())
REPLY = frozenset("reply response resp answer comment antwort reactie odpowiedz".split())
REPLIES = frozenset("children replies nested subcomments child subthread responses kommentare".split())

# Boxes beside the content, which may list posts of other pages.
BESIDE_CONTENT = frozenset(
    """related sidebar widget recent popular featured similar trending latest recommended recommendations suggestions
    suggested teaser teasers newest""".split()
)


def _written_forms(word: str) -> tuple[str, ...]:
    """Return the ways in which a word is written; the core ignores the case of ASCII itself."""
    return (word,) if word.isascii() else (word, word.capitalize(), word.upper())


_KINDS = (
    ("answer", frozenset("answer answers antwort suggestedanswer acceptedanswer odpowiedz".split())),
    ("question", frozenset("question frage".split())),
    ("review", frozenset("review reviews bewertung rezension avis recensione testimonial отзыв".split())),
    (
        "comment",
        frozenset(
            """comment comments kommentar kommentare komentarz komentarze commentaire commentaires comentario
            comentarios commento commenti commentlist disqus comtr комментарий комментарии""".split()
        ),
    ),
)


# What a class attribute or id contains, in lower case, if it has one of these words.
AUTHOR_PARTS = tuple(sorted(AUTHOR))
KIND_PARTS = tuple(sorted({form for _, words in _KINDS for word in words for form in _written_forms(word)}))
# Types of microdata that posts have, as KIND_PARTS.
TYPES = ("comment", "answer", "question", "review", "forumposting", "mediaposting")


@cached_if_short(4096)
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of one class name or id in lower case; a name without borders is one word."""
    return tuple(word.lower() for word in _WORD.findall(name[:MAX_NAME_LENGTH]))


@cached_if_short(4096)
def tokens_of(value: str) -> tuple[str, ...]:
    """Return the names in a class attribute, numbers in them replaced by #."""
    names = value[: MAX_NAMES * MAX_NAME_LENGTH].split()[:MAX_NAMES]
    if _NUMBER.search(value) is None:
        return tuple(dict.fromkeys(name[:MAX_NAME_LENGTH] for name in names))
    return tuple(dict.fromkeys(_NUMBER.sub("#", name[:MAX_NAME_LENGTH]) for name in names))


def has_number(name: str) -> bool:
    """Return whether a name has a number in it."""
    return _NUMBER.search(name) is not None


@cached_if_short(4096)
def names_record(token: str) -> bool:
    """Return whether a name is that of one post: post, js-comment, comment-item, post_#, li.message."""
    words = [word for word in words_of(token) if word not in _BESIDE and not word.isdigit()]
    return (bool(words) and RECORD.issuperset(words)) or token.lower() in RECORD


@cached_if_short(4096)
def names_author(value: str) -> bool:
    """Return whether a class attribute is that of an element that shows who wrote something."""
    for name in value[: MAX_NAMES * MAX_NAME_LENGTH].split()[:MAX_NAMES]:
        words = set(words_of(name))
        if words & AUTHOR and not words & _NOT_AUTHOR:
            return True
    return False


@cached_if_short(4096)
def names_furniture(value: str) -> bool:
    """Return whether a class attribute or id is that of a signature, a user's profile, or buttons."""
    for name in (found := value[: MAX_NAMES * MAX_NAME_LENGTH].split()[:MAX_NAMES]):
        words = set(words_of(name))
        if (words & _FURNITURE and not words & BODY) or (words & _ABOUT_USER and words & _ABOUT_USER_PARTS):
            return not any(map(names_record, found))
    return False


def has_word(value: str, vocabulary: frozenset[str]) -> bool:
    """Return whether a name in a class attribute is, or has, a word of a set."""
    return not vocabulary.isdisjoint(_all_words(value))


@cached_if_short(4096)
def _all_words(value: str) -> frozenset[str]:
    """Return the names in a class attribute in lower case, their words, and these without what parts them."""
    found: set[str] = set()
    for name in value[: MAX_NAMES * MAX_NAME_LENGTH].split()[:MAX_NAMES]:
        words = words_of(name)
        found.update(words, (name.lower(), "".join(words)))
    return frozenset(found)


@cached_if_short(4096)
def kind_named(value: str) -> str | None:
    """Return the kind of post that a class attribute, id or type names, None where it names none."""
    words = {word for name in value[: MAX_NAMES * MAX_NAME_LENGTH].split()[:MAX_NAMES] for word in words_of(name)}
    return next((kind for kind, vocabulary in _KINDS if words & vocabulary), None)
