"""Primary content blocks by the features a user asks for: `feature`, `kfeature`, `rnn`.

V. R. Falmari, R. Y. Gangundi: Extraction of Primary Content Blocks from Web Pages; after S. Debnath et al., Automatic
Identification of Informative Sections of Web Pages (TKDE 17, 2005). A page is split into tag blocks (Algorithm 2,
GetBlockSet). Each block's features are counted and divided by the page's maxima. A block whose desired features
outweigh all the others goes into the winner basket (Algorithm 1). Within the basket the values are computed again, and
the blocks are sorted by them.

    basket       the winner basket (Algorithms 1 and 2)
    feature      `feature`: the winner, the block with the highest value
    kfeature     `kfeature`: the best cluster of the basket, by k-means over the values (K-FeatureExtractor)
    nearest      `rnn`: the N blocks nearest to the winner (Algorithm 3)
    kmeans       the clustering
    explanation  the values behind a decision, for JSON

Where the paper is silent or ambiguous:

- «Pr(F1 | F)» is the sum of the desired features' values (the text of section III.C). In the basket we divide it by
  the number of desired features, so that it is a probability from 0 to 1. Neither changes the order.
- The maxima «in the data set» are those of the page, so that a page can be extracted alone.
- Algorithm 3 takes the largest values one by one. The query point is the winner, which has the largest value of all,
  so these blocks are its nearest neighbours, with the winner first. `distance="features"` measures the distance in the
  space of all features instead.
- k is not given. The default is 2: of 2, 3, 4 and 6 it gives the best word F on each of three data sets
  (docs/experiments.md). The best cluster is the one with the highest centre.
- Section IV.B speaks of "threshold values of different features" that were given with a page. Its Table 1 heads its
  columns so, and its legend calls them counts of the page. `at_least` and `at_most` are such thresholds: a block goes
  into the basket only if its counts are within them. There are none by default.
- Equal values are sorted in document order.
- Blocks without visible content are not blocks here; hidden leaves are never kept.
"""
