"""What an expression asks for, by the parsers of the stores themselves: the program of expressions_parser/."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools.command import ToolError
from tools.go import go_program

SOURCES = Path(__file__).with_name("expressions_parser")


class Filter(NamedTuple):
    """A condition on a label; ``op`` is one of ``=``, ``!=``, ``=~``, ``!~``."""

    label: str
    op: str
    value: str


class Selector(NamedTuple):
    """A choice of series: ``metric`` is None where the name is not literal, and is then among the filters."""

    metric: str | None
    filters: tuple[Filter, ...]


class Query(NamedTuple):
    """An expression; ``error`` is what its parser has against it, None for a valid one."""

    text: str
    error: str | None
    selectors: tuple[Selector, ...]


def metric_queries(texts: Iterable[str]) -> list[Query]:
    """An answer for each expression of MetricsQL, which PromQL is a part of."""
    return queries(("metrics", text) for text in texts)


def log_queries(texts: Iterable[str]) -> list[Query]:
    """An answer for each query of LogsQL that asks for lines."""
    return queries(("logs", text) for text in texts)


def queries(asked: Iterable[tuple[str, str]]) -> list[Query]:
    """An answer for each pair of a language (`metrics`, `logs`, or `stats` for numbers of LogsQL) and a text."""
    pairs = list(asked)
    given = "".join(json.dumps({"language": language, "text": text}) + "\n" for language, text in pairs)
    done = subprocess.run([go_program(SOURCES)], input=given, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise ToolError(f"{SOURCES.name} failed: {done.stderr.strip()}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(pairs):
        raise ToolError(f"{SOURCES.name} was asked {len(pairs)} times and answered {len(answers)} times")
    return [
        Query(text, one["error"] or None, tuple(map(_selector, one["selectors"] or ())))
        for (_, text), one in zip(pairs, answers, strict=True)
    ]


def _selector(given: dict[str, object]) -> Selector:
    filters = given["filters"]
    assert isinstance(filters, list)
    return Selector(str(given["metric"]) or None, tuple(Filter(**one) for one in filters))
