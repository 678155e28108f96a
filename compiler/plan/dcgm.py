"""What emitters need to know of DCGM."""

from __future__ import annotations

from ..sources.dcgm.plan import Dcgm

__all__ = ["Dcgm"]
