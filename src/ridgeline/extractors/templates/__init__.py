"""Content by comparison with other pages of a site: ContentExtractor and FastContentExtractor.

Dat Quoc Nguyen, Dai Quoc Nguyen, Son Bao Pham, The Duy Bui: A Fast Template-based Approach to Automatically Identify
Primary Text Content of a Web Page. ContentExtractor is by S. Debnath et al., as that paper describes and reimplements
it. Both learn from the pages of a site alone, without gold texts.

    block_tree         the blocks of a page and their traversal paths
    atomic             the atomic blocks of a page
    vectors            feature vectors of blocks
    similarity         which of these vectors are similar
    frequency          the number of a site's pages that contain a block
    copies             pages that repeat the main text of another one, which no template is learnt from
    content_extractor  `content-extractor`: blocks that several pages share are not content
    preparation        the preparation phase of FastContentExtractor: from pages to a template
    detection          the detection phase: the paths and rules of section III, and the comparison
    drift              whether a page fits a template
    fast               `fast-template`: the template of a page, the detection, and what answers if the page does not fit

`ridgeline.sites.templates` has the templates, and the file that stores them.
"""
