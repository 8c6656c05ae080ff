"""Content by what the pages of a site share: ContentExtractor and FastContentExtractor.

Dat Quoc Nguyen, Dai Quoc Nguyen, Son Bao Pham, The Duy Bui: A Fast Template-based Approach to Automatically Identify
Primary Text Content of a Web Page. ContentExtractor is of S. Debnath et al., as that paper describes and reimplements
it.

    atomic     the atomic blocks of a page
    frequency  on how many pages of a site a block stands
    content    content-extractor: what stands on several pages is not content
    learning   the preparation phase: templates from pages
    fast       fast-template: the detection phase
"""
