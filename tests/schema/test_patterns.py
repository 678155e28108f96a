"""The patterns of the schemas mean to JavaScript, in which editors run, what they mean to the tests here.

Needs node.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from telecompile.schema.document import BY_SCHEMA
from tests.schema.checking import matches, schema

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not on PATH")
# Editors compile patterns with and without the flag u, under which escapes are fewer.
_PROGRAM = """
const [patterns, texts] = JSON.parse(require("fs").readFileSync(0, "utf-8"));
const rows = (flags) => patterns.map((one) => texts.map((text) => new RegExp(one, flags).test(text)));
console.log(JSON.stringify([rows(""), rows("u")]));
"""
TEXTS = [
    "", " ", "\n", "a", "A", "a\n", "-a", "a-b", "a.b", "a_b", "a/b", "a" * 64, "\u00e9", "\u65e5\u672c", "1", "0",
    "-1", "+1", "1.5", ".5", "8Gi", "8GB", "512m", "1024", "1048576", "250m", "0.0001", "1e3", "1E-3", "30s", "0s",
    "30", "ms", "5ms", "192.0.2.1", "192.0.2.256", "192.0.2.0/24", "2001:db8::/32", "::", "::1", "fe80::1%eth0",
    "1:2:3:4:5:6:7:8", "localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "224.0.0.1", "example.com",
    "example.com:80", "http://example.com", "https://[2001:db8::1]:8480/a?b=c", "http://u:p@example.com",
    "http://a,b", "ftp://a", "/metrics", "/\u00e9", "a:b", "quay.io/a/b:v1", "quay.io/a/b", "a@sha256:" + "0" * 64,
    "host:5000/a", "UTC", "Europe/Berlin", "interval=30s", "interval=1000", "interval=999",
    "interval=30s offset=-1s", "offset=1 interval=30s", "interval=1s\u2003offset=0",
    "interval=1s\u001cinterval=2s", "interval=1s interval=1s", "schema=job", "producer=x", "name",
    "component_id=1 stream=a job_count=1 task_count=0", "a=$(x)", "#a", "a\\", "ome", "^ome.*", "i.*", "idrac",
    "__x", "^ome\\.(a|b)", "(?i)x", "[z]a", "o$", "default", "kube-system", "kube",
    "http://a.example/api/v2/alerts", "component_id=1 stream=a job_count=8 task_count=8",
]  # fmt: skip


def patterns(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for keyword, value in node.items():
            if keyword == "pattern" and isinstance(value, str):
                yield value
            else:
                yield from patterns(value)
    elif isinstance(node, list):
        for value in node:
            yield from patterns(value)


def test_patterns_mean_the_same_in_an_editor() -> None:
    found = sorted({pattern for name in BY_SCHEMA for pattern in patterns(schema(name))})
    assert len(found) > 20
    done = subprocess.run(
        [str(NODE), "-e", _PROGRAM], input=json.dumps([found, TEXTS]), capture_output=True, text=True, check=True
    )
    ours = [[matches(pattern, text) for text in TEXTS] for pattern in found]
    plain, unicode = json.loads(done.stdout)
    assert plain == ours
    assert unicode == ours
    idle = [pattern for pattern, row in zip(found, ours, strict=True) if not any(row) or all(row)]
    assert not idle, "add texts that tell these apart"
