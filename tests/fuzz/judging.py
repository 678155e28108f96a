"""What must hold of the answer to any input at all."""

from __future__ import annotations

import json
import os
import re
import traceback
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from telecompile.diagnostics.codes import CODES
from telecompile.diagnostics.diagnostic import Diagnostic, Span, in_order, located
from telecompile.diagnostics.github import as_github
from telecompile.diagnostics.machine import as_json
from telecompile.diagnostics.sarif import Ran, as_sarif
from telecompile.diagnostics.text import render
from telecompile.loading.text import LINE_BREAK
from telecompile.output.tree import tree_of
from telecompile.output.yaml_text import to_yaml
from telecompile.pipeline import Compilation, compile_input
from telecompile.plan.data import as_data, recorded
from telecompile.plan.text import as_text
from tests.fuzz.corpus import CONFIG, Files

LONGEST_SUMMARY, LONGEST_HELP = 300, 1000
LIBRARY_WORDS = re.compile(
    r"(?i:pydantic|input should be|valid (?:string|integer|boolean|list|tuple)|extra inputs|field required|instance of|"
    r"traceback|datetime|<class|errno|expecting (?:value|property|',')|extra data|unterminated|invalid control|"
    r"invalid \\\\|codec can't|while (?:parsing|scanning)|could not find expected|mapping values are not|did not find|"
    r"found (?:unknown|undefined|character|unexpected)|block (?:mapping|end|sequence)|simple key|unhashable|recursion)|"
    r"\b(?:dict|tuple|NoneType|None|str|int|bool|float|[A-Z][A-Za-z]*(?:Error|Exception))\b|"
    r"string_type|type=|input_value|loc=|ctx"
)
"""Words of pydantic, PyYAML, json and Python that no user should have to know."""


class Problem(NamedTuple):
    """What is wrong; two cases with one ``kind`` have one cause."""

    kind: str
    told: str


def problems(files: Files) -> list[Problem]:
    """Everything that does not hold for this input directory."""
    try:
        return [*_problems(files)]
    except Exception as bug:  # noqa: BLE001 - whatever it is, it is what is looked for
        if isinstance(bug, TooLong):
            return [Problem("too long", str(bug))]
        frames = [one for one in traceback.extract_tb(bug.__traceback__) if "/tests/" not in one.filename]
        frame = frames[-1] if frames else traceback.extract_tb(bug.__traceback__)[-1]
        kind = f"{type(bug).__name__} at {'/'.join(frame.filename.split('/')[-2:])}:{frame.name}"
        return [Problem(kind, "".join(traceback.format_exception(bug))[-3000:])]


class TooLong(Exception):
    """A case took more processor time than any input may."""


def compiled(files: Files) -> Compilation:
    """What the compiler makes of these files; those that the configuration names are among them."""
    return compile_input({name: files[name] for name in CONFIG if name in files}, lambda path: _referenced(files, path))


def _referenced(files: Files, path: str) -> bytes | str:
    if "\0" in path:
        return "its path is not one that the system takes"
    return files.get(os.path.normpath(path), "there is no such file")


def _problems(files: Files) -> Iterator[Problem]:
    found = compiled(files)
    for one in found.diagnostics:
        yield from _of_diagnostic(one, files)
    if found.diagnostics != in_order(list(found.diagnostics)):
        yield Problem("order", str([(one.file, one.span, one.code) for one in found.diagnostics]))
    yield from _of_reports(found, files)
    wrong = any(one.severity == "error" for one in found.diagnostics)
    if wrong == (found.plan is not None) or wrong == bool(found.manifests):
        yield Problem("plan and errors disagree", str(found.diagnostics))
    said = _output(found)
    again = compiled(files)
    if again.diagnostics != found.diagnostics or _output(again) != said:
        yield Problem("another answer the second time", str(found.diagnostics))


def _output(found: Compilation) -> Mapping[str, bytes | str]:
    """Every text that comes of a valid input."""
    if found.plan is None:
        return {}
    recorded(found.plan)
    for one in found.manifests:
        to_yaml(one.body)
    return {
        **tree_of(found.manifests, found.node_files),
        "plan": as_text(found.plan),
        "json": json.dumps(as_data(found.plan)),
    }


def _of_diagnostic(one: Diagnostic, files: Files) -> Iterator[Problem]:
    told = f"{one.code}: {one.summary!r} / {one.help!r} at {one.file}:{one.span}"
    known = CODES.get(one.code)
    if known is None:
        yield Problem(f"unknown code {one.code}", told)
    elif one.severity != known.severity and (known.severity, one.severity) != ("warning", "note"):
        yield Problem(f"severity of {one.code}", told)
    for name, text in (
        ("summary", one.summary),
        ("help", one.help),
        *(("related", two.message) for two in one.related),
    ):
        yield from _of_text(f"{name} of {one.code}", text, told, files)
    for file, span in ((one.file, one.span), *((two.file, two.span) for two in one.related)):
        if span is not None and not inside(span, files.get(file)):
            yield Problem(f"span of {one.code}", told)


def _of_text(name: str, text: str, told: str, files: Files) -> Iterator[Problem]:
    if not text:
        yield Problem(f"no {name}", told)
    if len(text) > (LONGEST_HELP if name.startswith("help") else LONGEST_SUMMARY):
        yield Problem(f"{name} is long", told[:2000])
    if not text.isprintable():
        yield Problem(f"{name} is not one printable line", told)
    # What the user wrote stands between quotes or backticks, or is the word itself of the file.
    own = re.sub(r"'[^']*'|`[^`]*`|\"[^\"]*\"", "", text)
    for word in LIBRARY_WORDS.findall(own):
        if word.encode() not in b"".join(files.values()):
            yield Problem(f"{name} has a library's word", told)


def inside(span: Span, data: bytes | None) -> bool:
    """Whether a span stands in a file, the end not before the start."""
    if data is None:
        return False
    if span[:2] == (1, 1):
        return True
    lines = LINE_BREAK.split(data.decode("utf-8-sig", "replace"))
    return (
        all(
            1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 1 for line, column in (span[:2], span[2:])
        )
        and span[:2] <= span[2:]
    )


def _of_reports(found: Compilation, files: Files) -> Iterator[Problem]:
    """Every form that diagnostics are shown in."""
    shown = located(found.diagnostics, "in")
    texts = {f"in/{name}": LINE_BREAK.split(data.decode("utf-8-sig", "replace")) for name, data in files.items()}
    text = render(shown, lambda name: texts.get(name, ()))
    for line in text.split("\n"):
        if not line.isprintable():
            yield Problem("text is not printable", line[:500])
        if len(line) > 1200:
            yield Problem("text has a long line", line[:500])
    if len(json.loads(as_json(shown))) != len(shown):
        yield Problem("json lacks a diagnostic", "")
    if len(as_github(shown).splitlines()) != len(shown):
        yield Problem("github has not one line a diagnostic", as_github(shown)[:3000])
    results = json.loads(as_sarif(shown, lambda name: texts.get(name, ()), lambda _: None, Ran("0", 1, True)))
    if len(results["runs"][0]["results"]) != len(shown):
        yield Problem("sarif lacks a diagnostic", "")
