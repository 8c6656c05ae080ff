"""The errors that ridgeline raises on purpose, as one tree.

    RidgelineError
    ├── UnknownExtractorError    a name that is not in the registry
    ├── MissingExtraError        an optional dependency is not installed
    ├── OptionError              an option has a value that cannot be used
    ├── InputError               a file or stream cannot be read
    ├── OutputError              a result cannot be written
    ├── FetchError               a URL cannot be fetched
    │   └── PrivateAddressError  it leads to an address that is not public
    ├── RenderError              a browser cannot render a page
    ├── DatasetError             a data set is not there or not readable
    ├── ModelError               a trained model is not there or not readable
    ├── TemplateError            a site's template is not there or not readable
    ├── RuleError                a file of site rules is not there or not readable
    ├── SiteError                a site profile is not there or not readable
    ├── LibraryError             the library of pages cannot be used
    │   └── UnknownPageError     it has no page of this name
    ├── WorkerError              a worker process died
    └── IsolationError           what is asked for stays in the process that read the page

A page never raises: a hostile or empty page gives an empty or partial result. Every message is one line that says what
is wrong, with which page or file, and what to do about it.
"""


class RidgelineError(Exception):
    """Base of all errors that ridgeline raises on purpose."""


class UnknownExtractorError(RidgelineError):
    """The name is not in the registry of extractors."""


class MissingExtraError(RidgelineError):
    """An optional dependency is not installed. With the name of its extra, the message ends with how to install it."""

    def __init__(self, message: str, extra: str | None = None) -> None:
        super().__init__(message if extra is None else f"{message}: {how_to_install(extra)}")


class OptionError(RidgelineError):
    """An option has a value that cannot be used."""


class InputError(RidgelineError):
    """A file or stream cannot be read."""


class OutputError(RidgelineError):
    """A result cannot be written."""


class FetchError(RidgelineError):
    """A URL cannot be fetched."""

    http_status: int | None = None  # where the server answered
    retry_after: str | None = None  # the header that says when to ask again
    is_other_type: bool = False  # whether the server has a file there, but of another type


class PrivateAddressError(FetchError):
    """A URL leads to an address that is not public."""


class RenderError(RidgelineError):
    """A browser cannot render a page."""


class DatasetError(RidgelineError):
    """A data set is not there or not readable."""


class ModelError(RidgelineError):
    """A trained model is not there or not readable."""


class TemplateError(RidgelineError):
    """A site's template is not there or not readable."""


class RuleError(RidgelineError):
    """A file of site rules is not there or not readable."""


class LibraryError(RidgelineError):
    """The library of pages cannot be used."""


class UnknownPageError(LibraryError):
    """The library has no page of this name."""


class SiteError(RidgelineError):
    """A site profile is not there or not readable."""


class WorkerError(RidgelineError):
    """A worker process died."""

    kind: str | None = None  # where a call killed it: seconds, memory, crash, killed


class IsolationError(RidgelineError, AttributeError):
    """What is asked for stays in the process that read the page: see `ridgeline.IsolatedExtraction`."""


def how_to_install(extra: str) -> str:
    """Return the command that installs what an extra needs.

    It names the packages, and so works for a wheel and for a checkout, whether or not an index has ridgeline.
    """
    from importlib.metadata import PackageNotFoundError, requires  # only a failure needs it

    try:
        stated = requires("ridgeline") or []
    except PackageNotFoundError:  # the sources are on the path, and nothing is installed
        stated = []
    ending = f"extra == '{extra}'"
    packages = [need.partition(";")[0].strip() for need in stated if need.replace('"', "'").endswith(ending)]
    wanted = " ".join(f'"{package}"' for package in packages)
    return f"pip install {wanted}" if packages else f'pip install ".[{extra}]" in a checkout'
