"""From the document to typed components, with what their models refuse."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError

from tests.vector.vector_config_models import SOURCES, TRANSFORMS, Closed, Table, Top, Transform
from tests.vector.vector_config_sinks import SINKS, Sink


class Configuration(NamedTuple):
    """The valid components by their ids."""

    top: Top
    tables: dict[str, Table]
    sources: dict[str, Closed]
    transforms: dict[str, Transform]
    sinks: dict[str, Sink]


class Parsed(NamedTuple):
    """No configuration unless every model accepts its part."""

    configuration: Configuration | None
    problems: list[str]


def parse(document: dict[str, Any]) -> Parsed:
    """Validate the top level, then each component by its type."""
    try:
        top = Top.model_validate(document)
    except ValidationError as error:
        return Parsed(None, refusals("", error))
    problems: list[str] = []
    sources = _components("sources", top.sources, SOURCES, problems)
    transforms = _components("transforms", top.transforms, TRANSFORMS, problems)
    sinks = _components("sinks", top.sinks, SINKS, problems)
    if problems:
        return Parsed(None, problems)
    return Parsed(
        Configuration(
            top,
            top.enrichment_tables,
            sources,
            {name: one for name, one in transforms.items() if isinstance(one, Transform)},
            {name: one for name, one in sinks.items() if isinstance(one, Sink)},
        ),
        problems,
    )


def refusals(path: str, error: ValidationError) -> list[str]:
    """One line a refusal: where, and what the model says."""
    return [f"{_path(path, one['loc'])}: {one['msg']}" for one in error.errors()]


def _path(path: str, location: tuple[int | str, ...]) -> str:
    return ".".join([path] * bool(path) + [str(part) for part in location])


def _components(
    section: str, values: dict[str, Any], models: dict[str, type[Closed]], problems: list[str]
) -> dict[str, Closed]:
    found: dict[str, Closed] = {}
    for name, value in values.items():
        kind = value.get("type") if isinstance(value, dict) else None
        model = models.get(kind) if isinstance(kind, str) else None
        if model is None:
            problems.append(f"{section}.{name}: the type {kind!r} is none of {', '.join(sorted(models))}")
            continue
        try:
            found[name] = model.model_validate(value)
        except ValidationError as error:
            problems += refusals(f"{section}.{name}", error)
    return found
