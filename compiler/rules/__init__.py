"""What must hold between sections: a tuple of small functions, each with its code."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.diagnostic import Diagnostic
from .exposure import PLAIN_HTTP, REACHABLE
from .kafka import ONE_PARTITION, RETENTION, SEGMENT
from .ldms import (
    AGGREGATOR_MEMORY,
    AGGREGATOR_PORTS,
    NODES_FOUND,
    PLUGINS_GIVEN,
    PLUGINS_KNOWN,
    PLUGINS_ONCE,
    SCHEMAS_ONCE,
)
from .referenced import CA_CERTIFICATE, CSM_VALUES
from .render import ENDPOINTS_USED, KNOWN_NAMES, REPLICAS_APPLY
from .rule import Rule, View
from .sources import CHANNEL_TARGET, ENDPOINT_SET, TARGETS_GIVEN
from .storage import IDRAC_STORAGE, KAFKA_STORAGE

RULES: tuple[Rule, ...] = (
    TARGETS_GIVEN,
    CHANNEL_TARGET,
    ENDPOINT_SET,
    PLUGINS_GIVEN,
    PLUGINS_ONCE,
    PLUGINS_KNOWN,
    SCHEMAS_ONCE,
    NODES_FOUND,
    AGGREGATOR_MEMORY,
    AGGREGATOR_PORTS,
    CA_CERTIFICATE,
    CSM_VALUES,
    KAFKA_STORAGE,
    SEGMENT,
    RETENTION,
    ONE_PARTITION,
    IDRAC_STORAGE,
    KNOWN_NAMES,
    REPLICAS_APPLY,
    ENDPOINTS_USED,
    PLAIN_HTTP,
    REACHABLE,
)


def check(view: View) -> Iterator[Diagnostic]:
    """What the rules say whose sections are all right."""
    for rule in RULES:
        if rule.applies(view.read):
            yield from rule.check(view)
