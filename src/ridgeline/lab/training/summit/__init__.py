"""Training of summit.

labels        pages whose leaves are labelled by their gold texts, and how far the labels are believed
examples      labelled pages → training examples; the vocabularies
furniture     words that tell what a line is for, in many languages
augmentation  the content of one page in the surroundings of another
trainer       one network: loss, data augmentation on the fly, optimiser
training      everything: cross-validation by site, calibration, the model that ships
plots         figures of calibration, and of precision against recall
"""
