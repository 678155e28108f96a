"""Diagnostics as SARIF 2.1.0, which code scanning and editors read.

Only rules of which something is found are described: all of them are a hundred times as much text.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from .codes import CODES
from .diagnostic import Diagnostic, Span
from .text import Lines, heaviest

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "telecompile/v1"
"""What is made otherwise one day gets another number, so that nobody compares the two."""
MOST_RESULTS = 25_000
"""GitHub refuses a run with more, and keeps the 5,000 of them that weigh most."""
LONGEST_DESCRIPTION = 1000
"""Characters of a rule's description; GitHub takes 1,024."""
LONGEST_LINE, MOST_LINES = 1000, 20
"""Source beyond that is left out: who reads the document has the file as well."""


class Explained(NamedTuple):
    """The page of a code: ``why`` it matters, and all of it for a terminal and for a browser."""

    why: str
    text: str
    markdown: str


class Ran(NamedTuple):
    """The run that found them. ``status`` is the exit status; ``finished`` is whether the input could be read."""

    version: str
    status: int
    finished: bool


def as_sarif(
    diagnostics: Sequence[Diagnostic], lines: Lines, explained: Callable[[str], Explained | None], ran: Ran
) -> str:
    """One run, with the same bytes whenever the same is found in the same files; ASCII, as `as_json` is."""
    import json

    diagnostics = heaviest(diagnostics, MOST_RESULTS)
    codes = sorted({one.code for one in diagnostics})
    driver = {
        "name": "telecompile",
        "version": ran.version,
        "semanticVersion": ran.version,
        "rules": [_described(code, explained(code)) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": ran.finished, "exitCode": ran.status}],
        "columnKind": "unicodeCodePoints",
        "results": list(_results(diagnostics, codes, lines)),
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _described(code: str, page: Explained | None) -> dict[str, Any]:
    told = CODES[code].told
    page = page or Explained(told, told, told)
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in code.split("-")),
        "shortDescription": {"text": told},
        "fullDescription": {"text": _brief(page.why)},
        "help": {"text": page.text, "markdown": page.markdown},
        "defaultConfiguration": {"level": CODES[code].severity},
    }


def _brief(text: str) -> str:
    """In one line, and as many whole sentences as fit."""
    text = " ".join(text.split())
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    fits, stop, _ = text[:LONGEST_DESCRIPTION].rpartition(". ")
    return f"{fits}{stop}".rstrip() or text[:LONGEST_DESCRIPTION]


def _results(diagnostics: Sequence[Diagnostic], codes: list[str], lines: Lines) -> Iterator[dict[str, Any]]:
    seen: dict[str, int] = {}
    for one in diagnostics:
        result: dict[str, Any] = {
            "ruleId": one.code,
            "ruleIndex": codes.index(one.code),
            "level": one.severity,
            "message": {"text": _message(one)},
            "locations": [_location(one.file, one.span, lines)],
        }
        if one.related:
            result["relatedLocations"] = [
                {"id": number, **_location(place.file, place.span, lines), "message": {"text": _plain(place.message)}}
                for number, place in enumerate(one.related, 1)
            ]
        result["partialFingerprints"] = {FINGERPRINT: _fingerprint(one, lines, seen)}
        yield result


def _message(diagnostic: Diagnostic) -> str:
    said = f"{diagnostic.summary}\nhelp: {diagnostic.help}" if diagnostic.help else diagnostic.summary
    return _plain(said)


def _plain(text: str) -> str:
    """The text without what a reader takes for a placeholder or for a link to another place.

    Other braces stay, though the standard (3.11.5) wants each twice: no reader that is known undoes that where there
    are no arguments, and what a help says is to be typed in as it stands.
    """
    import re

    return re.sub(r"\[(?=[^\]]*\]\()", r"\\[", re.sub(r"\{(\d+)\}", r"{{\1}}", text))


def _location(file: str, span: Span | None, lines: Lines) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _artifact(file)}
    if span is not None:
        names = ("startLine", "startColumn", "endLine", "endColumn")
        place["region"] = dict(zip(names, span, strict=True))
        shown = _source(span, lines(file))
        if shown:
            first = max(1, span.line - 1)
            place["contextRegion"] = {
                "startLine": first,
                "endLine": first + len(shown) - 1,
                "snippet": {"text": "\n".join(shown) + "\n"},
            }
    return {"physicalLocation": place}


def _source(span: Span, lines: Sequence[str]) -> Sequence[str]:
    """The lines of a place with one before and one behind it; none where they are too much."""
    if not span.line <= span.end_line <= min(len(lines), span.line + MOST_LINES):
        return ()
    shown = lines[max(1, span.line - 1) - 1 : span.end_line + 1]
    return shown if all(len(line) <= LONGEST_LINE for line in shown) else ()


def _artifact(file: str) -> dict[str, str]:
    """Where a file is: below the directory that telecompile was called in, or by its whole path."""
    from urllib.parse import quote

    uri = quote(_bytes(_tidy(file)))
    return {"uri": f"file://{uri}"} if file.startswith("/") else {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _fingerprint(diagnostic: Diagnostic, lines: Lines, seen: dict[str, int]) -> str:
    """The same wherever the line moves to: from the code, the file and the text of the line, and which one it is."""
    from hashlib import sha256

    span, shown = diagnostic.span, lines(diagnostic.file)
    line = shown[span.line - 1][:LONGEST_LINE].strip() if span is not None and span.line <= len(shown) else ""
    if not line:
        line = diagnostic.summary
    said = _bytes(f"{diagnostic.code}\0{_tidy(diagnostic.file)}\0{line}")
    digest = sha256(said, usedforsecurity=False).hexdigest()[:32]
    seen[digest] = seen.get(digest, 0) + 1
    return f"{digest}:{seen[digest]}"


def _tidy(file: str) -> str:
    """A path without `./` and the like, which a directory may be given with."""
    from posixpath import normpath

    return normpath(file)


def _bytes(text: str) -> bytes:
    """UTF-8; the bytes of a path that is none, and something where a text has halves of characters."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
