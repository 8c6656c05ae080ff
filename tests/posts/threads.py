"""Small threads as forum systems and comment boxes write them, about bread and boats."""

from dataclasses import dataclass

import ridgeline
from ridgeline import Page


@dataclass(frozen=True, slots=True)
class Written:
    """What a test page says about one of its posts."""

    author: str
    date: str
    text: str


@dataclass(frozen=True, slots=True)
class Thread:
    """A test page with its posts."""

    kind: str
    html: str
    posts: tuple[Written, ...]
    url: str = "https://harbour.example/page"

    @property
    def page(self) -> Page:
        """The page, parsed."""
        return ridgeline.parse(self.html, url=self.url)


_TEXTS = (
    "The ferry to the outer islands did not leave this morning. Does anybody know when the next one goes?",
    "It leaves at noon, since the crew waits for the mail. Take the small pier behind the market hall.",
    "Thank you, I just saw it come in. It is smaller than I thought, and rather loud as well.",
    "In winter it stays in the harbour for days. We always keep some flour in the house for these weeks.",
)
_NAMES = ("Maren", "Oskar", "lighthouse_77", "Tilda")
_DAYS = ("2024-03-02", "2024-03-02", "2024-03-03", "2024-03-05")
_SHOWN = ("2 March 2024, 08:15", "2 March 2024, 09:40", "3 March 2024, 12:05", "5 March 2024, 21:30")
_TIMES = ("08:15", "09:40", "12:05", "21:30")
_ROWS = tuple(zip(_NAMES, _DAYS, _TIMES, _SHOWN, _TEXTS, strict=True))


def _written(*, times: bool = True, count: int = len(_ROWS)) -> tuple[Written, ...]:
    return tuple(Written(name, f"{day}T{time}" if times else day, text) for name, day, time, _, text in _ROWS[:count])


def _document(body: str, title: str = "When does the ferry leave?", attributes: str = "") -> str:
    menu = "<nav><a href=/>Home</a> <a href=/boats>Boats</a> <a href=/bread>Bread</a></nav>"
    footer = "<footer><p>Harbour office, all rights reserved.</p></footer>"
    return (
        f"<!DOCTYPE html><html lang=en-GB><title>{title}</title><body {attributes}>{menu}{body}{footer}</body></html>"
    )


def phpbb() -> Thread:
    """Posts as boxes: the profile on one side, header, body and signature on the other."""
    posts = "".join(
        f"""<div id="p{number}" class="post has-profile bg{number % 2}"><div class="inner">
        <dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&u={number}" class="username">{name}</a>
        </dt><dd class="profile-posts">Posts: {number * 31}</dd><dd class="profile-joined">Joined: 4 May 2019</dd></dl>
        <div class="postbody"><h3><a href="#p{number}">Re: When does the ferry leave?</a></h3>
        <ul class="post-buttons"><li><a href="./posting.php?mode=quote&p={number}">Quote</a></li></ul>
        <p class="author">by <strong><a href="./memberlist.php?mode=viewprofile&u={number}">{name}</a></strong>
        » <time datetime="{day}T{time}">{shown}</time></p>
        <div class="content">{text}</div><div class="signature">Fair winds from the old pier</div></div></div></div>"""
        for number, (name, day, time, shown, text) in enumerate(_ROWS, 101)
    )
    body = f'<h2 class="topic-title">When does the ferry leave?</h2>{posts}'
    return Thread(
        "post", _document(body, attributes='class="section-viewtopic"'), _written(), _address("viewtopic.php?t=7")
    )


def _address(path: str) -> str:
    return f"https://forum.harbour.example/{path}"


def vbulletin() -> Thread:
    """A table for each post: date above, profile and body side by side."""
    posts = "".join(
        f"""<table id="post{number}" class="tborder"><tr><td class="thead"><a name="post{number}"></a>{shown}</td>
        <td class="thead" align="right"><a href="showpost.php?p={number}">#{number - 200}</a></td></tr>
        <tr><td class="alt2" width="175"><div id="postmenu_{number}"><a class="bigusername"
        href="member.php?u={number}">{name}</a></div><div class="smallfont">Join Date: May 2009<br>Posts: {number}</div>
        </td><td class="alt1" id="td_post_{number}"><div id="post_message_{number}">{text}</div></td></tr></table>"""
        for number, (name, _, _, shown, text) in enumerate(_ROWS, 201)
    )
    return Thread("post", _document(f"<div id=posts>{posts}</div>"), _written(), _address("showthread.php?t=12"))


