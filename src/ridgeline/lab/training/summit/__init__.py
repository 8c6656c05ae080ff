"""Training of summit.

examples      pages labelled by their gold texts → training examples; the vocabularies
augmentation  the content of one page in the surroundings of another
learning      one network: loss, data augmentation on the fly, optimiser
training      everything: cross-validation by site, calibration, the model that ships
drawing       figures of calibration, and of precision against recall
"""
