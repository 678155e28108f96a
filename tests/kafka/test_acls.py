"""The smallest ACLs for any needs are accepted; one fewer or one more is found."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.kafka.acls import acl_problems
from tests.kafka.configured import Needs

_NAMES = st.frozensets(st.sampled_from(["ldms", "idrac", "OME.telemetry", "a-b_c", "ldms2"]), max_size=3)
_FAMILIES = st.frozensets(st.sampled_from([r"^OME\.", r"^x\.(a|b)$", "^y[0-9]+"]), max_size=2)
_PREFIX = {r"^OME\.": "OME.", r"^x\.(a|b)$": "x.", "^y[0-9]+": "y"}
NEEDS = st.builds(
    lambda reads, families, writes, groups: Needs(reads | families, writes, groups), _NAMES, _FAMILIES, _NAMES, _NAMES
)


def smallest(needs: Needs) -> list[dict[str, Any]]:
    wanted = [("topic", topic, "Read") for topic in needs.reads]
    wanted += [("topic", topic, "Write") for topic in needs.writes]
    wanted += [("group", group, "Read") for group in needs.groups]
    return [
        _acl(type_, _PREFIX.get(text, text), text in _PREFIX, operation) for type_, text, operation in sorted(wanted)
    ]


def _acl(type_: str, name: str, prefix: bool, operation: str) -> dict[str, Any]:
    resource = {"type": type_, "name": name, "patternType": "prefix" if prefix else "literal"}
    return {"resource": resource, "operations": [operation]}


def found(acls: list[dict[str, Any]], needs: Needs) -> list[str]:
    return list(acl_problems({"spec": {"authorization": {"acls": acls}}}, needs))


@given(NEEDS)
def test_the_smallest_acls_are_enough_and_all_of_them_are_needed(needs: Needs) -> None:
    acls = smallest(needs)
    assert found(acls, needs) == []
    for index, acl in enumerate(acls):
        missing = found(acls[:index] + acls[index + 1 :], needs)
        # Read on the family OME. holds for OME.telemetry too: only then is one of the two superfluous.
        covered = acl["resource"]["name"].startswith("OME.") and len(missing) == 0
        assert covered or any(problem.startswith("may not") for problem in missing)


@given(
    NEEDS, st.sampled_from(["All", "Alter", "Delete", "Create", "DescribeConfigs"]), st.sampled_from(["topic", "group"])
)
def test_an_operation_that_no_client_has_is_found(needs: Needs, operation: str, type_: str) -> None:
    acls = [*smallest(needs), _acl(type_, "ldms", False, operation)]
    assert found(acls, needs) == [f"{operation} on {type_} ldms is not needed"]


@given(NEEDS)
def test_the_right_to_everything_is_found(needs: Needs) -> None:
    acls = [*smallest(needs), _acl("topic", "*", False, "Read"), _acl("topic", "", True, "Write")]
    assert found(acls, needs) == ["Read on topic * is not needed", "Write on topic ... is not needed"]
