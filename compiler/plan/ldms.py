"""What emitters need to know of the collection of LDMS."""

from __future__ import annotations

from ..sources.ldms.collection import Aggregator
from ..sources.ldms.decomposition import StoredColumn, StoredSet
from ..sources.ldms.plan import Ldms

__all__ = ["Aggregator", "Ldms", "StoredColumn", "StoredSet"]
