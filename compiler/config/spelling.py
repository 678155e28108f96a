"""What is wrong with a name or an image reference, and which one was meant; read when there is a wrong one."""

from __future__ import annotations

import re

Problem = tuple[str, str]
"""What is wrong with a text, as the end of a sentence about it, and what to write instead."""


def name_problem(text: str, pattern: str, longest: int, what: str, letters: str) -> Problem:
    """Why ``text`` is not ``what``, of the form ``pattern``: at most ``longest`` characters, all of ``letters``."""
    if len(text) > longest:
        return f"has {len(text)} characters, and {longest} are the most", f"write at most {longest} characters"
    meant = _likest(text, pattern)
    help_ = f'did you mean "{meant}"?' if meant else f"write at most {longest} of {letters}"
    return f"is not {what}", help_


def _likest(text: str, pattern: str) -> str:
    """The text with a hyphen for what may not stand in it, in small letters where others may not."""
    for one, kept in ((text, r"\w."), (text.lower(), "a-z0-9."), (text.lower(), "a-z0-9")):
        meant = re.sub(rf"[^{kept}]+", "-", one, flags=re.ASCII).strip("-._")
        if meant and re.fullmatch(pattern, meant):
            return meant
    return ""


def image_problem(text: str, pattern: str) -> Problem:
    """Why ``text`` is no image reference of the form ``pattern``."""
    whole = "write registry/repository:tag, with @sha256:… where you pin it"
    scheme, separator, rest = text.partition("://")
    if separator:
        return f"begins with {scheme}://, which no image reference does", _typed(rest, pattern) or whole
    if re.search(r"\s", text):
        return "has a blank, which no image reference has", _typed("".join(text.split()[:1]), pattern) or whole
    name, at, digest = text.partition("@")
    digits = digest.removeprefix("sha256:")
    if at and digest != digits and len(digits) != 64:
        return f"has a digest of {len(digits)} digits, and sha256 has 64", "copy the digest once more, as a whole"
    if at and digest != digest.lower():
        return "has capital letters in its digest", _typed(f"{name}@{digest.lower()}", pattern) or whole
    repository, colon, tag = name.rpartition(":") if ":" in name.rpartition("/")[2] else (name, "", "")
    host, slash, path = repository.partition("/")
    if not re.search(r"[.:]|^localhost$", host):
        host, slash, path = "", "", repository  # without a registry the first part is of the repository
    if path != path.lower():
        meant = f"{host}{slash}{path.lower()}{colon}{tag}{at}{digest}"
        return "has capital letters in its repository, which no registry takes", _typed(meant, pattern) or whole
    return "is not an image reference", whole


def _typed(meant: str, pattern: str) -> str:
    return f'write "{meant}"' if re.fullmatch(pattern, meant) else ""
