"""The experiments of the learning and grouping paper (section 7) on our data.

run        cross-validated scores of the six methods, and of CLG over its parameters
figures    plots of Figures 11, 13, 14 and 15
styled     styled pages with marked ground truth, written for this project
"""
