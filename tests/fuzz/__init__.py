"""Fuzzing of the views of a page: a target for every way to look at one, hostile documents to look at.

    python -m tests.fuzz                             every target for a minute
    python -m tests.fuzz markdown tei --seconds 600  these two, for ten minutes each
    python -m tests.fuzz markdown-browser            what is written, rendered and opened in Chromium

    documents.py     hostile documents: a grammar, and seeds that are mutated
    vocabulary.py    what the grammar is made of
    laws.py          what holds for every view
    targets.py       the views, and which laws they obey
    running.py       runs a target, and makes a failure small
    rendering.py     Markdown and HTML in a browser: nothing of a page runs there
    catalogue.py     kinds of attack by name, and what every writer makes of them in a browser
    payloads.py      pages whose text would run if it were taken for markup
    reproductions/   a file for every fault that was ever found; reproductions.py makes the large ones

tests/native/fuzz attacks the core itself, under sanitizers.
"""
