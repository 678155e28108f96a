"""Keywords of our own on schemas that are not published yet; publication takes them away."""

from __future__ import annotations

TOLD = "_told"
"""Sentences that say to people what keywords say."""
CHOSEN = "_chosen"
"""Beside the properties of a mapping whose keys are names that can be listed, and are alike."""