def discourse() -> Thread:
    """What Discourse sends to readers without scripts, with microdata."""
    posts = "".join(
        f"""<div id="post_{number}" class="topic-body crawler-post" itemprop="comment" itemscope
        itemtype="http://schema.org/Comment"><div class="crawler-post-meta">
        <span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person">
        <a itemprop="url" rel="nofollow" href="{_address("u/" + name)}"><span itemprop="name">{name}</span></a></span>
        <span class="crawler-post-infos"><time itemprop="datePublished" datetime="{day}T{time}:00Z"
        class="post-time">{shown}</time><span itemprop="position">{number}</span></span></div>
        <div class="post" itemprop="text"><p>{text}</p></div>
        <div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter">
        <span class="post-likes">{number} Likes</span></div></div>"""
        for number, (name, day, time, shown, text) in enumerate(_ROWS, 1)
    )
    html = _document(f"<h1>When does the ferry leave?</h1>{posts}", attributes='class="crawler"')
    written = tuple(Written(post.author, f"{post.date}:00+00:00", post.text) for post in _written())
    return Thread("post", html, written, _address("t/when-does-the-ferry-leave/7"))


def stack_exchange() -> Thread:
    """A question and its answers, one of them accepted, with votes and a comment."""

    def cell(number: int, kind: str, votes: int, after: str = "") -> str:
        name, day, time, shown, text = _ROWS[number]
        return f"""<div class="post-layout"><div class="votecell"><div class="js-vote-count" data-value="{votes}"
        itemprop="upvoteCount">{votes}</div>{after}</div><div class="{kind}cell"><div class="s-prose js-post-body"
        itemprop="text"><p>{text}</p></div><div class="user-info"><div class="user-action-time">{kind}ed
        <span title="{day} {time}:00Z" class="relativetime">{shown}</span></div><div class="user-details"
        itemprop="author" itemscope><a href="/users/{number}/{name}">{name}</a>
        <span class="reputation-score">{votes}99</span></div></div></div></div>"""

    tick = '<div class="js-accepted-answer-indicator" title="Accepted answer">✓ accepted answer</div>'
    name, day, time, shown, text = _ROWS[3]
    comment = f"""<ul class="comments-list"><li id="comment-9" class="comment js-comment"><div class="comment-text">
    <span class="comment-copy">{text}</span> – <a href="/users/3/{name}" class="comment-user">{name}</a>
    <span class="comment-date"><span title="{day} {time}:00Z" class="relativetime-clean">{shown}</span></span>
    </div></li></ul>"""
    body = f"""<h1>When does the ferry leave?</h1><div id="question" class="question" itemscope
    itemtype="https://schema.org/Question">{cell(0, "ask", 12)}</div><div id="answers">
    <div id="answer-2" class="answer js-answer accepted-answer" itemprop="acceptedAnswer" itemscope
    itemtype="https://schema.org/Answer">{cell(1, "answer", 31, tick)}{comment}</div>
    <div id="answer-3" class="answer js-answer" itemprop="suggestedAnswer" itemscope
    itemtype="https://schema.org/Answer">{cell(2, "answer", -2)}</div></div>"""
    written = tuple(Written(post.author, f"{post.date}:00+00:00", post.text) for post in _written())
    order = (written[0], written[1], written[3], written[2])
    return Thread("answer", _document(body), order, "https://boats.example/questions/7/when-does-the-ferry-leave")


ARTICLE = "".join(
    f"<p>{text}</p>"
    for text in (
        "The morning ferry leaves at nine, and it carries more mail than people across the sound, as it always did.",
        "The crossing takes forty minutes in fair weather, and the crew has coffee on the way back to the town.",
        "Nobody minds, since the lighthouse keeper bakes for everyone who runs out of flour in those long weeks.",
    )
)


