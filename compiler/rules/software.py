"""Rules about the object form of `software_config.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..config.former import OPTIONS, SOFTWARE, TELEMETRY
from ..config.software import LISTS, PACKAGES, Software
from ..diagnostics.diagnostic import Diagnostic, Related
from ..loading.suggest import nearest
from .rule import Rule, View

_SOFTWARES = "softwares"
_X86_ALONE = ("service_k8s", "csi_driver_powerscale")
"""What is prepared for x86_64 only: no role of the service cluster exists on aarch64 (existing-input-rules.md, 3.4)."""
_ON_THE_CLUSTER = ("idrac", "ldms", "powerscale", "ufm", "vast", "ome")
"""The sources of which something runs on the service cluster; dcgm runs on the nodes."""


def _once(view: View) -> Iterator[Diagnostic]:
    paths = [((_SOFTWARES, index, "name"), one.name) for index, one in enumerate(view.software.softwares)]
    for path, first, name in repeats(paths):
        help_ = f"keep one element of {name}; its arch takes both architectures"
        yield _repeated(view, "software-repeated", f"the software {name} is listed twice", path, first, help_)


def _roles_once(view: View) -> Iterator[Diagnostic]:
    for section in LISTS:
        roles = getattr(view.software, section)
        paths = [((section, index, "name"), one.name) for index, one in enumerate(roles)]
        for path, first, name in repeats(paths):
            summary = f"the role {name} is listed twice in {section}"
            yield _repeated(view, "role-repeated", summary, path, first, "list it once")


Path = tuple[str | int, ...]


def repeats(names: Iterable[tuple[Path, str]]) -> Iterator[tuple[Path, Path, str]]:
    """Each name that was there before: its place, the first one's, and the name."""
    first: dict[str, Path] = {}
    for path, name in names:
        if first.setdefault(name, path) != path:
            yield path, first[name], name


def _repeated(view: View, code: str, summary: str, path: Path, first: Path, help_: str) -> Diagnostic:
    former = view.at_value(SOFTWARE, *first)
    related = (Related(SOFTWARE, former, "first listed here"),) if former is not None else ()
    return Diagnostic(code, "error", summary, SOFTWARE, view.at_value(SOFTWARE, *path), help_, related)


def _lists_given(view: View) -> Iterator[Diagnostic]:
    for name, role in LISTS.items():
        index = _index(view, name)
        if index is None or getattr(view.software, name):
            continue
        document = view.read.documents[SOFTWARE]
        written = document.has((name,))
        place = (name,) if written else (_SOFTWARES, index, "name")
        summary = (
            f"the software {name} is selected, and the list {name} of its roles is {'empty' if written else 'missing'}"
        )
        help_ = f'{"write" if written else "add"} "{name}": [{{"name": "{role}"}}], with every role that gets it'
        yield Diagnostic("software-list-missing", "error", summary, SOFTWARE, view.at_value(SOFTWARE, *place), help_)


def _known(view: View) -> Iterator[Diagnostic]:
    for index, one in enumerate(view.software.softwares):
        if one.name not in PACKAGES:
            guess = nearest(one.name, PACKAGES)
            summary = f"{one.name!r} is not a software that is known here"
            help_ = f'did you mean "{guess}"?' if guess else f"known are {', '.join(PACKAGES)}"
            span = view.at_value(SOFTWARE, _SOFTWARES, index, "name")
            yield Diagnostic("software-unknown", "warning", summary, SOFTWARE, span, help_)


def _architectures(view: View) -> Iterator[Diagnostic]:
    for index, one in enumerate(view.software.softwares):
        if one.name in _X86_ALONE and "aarch64" in one.arch:
            span = view.at_value(SOFTWARE, _SOFTWARES, index, "arch", one.arch.index("aarch64"))
            summary = f"{one.name} is listed for aarch64, and the service cluster runs on x86_64 alone"
            help_ = 'write "arch": ["x86_64"]'
            yield Diagnostic("software-architecture", "warning", summary, SOFTWARE, span, help_)


