"""The experiments of the learning and grouping paper (section 7), run again.

run        pages → lessons → cross-validated models → scores of the six methods, and of CLG over its parameters
figures    Figures 11, 13, 14 and 15, drawn
styled     the paper's kind of pages, written for this project, with the truth marked in them
"""
