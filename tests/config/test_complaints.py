"""Everything that pydantic can find wrong with a model has words of our own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from telecompile.config.options import Options
from telecompile.config.reading import Groups
from telecompile.config.software import SoftwareConfig
from telecompile.config.storage import StorageConfig
from telecompile.config.telemetry import TelemetryConfig
from telecompile.diagnostics.diagnostic import Diagnostic
from tests.config.changed import DEFAULT, OPTIONS, SOFTWARE, STORAGE, TELEMETRY, changed, said

# What a part of a core schema may be, and the constraints on it for which `complaints` and this table have words.
# A model that needs another one needs words for it first, and a case below.
CONSTRAINTS = {
    "bool": {"strict"},
    "int": {"strict", "ge", "le"},
    "str": {"strict", "min_length"},
    "tuple": {"strict", "min_length", "items_schema", "variadic_item_index"},
    "dict": {"strict", "keys_schema", "values_schema"},
    "literal": {"expected"},
    "model": {"cls", "schema", "config", "root_model", "custom_init", "frozen"},
    "model-fields": {"fields", "model_name", "computed_fields"},
    "model-field": {"schema"},
    "nullable": {"schema"},
    "default": {"schema", "default", "default_factory", "default_factory_takes_data", "validate_default"},
    "function-after": {"function", "schema"},
    "function-before": {"function", "schema"},
    "definitions": {"schema", "definitions"},
    "definition-ref": {"schema_ref"},
}


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if isinstance(schema.get("type"), str):
            yield schema
        for key, inner in schema.items():
            if key not in ("metadata", "serialization", "function", "config", "expected", "default"):
                yield from parts(inner)
    elif isinstance(schema, list | tuple):
        for inner in schema:
            yield from parts(inner)


@pytest.mark.parametrize("model", [TelemetryConfig, StorageConfig, SoftwareConfig, Groups, Options])
def test_the_models_hold_no_constraint_without_words(model: type[BaseModel]) -> None:
    model.model_rebuild()
    silent = {"type", "metadata", "serialization", "ref"}
    for part in parts(model.__pydantic_core_schema__):
        assert part["type"] in CONSTRAINTS, part["type"]
        assert set(part) - silent <= CONSTRAINTS[part["type"]], part


def only(contents: dict[str, bytes | str]) -> Diagnostic:
    (one,) = said(contents)
    return one


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "summary", "help_"),
    [
        (
            TELEMETRY,
            "metrics_enabled: true",
            'metrics_enabled: "yes"',
            "wrong-type",
            "telemetry_sources.idrac.metrics_enabled must be true or false, not the text 'yes'",
            "write true, without quotes",
        ),
        (
            TELEMETRY,
            "metrics_enabled: true",
            "metrics_enabled: 1",
            "wrong-type",
            "telemetry_sources.idrac.metrics_enabled must be true or false, not the number 1",
            "write true or false, without quotes",
        ),
        (
            TELEMETRY,
            "agg_port: 6001",
            "agg_port: true",
            "wrong-type",
            "ldms_configurations.agg_port must be a whole number, not true",
            "write a whole number, in digits only",
        ),
        (
            TELEMETRY,
            "agg_port: 6001",
            "agg_port: 6001.0",
            "wrong-type",
            "ldms_configurations.agg_port must be a whole number, not the number 6001.0",
            "write 6001",
        ),
        (
            TELEMETRY,
            "agg_port: 6001",
            "agg_port: '6001'",
            "wrong-type",
            "ldms_configurations.agg_port must be a whole number, not the text '6001'",
            "write 6001, without quotes",
        ),
        (
            TELEMETRY,
            "agg_port: 6001",
            "agg_port: 99999999999999999999999",
            "out-of-range",
            "ldms_configurations.agg_port is 99999999999999999999999, and must be from 6001 to 6100",
            "write 6100 or less",
        ),
        (
            TELEMETRY,
            "[victoria_metrics, kafka]",
            "victoria_metrics",
            "wrong-type",
            "telemetry_sources.idrac.collection_targets must be a list, not the text 'victoria_metrics'",
            "write [victoria_metrics]",
        ),
        (
            TELEMETRY,
            "[victoria_metrics, kafka]",
            "[victoria_metric, kafka]",
            "not-allowed",
            "'victoria_metric' is not a value that telemetry_sources.idrac.collection_targets[0] takes",
            "did you mean victoria_metrics?",
        ),
        (
            TELEMETRY,
            "[victoria_metrics, kafka]",
            "[~]",
            "wrong-type",
            "telemetry_sources.idrac.collection_targets[0] must be a text, not empty",
            "write one of victoria_metrics, kafka",
        ),
        (
            TELEMETRY,
            "  vector_ldms:\n    metrics_enabled: true\n",
            "  vector_ldms: true\n",
            "wrong-type",
            "telemetry_bridges.vector_ldms must be a mapping, not true",
            "write `key: value` lines, indented below this key",
        ),
        (
            TELEMETRY,
            'ome_identifier: "ome"',
            "ome_identifier: 2024-01-31",
            "wrong-type",
            "telemetry_bridges.vector_ome.ome_identifier must be a text, not a date",
            'write "2024-01-31"',
        ),
        (
            TELEMETRY,
            'ome_identifier: "ome"',
            "ome_identifier: [ome]",
            "wrong-type",
            "telemetry_bridges.vector_ome.ome_identifier must be a text, not a list",
            "write a text, in quotes",
        ),
        (
            STORAGE,
            "replicas: 3",
            "replicas: 0",
            "out-of-range",
            "victoria_cluster_storage.vmstorage.replicas is 0",
            "write 1 or more",
        ),
        (SOFTWARE, '["x86_64", "aarch64"]', "[]", "empty-value", "softwares[0].arch is empty", "give at least one"),
        (SOFTWARE, '"openldap"', '""', "empty-value", "softwares[2].name is empty", "write a value"),
        (
            SOFTWARE,
            '"rhel"',
            '"RHEL"',
            "not-allowed",
            "'RHEL' is not a value that cluster_os_type takes",
            'did you mean "rhel"?',
        ),
        (
            SOFTWARE,
            '["x86_64", "aarch64"]',
            '"x86_64"',
            "wrong-type",
            "softwares[0].arch must be a list, not the text 'x86_64'",
            'write ["x86_64"]',
        ),
    ],
)
def test_the_words_of_each_kind_of_mistake(file: str, old: str, new: str, code: str, summary: str, help_: str) -> None:
    one = only(changed({file: ((old, new),)}))
    assert one.code == code
    assert one.summary.startswith(summary)
    assert help_ in one.help


def test_a_wrong_item_does_not_make_its_list_too_short() -> None:
    assert only(changed({SOFTWARE: (('["x86_64", "aarch64"]', '["x86"]'),)})).code == "not-allowed"


def test_the_second_of_two_equal_items_is_shown() -> None:
    one = only(changed({TELEMETRY: (("[victoria_metrics, kafka]", "[kafka, kafka]"),)}))
    assert one.span == (8, 33, 8, 38)


def test_a_wrong_key_of_a_free_mapping_is_shown_itself() -> None:
    one = only(changed(options="expose: {source_ranges: [192.0.2.0/24]}\nlabels:\n  a b: c\n"))
    assert (one.code, one.span) == ("label", (3, 3, 3, 6))


def test_a_long_value_is_cut_in_the_message() -> None:
    one = only(changed({TELEMETRY: (('"8Gi"', '"' + "8" * 5000 + '"'),)}))
    assert len(one.summary) < 320
    assert one.summary.startswith("telemetry_sinks.victoria_metrics.persistence_size: '888")


def test_the_help_of_a_missing_section_can_be_typed_in_as_it_stands() -> None:
    text = (DEFAULT / TELEMETRY).read_text(encoding="utf-8").replace("telemetry_sinks:", "elsewhere: 1\nanother:")
    missing = next(one for one in said(changed(telemetry=text)) if one.code == "missing-key")
    line = missing.help.removeprefix("add `").removesuffix("`")
    start, end = text.index("elsewhere:"), text.index("idrac_telemetry_configurations:")
    mended = f"{text[:start]}{line}\n{text[end:]}"
    assert said(changed(telemetry=mended)) == []


@pytest.mark.parametrize("old", ['  "softwares": [', '  "repo_config": "partial",'])
def test_the_help_for_the_json_file_is_json(old: str) -> None:
    new = old.replace('"softwares"', '"iso_file_path": [], "z": 1, "x"').replace('"repo_config"', '"z": 1, "y"')
    missing = next(one for one in said(changed({SOFTWARE: ((old, new),)})) if one.code == "missing-key")
    line = missing.help.removeprefix("add `").removesuffix("`")
    codes = {one.code for one in said(changed({SOFTWARE: ((old, f"  {line},\n{new}"),)}))}
    assert "missing-key" not in codes
    assert "json-syntax" not in codes


def test_options_are_said_where_they_stand() -> None:
    one = only(changed(options="expose: {source_ranges: [192.0.2.0/24]}\nendpoints:\n  http://a/b: {secret: x}\n"))
    assert (one.code, one.file, one.help) == ("endpoint-access", OPTIONS, "add `auth: basic` or `auth: bearer`")
