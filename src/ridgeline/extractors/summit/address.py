"""Features of a page's address."""

from ...page.patterns import lazy_pattern

_URL_WORDS = lazy_pattern(
    r"(forum|thread|topic|discuss|community|/t/|question)|(product|/p/|/dp/|shop|store|item|buy)|"
    r"(docs?[./]|documentation|/api|reference|guide|manual|wiki|help|learn)|(blog|news|article|story|post|/20\d\d/)|"
    r"(categor|collection|/c/|tags?/|search|list|archive|browse)|(services?|solutions|about|pricing|features|company)"
)
_URL_KINDS = ("forum", "product", "documentation", "article", "listing", "service")
ADDRESS_FEATURES = (
    *("is_home", "path_parts", "path_length", "path_digits", "path_hyphens", "has_query"),
    *(f"url_{kind}" for kind in _URL_KINDS),
)


def address_features(url: str) -> dict[str, float]:
    """Return ADDRESS_FEATURES, by name."""
    path, query = _path_and_query(url)
    kinds = {match.lastindex for match in _URL_WORDS().finditer(url.lower())} if url else set()
    return {
        "is_home": path in ("", "/") and bool(url),
        "path_parts": path.count("/"),
        "path_length": len(path) / 100,
        "path_digits": sum(map(str.isdigit, path)) / 10,
        "path_hyphens": path.count("-") / 5,
        "has_query": bool(query),
        **{f"url_{kind}": number in kinds for number, kind in enumerate(_URL_KINDS, start=1)},
    }


def _path_and_query(url: str) -> tuple[str, str]:
    if not url:
        return "", ""
    from urllib.parse import urlsplit  # not needed for a page that is given without its address

    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.path, parts.query
