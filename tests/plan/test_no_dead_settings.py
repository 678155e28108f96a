"""Every key of the input files changes the output, the plan or a diagnostic in some configuration."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest
import yaml
from pydantic import BaseModel

from telecompile.commands.inputs import read_directory, read_referenced
from telecompile.config.options import Options
from telecompile.config.software import FunctionalGroup, SoftwareConfig
from telecompile.config.storage import StorageConfig
from telecompile.config.telemetry import TelemetryConfig
from telecompile.pipeline import Compilation, compile_input
from telecompile.plan.data import as_data
from tests.config.changed import DEFAULT, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from tests.golden.cases import GOLDEN
from tests.plan.settings_models import leaves, put
from tests.plan.settings_table import (
    GROUP_SETTINGS,
    OPTION_SETTINGS,
    SOFTWARE_SETTINGS,
    STORAGE_SETTINGS,
    TELEMETRY_SETTINGS,
    Setting,
)


class Table(NamedTuple):
    """The settings of a file, and the model that says which it has."""

    file: str
    model: type[BaseModel]
    settings: tuple[Setting, ...]
    prefix: str = ""


TABLES = {
    "telemetry": Table(TELEMETRY, TelemetryConfig, TELEMETRY_SETTINGS),
    "storage": Table(STORAGE, StorageConfig, STORAGE_SETTINGS),
    "software": Table(SOFTWARE, SoftwareConfig, SOFTWARE_SETTINGS),
    "groups": Table(SOFTWARE, FunctionalGroup, GROUP_SETTINGS, "[]."),
    "options": Table(OPTIONS, Options, OPTION_SETTINGS),
}
SETTINGS = {
    f"{name}:{setting.key}": (table.file, setting) for name, table in TABLES.items() for setting in table.settings
}
_CERTIFICATE = GOLDEN / "everything-on/input/certificates/ufm-ca.pem"
_AUTHORITIES = {"certificates/one.pem": 1, "certificates/two.pem": 2, "elsewhere/one.pem": 3}
"""How often the certificate stands in a CA file."""


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_table_has_every_key_of_the_model_once(table: Table) -> None:
    assert Counter(one.key for one in table.settings) == Counter(leaves(table.model, table.prefix))


@pytest.mark.parametrize(("file", "setting"), SETTINGS.values(), ids=SETTINGS)
def test_the_setting_is_not_dead(file: str, setting: Setting) -> None:
    documents = _given(setting)
    before, after = _compiled(documents), _compiled(_changed(documents, file, setting, setting.value))
    assert before.plan is not None, before.diagnostics
    if setting.refused:
        assert setting.refused in {one.code for one in after.diagnostics if one.severity == "error"}
        assert setting.why, "say why no right value stands in the table"
    else:
        assert after.plan is not None, after.diagnostics
        assert _tells_apart(before, after), "neither diagnostics nor plan nor manifests differ: the key is dead"


DIAGNOSTICS_ONLY = ("options:allow",)
"""Settings that are about what is said. Every other one changes what is rendered."""


RENDERED = {name: one for name, one in SETTINGS.items() if not (name.startswith(DIAGNOSTICS_ONLY) or one[1].refused)}


@pytest.mark.parametrize(("file", "setting"), RENDERED.values(), ids=RENDERED)
def test_the_setting_changes_what_is_rendered(file: str, setting: Setting) -> None:
    documents = _given(setting)
    before, after = _compiled(documents), _compiled(_changed(documents, file, setting, setting.value))
    assert (before.manifests, before.node_files) != (after.manifests, after.node_files)


@pytest.mark.parametrize(
    ("file", "setting"),
    [
        (TELEMETRY, Setting("ufm_configuration.ufm_metrics_port", 9002)),
        (TELEMETRY, Setting("vast_configuration.auth_mode", "none")),
        (TELEMETRY, Setting("vast_configuration.metrics_path", "/metrics")),
    ],
    ids=lambda value: value.key if isinstance(value, Setting) else "",
)
def test_a_dead_setting_would_be_seen(file: str, setting: Setting) -> None:
    """These matter only where something else is on or absent."""
    documents = _given(setting)
    before, after = _compiled(documents), _compiled(_changed(documents, file, setting, setting.value))
    assert after.plan is not None, after.diagnostics
    assert not _tells_apart(before, after)


def _given(setting: Setting) -> dict[str, Any]:
    documents = dict(_default_documents())
    for name, edits in setting.given.items():
        for path, value in edits.items():
            documents[name] = put(documents[name], path, value)
    return documents


def _changed(documents: Mapping[str, Any], file: str, setting: Setting, value: Any) -> dict[str, Any]:
    changed = {**documents, file: put(documents[file], setting.key, value, setting.chosen)}
    assert changed != documents, "the value is the one that is there already"
    return changed


def _tells_apart(before: Compilation, after: Compilation) -> bool:
    assert before.plan is not None
    assert after.plan is not None
    return (
        _said(before) != _said(after)
        or as_data(before.plan) != as_data(after.plan)
        or (before.manifests, before.node_files) != (after.manifests, after.node_files)
    )


def _said(compilation: Compilation) -> list[tuple[str, ...]]:
    """The diagnostics without their places, which another value moves."""
    return [(one.code, one.severity, one.summary, one.file, one.help) for one in compilation.diagnostics]


@cache
def _default_documents() -> Mapping[str, Any]:
    """The default input files as data; the mapping CSV stays a text."""
    documents: dict[str, Any] = {}
    for name, content in read_directory(str(DEFAULT)).items():
        assert isinstance(content, bytes)
        documents[name] = content if name.endswith(".csv") else yaml.load(content, Loader=yaml.CSafeLoader)
    return documents


def _compiled(documents: Mapping[str, Any]) -> Compilation:
    """Of the documents as texts: JSON is YAML too, so all are written alike; None is a file that is absent."""
    texts = {
        name: one if isinstance(one, bytes) else json.dumps(one).encode()
        for name, one in documents.items()
        if one is not None
    }
    return _compiled_texts(tuple(texts.items()))


@cache
def _compiled_texts(texts: tuple[tuple[str, bytes], ...]) -> Compilation:
    return compile_input(dict(texts), _referenced)


def _referenced(path: str) -> bytes | str:
    """CA files below two directories, each another one, and two CSM values files."""
    if path.endswith(".pem"):
        return _CERTIFICATE.read_bytes() * _AUTHORITIES[path]
    content = read_referenced(str(DEFAULT), "csm_observability_values.yml")
    assert isinstance(content, bytes)
    return content if path != "other_values.yml" else content.replace(b"FrequencySeconds: 20", b"FrequencySeconds: 40")
