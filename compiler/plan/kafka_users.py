"""The clients of the broker: one user each, with what it needs and nothing else."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..sources.ome.identifier import LOG_TOPICS, METRIC_TOPICS, Identifier
from .decision import Bridge, Source
from .places import LDMS_TOPIC, LDMS_USER

# Kafka 4.3 (KIP-679): who may write needs nothing further to write idempotently. Describe is
# what clients ask the leaders of a topic with; Write and Read imply it, and it is said here all
# the same, since a reviewer reads what a client does.
PRODUCE, CONSUME = ("Describe", "Write"), ("Describe", "Read")


class Acl(NamedTuple):
    """What a user may do with a ``topic`` or ``group``: one of that name, or all that begin with it."""

    resource: str
    name: str
    prefix: bool
    operations: tuple[str, ...]


class User(NamedTuple):
    """A KafkaUser: its certificate is in a Secret of its name, which ``client`` mounts."""

    name: str
    client: str
    acls: tuple[Acl, ...]
    reason: str
    keys: tuple[str, ...]


_READ = {"metrics": METRIC_TOPICS, "logs": LOG_TOPICS}


def consumer_group(bridge: str, channel: str) -> str:
    """The consumer group of a bridge's channel.

    All pods of a bridge share one; metrics and logs have one each, so that a log store that
    is down does not hold up metrics.
    """
    return "vector-ldms" if bridge == "vector_ldms" else f"vector-ome-{channel}"


def plan_users(
    sources: Sequence[Source], bridges: Sequence[Bridge], identifier: Identifier, *, may_create: bool
) -> tuple[User, ...]:
    """The users of every client; ``may_create`` lets OME make the topics below its prefix."""
    writing = {source.name for source in sources if source.on and "kafka" in source.targets}
    found = [*_producers(writing, identifier, may_create=may_create), *_bridges(bridges, identifier)]
    return tuple(sorted(found))


def _producers(writing: set[str], identifier: Identifier, *, may_create: bool) -> Iterator[User]:
    if "idrac" in writing:
        acl = Acl("topic", "idrac", False, PRODUCE)
        yield User("idrac-kafka-pump", "idrac-telemetry", (acl,), "writes topic idrac", ("telemetry_sources.idrac",))
    if "ldms" in writing:
        acl = Acl("topic", LDMS_TOPIC, False, PRODUCE)
        yield User(LDMS_USER, "ldms-store", (acl,), "writes topic ldms", ("telemetry_sources.ldms",))
    if "ome" in writing:
        operations = ("Create", *PRODUCE) if may_create else PRODUCE
        acl = Acl("topic", identifier.prefix, True, operations)
        reason = f"writes {'and makes ' if may_create else ''}topics that begin with {identifier.prefix}"
        yield User("ome", "OME itself", (acl,), reason, ("telemetry_bridges.vector_ome.ome_identifier",))


def _bridges(bridges: Sequence[Bridge], identifier: Identifier) -> Iterator[User]:
    on = [bridge for bridge in bridges if bridge.on]
    if any(bridge.name == "vector_ldms" for bridge in on):
        acls = (Acl("topic", LDMS_TOPIC, False, CONSUME), Acl("group", "vector-ldms", False, ("Read",)))
        yield User("vector-ldms", "vector-ldms", acls, "reads topic ldms", ("telemetry_bridges.vector_ldms",))
    channels = [bridge.channel for bridge in on if bridge.name == "vector_ome"]
    if channels:
        groups = (Acl("group", consumer_group("vector_ome", channel), False, ("Read",)) for channel in channels)
        if identifier.literal:
            ends = [end for channel in channels for end in _READ[channel]]
            topics = tuple(Acl("topic", f"{identifier.prefix}{end}", False, CONSUME) for end in ends)
            reason = f"reads the topics of {' and '.join(channels)}"
        else:
            topics = (Acl("topic", identifier.prefix, True, CONSUME),)
            reason = f"reads topics that begin with {identifier.prefix}"
        yield User("vector-ome", "vector-ome", (*topics, *groups), reason, ("telemetry_bridges.vector_ome",))
