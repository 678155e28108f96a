"""Each top-level section is judged by itself."""

from __future__ import annotations

import pytest

from telecompile.config.former import TELEMETRY
from telecompile.config.options import Options
from telecompile.config.sections import Judged, judge
from telecompile.config.storage import StorageConfig
from telecompile.config.telemetry import TelemetryConfig
from telecompile.loading.yaml_file import load_yaml
from tests.config.changed import DEFAULT, STORAGE


def telemetry(*edits: tuple[str, str]) -> Judged[TelemetryConfig]:
    text = (DEFAULT / TELEMETRY).read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    document = load_yaml(TELEMETRY, text.encode()).document
    assert document is not None
    return judge(TELEMETRY, document, text, TelemetryConfig)


def options(text: str) -> Judged[Options]:
    document = load_yaml("telecompile.yml", text.encode()).document
    assert document is not None
    return judge("telecompile.yml", document, text, Options)


def test_a_wrong_section_leaves_the_others_readable() -> None:
    judged = telemetry(("agg_port: 6001", "agg_port: 1"), ("ufm_metrics_port: 9001", "ufm_metrics_port: 9002"))
    assert judged.wrong == {"ldms_configurations"}
    assert judged.value is not None
    assert judged.value.ufm_configuration.ufm_metrics_port == 9002
    assert judged.value.telemetry_sinks == telemetry().value.telemetry_sinks  # type: ignore[union-attr] # the default is right
    with pytest.raises(AttributeError):
        _ = judged.value.ldms_configurations.agg_port


def test_a_wrong_key_of_a_section_leaves_its_other_keys_readable() -> None:
    judged = telemetry(("  dcgm:\n    metrics_enabled: true\n", ""), ('ome_identifier: "ome"', "ome_identifier: 1"))
    assert judged.wrong == {"telemetry_sources", "telemetry_bridges"}
    assert judged.value is not None
    assert judged.value.telemetry_sources.powerscale.logs_enabled
    assert judged.holds("telemetry_sources.powerscale")
    assert not judged.holds("telemetry_sources.dcgm")
    # Wrong somewhere inside is wrong as a whole: nobody asks for less than a key of a section.
    assert judged.holds("telemetry_bridges.vector_ldms")
    assert not judged.holds("telemetry_bridges.vector_ome")
    with pytest.raises(AttributeError):
        _ = judged.value.telemetry_sources.dcgm


def test_a_section_that_is_no_mapping_has_no_keys_that_are_right() -> None:
    judged = telemetry(("ufm_configuration:", "ufm_configuration: 1\nufm_configuration_:"))
    assert not judged.holds("ufm_configuration.ufm_endpoint")
    assert not judged.holds("ufm_configuration")


def test_optional_sections_that_are_absent_have_their_defaults_beside_a_wrong_one() -> None:
    judged = telemetry(
        ("agg_port: 6001", "agg_port: 1"), ('idrac_telemetry_configurations:\n  mysqldb_storage: "1Gi"\n', "")
    )
    assert judged.value is not None
    assert judged.value.idrac_telemetry_configurations.mysqldb_storage == "1Gi"
    other = options("namespace: 1\nplain_http:\nallow: [a]\nlabels: {a: b}\n")
    assert other.wrong == {"namespace"}
    assert other.value is not None
    assert (other.value.plain_http, other.value.allow, other.value.alerts) == ((), ("a",), True)


def test_a_missing_section_is_wrong() -> None:
    judged = telemetry(("ufm_configuration:", "ufm_configurations:"))
    assert judged.wrong == {"ufm_configuration"}
    assert not judged.holds("ufm_configuration")
    assert judged.holds("vast_configuration")


def test_an_unknown_top_level_key_makes_no_section_wrong() -> None:
    judged = options("namespaces: a\n")
    assert judged.wrong == frozenset()
    assert [one.code for one in judged.diagnostics] == ["unknown-key"]


def test_after_a_syntax_error_no_section_counts_as_read() -> None:
    """Also where nothing that was read is wrong: the rest of a section may stand behind it."""
    judged = options("namespace: a\nlabels: @\n")
    assert judged.wrong == Options.model_fields.keys()
    assert judged.diagnostics == ()


@pytest.mark.parametrize("text", ["[]", "- a", "text", "5", "2024-01-01", "yes"])
def test_a_file_that_is_no_mapping_is_one_mistake(text: str) -> None:
    document = load_yaml(STORAGE, text.encode()).document
    assert document is not None
    judged = judge(STORAGE, document, text, StorageConfig)
    assert [(one.code, one.summary) for one in judged.diagnostics] == [
        ("wrong-type", f"{STORAGE} must hold a mapping at its top level")
    ]
    assert judged.value is None


def test_values_are_frozen() -> None:
    judged = options("labels: {a: b}\nallow: [x]\n")
    assert judged.value is not None
    with pytest.raises(Exception, match="frozen"):
        judged.value.namespace = "other"  # type: ignore[misc] # which is what this is about
    assert isinstance(judged.value.allow, tuple)
