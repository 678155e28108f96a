"""A key under a name of the user's own is one mistake."""

from __future__ import annotations

import pytest

from tests.config.changed import STORAGE, TELEMETRY, changed, said


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("plugin_name: meminfo", "plugin: meminfo", "plugin_name"),
        ("plugin_name: meminfo", "name: meminfo", "plugin_name"),
        ("collection_targets:", "targets:", "collection_targets"),
        ("metrics_enabled: true", "enabled: false", "metrics_enabled"),
        ("agg_port: 6001", "aggregator_port: 6001", "agg_port"),
        # Of its kind, and wrong besides: that is told once the key is known.
        ("agg_port: 6001", "aggregator_port: 1", "agg_port"),
    ],
)
def test_a_renamed_key_is_told_once(old: str, new: str, meant: str) -> None:
    (one,) = said(changed({TELEMETRY: ((old, new),)}))
    assert (one.code, one.help) == ("unknown-key", f"did you mean {meant}?")
    assert one.span is not None
    assert one.span.end_column - one.span.column == len(new.partition(":")[0])


def test_a_renamed_amount_is_told_once() -> None:
    (one,) = said(changed({STORAGE: (("memory: ", "mem: "),)}))
    assert (one.code, one.help) == ("unknown-key", "did you mean memory?")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Of another kind.
        ("agg_port: 6001", "something: [a]"),
        ("metrics_enabled: true", "something: {a: b}"),
        # Two are unknown, so that nobody knows which is meant.
        ("agg_port: 6001", "one: 6001\n  two: 6001"),
    ],
)
def test_what_may_be_something_else_is_told_as_both(old: str, new: str) -> None:
    codes = {one.code for one in said(changed({TELEMETRY: ((old, new),)}))}
    assert codes == {"missing-key", "unknown-key"}


def test_a_block_without_its_wrapper_is_one_mistake() -> None:
    text = """csi_volume_exporter_storage:
  requests: {cpu: 100m, memory: 128Mi}
  limits: {cpu: 200m, memory: 256Mi}
"""
    old = changed()[STORAGE]
    assert isinstance(old, bytes)
    before, _, rest = old.decode().partition("csi_volume_exporter_storage:\n")
    lines = rest.splitlines(keepends=True)
    after = "".join(lines[next((i for i, line in enumerate(lines) if line[:1] not in " \n"), len(lines)) :])
    (one,) = said(changed(storage=f"{before}{text}{after}"))
    assert one.code == "missing-key"
    assert one.summary == "requests and limits stand below a key resources in csi_volume_exporter_storage"
    assert one.span is not None
    assert one.span.line == before.count("\n") + 1
