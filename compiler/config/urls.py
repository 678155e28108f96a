"""URLs as users write them: whether one can be written to, and what to write instead."""

from __future__ import annotations

import re
from typing import NamedTuple

from .hosts import Problem, names_host


class Purpose(NamedTuple):
    """What a URL is for: the scheme that one without a scheme most likely means, an example, and how to log in."""

    scheme: str
    example: str
    log_in: str


WRITE = Purpose(
    "https",
    "write an absolute URL such as https://metrics.example.com/api/v1/write",
    "leave them out and name a Secret under `endpoints` in telecompile.yml",
)
"""An endpoint that metrics or logs are written to."""


def shown(text: str) -> str:
    """A URL in quotes; one with a log-in is not repeated, since what is said ends up in logs."""
    return "the URL" if "@" in text else repr(text)


def url_problem(text: str, purpose: Purpose) -> Problem | None:
    """What is wrong with an absolute http or https URL for ``purpose``; None where it is right."""
    from urllib.parse import quote, urlsplit

    try:
        parts = urlsplit(text)
        wrong = _wrong_server(text, parts.scheme, parts.hostname, parts.port, parts.netloc)
    except ValueError:
        port = re.search(r"://[^/?#]*:0*([1-9][0-9]{4,})(?=[/?#]|\Z)", text)
        if port and int(port[1][:9]) > 65535:
            return f"has the port {port[1]}, and 65535 is the last", "write a port from 1 to 65535"
        wrong = "is not a URL"
    if wrong:
        return wrong, _meant(text, purpose) or purpose.example
    if parts.username is not None or parts.password is not None:
        return "carries a user or password, which would end up in the manifests", purpose.log_in
    if parts.fragment or "#" in text:
        return "has a fragment (#), which no server ever sees", "leave the fragment out"
    if problem := foreign(text):
        return problem
    if found := re.search(r"[,'()$\[\]]", text.replace(f"[{parts.hostname}]", "", 1)):
        # Operators join URLs with commas, and the programs take quotes and brackets for what holds a list together.
        code = quote(found[0], safe="")
        if found[0] == ",":
            return "has a comma, where the agents end the URL", "write two entries for two URLs, and %2C within one"
        return f"has {found[0]}, which the agents take for the form of a list", f"write {code} in its place"
    return None


def foreign(text: str, besides: str = "") -> Problem | None:
    """The first character that a URL cannot have as it is (RFC 3986), or one of ``besides``."""
    found = re.search(rf"[\s\"<>\\^`{{|}}\x00-\x1f\x7f{besides}]|[^\x00-\x7f]", text)
    if found is None:
        return None
    from urllib.parse import quote

    said = "a blank" if found[0] == " " else found[0]
    return f"has {said}, which a URL cannot have", f"write {quote(found[0], safe='')} in its place, or leave it out"


def _meant(text: str, purpose: Purpose) -> str:
    """The URL that was most likely meant, as it can be typed in, where only its scheme is absent or in capitals."""
    scheme, separator, rest = text.partition("://")
    if "@" in text or not re.match(r"[A-Za-z0-9\[]", rest if separator else text):
        return ""
    if separator and scheme.lower() in ("http", "https") and scheme != scheme.lower():
        guess = f"{scheme.lower()}://{rest}"
    elif not separator and re.match(r"[^/]*[.:]", text) and not re.match(r"[A-Za-z]+:(?![0-9])", text):
        guess = f"{purpose.scheme}://{text}"
    else:
        return ""
    return f'write "{guess}"' if url_problem(guess, purpose) is None else ""


def _wrong_server(text: str, scheme: str, host: str | None, port: int | None, netloc: str) -> str:
    """What is wrong with the part of a URL that says whom to speak to, or nothing."""
    if scheme not in ("http", "https"):
        return "is not an http or https URL"
    if not text.startswith(f"{scheme}://"):
        return f"does not begin with {scheme}:// in small letters"
    if not host:
        return "names no host"
    if port == 0 or netloc.endswith(":"):
        return "has no port that can be written to"
    return "" if names_host(host) else "names no valid host"
