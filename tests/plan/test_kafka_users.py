"""The clients of the broker: each may do what it does."""

from __future__ import annotations

from telecompile.plan.kafka_users import Acl, User
from tests.config.changed import TELEMETRY, changed, planned


def users(*edits: tuple[str, str]) -> dict[str, User]:
    kafka = planned(changed({TELEMETRY: edits})).kafka
    assert kafka is not None
    return {one.name: one for one in kafka.users}


def test_there_is_one_user_a_client() -> None:
    assert list(users()) == ["idrac-kafka-pump", "ldms-store", "ome", "vector-ldms", "vector-ome"]


def test_a_producer_writes_its_topic_and_a_consumer_reads_it_in_its_group() -> None:
    found = users()
    assert found["ldms-store"].acls == (Acl("topic", "ldms", False, ("Describe", "Write")),)
    assert found["vector-ldms"].acls == (
        Acl("topic", "ldms", False, ("Describe", "Read")),
        Acl("group", "vector-ldms", False, ("Read",)),
    )


def test_a_bridge_that_is_off_has_no_user() -> None:
    off = ("  vector_ldms:\n    metrics_enabled: true", "  vector_ldms:\n    metrics_enabled: false")
    assert "vector-ldms" not in users(off)


def test_metrics_and_logs_of_ome_are_read_in_groups_of_their_own() -> None:
    groups = [acl.name for acl in users()["vector-ome"].acls if acl.resource == "group"]
    assert groups == ["vector-ome-metrics", "vector-ome-logs"]
    off = ("logs_enabled: true\n    ome_identifier", "logs_enabled: false\n    ome_identifier")
    assert [acl.name for acl in users(off)["vector-ome"].acls if acl.resource == "group"] == ["vector-ome-metrics"]


def test_only_ome_makes_topics_and_only_where_nobody_knows_their_names() -> None:
    assert users()["ome"].acls == (Acl("topic", "ome.", True, ("Describe", "Write")),)
    found = users(('ome_identifier: "ome"', 'ome_identifier: "^OME-.*"'))
    assert found["ome"].acls == (Acl("topic", "OME-", True, ("Create", "Describe", "Write")),)
    others = [acl for name, user in found.items() if name != "ome" for acl in user.acls]
    assert not [acl for acl in others if "Create" in acl.operations]
