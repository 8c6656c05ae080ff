"""The experiments of the Mountain Model's paper, on the data sets at hand.

    prepared_pages   pages with everything that does not depend on the settings
    parameters       Figures 3 and 4
    ceiling          the scores of the labelled ridges and leaves, beside those of Figure 5
    clutter          the share of the visible text that is clutter
    site_comparison  Figures 6 and 7, with the style tree
    figures          Figures 3 to 8
    picture          Figure 1, for any page

Figure 5 is the cross-validation of `ridgeline.lab.training.mountain_classifiers`.
"""
