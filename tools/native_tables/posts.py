"""The words by which class names and ids of forums speak, and those that dates are told by: `post_tables.h`.

A name is read as words: `js-postAuthor_name` is js, post, author, name. General words come first; the names that forum
systems and comment boxes use beside them (phpBB, vBulletin, XenForo, Discourse, Vanilla, SMF, MyBB, Discuz!, IPS, Stack
Exchange, Reddit, Hacker News, WordPress, Lemmy) are in the same sets.
"""

from collections import Counter

from ridgeline.metadata.months import FILLERS, MONTHS, WEEKDAYS

_SLOTS, _FACTOR = 4_096, 101  # of the table of hashes
_MONTH_SHIFT = 28  # above all meanings

# By meaning, in the order of `ridgeline.posts.names.MEANINGS`.
MEANINGS = {
    "AUTHOR": """author username user nick nickname poster commenter commentator byline membername fn hnuser screenname
        displayname handle pseudo autor auteur verfasser benutzer benutzername uzytkownik usuario utente creator owner
        profilename postername reviewer authorname bigusername yonghu nutzer nutzername""",
    # Parts of a record that nobody wrote as a post.
    "FURNITURE": """signature sig sign signatur podpis avatar userinfo userdetails userextra postprofile postauthor
        buttons button actions action controls toolbar tools share sharing report likes like reactions reaction
        reactionsbar footer foot menu nav pagination breadcrumb edited lastedit editnote notice permalink flag
        moderation modal dropdown tooltip badge badges rank reputation karma form login thanks thank przyciski stats
        statistics advert ad ads adsbygoogle sponsor pob postfoot postfooter expandlink editor screenreader sr
        hidden""",
    # One post; plural forms are lists of posts.
    "RECORD": """post comment reply message msg answer review response resp posting question postbit postbitlegacy
        postcontainer blockpost athing comtr crawler beitrag kommentar antwort wpis komentarz commentaire comentario
        commento odpowiedz windowbg post_block itemcomment itemdiscussion topicpost forumpost feedback testimonial
        opinion note mensaje recensione avis bewertung rezension reactie bericht сообщение комментарий отзыв
        commentlist_item commentitem status__wrapper""",
    "BODY": """content body text message msg cooked prose copy usertext commtext postbody postcontent messagetext
        messagecontent usercontent posttext commenttext bbwrapper richtext md tresc tekst inhalt contenu texto testo t_f
        postmsg phml commentbody reviewbody description html entry nodecontent postmessage""",
    "OWN_TEXT": "usertext",  # a body, whatever else its names say
    "QUOTE": """quote quoted quotes blockquote bbcodequote quotecontent quotebody cytat zitat citation cita
        quotecontainer quotemessage bbquote gmail_quote""",
    "VOTES": """votes vote score points upvotes upvote likes karma upvotecount votecount likecount rating helpful ups
        unvoted""",
    "DISLIKES": "dislikes",  # old Reddit writes the score for each vote that a reader may give
    "ACCEPTED": "accepted solution solved bestanswer acceptedanswer",
    "REPLY": "reply response resp answer comment antwort reactie odpowiedz",
    # Boxes beside the content, which may list posts of other pages.
    "BESIDE_CONTENT": """related sidebar widget recent popular featured similar trending latest recommended
        recommendations suggestions suggested teaser teasers newest""",
    "ANSWERS": "answer answers antwort suggestedanswer acceptedanswer odpowiedz",
    "QUESTIONS": "question frage",
    "REVIEWS": "review reviews bewertung rezension avis recensione testimonial отзыв",
    "COMMENTS": """comment comments kommentar kommentare komentarz komentarze commentaire commentaires comentario
        comentarios commento commenti commentlist disqus comtr комментарий комментарии""",
    # Whole names. Only forum systems give the first ones to parts of a thread.
    "FORUM": """postbit postbitlegacy postcontainer postprofile blockpost topic-post forum-post message--post viewtopic
        viewthread detailed-status""",
    "REPLIES": "children replies nested subcomments child subthread responses kommentare",
    # Names of bodies, all of whose words other content has, too.
    "COMMON_BODY": "content text body entry description richtext html copy",
}
# What is a part of a meaning, RL_POST_WORD_…
_PARTS = {
    "NOT_AUTHOR": """avatar image img photo icon rank title signature sig stats posts count content body text details
        desc avatars joined location menu link-list actions badge badges online status message group quote likes
        reactions date time registered""",
    "USER": "user author member poster profile",
    "OF_USER": """info details detail extra extras panel card block box cell stats data meta title bit column side
        left""",
    # What may stand beside the name of a record in that of the same element.
    "BESIDE_RECORD": """item wrapper wrap container row box block entry node view single card li list js thread topic
        forum discussion user ugc blog site depth level parent child nested top even odd alt first last new old regular
        main secondary primary full outer holder unit el c p id article product customer sub reader readers guest public
        shreddit""",
    # In texts: what says when alone, and what may with a number beside it.
    "MOMENT": """ago today yesterday heute gestern aujourd hier hoy ayer oggi ieri wczoraj dzisiaj vandaag gisteren
        just""",
    "RELATIVE": "vor il hace for siden sedan her fa geleden temu",
    "MONTH": " ".join(word for word in {*MONTHS, "thang"} if word.isascii()),
    "CALENDAR": " ".join(word for word in {*MONTHS, *WEEKDAYS, *FILLERS} if word.isascii()),
    "OF_TIME": "a p m am pm h uhr",
    "FILLER": " ".join(word for word in FILLERS if word.isascii()),
}


