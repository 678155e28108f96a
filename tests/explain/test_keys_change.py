"""What `explain KEY` says that a key changes is what changes: folders, kinds, fields, parts of the plan."""

from __future__ import annotations

import re
from typing import Any

import pytest

from telecompile.diagnostics.codes import CODES
from telecompile.explain.effects import Effect, effect, effects
from tests.explain.changing import NODES, Changed, changed
from tests.plan.test_no_dead_settings import SETTINGS

KINDS = {
    "ClusterRole", "ClusterRoleBinding", "ConfigMap", "Deployment", "Kafka", "KafkaNodePool", "KafkaTopic", "KafkaUser",
    "Namespace", "NetworkPolicy", "PodDisruptionBudget", "Role", "RoleBinding", "Service", "ServiceAccount",
    "StatefulSet", "VLAgent", "VLCluster", "VMAgent", "VMAlert", "VMAuth", "VMCluster", "VMPodScrape", "VMRule",
    "VMStaticScrape", "VMUser",
}  # fmt: skip


def of(name: str) -> Effect:
    file, setting = SETTINGS[name]
    found = effect(file, setting.key)
    assert found is not None, f"{file} has no text about {setting.key}"
    return found


def folders(said: Effect, found: Changed) -> set[str]:
    """The folders that a text names; a star is every one but those of the nodes."""
    every = {folder for folder in found.rendered if not folder.startswith(NODES)}
    return {one for folder in said.changes for one in (every if folder == "*" else folder.split(", "))}


def kinds(text: str) -> set[str]:
    """The kinds that a text names, in singular or plural."""
    words = {word.removesuffix("s") if word not in KINDS else word for word in re.findall(r"\b[A-Z]\w+", text)}
    return words & KINDS


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_said_to_change_changes_and_nothing_else(name: str) -> None:
    """In one test, so that each setting is compiled once."""
    said, found = of(name), changed(name)
    assert folders(said, found) == found.places.keys(), "the folders"
    assert set(said.plan) <= found.plan, "the parts of the plan"
    assert found.places or said.note, "say why nothing changes"
    for named, text in said.changes.items():
        inner = found.places.keys() if named == "*" else set(named.split(", "))
        places = [place for folder in inner for place in found.places[folder]]
        of_kinds = {kind for folder in inner for kind in found.kinds(folder)}
        missing = kinds(text) - of_kinds - set(said.unproven)
        assert not missing, f"{named}: {missing} do not change"
        for field in set(re.findall("`([^`]+)`", text)) - set(said.unproven):
            assert any(field in place for place in places), f"{named}: {field} does not change"


def test_every_text_is_about_a_key_of_the_table() -> None:
    used = {id(of(name)) for name in SETTINGS}
    idle = [(file, key) for file, keys in effects().items() for key, one in keys.items() if id(one) not in used]
    # A list or mapping is asked for as such, though its keys have texts of their own.
    assert all(
        any(key.startswith(f"{parent}") and key != parent for key in effects()[file]) for file, parent in idle
    ), idle


def test_codes_are_codes() -> None:
    named = {code for keys in effects().values() for one in keys.values() for code in one.codes}
    assert named <= CODES.keys()


def test_the_reader_of_changes_sees_them() -> None:
    found: Any = changed("telemetry:telemetry_sinks.kafka.log_retention_bytes")
    assert found.places.keys() == {"kafka"}
    assert found.kinds("kafka") == {"Kafka", "KafkaTopic"}
    assert found.plan == {"Settings"}
