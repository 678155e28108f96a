"""The order of what is rendered is total: by component, then by kind and name."""

from __future__ import annotations

from telecompile.emitters import EMITTERS, emit
from tests.config.changed import changed, planned


def test_an_object_takes_its_place_in_its_folder_whoever_renders_it() -> None:
    """The users of VMAuth are rendered with VMAuth, and stand with the store that they read."""
    manifests = emit(planned(changed()))
    components = list(EMITTERS)
    ranks = [(components.index(one.component), one.order) for one in manifests]
    assert ranks == sorted(ranks)
    assert {one.component for one in manifests if one.body["kind"] == "VMUser"} == {"victoria-metrics", "victoria-logs"}
