"""The agents: where they write, and how much they keep for each URL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.plan.remote_write import queue_bytes
from tests.config.changed import TELEMETRY, changed, planned

GI = 2**30


@pytest.mark.parametrize(
    ("volume", "urls", "count"), [("5Gi", 1, 4 * GI), ("5Gi", 2, 2 * GI), ("5Gi", 3, 1431655765), ("10G", 1, 8 * 10**9)]
)
def test_a_queue_is_its_share_of_four_fifths_of_the_volume(volume: str, urls: int, count: int) -> None:
    assert queue_bytes(volume, urls) == count


@given(st.integers(1, 2**50), st.integers(1, 50))
def test_all_queues_together_leave_a_fifth_of_the_volume(size: int, urls: int) -> None:
    assert queue_bytes(str(size), urls) * urls * 10 <= 8 * size < (queue_bytes(str(size), urls) + 1) * urls * 10


@pytest.mark.parametrize(
    ("written", "url", "wire"),
    [
        ("https://a", "https://a/insert/native", "native"),
        ("https://a/", "https://a/insert/native", "native"),
        ("https://a:9481?x=y", "https://a:9481/insert/native?x=y", "native"),
        ("https://[::1]:9481/", "https://[::1]:9481/insert/native", "native"),
        ("https://a/insert/native", "https://a/insert/native", "native"),
        ("https://a/internal/insert", "https://a/internal/insert", "native"),
        ("https://a/insert/jsonline", "https://a/insert/jsonline", "jsonline"),
        ("https://a/insert/jsonline/?x=y", "https://a/insert/jsonline/?x=y", "jsonline"),
        ("https://a/own/path", "https://a/own/path", "native"),
    ],
)
def test_a_log_endpoint_without_a_path_gets_that_of_agents(written: str, url: str, wire: str) -> None:
    old = "additional_log_write_endpoints: []"
    plan = planned(changed({TELEMETRY: ((old, f'additional_log_write_endpoints: [{{url: "{written}"}}]'),)}))
    logs = [agent for agent in plan.agents if agent.workload.name.startswith("vlagent")]
    assert len(logs) == 2
    for agent in logs:
        local, further = agent.targets
        assert local.local
        assert local.url.endswith("/insert/native")
        assert (further.url, further.format, further.written_as) == (url, wire, written)


def test_every_agent_writes_to_every_endpoint_with_tls_set_for_each() -> None:
    old = "additional_metric_remote_write_endpoints: []"
    urls = (
        '{url: "https://a/w", tls_insecure_skip_verify: true}',
        '{url: "http://b/w", tls_insecure_skip_verify: true}',
    )
    plan = planned(changed({TELEMETRY: ((old, old.replace("[]", f"[{', '.join(urls)}, {{url: https://c/w}}]")),)}))
    agents = {agent.workload.name: agent for agent in plan.agents}
    for name in ("vmagent", "vmagent-vector"):
        targets = agents[name].targets
        assert [(one.url, one.tls, one.insecure) for one in targets[1:]] == [
            ("https://a/w", True, True),
            ("http://b/w", False, False),
            ("https://c/w", True, False),
        ]
        assert {one.queue_bytes for one in targets} == {GI}
        assert agents[name].on_disk.value


def test_with_the_local_store_alone_kafka_is_the_buffer_of_the_bridges_samples() -> None:
    agents = {agent.workload.name: agent.on_disk.value for agent in planned(changed()).agents}
    # vlagent 1.52 has no flag for it, and ends at one that it does not know (issue 1349 of VictoriaLogs).
    assert agents == {"vmagent": True, "vlagent": True, "vmagent-vector": False, "vlagent-vector": True}


def test_an_endpoint_is_logged_in_to_as_telecompile_yml_says() -> None:
    old = "additional_metric_remote_write_endpoints: []"
    options = 'expose: {source_ranges: [192.0.2.0/24]}\nendpoints: {"https://a/w": {secret: s, auth: bearer}}\n'
    plan = planned(
        changed({TELEMETRY: ((old, old.replace("[]", "[{url: https://a/w}, {url: https://b/w}]")),)}, options=options)
    )
    (_, first, second) = plan.agents[0].targets
    assert first.access is not None
    assert (first.access.secret, first.access.auth, second.access) == ("s", "bearer", None)
    needed = {one.name: one.keys for one in plan.secrets}
    assert needed["s"] == ("token",)


@pytest.mark.parametrize(
    ("url", "access", "wanted"),
    [
        ("https://a/w", "{}", None),
        ("http://a/w", "{ca_secret: c}", None),
        ("https://a/w", "{ca_secret: c}", {"c": ("ca.crt",)}),
        ("http://a/w", "{secret: s, auth: bearer, ca_secret: c}", {"s": ("token",)}),
    ],
)
def test_a_secret_that_nothing_reads_is_not_asked_for(
    url: str, access: str, wanted: dict[str, tuple[str, ...]] | None
) -> None:
    """And without any the agent of the bridges needs no reloader beside it."""
    old = "additional_metric_remote_write_endpoints: []"
    edits = {TELEMETRY: ((old, f'additional_metric_remote_write_endpoints: [{{url: "{url}"}}]'),)}
    options = f'expose: {{source_ranges: [192.0.2.0/24]}}\nendpoints: {{"{url}": {access}}}\n'
    plan = planned(changed(edits, options=options))
    asked = {need.name: need.keys for need in plan.secrets if "vmagent-vector" in need.used_by}
    assert asked == (wanted or {})
    assert plan.vector.vmagent is not None
    assert plan.vector.vmagent.workload.reloads is (wanted is not None)
