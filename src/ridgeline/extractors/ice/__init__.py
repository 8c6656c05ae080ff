"""ICE: six ways to clean web pages, as entered for CleanEval 2007 or tried on the way there.

Katja Hofmann and Wouter Weerkamp, "Web Corpus Cleaning using Content and Structure" (ILPS Content Extraction).

    baseline        section 3.1   every block is a paragraph, nothing is removed
    heuristic       Figure 1      long lines, and titles before them
    elaborate       section 3.2   paragraph, heading or list item by pseudo-probabilities
    tree            section 3.3   a C4.5 decision tree on five features: `c45` learns and prunes it
    language_model  section 3.4   blocks whose words are like those of title, headings and keywords
    genetic         section 3.5   a regular expression that a genetic algorithm evolved: `expressions`, `evolution`

`blocks` cuts a page into the paper's block-level elements, `features` counts what stands in them, `thresholds` chooses
the numbers that the paper leaves open. At CleanEval a system says of every piece of text whether it is a paragraph, a
heading or a list item: so each of them answers not only with the leaves it keeps but with its own segments
(`Extraction.segments`), of which `Extraction.cleaneval` is written.
"""
