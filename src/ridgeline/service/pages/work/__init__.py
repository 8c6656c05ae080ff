"""The work of processes for requests about stored pages. Only plain values go in and out: they are pickled.

Nothing here imports the framework: worker processes import these modules.

    inspection.py   a new page: what it is, and what the default extractor finds on it
    answers.py      an extractor on a stored page; paragraphs.py links its text and Markdown to leaves
    resources.py    the style sheets and pictures that a page loads
    views.py        the page as its reader sees it
    reasons.py      why a leaf was kept or dropped
    comparison.py   several extractors on one page
    terrain.py      the mountain of a page
    corrections.py  corrections: marks, clip paths, labels, agreement, export
    clips.py        the content as files, and books of many
    runs.py         the output of a bulk run
"""
