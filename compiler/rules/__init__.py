"""What must hold between sections: a tuple of small functions, each with its code."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.diagnostic import Diagnostic
from .bridges import RULES as BRIDGES
from .certificates import CA_USED
from .certificates import RULES as CERTIFICATES
from .endpoints import RULES as ADDITIONAL
from .exposure import RULES as EXPOSED
from .groups import GROUPS_IN_CSV, PACKAGES_ONCE
from .kafka import RULES as BROKER
from .ldms import RULES as SAMPLERS
from .machines import BMCS_ONCE
from .node_groups import GROUPS_CLEAR
from .queues import RULES as QUEUES
from .referenced import CSM_VALUES
from .render import ENDPOINTS_USED, KNOWN_NAMES, LOG_IN_ENCRYPTED, REPLICAS_APPLY
from .replicas import RULES as REPLICAS
from .rule import Rule, View
from .scraping import RULES as SCRAPES
from .settings import RULES as SETTINGS
from .software import RULES as SOFTWARE
from .sources import RULES as SOURCES
from .storage import RULES as STORAGE

RULES: tuple[Rule, ...] = (
    *SOURCES,
    *BRIDGES,
    *ADDITIONAL,
    *SCRAPES,
    *SAMPLERS,
    *BROKER,
    *STORAGE,
    *REPLICAS,
    *QUEUES,
    *EXPOSED,
    *CERTIFICATES.values(),
    *CA_USED,
    CSM_VALUES,
    KNOWN_NAMES,
    REPLICAS_APPLY,
    ENDPOINTS_USED,
    LOG_IN_ENCRYPTED,
    *SETTINGS,
    *SOFTWARE,
    GROUPS_IN_CSV,
    PACKAGES_ONCE,
    GROUPS_CLEAR,
    BMCS_ONCE,
)


def check(view: View) -> Iterator[Diagnostic]:
    """What the rules say whose sections are all right."""
    for rule in RULES:
        if rule.applies(view.read):
            yield from rule.check(view)