def generate() -> str:
    """The header."""
    names = [*MEANINGS, *(f"WORD_{name}" for name in _PARTS)]
    bits = Counter[bytes]()
    for number, listed in enumerate((*MEANINGS.values(), *_PARTS.values())):
        for word in set(listed.split()):
            bits[word.encode()] |= 1 << number
    for word, month in MONTHS.items():
        if word.isascii():
            bits[word.encode()] |= month << _MONTH_SHIFT
    words = sorted(bits)
    slots = _slots(words)
    flags = "\n".join(f"    RL_POST_{name} = 1u << {number}," for number, name in enumerate(names))
    rows = "\n".join(f'    {{"{_escaped(word)}", {len(word)}, 0x{bits[word]:X}}},' for word in words)
    return f"""/* Words in names and texts of forums. Generated by `python -m tools.native_tables`; not to be edited. */
#ifndef RIDGELINE_POST_TABLES_H
#define RIDGELINE_POST_TABLES_H

#include <stdint.h>

/* What a name, or a word of one, says. The last ones only words do. */
enum {{
{flags}
}};

typedef struct {{
    const char *bytes;
    uint8_t size;
    uint32_t bits;  /* RL_POST_…; of a month its number, from RL_POST_MONTH_SHIFT on */
}} rl_post_word;

enum {{ RL_POST_MONTH_SHIFT = {_MONTH_SHIFT} }};
enum {{ RL_POST_WORD_SLOTS = {len(slots)}, RL_POST_HASH_FACTOR = {_FACTOR} }};

/* In lower case, from the second on. */
static const rl_post_word RL_POST_WORDS[] = {{
    {{"", 0, 0}},
{rows}
}};

/* By hash of a word, or the next free slot: its place above, 0 for none. */
static const uint16_t RL_POST_WORD_SLOT[RL_POST_WORD_SLOTS] = {{
{_numbers(slots)}
}};

#endif
"""


def _slots(words: list[bytes]) -> list[int]:
    """Return the places of words, from 1 on, by their hashes."""
    slots = [0] * _SLOTS
    for place, word in enumerate(words, start=1):
        hashed = 0
        for byte in word:
            hashed = (hashed * _FACTOR + byte) % 2**32
        while slots[hashed % _SLOTS]:
            hashed += 1
        slots[hashed % _SLOTS] = place
    return slots


def _escaped(word: bytes) -> str:
    return "".join(chr(byte) if byte < 0x80 else f"\\{byte:03o}" for byte in word)


def _numbers(values: list[int]) -> str:
    return "\n".join(
        "    " + " ".join(f"{value}," for value in values[at : at + 24]) for at in range(0, len(values), 24)
    )
