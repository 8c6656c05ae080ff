"""What search gains if only the primary content of pages is indexed: the promise that all five papers make.

    corpus      the documents: pages of data sets, and copies of articles in the frames of other sites
    systems     the text of every document by every system: the whole page, the papers' systems, summit, the gold text
    engine      a full-text index in a file (SQLite FTS5): its size, exact phrases, ranking by BM25
    queries     words, phrases and headlines, made of the gold texts alone
    retrieval   how well each system's index answers them
    duplicates  pairs of documents with the same content, found by shingles
    dense       retrieval by sentence embeddings beside BM25
    costs       paper, screens of a phone, tokens, bytes
    experiments the whole study
    figures     the pictures

The papers: «cluttered message can cripple the performance of many modules of search engines, including the index,
ranking function, summarization, duplicate detection» (Mountain Model), «reduce the storage requirements, make indices
smaller, and it results in faster and more effective search» (blocks), «redundant results», «searching correctly an
exact phrase when the phrase spans across two consecutive blocks» (FastContentExtractor), «high quality web printing,
e-reading on mobile devices» (learning and grouping), text corpora (ICE). None of them measures it.
"""
