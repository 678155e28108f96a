"""What the plan makes of SFM and of other appliances that push by themselves."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...plan.decision import Channel, Decided, Source


def plan_push_sources(configuration: Configuration) -> tuple[Source, ...]:
    """One source for each name under `push_sources`; without any, `sfm` is listed as off."""
    key = ("telecompile.yml: push_sources",)
    named = configuration.options.push_sources
    settings: tuple[tuple[str, Decided[object]], ...] = (
        (
            "may_write",
            Decided("/api/v1/write of vmagent, through VMAuth", "an appliance that pushes may do nothing else", key),
        ),
        ("reaches VMAuth", _reach(configuration)),
    )
    on = tuple(
        Source(
            name,
            True,
            (Channel("metrics", True, "victoria_metrics"),),
            ("victoria_metrics",),
            "listed under push_sources",
            key,
            settings,
        )
        for name in named
    )
    if "sfm" in named:
        return on
    off = Source("sfm", False, (Channel("metrics", False, None),), (), "not listed under push_sources", key)
    return (*on, off)


def _reach(configuration: Configuration) -> Decided[object]:
    expose, key = configuration.options.expose, ("telecompile.yml: expose",)
    if expose.tls_secret is None:
        return Decided(
            "from inside of the cluster alone", "name expose.tls_secret: its password must not cross a network", key
        )
    if expose.type == "ClusterIP":
        return Decided("from inside of the cluster alone", "expose.type is ClusterIP", key)
    return Decided(f"from outside, {expose.type}", "expose.tls_secret is named", key)
