"""The stages, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from .config.certificates import certificates
from .config.configuration import Configuration
from .config.paths import resolved
from .config.reading import Content, Read, read
from .config.referenced import APPLIANCES, ca_path, csm_path, wanted
from .diagnostics.diagnostic import Diagnostic, in_order
from .diagnostics.telling import told
from .rules import check
from .rules.allow import allowed
from .rules.certificates import fresh_until
from .rules.referenced import csm_values
from .rules.rule import ReadReferenced, View
from .sources.powerscale.values import CsmValues

if TYPE_CHECKING:
    from jinja2 import BytecodeCache

    from .kube.objects import Manifest, NodeFile
    from .plan.plan import Plan

TemplateCache = Callable[[], "BytecodeCache"]


class Until(IntEnum):
    """The last stage that is wanted; what only the later ones need is not imported."""

    RULES = 1
    PLAN = 2
    OBJECTS = 3


class Compilation(NamedTuple):
    """What came of an input: a plan and its manifests, unless a diagnostic is an error or they were not wanted.

    ``node_files`` go to the nodes and not to the cluster. ``referenced`` holds what was read
    besides the input files, by resolved path, ``files`` the input files, ``fresh_until`` the second since 1970 at
    which a diagnostic changes by the clock alone.
    """

    plan: Plan | None
    manifests: tuple[Manifest, ...]
    node_files: tuple[NodeFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    referenced: Mapping[str, bytes | str]
    files: Read
    fresh_until: int | None = None


def compile_input(
    contents: Mapping[str, Content],
    read_referenced: ReadReferenced,
    *,
    until: Until = Until.OBJECTS,
    templates: TemplateCache | None = None,
    now: int | None = None,
) -> Compilation:
    """Texts in, objects out; nothing is read but through ``read_referenced``, and nothing is written.

    ``now`` is the time in seconds since 1970, by which certificates are warned of that end; nothing else depends on
    it. ``templates`` gives what keeps compiled templates, and is asked for it when there is something to render.
    """
    files = read(contents)
    referenced = {path: read_referenced(path) for path in wanted(files)}
    view = View(files, referenced, now)
    found = [*files.diagnostics, *check(view)]
    wrong = any(one.severity == "error" for one in found)
    plan = None if wrong or until < Until.PLAN else _planned(files, referenced)
    options = files.options.value
    allow = options.allow if options is not None and files.options.holds("allow") else ()
    diagnostics = in_order([told(one) for one in allowed(found, allow, files.documents.get("telecompile.yml"))])
    manifests, node_files = _emitted(plan, templates) if plan is not None and until == Until.OBJECTS else ((), ())
    return Compilation(plan, manifests, node_files, diagnostics, referenced, files, fresh_until(view))


def _emitted(plan: Plan, templates: TemplateCache | None) -> tuple[tuple[Manifest, ...], tuple[NodeFile, ...]]:
    from .emitters import emit, node_files
    from .emitters.texts import keep_compiled

    keep_compiled(templates() if templates is not None else None)
    return emit(plan), node_files(plan)


def _planned(files: Read, referenced: Mapping[str, bytes | str]) -> Plan:
    from .plan.planner import make_plan

    configuration = _configuration(files)
    authorities = {}
    for name in APPLIANCES:
        path = ca_path(configuration.telemetry, name)
        content = referenced[resolved(path, configuration.options)] if path else ""
        if isinstance(content, bytes):
            authorities[name] = certificates(content) or ""
    return make_plan(configuration, _csm(files, referenced), authorities)


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
