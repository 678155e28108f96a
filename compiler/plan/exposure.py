"""How listeners are reached from outside of the cluster."""

from typing import NamedTuple

from ..config.configuration import Configuration


class Exposure(NamedTuple):
    """A Service type that leaves the cluster, who may come in, and the Service's annotations.

    With ``traffic_policy`` Local senders keep their addresses, so that policies can judge them.
    """

    type: str
    traffic_policy: str
    source_ranges: tuple[str, ...]
    annotations: tuple[tuple[str, str], ...]


def exposure(configuration: Configuration) -> Exposure | None:
    """What `expose` says; None where nothing leaves the cluster."""
    expose = configuration.options.expose
    if expose.type == "ClusterIP":
        return None
    return Exposure(expose.type, "Local", tuple(expose.source_ranges), tuple(sorted(expose.annotations.items())))
