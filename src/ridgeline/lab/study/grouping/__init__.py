"""The experiments of the learning and grouping paper (section 7) on our data.

cross_validation  cross-validated scores of the six methods, and of CLG over its parameters
steps             what each step of CLG is worth, with the scores of a model and with perfect ones
real_layout       how much of a page its style lays out
figures           plots of Figures 11, 13, 14 and 15
styled            styled pages with marked ground truth
generated         the generator of most of them
"""
