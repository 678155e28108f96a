"""The collection targets of sources that write to the Victoria stores themselves."""

from __future__ import annotations

from typing import Literal

from .fields import UniqueItems

VictoriaTargets = UniqueItems[Literal["victoria_metrics", "victoria_logs"]]
