"""Whatever a file holds, a message is one line that can be read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import START_OF_FILE, Diagnostic, Related
from telecompile.diagnostics.telling import LONGEST_HELP, LONGEST_SUMMARY, cut, told, visible


@given(st.text())
def test_every_text_becomes_one_printable_line(text: str) -> None:
    one = told(Diagnostic("code", "error", text, "f", None, text, (Related("f", START_OF_FILE, text),)))
    assert (one.summary + one.help + one.related[0].message).isprintable()


def test_a_long_text_keeps_its_ends() -> None:
    one = told(Diagnostic("code", "error", f"begin {'x' * 10**6} end", "f", None, "y" * 10**6))
    assert len(one.summary) <= LONGEST_SUMMARY
    assert len(one.help) <= LONGEST_HELP
    assert one.summary.startswith("begin x")
    assert one.summary.endswith("x end")
    assert cut("x" * LONGEST_SUMMARY) == "x" * LONGEST_SUMMARY


def test_a_secret_is_covered_before_a_text_is_cut() -> None:
    """Else its first half would be shown, since nothing behind it says what it is."""
    one = told(Diagnostic("code", "error", f"'https://u:{'p' * 500}@host'", "f"))
    assert "p" not in one.summary.replace("https", "")


def test_escapes_are_those_of_python_and_json() -> None:
    assert visible("a\x1b[0m\n\U0001f419\U000e0001") == "a\\u001b[0m\\u000a\U0001f419\\U000e0001"