def _cluster_selected(view: View) -> Iterator[Diagnostic]:
    sources = view.telemetry.telemetry_sources
    asking = [name for name in _ON_THE_CLUSTER if _is_on(getattr(sources, name))] + list(view.options.push_sources)
    if asking:
        verb = "is" if len(asking) == 1 else "are"
        why = f"{', '.join(asking)} {verb} on, and nothing selects the cluster that collects from {_it(asking)}"
        yield from _not_selected(view, "service_k8s", ("x86_64",), why, f"switch {_it(asking)} off")


def _it(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _is_on(source: object) -> bool:
    return bool(getattr(source, "metrics_enabled", False) or getattr(source, "logs_enabled", False))


def _ldms_selected(view: View) -> Iterator[Diagnostic]:
    if view.telemetry.telemetry_sources.ldms.metrics_enabled:
        for name, why in (
            ("ldms", "ldms is on, and nothing installs its daemons on the nodes"),
            ("slurm_custom", "ldms is on, and nothing selects the Slurm cluster whose nodes it samples"),
        ):
            yield from _not_selected(view, name, ("x86_64", "aarch64"), why, "switch ldms off")


def _driver_selected(view: View) -> Iterator[Diagnostic]:
    if view.telemetry.telemetry_sources.powerscale.metrics_enabled:
        why = "the metrics of powerscale are on, and nothing selects the driver whose volumes they are about"
        yield from _not_selected(
            view, "csi_driver_powerscale", ("x86_64",), why, "switch the metrics of powerscale off"
        )


def _not_selected(
    view: View, name: str, architectures: tuple[str, ...], why: str, instead: str
) -> Iterator[Diagnostic]:
    if _index(view, name) is not None or _misspelt(view.software.softwares, name):
        return
    quoted = ", ".join(f'"{one}"' for one in architectures)
    help_ = f'add {{"name": "{name}", "arch": [{quoted}]}} to {_SOFTWARES}'
    if name in LISTS and not getattr(view.software, name):
        help_ += f', and "{name}": [{{"name": "{LISTS[name]}"}}] beside it'
    summary = f"{why}: {name} is not among the {_SOFTWARES}"
    span = view.at_key(SOFTWARE, _SOFTWARES)
    yield Diagnostic("software-not-selected", "warning", summary, SOFTWARE, span, f"{help_}; or {instead}")


def _misspelt(softwares: Iterable[Software], name: str) -> bool:
    """Whether an unknown name was probably meant to be ``name``, which is told there already."""
    return any(one.name not in PACKAGES and nearest(one.name, PACKAGES) == name for one in softwares)


def _index(view: View, name: str) -> int | None:
    return next((index for index, one in enumerate(view.software.softwares) if one.name == name), None)


_SELECTED = tuple(f"{SOFTWARE}:{name}" for name in (_SOFTWARES, *LISTS))
_SOURCES = f"{TELEMETRY}:telemetry_sources"
RULES = (
    Rule((f"{SOFTWARE}:{_SOFTWARES}",), _once),
    Rule(tuple(f"{SOFTWARE}:{name}" for name in LISTS), _roles_once),
    Rule(_SELECTED, _lists_given),
    Rule((f"{SOFTWARE}:{_SOFTWARES}",), _known),
    Rule((f"{SOFTWARE}:{_SOFTWARES}",), _architectures),
    Rule(
        (*_SELECTED, *(f"{_SOURCES}.{name}" for name in _ON_THE_CLUSTER), f"{OPTIONS}:push_sources"), _cluster_selected
    ),
    Rule((*_SELECTED, f"{_SOURCES}.ldms"), _ldms_selected),
    Rule((*_SELECTED, f"{_SOURCES}.powerscale"), _driver_selected),
)
