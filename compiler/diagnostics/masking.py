"""What must not reach a terminal or the log of a CI run, taken out of texts that are shown.

A message shows the user's own line below it, and somebody who wrote a password into a URL has
made the very mistake that is shown.
"""

from __future__ import annotations

import re

MASK = "*"
# As texts, which `re` compiles once there is something to show.
_USER = r"(?<=://)[^\s/?#\"':@]*:(?![0-9]+(?:[/?#\"'\s,\]]|$))[^\n]{0,300}(?=@)|(?<=://)[^\s/?#\"']*(?=@)"
"""The user of a URL; behind a colon that begins no port up to the last `@`, as a password may hold
anything: 300 characters of it, to bound the work on a line without end."""
_LOGGED_IN = r"(?<![^\s\"'\[,{])[A-Za-z0-9_.+-]{1,100}:[^\s/\"'@,\]}]{1,300}@(?=[A-Za-z0-9\[])(?!sha256:)"
"""A user and a password in front of a host, where nobody wrote a scheme."""
_QUERY = r"(?<=[?&])([A-Za-z0-9_.%~-]{1,100}=)([^\s&#\"',\]}]{1,1000})"
"""A value in the query of a URL: keys of services are called as they like."""
_NAMED = (
    r"(?i)(?:password|passwd|passphrase|token|api_?key|private_?key)[\"']?[ \t]*[:=][ \t]*"
    r"(?![|>][-+0-9]*(?:\s|\Z))(\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'?|[^\s,}\]#\"'][^\s,}\]]*)"
)
"""The value of a key that is called as secrets are; not that of `secret`, which names an object."""
_PRIVATE_KEY = r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"


def masked(text: str) -> str:
    """The same text, as long and in the same lines, with a `*` for every character of a secret.

    Secrets are the user and password of a URL and the values in its query, the value of a key such
    as ``password`` or ``token``, and a private key in PEM form.
    """
    if "@" in text:
        text = re.sub(_USER, lambda found: MASK * len(found[0]), text, flags=re.MULTILINE)
        text = re.sub(_LOGGED_IN, lambda found: f"{MASK * (len(found[0]) - 1)}@", text)
    if "?" in text:
        text = re.sub(_QUERY, lambda found: found[1] + MASK * len(found[2]), text)
    if "PRIVATE KEY" in text:
        text = re.sub(_PRIVATE_KEY, lambda found: re.sub(r"\S", MASK, found[0]), text, flags=re.DOTALL)
    return re.sub(_NAMED, _without_value, text)


def _without_value(found: re.Match[str]) -> str:
    value = found[1]
    return found[0][: len(found[0]) - len(value)] + re.sub(r"[^\s\"']", MASK, value)
