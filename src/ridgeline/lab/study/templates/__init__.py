"""The experiments of the FastContentExtractor paper (Nguyen et al., section IV) on our data, and what its readings do.

folds         the sites of a data set; which pages prepare a template, which test it
experiments   Tables II to IV and Figure 6: time, block F and word F of both systems
variants      word F of other readings of the paper, and of what goes beyond it
"""
