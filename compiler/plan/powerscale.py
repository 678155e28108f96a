"""What emitters need to know of PowerScale's metrics."""

from __future__ import annotations

from ..sources.powerscale.authorization import ROOT, SYSTEMS, TOKENS, Authorization
from ..sources.powerscale.collector import Collector
from ..sources.powerscale.csm import SIDECAR, CsmMetrics
from ..sources.powerscale.plan import PowerScale
from ..sources.powerscale.values import OwnMetrics
from ..sources.powerscale.volumes import VolumeMetrics

__all__ = [
    "ROOT",
    "SIDECAR",
    "SYSTEMS",
    "TOKENS",
    "Authorization",
    "Collector",
    "CsmMetrics",
    "OwnMetrics",
    "PowerScale",
    "VolumeMetrics",
]
