"""The languages of texts: their function words, and which one a text is in.

stop_words   stop words of the languages that algorithms count them in; the codes that pages declare
detection    the language of a text, by its script, its function words and its trigrams
"""
