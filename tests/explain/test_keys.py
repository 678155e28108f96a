"""What `explain KEY` tells, and how a key may be asked for."""

from __future__ import annotations

import pytest

from telecompile.config.former import FORMER_KEYS, OTHER_RELEASES
from telecompile.config.software import FunctionalGroup
from telecompile.explain.effects import effect
from telecompile.explain.keys import find, key_names, key_page
from telecompile.explain.known import known_keys
from telecompile.schema.document import FILES
from tests.plan.settings_models import leaves

RETENTION = "telemetry_sinks.kafka.log_retention_bytes"


def test_a_page_has_type_default_range_meaning_and_effect() -> None:
    page = key_page(RETENTION)
    assert page is not None
    for part in (
        "telemetry_config.yml",
        "whole number, required",
        "Default:  -1",
        "From -1 to 9223372036854775807",
        "before its oldest messages are deleted",
        "kafka/:",
        "config.retention.bytes",
        "Settings",
        "kafka-retention",
    ):
        assert part in page


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (RETENTION, RETENTION),
        (f"telemetry_config.yml:{RETENTION}", RETENTION),
        (f"telemetry_config: {RETENTION}", RETENTION),
        ("kafka.log_retention_bytes", RETENTION),
        ("log_retention_bytes:", RETENTION),
        (f"`{RETENTION}`", RETENTION),
        ("ldms_configurations.sampler_plugins[].plugin_name", "ldms_configurations.sampler_plugins[].plugin_name"),
        ("ldms_configurations.sampler_plugins[2].plugin_name", "ldms_configurations.sampler_plugins[].plugin_name"),
        ("sampler_plugins.plugin_name", "ldms_configurations.sampler_plugins[].plugin_name"),
        ("resources.vmauth.replicas", "resources.*.replicas"),
        ("endpoints.https://a.example/b.secret", "endpoints.*.secret"),
        ("images.vector", "images"),
        ("labels.example.com/team", "labels"),
        ("functional_group_name", "[].functional_group_name"),
        ("[0].software[1].version", "[].software[].version"),
        ("slurm_custom[0].name", "slurm_custom[].name"),
        ("expose.type", "expose.type"),
        ("UFM_CA_CERT_PATH", "ufm_configuration.ufm_ca_cert_path"),
        ("Telemetry_Bridges.Vector_Ome.Ome_Identifier", "telemetry_bridges.vector_ome.ome_identifier"),
        ("tolerationseconds", "tolerations[].tolerationSeconds"),
    ],
)
def test_a_key_is_found_as_it_is_asked_for(asked: str, path: str) -> None:
    text = asked.strip("`").rstrip(":")
    assert [key.path for key in find(text) or find(text, any_case=True)] == [path]
    page = key_page(asked)
    assert page is not None
    assert page.startswith(f"{path} (")


@pytest.mark.parametrize(
    "asked", ["", "nothing", "telemetry_sinks.kafka.log_retention", "storage_config:namespace", "a.*.b", "["]
)
def test_what_is_no_key_has_no_page(asked: str) -> None:
    assert key_page(asked) is None


@pytest.mark.parametrize("asked", ["sfm", "telemetry_sources.sfm"])
def test_who_looks_for_sfm_is_told_of_push_sources(asked: str) -> None:
    page = key_page(asked)
    assert page is not None
    assert page.startswith("sfm is no source")
    assert "\npush_sources (telecompile.yml)\n" in page


def test_the_values_of_csm_lead_to_the_key_that_names_them() -> None:
    page = key_page("csm_observability_values.yml")
    assert page is not None
    assert "\npowerscale_configurations.csm_observability_values_file_path (telemetry_config.yml)\n" in page


def test_a_key_of_two_files_is_told_of_both() -> None:
    page = key_page("ldms")
    assert page is not None
    assert "ldms (telecompile.yml)" in page
    page = key_page("vlagent_vector.pvc_size")
    assert page is not None
    assert "vector_storage.vlagent_vector.pvc_size (telemetry_storage_config.yml)" in page


def test_a_name_of_many_places_lists_them() -> None:
    page = key_page("replicas")
    assert page is not None
    assert "resources.*.replicas" in page
    assert page.endswith("Name one of them in full, in quotes where it has * or [].\n")
    assert "vector_storage.ldms.replicas" in page


@pytest.mark.parametrize("name", [name for file in FILES for name in (file.name, file.schema)])
def test_a_file_lists_its_keys(name: str) -> None:
    page = key_page(name)
    assert page is not None
    assert "Keys:" in page


@pytest.mark.parametrize("path", FORMER_KEYS, ids=".".join)
def test_former_keys_say_where_they_went(path: tuple[str, ...]) -> None:
    page = key_page(".".join(path))
    assert page is not None
    assert FORMER_KEYS[path] in " ".join(page.split())


@pytest.mark.parametrize("other", OTHER_RELEASES, ids=lambda one: ".".join(one.path))
def test_keys_of_other_releases_say_why_they_have_no_effect(other: object) -> None:
    page = key_page(".".join(other.path))  # type: ignore[attr-defined] # what the table holds
    assert page is not None
    assert "no effect" in " ".join(page.split())


def test_every_key_of_the_models_is_known_and_has_a_page() -> None:
    paths = {key.path for key in known_keys()}
    for file in FILES:
        assert set(leaves(file.model)) <= paths
    assert set(leaves(FunctionalGroup, "[].")) <= paths
    for key in known_keys():
        page = key_page(f"{key.file}:{key.path}")
        assert page is not None, key.path
        assert max(map(len, page.splitlines()[1:])) <= 80 or " " not in max(page.splitlines(), key=len).strip()


def test_every_leaf_says_what_it_changes() -> None:
    silent = [
        key.path
        for key in known_keys()
        if not key.below and not key.former and not key.foreign and effect(key.file, key.path) is None
    ]
    assert not silent


def test_names_for_completion_are_found_again() -> None:
    assert RETENTION in key_names()
    assert not [name for name in key_names() if key_page(name) is None]
