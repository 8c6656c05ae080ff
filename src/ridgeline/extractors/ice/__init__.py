"""ICE: the six systems of one research group at CleanEval 2007, submitted or tried in the experiments.

Katja Hofmann and Wouter Weerkamp, "Web Corpus Cleaning using Content and Structure" (ILPS Content Extraction).

    baseline        section 3.1   every block is a paragraph, nothing is removed
    heuristic       Figure 1      long lines, and titles before them
    elaborate       section 3.2   paragraph, heading or list item by pseudo-probabilities
    tree            section 3.3   a C4.5 decision tree on five features; `decision_tree` classifies with it
    language_model  section 3.4   blocks whose words are similar to those of title, headings and keywords
    genetic         section 3.5   a regular expression evolved by a genetic algorithm: `expressions`, `expression_match`

`system` is the base of all, with the option to count the text of scripts. `blocks` divides a page into the paper's
block-level elements, `features` computes their features, `thresholds` reads saved thresholds. CleanEval asks for the
markup of every piece of text: paragraph, heading or list item. So each system returns its own segments
(`Extraction.segments`, written out by `Extraction.cleaneval`) besides the kept leaves.

The package only applies models. `ridgeline.lab.training.ice` trains them.
"""
