"""Everything that the user wrote, read and validated."""

from typing import NamedTuple

from .nodes import Node
from .options import Options
from .software import FunctionalGroup, SoftwareConfig
from .storage import StorageConfig
from .telemetry import TelemetryConfig


class Configuration(NamedTuple):
    """The five inputs, all of them valid.

    ``software`` is the object form, or the groups of the array form. ``nodes`` is None
    when there is no mapping CSV, which is not the same as one without rows.
    """

    telemetry: TelemetryConfig
    storage: StorageConfig
    software: SoftwareConfig | tuple[FunctionalGroup, ...]
    nodes: tuple[Node, ...] | None
    options: Options
