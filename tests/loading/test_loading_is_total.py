"""Any bytes give a value, never an exception."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from telecompile.loading.csv_file import load_csv
from telecompile.loading.csv_header import REQUIRED
from telecompile.loading.document import Loaded
from telecompile.loading.json_file import load_json
from telecompile.loading.yaml_file import load_yaml

YAML = """\
a: &x {b: 1, c: [yes, ~]}
d:
  - <<: *x
    e: "q\\u00e9"
  - !!str 5
g: |
  text
? k
: 2024-01-02
"""
JSON = '{"a": [1, -2.5e3, "x\\u00e9", true, null, {"b": {}}], "c": "é"}'
CSV = ",".join(REQUIRED) + '\na,"b, ""c""",d,,h,m,i,m,i\n\nx,,,,y,,,,\n'
PIECES = [
    "\t",
    "\n",
    '"',
    "'",
    "{{",
    "[",
    "]",
    "}",
    ": ",
    "- ",
    "&x",
    "*x",
    "<<: ",
    "!",
    "|",
    "%",
    "\\",
    "---\n",
    ",",
    "#",
]


@pytest.mark.parametrize(("load", "valid"), [(load_yaml, YAML), (load_json, JSON), (load_csv, CSV)])
@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_damaged_file_gives_diagnostics_inside_it(
    load: Callable[[str, bytes], Loaded], valid: str, data: st.DataObject
) -> None:
    """A valid file with pieces put in or cut out: every place exists, and no silence without a document."""
    text = valid
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 5))
        text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[at + cut :]
    document, diagnostics = load("f", text.encode())
    lines = text.split("\n")

    assert document is not None or diagnostics
    for one in diagnostics:
        assert one.span is not None
        assert one.summary
        assert 1 <= one.span.line <= one.span.end_line <= len(lines)
        assert 1 <= one.span.column <= len(lines[one.span.line - 1]) + 1


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@example(b"\xef\xbb\xbf\xef\xbb\xbfa: 1")
@example(b'"\\U00110000"')
@example(b"\xff\xfea\0")
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_answered(data: bytes) -> None:
    """By a document or by what is wrong."""
    for load in (load_yaml, load_json, load_csv):
        document, diagnostics = load("f", data)
        assert document is not None or diagnostics
