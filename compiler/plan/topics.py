"""Topics, and the names that Kubernetes takes for them."""

import hashlib
import re
from typing import NamedTuple

from ..config.configuration import Configuration
from ..sources.ome.identifier import LOG_TOPICS, METRIC_TOPICS, Identifier

REPLICAS, IN_SYNC = 3, 2
"""Copies of each message, and how many must be written before a producer hears so: one broker may be lost."""
LONGEST_NAME = 200
"""Kubernetes takes 253, and a file system 255 for the file with its kind and ending, and what is written beside it."""


class Topic(NamedTuple):
    """A topic: ``name`` is the object's, ``topic`` the one that clients use."""

    name: str
    topic: str
    partitions: int
    replicas: int
    min_insync: int
    reason: str
    keys: tuple[str, ...]


def object_name(text: str) -> str:
    """A name that Kubernetes takes, from a text that the user chose.

    Lower case, with `-` for everything outside `[a-z0-9.-]`; what that changed gains `-` and
    8 hex digits of the text's SHA-256, so that two texts share a name only where one was written to. A name that
    would be too long or not begin and end with a letter or digit is changed too.
    """
    plain = re.sub(r"[^a-z0-9.-]", "-", text.lower())
    # Every part between dots begins and ends with a letter or digit.
    plain = ".".join(part.strip("-") for part in plain.split(".") if part.strip("-"))
    if plain == text and len(text) <= LONGEST_NAME:
        return text
    # 9 are taken by the digest.
    plain = plain[: LONGEST_NAME - 9].rstrip("-.")
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return f"{plain}-{digest}" if plain else digest


def plan_topics(configuration: Configuration, on: set[str], identifier: Identifier) -> tuple[Topic, ...]:
    """The topics of every source that targets kafka; none for an identifier that is an expression."""
    partitions = configuration.telemetry.telemetry_sinks.kafka.topic_partitions
    section = "telemetry_sinks.kafka.topic_partitions"
    found = []
    for name, count in (("idrac", partitions.idrac), ("ldms", partitions.ldms)):
        if name in on:
            keys = (f"telemetry_sources.{name}.collection_targets", f"{section}.{name}")
            found.append(_topic(name, count, f"{name} targets kafka", keys))
    if "ome" in on and identifier.literal:
        ome = configuration.telemetry.telemetry_sources.ome
        for channel, enabled, suffixes in (
            ("metrics", ome.metrics_enabled, METRIC_TOPICS),
            ("logs", ome.logs_enabled, LOG_TOPICS),
        ):
            asked = (
                f"telemetry_sources.ome.{channel}_enabled",
                "telemetry_bridges.vector_ome.ome_identifier",
                f"{section}.ome",
            )
            found += [
                _topic(f"{identifier.prefix}{suffix}", partitions.ome, f"ome's {channel} are on", asked)
                for suffix in suffixes
                if enabled
            ]
    return tuple(found)


def _topic(topic: str, partitions: int, reason: str, keys: tuple[str, ...]) -> Topic:
    return Topic(object_name(topic), topic, partitions, REPLICAS, IN_SYNC, reason, keys)