def disqus() -> Thread:
    """Comments below an article, as a static copy of Disqus holds them."""
    comments = "".join(
        f"""<li class="post" id="post-{number}"><div class="post-content"><div class="avatar"><img src="/a.png"></div>
        <div class="post-body"><header class="comment__header"><span class="post-byline"><span class="author
        publisher-anchor-color"><a href="https://disqus.example/by/{name}/">{name}</a></span></span>
        <span class="post-meta"><a href="#comment-{number}" class="time-ago" title="{day} {time}">3 weeks ago</a></span>
        </header><div class="post-message"><p>{text}</p></div><footer class="comment__footer"><a href="#">Reply</a>
        <span class="vote-up"><span class="updatable count">{number}</span></span></footer></div></div></li>"""
        for number, (name, day, time, _, text) in enumerate(_ROWS, 1)
    )
    body = f"""<article><h1>The ferry</h1>{ARTICLE}</article><section id="disqus_thread" class="comments">
    <ul class="post-list">{comments}</ul></section>"""
    return Thread("comment", _document(body, "The ferry"), _written(), "https://courier.example/the-ferry")


def wordpress() -> Thread:
    """Comments below an article, the third an answer to the second, which answers the first."""

    def comment(number: int) -> str:
        name, day, time, shown, text = _ROWS[number]
        inside = f'<ul class="children">{comment(number + 1)}</ul>' if number < 2 else ""
        return f"""<li class="comment even depth-{min(number, 2) + 1}" id="comment-{number + 1}">
        <article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard">
        <b class="fn"><a href="https://{name}.example" rel="external nofollow">{name}</a></b>
        <span class="says">says:</span></div><div class="comment-metadata">
        <a href="https://courier.example/the-ferry#comment-{number + 1}"><time datetime="{day}T{time}:00+01:00">{shown}
        </time></a></div></footer><div class="comment-content"><p>{text}</p></div>
        <div class="reply"><a class="comment-reply-link" href="#respond">Reply</a></div></article>{inside}</li>"""

    last = comment(3).replace("depth-3", "depth-1")
    body = f"""<article><h1>The ferry</h1>{ARTICLE}</article><div id="comments" class="comments-area">
    <h2>4 thoughts on “The ferry”</h2><ol class="comment-list">{comment(0)}{last}</ol></div>"""
    written = tuple(Written(post.author, f"{post.date}:00+01:00", post.text) for post in _written())
    return Thread("comment", _document(body, "The ferry"), written, "https://courier.example/the-ferry")


def reddit() -> Thread:
    """A submission without a body, and nested comments with points."""

    def comment(number: int) -> str:
        name, day, time, _, text = _ROWS[number]
        inside = comment(number + 1) if number < 2 else ""
        return f"""<div class="thing id-t1_{number} comment" id="thing_t1_{number}" data-author="{name}">
        <div class="entry unvoted"><p class="tagline">
        <a href="https://reddit.example/user/{name}" class="author">{name}</a>
        <span class="score dislikes" title="{number + 3}">{number + 3} points</span>
        <span class="score unvoted" title="{number + 4}">{number + 4} points</span>
        <time title="{day}" datetime="{day}T{time}:00+00:00" class="live-timestamp">3 weeks ago</time></p>
        <form class="usertext" id="form-t1_{number}">
        <div class="usertext-body"><div class="md"><p>{text}</p></div></div></form>
        <ul class="flat-list buttons"><li class="first"><a href="/r/boats/comments/7/c{number}/"
        class="bylink" rel="nofollow">permalink</a></li><li><a href="#">report</a></li></ul></div>
        <div class="child"><div class="sitetable listing">{inside}</div></div></div>"""

    body = f"""<div class="content" role="main"><p class="title"><a href="/r/boats/comments/7/">When does the ferry
    leave?</a></p><div class="commentarea">
    <div class="sitetable nestedlisting">{comment(0)}{comment(3)}</div></div></div>"""
    written = tuple(Written(post.author, f"{post.date}:00+00:00", post.text) for post in _written())
    return Thread("comment", _document(body), written, "https://reddit.example/r/boats/comments/7/ferry/")


def hacker_news() -> Thread:
    """Comments as rows of a table, each with a table inside; a picture of some width indents an answer."""
    rows = "".join(
        f"""<tr class="athing comtr" id="{number}"><td><table><tr><td class="ind" indent="{indent}"><img src="s.gif"
        height="1" width="{40 * indent}"></td><td class="votelinks"><a href="vote?id={number}"></a></td>
        <td class="default"><div><span class="comhead"><a href="user?id={name}" class="hnuser">{name}</a>
        <span class="age" title="{day}T{time}:00"><a href="item?id={number}">3 hours ago</a></span></span></div>
        <div class="comment"><div class="commtext c00">{text}</div><div class="reply">
        <a href="reply?id={number}">reply</a></div></div></td></tr></table></td></tr>"""
        for number, indent, (name, day, time, _, text) in zip(range(301, 305), (0, 1, 2, 0), _ROWS, strict=True)
    )
    body = f"""<table id="hnmain"><tr><td><table class="fatitem"><tr class="athing" id="300"><td class="title">
    <span class="titleline"><a href="https://courier.example/the-ferry">The ferry</a></span></td></tr></table>
    <table class="comment-tree">{rows}</table></td></tr></table>"""
    written = tuple(Written(post.author, f"{post.date}:00", post.text) for post in _written())
    return Thread("comment", _document(body), written, "https://news.example/item?id=300")


