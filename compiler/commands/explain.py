"""`telecompile explain`: the page of a code, or of a key of the input files."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence

from ..diagnostics.codes import CODES
from ..explain.pages import overview, page, text
from ..loading.suggest import nearest
from .console import DONE, USAGE, Console

_PASTED = r"(?:error|warning|note)?\[([^\]]+)\].*"
_WIDEST = 100
"""Columns: longer lines of prose are hard to follow."""


def explain(words: Sequence[str]) -> int:
    """Print the page that ``words`` ask for, which may be pasted from a diagnostic; without any, list all codes."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    asked = " ".join(words).strip()
    if not asked:
        Console().put(f"{overview(width)}\ntelecompile explain CODE tells more of one, and explain KEY of a key.\n")
        return DONE
    pasted = re.fullmatch(_PASTED, asked, re.DOTALL)
    found = _of_code(pasted[1] if pasted else asked, width) or (None if pasted else _of_key(asked, width))
    if found is None:
        sys.stderr.write(f"telecompile explain: {_unknown(pasted[1] if pasted else asked)}\n")
        return USAGE
    Console().put(found)
    return DONE


def _of_code(asked: str, width: int) -> str | None:
    found = page(asked.strip().rstrip(":").lower())
    if found is None:
        return None
    return text(found, width) + _keys_of_that_name(found.code)


def _keys_of_that_name(code: str) -> str:
    """Where a code of one word is a key too: how to ask for that."""
    if "-" in code:
        return ""
    from ..explain.keys import find

    paths = sorted({key.path for key in find(code)})
    return "\n".join(["", "Keys of that name:", "", *(f"    {path}" for path in paths), ""]) if paths else ""


def _of_key(asked: str, width: int) -> str | None:
    from ..explain.keys import key_page

    return key_page(asked, width)


def _unknown(word: str) -> str:
    from ..explain.keys import key_names

    names = key_names()
    # A key may be asked for by its last part.
    of_last = {name.rpartition(".")[2]: name for name in reversed(names)}
    guess = nearest(word, [*CODES, *names, *of_last])
    if guess is not None and guess not in CODES:
        guess = of_last.get(guess, guess)
    meant = f"did you mean {guess}?" if guess else "telecompile explain, without more, lists the codes"
    return f"{word!r} is neither a code nor a key, column or file; {meant}"
