"""Compare the ACLs of a KafkaUser with what its client asks the broker for.

What a client needs was tried on Kafka 4.3.1 (StandardAuthorizer) with librdkafka 2.16: Write on a topic to produce,
with idempotence too (KIP-679); Read on the topic and on the group to consume; both imply Describe. An expression is
subscribed to with Read on a prefix. A topic is made by producing to it with Create on the topic or its prefix.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.kafka.configured import Needs, literal_prefix
from tests.kafka.parts import Body


class _Grant(NamedTuple):
    """One operation of an ACL."""

    resource: str
    name: str
    prefix: bool
    operation: str

    def __str__(self) -> str:
        return f"{self.operation} on {self.resource} {self.name}{'...' if self.prefix else ''}"


_SHAPES: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {
    "producer": ("Write", {"topic": ("Write", "Describe")}),
    "consumer": ("Read", {"topic": ("Read", "Describe"), "group": ("Read",)}),
}
"""By role, what it does and what it may do with each resource for that."""


def acl_problems(user: Body, needs: Needs) -> Iterator[str]:
    """What *user* may not do and its clients need, and what it may do and they do not need."""
    grants = list(_grants(user))
    wanted = [
        *(("topic", topic, "Read") for topic in sorted(needs.reads)),
        *(("topic", topic, "Write") for topic in sorted(needs.writes)),
        *(("group", group, "Read") for group in sorted(needs.groups)),
    ]
    for resource, text, operation in wanted:
        if not any(grant[0] == resource and grant.operation == operation and _covers(grant, text) for grant in grants):
            yield f"may not {operation} {resource} {text}"
    for grant in grants:
        if not any(_justifies(grant, *want) for want in wanted):
            yield f"{grant} is not needed"
    yield from _unusual(user)


def shape_problems(user: Body, role: str) -> Iterator[str]:
    """What is not the shape of a `producer`'s or `consumer`'s ACLs, where the client itself is not in the output.

    A producer may create topics too, below a prefix.
    """
    grants, (main, shape) = list(_grants(user)), _SHAPES[role]
    if not any(grant.operation == main for grant in grants):
        yield f"may not {main}"
    for grant in grants:
        makes = role == "producer" and grant[0] == "topic" and grant.prefix and grant.operation == "Create"
        fits = makes or grant.operation in shape.get(grant.resource, ())
        if not fits or grant.name in ("", "*"):
            yield f"{grant} is more than a {role} needs"
    yield from _unusual(user)


def _grants(user: Body) -> Iterator[_Grant]:
    for acl in _acls(user):
        resource = acl["resource"]
        prefix = resource.get("patternType", "literal") == "prefix"
        for operation in acl["operations"]:
            yield _Grant(resource["type"], str(resource.get("name", "")), prefix, operation)


def _acls(user: Body) -> list[dict[str, Any]]:
    return list((user["spec"].get("authorization") or {}).get("acls") or ())


def _unusual(user: Body) -> Iterator[str]:
    """What changes the meaning of an ACL: our users are allowed things, from everywhere."""
    for acl in _acls(user):
        if acl.get("type", "allow") != "allow" or acl.get("host", "*") != "*":
            yield f"an ACL on {acl['resource'].get('name')} denies, or is for one host"


def _covers(grant: _Grant, text: str) -> bool:
    """Whether *grant* holds for the topic or group *text*, or for all that the expression *text* matches."""
    if text.startswith("^"):
        return grant.name == "*" or (grant.prefix and literal_prefix(text).startswith(grant.name))
    return text.startswith(grant.name) if grant.prefix else grant.name in (text, "*")


def _justifies(grant: _Grant, resource: str, text: str, operation: str) -> bool:
    """Whether this need is a reason for *grant*: its own operation, or Describe with it on a topic, and no wider."""
    operations = (operation, "Describe") if resource == "topic" else (operation,)
    if grant.resource != resource or grant.operation not in operations or not _covers(grant, text):
        return False
    if grant.prefix:
        # A prefix for topics that are written out is a family of them: it ends where their own names begin.
        return grant.name == literal_prefix(text) if text.startswith("^") else grant.name.endswith(".")
    return grant.name == text
