"""Training of the ICE systems on pages with gold texts in CleanEval's form.

thresholds   `ice-elaborate` and `ice-lm`: the threshold with the best CleanEval score
tree         `ice-tree`: labels blocks by the gold text; `examples`, `c45` and `pruning` learn the decision tree
evolution    `ice-ga`: fitness and generations; `variation` creates and changes expressions
"""
