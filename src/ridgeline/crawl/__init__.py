"""Crawls: the pages of a site, breadth-first within its host, politely.

robots.py                     what a host asks of robots
links.py, sitemaps.py         where a page leads, and what a site lists
scope.py                      what belongs to a crawl, and what is a trap
frontier.py                   which pages wait, and what became of the others
files.py                      a file a page, and the links between them
options.py, runner.py         what may be asked, and a crawl
"""
