"""The laboratory: everything that knows a gold standard.

    datasets     pages with gold texts, in one format
    metrics      every way to score an extraction
    alignment    from a gold text to labelled leaves
    evaluation   extractors × data sets → tables
    golden       whole pages with the ideal extraction beside each: the accuracy gate and the gallery
    training     how extractors learn from gold texts
    study        the experiments of the papers
    plots        figures

The product does not need it: only the command line imports it.
"""