def reviews() -> Thread:
    """A product's reviews, below its description and its price."""
    listed = "".join(
        f"""<div class="review-item" itemprop="review" itemscope itemtype="https://schema.org/Review">
        <span class="review-rating">★★★★☆</span> <span itemprop="author" class="reviewer">{name}</span>
        <meta itemprop="datePublished" content="{day}"><span class="review-date">{shown.partition(",")[0]}</span>
        <p class="review-text" itemprop="reviewBody">{text}</p><button>Helpful</button></div>"""
        for name, day, _, shown, text in _ROWS
    )
    body = f"""<main><h1>Rubber boat</h1><p class=price>£ 249.00</p><p>A boat for two, with oars and a pump, made of
    strong cloth in our own yard.</p><button>Add to basket</button><section id="reviews"><h2>Reviews</h2>{listed}
    </section></main>"""
    return Thread("review", _document(body, "Rubber boat"), _written(times=False), "https://shop.example/rubber-boat")


def mailing_list() -> Thread:
    """The mails of a thread on one page of an archive."""
    mails = "".join(
        f"""<div class="email" id="mail-{number}"><div class="email-header"><span class="email-author">From:
        <a href="/users/{name}">{name}</a></span> <span class="email-date">{day} {time}</span></div>
        <div class="email-body"><p>{text}</p></div></div>"""
        for number, (name, day, time, _, text) in enumerate(_ROWS, 1)
    )
    html = _document(f'<h1>[boats] When does the ferry leave?</h1><div class="thread-emails">{mails}</div>')
    return Thread("post", html, _written(), "https://lists.example/archives/list/boats/thread/ABC/")


def shreddit() -> Thread:
    """Elements of Reddit's own: what opens the thread, and comments that stand in what they answer."""

    def comment(number: int, inside: str = "") -> str:
        name, day, time, shown, text = _ROWS[number]
        return f"""<shreddit-comment author="{name}" thingid="t1_{number}" score="{number + 4}"><div slot="commentMeta">
            <a href="/user/{name}/">{name}</a> <a href="/r/boats/comments/7/comment/{number}/">
            <time datetime="{day}T{time}">{shown}</time></a></div><div class="md"><p>{text}</p></div>
            <shreddit-comment-action-row><button>Reply</button></shreddit-comment-action-row>
            {inside}</shreddit-comment>"""

    name, day, time, shown, text = _ROWS[0]
    body = f"""<shreddit-post id="t3_7" score="4"><div slot="credit-bar"><time datetime="{day}T{time}">{shown}</time>
        <a href="/user/{name}/">{name}</a></div><h1>When does the ferry leave?</h1><div class="md"><p>{text}</p></div>
        </shreddit-post><shreddit-comment-tree>{comment(1, comment(2))}{comment(3)}</shreddit-comment-tree>"""
    return Thread("post", _document(body), _written(), "https://www.reddit.example/r/boats/comments/7/ferry/")


def mastodon() -> Thread:
    """A status and its answers, each of which begins with whom it answers."""
    statuses = "".join(
        f"""<div class="status__wrapper"><div class="status"><a class="status__relative-time" href="/@{name}/{number}">
        <time datetime="{day}T{time}">{shown}</time></a><a class="status__display-name" href="/@{name}"><img src=a.png>
        <bdi>{name}</bdi> <span>@{name}@toot.example</span></a><div class="status__content"><p>{text}</p></div>
        <div class="status__action-bar"><button>1</button></div></div></div>"""
        for number, (name, day, time, shown, text) in enumerate(_ROWS, 101)
    )
    body = statuses.replace("status__wrapper", "detailed-status__wrapper", 1).replace('"status"', "detailed-status", 1)
    return Thread("post", _document(f"<div>{body}</div>"), _written(), "https://toot.example/@Maren/101")


