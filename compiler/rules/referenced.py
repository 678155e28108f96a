"""Rules about the CSM values file that the configuration names.

A mistake in it is told at its place in it; of what stands there nothing is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..config.components import COLLECTOR
from ..config.former import OPTIONS, TELEMETRY
from ..config.paths import resolved
from ..config.referenced import CSM_SECTIONS, csm_path
from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Related, Span
from ..loading.document import Document, Loaded
from ..loading.yaml_file import load_yaml
from ..sources.powerscale.reading import Problem
from ..sources.powerscale.unused import METRICS
from ..sources.powerscale.values import CsmValues, read_values
from .certificates import READ_HELP, read_as
from .rule import Rule, View

_PATH = ("powerscale_configurations", "csm_observability_values_file_path")
_OFF = "or switch powerscale metrics off"
_SECTIONS = (METRICS, "otelCollector")
_READING = {
    "file-too-large": ("has more than 4 MiB", "name the values file of CSM Observability"),
    "not-utf8": ("is not text in UTF-8", "save the file with the encoding UTF-8"),
    "empty-file": ("is empty", "name the values file of CSM Observability"),
    "duplicate-key": ("has a key twice in one mapping", "keep one of the two there"),
    "several-documents": ("holds more than one YAML document", "keep one of them there"),
    "alias-cycle": ("has an alias that contains itself", "write the value out there"),
    "too-many-nodes": ("holds more values than are read", "name the values file of CSM Observability"),
    "nesting-too-deep": ("is nested too deeply", "name the values file of CSM Observability"),
    "non-string-key": ("has a key that is no text", "put the key in quotes there"),
    "custom-tag": ("has a tag that nobody here understands", "remove the tag there"),
    "yaml-syntax": ("is not YAML from here on", "mend it there"),
}
"""What the reading of a file of ours is told of, in words that repeat nothing of this one: what is wrong, and help."""


def _csm_values(view: View) -> Iterator[Diagnostic]:
    path = csm_path(view.telemetry)
    if path is None:
        return
    span = view.at_value(TELEMETRY, *_PATH)
    if not path:
        summary = f"the metrics of powerscale are on, and {'.'.join(_PATH)} is not set"
        help_ = f"write the path of the CSM Observability values file, {_OFF}"
        yield Diagnostic("csm-values", "error", summary, TELEMETRY, span, help_)
        return
    file = resolved(path, view.options)
    content = view.referenced[file]
    if isinstance(content, str):
        summary = f"{'.'.join(_PATH)}: {path!r}{read_as(path, file)} cannot be read: {content}"
        yield Diagnostic("referenced-file", "error", summary, TELEMETRY, span, f"{READ_HELP}, {_OFF}")
        return
    for one in _told(file, content, set(view.options.images)):
        named = Related(TELEMETRY, span, "the file is named here") if span is not None else None
        yield one._replace(related=(*one.related, *((named,) if named is not None else ())))


def _told(file: str, content: bytes, images: set[str]) -> Iterator[Diagnostic]:
    loaded, found = _loaded(content), csm_values(content)
    if isinstance(found, CsmValues) and loaded.document is not None:
        yield from _warnings(file, loaded.document, found, images)
    elif loaded.document is None or _unreadable(loaded):
        yield from (_of_reading(file, one) for one in loaded.diagnostics if one.severity == "error")
    elif not isinstance(loaded.document.value, dict):
        help_ = f"name the values file of CSM Observability, {_OFF}"
        yield _wrong(file, START_OF_FILE, "holds no YAML mapping", help_)
    elif not isinstance(found, CsmValues) and not any(key in loaded.document.value for key in _SECTIONS):
        # Another file altogether: whoever were told to add a key would spoil that one.
        help_ = f"name the values file of CSM Observability, {_OFF}"
        yield _wrong(file, START_OF_FILE, f"is not one: it has neither {' nor '.join(_SECTIONS)}", help_)
    elif not isinstance(found, CsmValues):
        for problem in found:
            span = _span(loaded.document, problem.path)
            help_ = _adding(problem) if problem.absent else "mend it there"
            yield _wrong(file, span, problem.said, f"{help_}, {_OFF}")


def _adding(problem: Problem) -> str:
    *above, key = problem.path
    return f"add `{key}: ...` below {'.'.join(above)} there"


def _warnings(file: str, document: Document, found: CsmValues, images: set[str]) -> Iterator[Diagnostic]:
    for one in found.unused:
        if one.meant is not None:
            span = document.key_span(tuple(one.key.split(".")))
            summary = f"the CSM values file has {one.key}, which nothing reads"
            help_ = f"did you mean {METRICS}.{one.meant}?"
            yield Diagnostic("csm-misspelt-key", "warning", summary, file, span, help_)
    if found.collector_image is None and COLLECTOR not in images:
        span = _span(document, ("otelCollector", "image"))
        summary = "the CSM values file names a distribution of the collector that cannot keep its queue on a volume"
        help_ = "name opentelemetry-collector-contrib there; until then it is used in its place"
        yield Diagnostic("csm-collector-replaced", "warning", summary, file, span, help_)


def _of_reading(file: str, found: Diagnostic) -> Diagnostic:
    said, help_ = _READING[found.code]
    related = tuple(Related(file, one.span, "first given here") for one in found.related)
    return _wrong(file, found.span or START_OF_FILE, said, f"{help_}, {_OFF}")._replace(related=related)


def _wrong(file: str, span: Span, said: str, help_: str) -> Diagnostic:
    return Diagnostic("csm-values", "error", f"the CSM values file {said}", file, span, help_)


def _span(document: Document, path: tuple[str, ...]) -> Span:
    """Where the value at ``path`` stands; of one that is missing the key of its nearest parent."""
    span = document.value_span(path) if document.has(path) else document.key_span(path)
    return START_OF_FILE if span == document.root.value else span


def _unreadable(loaded: Loaded) -> bool:
    return any(one.severity == "error" for one in loaded.diagnostics)


@lru_cache(maxsize=1)
def _loaded(content: bytes) -> Loaded:
    return load_yaml("", content)


# The rule asks, and the planner once more.
@lru_cache(maxsize=1)
def csm_values(content: bytes) -> CsmValues | tuple[Problem, ...]:
    """The values, or what is wrong with them; nothing where the file is no YAML mapping."""
    loaded = _loaded(content)
    if loaded.document is None or _unreadable(loaded) or not isinstance(loaded.document.value, dict):
        return ()
    return read_values(loaded.document.value)


CSM_VALUES = Rule(
    (
        *(f"{TELEMETRY}:{section}" for section in CSM_SECTIONS),
        f"{OPTIONS}:paths",
        f"{OPTIONS}:images",
    ),
    _csm_values,
)
