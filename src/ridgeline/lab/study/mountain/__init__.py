"""The experiments of the Mountain Model's paper, on the data at hand.

preparing   pages read once: cells, leaves and labels, whatever the settings
training    the universal classifier, with four-fold cross-validation
parameters  Figures 3 and 4
sites       Figures 5 to 7 as tables, with the style tree
drawing     Figures 3, 4 and 8
picture     Figure 1, for any page
"""
