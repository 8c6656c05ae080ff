"""A page for the drop-in replacements: an article with a table, a list, a link, an image and readers' comments."""

PARAGRAPHS = (
    "The morning ferry leaves at nine, and it carries more mail than people across the sound.",
    "The crossing takes <em>forty</em> minutes in fair weather, and the crew has <a href='/coffee'>coffee</a> "
    "on the way back to the harbour.",
    "In winter the boat stays in the harbour for days, while the islands wait for letters and bread.",
    "Nobody minds, since the lighthouse keeper bakes for everyone who runs out of flour in those weeks.",
)
COMMENT = "I took this boat as a child, and my grandmother was on the first one after the great storm."
TABLE = (
    "<table><tr><th>Day</th><th>Boats</th></tr><tr><td>Monday</td><td>four</td></tr>"
    "<tr><td>Friday</td><td>seven, the last one at dusk</td></tr></table>"
)
FERRY = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>The ferry to the islands | The Coastal Courier</title>
<link rel="canonical" href="https://courier.example/ferry">
<meta name="author" content="Mara Ellingsen"><meta property="article:published_time" content="2026-02-14T10:00:00Z">
<meta property="article:modified_time" content="2026-03-01T10:00:00Z">
<meta property="og:site_name" content="The Coastal Courier">
<meta name="description" content="A boat, forty minutes, and the mail."></head>
<body><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/tides">Tides</a></nav>
<article><h1>The ferry to the islands</h1><p class="byline">By Mara Ellingsen</p>
<p>{PARAGRAPHS[0]}</p><p>{PARAGRAPHS[1]}</p><img src="/boat.jpg" alt="The boat at the pier">
<h2>When the boats leave</h2>{TABLE}
<h2>In winter</h2><p>{PARAGRAPHS[2]}</p>
<ul><li>Bring a coat against the wind.</li><li>Bring bread for the islands.</li></ul><p>{PARAGRAPHS[3]}</p></article>
<section id="comments" class="comments"><h3>1 comment</h3><ol><li class="comment"><p><b>gull42</b> says</p>
<p>{COMMENT}</p></li></ol></section>
<footer><a href="/privacy">Privacy</a> © 2026 The Coastal Courier</footer></body></html>"""
EMPTY_PAGES = ("", "   ", "<html></html>", b"", "<!-- nothing -->", "%PDF-1.7 not a page")
