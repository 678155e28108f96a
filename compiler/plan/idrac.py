"""What emitters need to know of the collector of iDRAC."""

from __future__ import annotations

from ..sources.idrac.bus import Bus, Database
from ..sources.idrac.plan import Broker, Idrac, Scrape

__all__ = ["Broker", "Bus", "Database", "Idrac", "Scrape"]
