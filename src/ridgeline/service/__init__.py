"""The HTTP service: pages in, content out."""
