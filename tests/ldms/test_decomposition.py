"""Each mistake in a decomposition is found, by its own complaint, and a correct one has none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ldms import decomposition

DIGEST = "0" * 64


def _decomposition() -> dict[str, Any]:
    """A decomposition with every form, to be changed by a test."""
    columns = [
        {"src": "timestamp"},
        {"src": "M_producer", "dst": "host"},
        {"src": "MemFree", "dst": "free", "type": "u64", "fill": 0},
        {"src": "netdev_list", "rec_member": "rx_bytes", "dst": "rx"},
        {"src": "netdev_list[tx_bytes]", "dst": "tx"},
        {"src": "load", "type": "D64_ARRAY", "fill": [0.5, 1]},
        {"src": "state", "type": "char_array", "fill": ""},
    ]
    row = {"schema": "memory", "cols": columns, "indices": [{"name": "by_time", "cols": ["timestamp", "host"]}]}
    return {
        "type": "flex",
        "decomposition": {
            "memory": {"type": "static", "rows": [row, {"schema": "memory", "cols": [{"src": "a"}]}]},
            "all": {"type": "as_is", "indices": []},
        },
        "matches": [{"schema": "^mem[a-z]+$", "apply": "memory"}, {"instance": "/x$", "apply": ["memory", "all"]}],
        "digest": {DIGEST: "all"},
        "default": "all",
    }


def test_a_correct_decomposition_has_no_problems() -> None:
    whole = _decomposition()
    assert decomposition.problems(json.dumps(whole)) == []
    for part in whole["decomposition"].values():
        assert decomposition.problems(json.dumps(part)) == []


_ROW = "decomposition.memory.rows.0"
# A path into the decomposition, the value put there, and a part of the complaint.
UNSOUND: list[tuple[str, object, str]] = [
    ("type", "flexible", "type: not one of as_is, flex, static"),
    ("type", ["flex"], "type: not one of as_is, flex, static"),
    ("more", 1, "unknown key more"),
    ("decomposition", {}, "decomposition: not an object with members"),
    ("decomposition.memory", [], "decomposition.memory: not an object"),
    ("decomposition.all.type", "flex", "decomposition.all.type: not one of as_is, static"),
    ("decomposition.all.indices", None, "decomposition.all.indices: not an array"),
    ("decomposition.unused", {"type": "as_is", "indices": []}, "decomposition.unused: nothing applies it"),
    ("decomposition.memory.rows", [], "rows: not an array with members"),
    (f"{_ROW}", 1, "rows[0]: not an object"),
    (f"{_ROW}.schema", "", "rows[0].schema: not a text"),
    (f"{_ROW}.cols", [], "rows[0].cols: not an array with members"),
    (f"{_ROW}.rows", [], "rows[0]: unknown key rows"),
    (f"{_ROW}.cols.0", "timestamp", "cols[0]: not an object"),
    (f"{_ROW}.cols.0.type", "ts", "cols[0].type: not with the special source timestamp"),
    (f"{_ROW}.cols.0.name", "t", "cols[0]: unknown key name"),
    (f"{_ROW}.cols.0.src", 1, "cols[0].src: not a text"),
    (f"{_ROW}.cols.1.dst", "", "cols[1].dst: not a text"),
    (f"{_ROW}.cols.1.dst", "free", "cols: free twice"),
    (f"{_ROW}.cols.1.dst", "hosts", "indices[0].cols: no column host"),
    (f"{_ROW}.cols.2.type", "uint64", "cols[2].type: not a type of a metric"),
    (f"{_ROW}.cols.2.type", None, "cols[2].type: not a type of a metric"),
    (f"{_ROW}.cols.2.fill", -1, "cols[2].fill: not a value of u64"),
    (f"{_ROW}.cols.2.fill", 0.5, "cols[2].fill: not a value of u64"),
    (f"{_ROW}.cols.2.fill", "0", "cols[2].fill: not a value of u64"),
    (f"{_ROW}.cols.2.fill", True, "cols[2].fill: not a value of u64"),
    (f"{_ROW}.cols.3.fill", 0, "cols[3].fill: without a type"),
    (f"{_ROW}.cols.3.src", "netdev_list[rx]", "cols[3].rec_member: the source names a member already"),
    (f"{_ROW}.cols.4.src", "netdev_list[tx", "cols[4].src: netdev_list[tx is not of the form list[member]"),
    (f"{_ROW}.cols.5.fill", [], "cols[5].fill: not a value of D64_ARRAY"),
    (f"{_ROW}.cols.6.fill", 0, "cols[6].fill: not a value of char_array"),
    (f"{_ROW}.indices", {}, "indices: not an array"),
    (f"{_ROW}.indices.0", {"name": "a"}, "indices[0]: not an object of name and cols"),
    (f"{_ROW}.indices.0.cols", [], "indices[0].cols: not an array of names"),
    ("matches", {}, "matches: not an array"),
    ("matches.0", "memory", "matches[0]: not an object"),
    ("matches.0", {"apply": "memory"}, "matches[0]: neither schema nor instance"),
    ("matches.0.producer", "n1", "matches[0]: unknown key producer"),
    ("matches.0.schema", "(", "matches[0].schema: not an extended regular expression"),
    ("matches.0.schema", ["a"], "matches[0].schema: not an extended regular expression"),
    ("matches.0.apply", "other", "matches[0].apply: no decomposition other"),
    ("matches.0.apply", None, "matches[0].apply: neither a name nor a list of names"),
    ("matches.1.apply", [], "matches[1].apply: neither a name nor a list of names"),
    ("matches.1.apply", ["all", "all"], "matches[1].apply: all twice"),
    ("digest", [], "digest: not an object"),
    ("digest.*", "all", "digest.*: not 64 hexadecimal digits"),
    (f"digest.{DIGEST}", "none", "no decomposition none"),
    ("default", "none", "default: no decomposition none"),
    ("default", None, "default: neither a name nor a list of names"),
    ("default", ["all", "memory"], "default: more than 1"),
]


@pytest.mark.parametrize(("path", "value", "complaint"), UNSOUND)
def test_a_mistake_in_a_decomposition_is_found(path: str, value: object, complaint: str) -> None:
    whole: Any = _decomposition()
    *parents, last = [int(step) if len(step) == 1 and step.isdigit() else step for step in path.split(".")]
    place = whole
    for step in parents:
        place = place[step]
    place[last] = value
    found = decomposition.problems(json.dumps(whole))
    assert any(complaint in one for one in found), found


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no JSON"),
        ("[]", "the document: not an object"),
        ('{"type": "as_is", "indices": [],}', "no JSON"),
        ('{"type": "as_is", "indices": NaN}', "no JSON"),
        ('{"type": "as_is", "indices": [], "type": "as_is"}', "the key type twice"),
        ('{"type": "as_is"}', "indices: not an array"),
        ('{"type": "static"}', "rows: not an array"),
    ],
)
def test_a_text_that_is_no_decomposition_is_found(text: str, complaint: str) -> None:
    found = decomposition.problems(text)
    assert any(complaint in one for one in found), found
