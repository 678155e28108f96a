"""The stages, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from .config.configuration import Configuration
from .config.paths import resolved
from .config.reading import Content, Read, read
from .config.referenced import csm_path, wanted
from .diagnostics.diagnostic import Diagnostic, in_order
from .kube.objects import Manifest, NodeFile
from .plan.plan import Plan
from .plan.planner import make_plan
from .rules import check
from .rules.allow import allowed
from .rules.referenced import csm_values
from .rules.rule import ReadReferenced, View
from .sources.powerscale.values import CsmValues

if TYPE_CHECKING:
    from jinja2 import BytecodeCache

TemplateCache = Callable[[], "BytecodeCache"]


class Compilation(NamedTuple):
    """What came of an input: a plan and its manifests, unless a diagnostic is an error.

    ``node_files`` go to the nodes and not to the cluster. ``referenced`` holds what was read
    besides the input files, by resolved path.
    """

    plan: Plan | None
    manifests: tuple[Manifest, ...]
    node_files: tuple[NodeFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    referenced: Mapping[str, bytes | str]


def compile_input(
    contents: Mapping[str, Content],
    read_referenced: ReadReferenced,
    *,
    emitting: bool = True,
    templates: TemplateCache | None = None,
) -> Compilation:
    """Texts in, objects out; nothing is read but through ``read_referenced``, and nothing is written.

    ``templates`` gives what keeps compiled templates, and is asked for it when there is something to render.
    """
    files = read(contents)
    referenced = {path: read_referenced(path) for path in wanted(files)}
    found = [*files.diagnostics, *check(View(files, referenced))]
    wrong = any(one.severity == "error" for one in found)
    plan = None if wrong else make_plan(_configuration(files), _csm(files, referenced))
    if plan is not None:
        found += _not_rendered(files, plan)
    options = files.options.value
    allow = options.allow if options is not None and files.options.holds("allow") else ()
    diagnostics = in_order(allowed(found, allow, files.documents.get("telecompile.yml")))
    manifests, node_files = _emitted(plan, templates) if plan is not None and emitting else ((), ())
    return Compilation(plan, manifests, node_files, diagnostics, referenced)


def _emitted(plan: Plan, templates: TemplateCache | None) -> tuple[tuple[Manifest, ...], tuple[NodeFile, ...]]:
    # Imported here: what only validates does not pay for it.
    from .emitters import emit, node_files
    from .emitters.texts import keep_compiled

    keep_compiled(templates() if templates is not None else None)
    return emit(plan), node_files(plan)


def _configuration(files: Read) -> Configuration:
    telemetry, storage, options = files.telemetry.value, files.storage.value, files.options.value
    software = files.groups if files.groups is not None else files.software.value
    if telemetry is None or storage is None or options is None or software is None:
        raise AssertionError("a file is missing and no diagnostic says so")
    return Configuration(telemetry, storage, software, files.nodes, options)


def _csm(files: Read, referenced: Mapping[str, bytes | str]) -> CsmValues | None:
    telemetry, options = files.telemetry.value, files.options.value
    path = csm_path(telemetry) if telemetry is not None else None
    content = referenced[resolved(path, options)] if path and options is not None else ""
    found = csm_values(content) if isinstance(content, bytes) else ""
    return found if isinstance(found, CsmValues) else None


def _not_rendered(files: Read, plan: Plan) -> list[Diagnostic]:
    found = []
    for one in plan.not_rendered:
        document = files.documents.get(one.file)
        span = document.key_span(one.key) if document and one.key else None
        summary = f"planned, and not rendered yet: {one.what}"
        found.append(Diagnostic("not-rendered", "note", summary, one.file, span))
    return found