def bluesky() -> Thread:
    """Posts without classes, which show "1y" for a date."""
    posts = "".join(
        f"""<div data-testid="postThreadItem-by-{name}"><div><a href="/profile/{name}"><img src=a.png></a></div><div>
        <div><a href="/profile/{name}"><span>{name}</span></a><span>·</span>
        <a href="/profile/{name}/post/{number}" data-tooltip="{shown}">1y</a></div>
        <div data-testid="postText">{text}</div>
        <div><button><div>{number}</div></button></div></div></div>"""
        for number, (name, _, _, shown, text) in enumerate(_ROWS)
    )
    return Thread("post", _document(f"<main>{posts}</main>"), _written(), "https://sky.example/profile/Maren/post/0")


def invision() -> Thread:
    """Posts with a signature that only an attribute for scripts names."""
    posts = "".join(
        f"""<article id="elComment_{number}" class="cPost ipsComment"><aside class="cAuthorPane"><h3>
        <a href="/profile/{number}-{name}/">{name}</a></h3></aside><div class="ipsColumn"><p>Posted
        <time datetime="{day}T{time}">{shown}</time></p><div class="ipsType_richText"><p>{text}</p></div>
        <div data-role="memberSignature"><p>{name} of the old pier wishes fair winds</p></div></div></article>"""
        for number, (name, day, time, shown, text) in enumerate(_ROWS, 1)
    )
    return Thread("comment", _document(f"<h1>The ferry</h1>{posts}"), _written(), _address("topic/7-ferry/"))


def simple_press() -> Thread:
    """Names and dates in boxes that are all called after the user, the time on a line of its own."""
    posts = "".join(
        f"""<div class="spTopicPostSection" id="post{number}"><div class="spUserSection">
        <div class="spPostUserDate">{shown.replace(", ", "<br>")}</div><div class="spPostUserName">{name}</div>
        <div class="spPostUserPosts">Forum Posts: {number}</div></div>
        <div class="spPostContent"><p>{text}</p></div></div>"""
        for number, (name, _, _, shown, text) in enumerate(_ROWS, 1)
    )
    return Thread("post", _document(f"<h1>The ferry</h1>{posts}"), _written(), _address("forum/ferry/"))


THREADS = {
    build.__name__: build()
    for build in (
        *(phpbb, vbulletin, discourse, stack_exchange, disqus),
        *(wordpress, reddit, hacker_news, reviews, mailing_list),
        *(shreddit, mastodon, bluesky, invision, simple_press),
    )
}


def _cards(number: int) -> str:
    return "".join(
        f"""<article class="post"><h2><a href="/blog/{n}">Story {n} of the harbour</a></h2>
        <p class="meta">by <a href="/author/maren" class="author">Maren</a>,
        <time datetime="2024-03-{n:02}">{n} March 2024</time></p><p>{_TEXTS[n % 4]}</p>
        <a href="/blog/{n}">Read more</a></article>"""
        for n in range(1, number + 1)
    )


def _goods() -> str:
    return "".join(
        f"""<li class="product"><a href="/p/{n}"><img src="/{n}.jpg" alt="Boat {n}"></a><h3>
        <a href="/p/{n}">Boat {n}</a></h3><span class="price">£ {n}49.00</span>
        <span class="rating">4.{n} ({n} reviews)</span>
        <p>A boat for {n}, with oars and a pump, made of strong cloth.</p></li>"""
        for n in range(2, 9)
    )


# Pages on which nobody answers anybody.
WITHOUT_POSTS = {
    "an article": _document(
        f"""<article class="post"><h1>The ferry</h1><p class="byline">by <a rel="author" href="/author/maren">Maren</a>,
        <time datetime="2024-03-02">2 March 2024</time></p>{ARTICLE}</article><div id="comments"><h2>Comments</h2>
        <p>Be the first to comment.</p><form><textarea></textarea><button>Send</button></form></div>"""
    ),
    "a blog's index": _document(f"<h1>All stories</h1><main>{_cards(8)}</main>"),
    "an article and two related ones": _document(
        f'<article class="post"><h1>The ferry</h1>{ARTICLE}</article><aside class="related">{_cards(2)}</aside>'
    ),
    "a list of goods": _document(f"<h1>Boats</h1><ul class=products>{_goods()}</ul>"),
    "a time table": _document(
        "<table>"
        + "".join(f"<tr><td>{d} March 2024<td>{h}:15<td>Pier {h}" for d in range(1, 9) for h in (9, 10))
        + "</table>"
    ),
}
