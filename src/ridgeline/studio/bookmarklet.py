"""The bookmarklet: a bookmark that sends the page one is on to the studio, as the browser has it.

It posts a form to the studio in a new tab. Since it runs on pages of strangers, it does not carry the token of the
service but one that can do nothing else than send pages. That one is kept in a file, so that the bookmark outlives the
studio that it was made by. It is the first field: the studio reads no more of a form that does not begin with it.
"""

import os
import re
import secrets
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ..errors import OutputError

TOKEN_FILE_NAME: Final = "send-token"  # noqa: S105, the name of a file
_TOKEN = re.compile(r"[\w-]{32,64}", re.ASCII)

# Written for people to read: the studio shows it. Everything that it makes is removed again.
_SCRIPT = """(() => {
  const form = document.createElement("form");
  form.method = "post"; form.action = ADDRESS; form.target = "_blank"; form.acceptCharset = "utf-8"; form.hidden = true;
  const fields = {token: TOKEN, url: location.href, html: "<!DOCTYPE html>" + document.documentElement.outerHTML};
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("textarea"); field.name = name; field.value = value; form.append(field);
  }
  document.documentElement.append(form); form.submit(); form.remove();
})()"""


def bookmarklet(origin: str, token: str) -> str:
    """Return the address of the bookmark, for the studio at this origin."""
    script = _SCRIPT.replace("ADDRESS", f'"{origin}/studio/send"').replace("TOKEN", f'"{token}"')
    return "javascript:" + quote(" ".join(script.split()), safe="(){}[]=>;:,./'!?*~-_")


def send_token(folder: Path) -> str:
    """Return the token of the bookmarklet, made when it is first asked for. Raises OutputError if it cannot be kept."""
    path = folder / TOKEN_FILE_NAME
    try:
        token = path.read_text(encoding="ascii").strip()
        if _TOKEN.fullmatch(token):
            return token
    except (FileNotFoundError, UnicodeDecodeError):
        pass
    except OSError as error:
        raise OutputError(f"{path}: cannot be read: {error.strerror}") from error
    token = secrets.token_urlsafe(32)
    _write_secret(path, token)
    return token


def _write_secret(path: Path, text: str) -> None:
    """Write a file that nobody else may read, not even while it is written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
            stream.write(text)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error
