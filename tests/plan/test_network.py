"""The edges that policies allow, and the URLs of appliances."""

from __future__ import annotations

import pytest

from telecompile.plan.edges import Port, host_and_port
from telecompile.plan.network import Network
from tests.config.changed import TELEMETRY, changed, planned
from tests.plan.test_ldms import with_nodes, without_csv

UFM_ON = ("ufm:\n    metrics_enabled: false", "ufm:\n    metrics_enabled: true")
OPEN = "expose: {source_ranges: [192.0.2.0/24]}\n"


def network(options: str = "", *edits: tuple[str, str]) -> Network:
    found = planned(changed({TELEMETRY: edits}, options=OPEN + options)).network
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("https://a/b", "a", 443),
        ("http://a/b", "a", 80),
        ("https://a:8480/b", "a", 8480),
        ("https://[2001:db8::1]:8480/b", "2001:db8::1", 8480),
        ("http://[2001:db8::1]", "2001:db8::1", 80),
    ],
)
def test_host_and_port_of_a_url(url: str, host: str, port: int) -> None:
    assert host_and_port(url) == (host, port)


@pytest.mark.parametrize(
    ("host", "ranges"),
    [("192.0.2.7", ("192.0.2.7/32",)), ("[2001:db8::1]", ("2001:db8::1/128",)), ("metrics.example.com", ())],
)
def test_an_endpoint_is_opened_to_its_address_or_where_it_is_a_name_to_its_port(
    host: str, ranges: tuple[str, ...]
) -> None:
    old = "additional_metric_remote_write_endpoints: []"
    found = network("", (old, old.replace("[]", f'[{{url: "https://{host}:8480/w"}}]')))
    (edge,) = [
        edge for edge in found.edges if edge.source.workload == "vmagent" and edge.reason.startswith("writes to ")
    ]
    assert (edge.target.ranges, edge.ports) == (ranges, (Port(8480),))
    assert edge.target.workload == ""


def test_every_edge_has_a_workload_at_one_end_at_least_and_a_port() -> None:
    for edge in network().edges:
        assert edge.source.workload or edge.target.workload
        assert edge.ports
        assert edge.reason


def test_every_workload_of_an_edge_has_a_component_for_its_policy() -> None:
    found = network()
    known = {name for name, _ in found.components}
    used = {end.workload for edge in found.edges for end in (edge.source, edge.target) if end.workload}
    assert used <= known


def test_senders_of_syslog_are_the_source_ranges() -> None:
    (edge,) = [edge for edge in network().edges if edge.reason == "syslog of powerscale"]
    assert edge.source.ranges == ("192.0.2.0/24",)
    assert {(port.number, port.protocol) for port in edge.ports} == {(1514, "TCP"), (1514, "UDP")}


def test_operators_elsewhere_need_no_edge_in_this_namespace() -> None:
    here = {name for name, _ in network().components}
    there = {
        name for name, _ in network("operators: {strimzi_namespace: kafka, victoriametrics_namespace: vm}\n").components
    }
    assert here - there == {"victoriametrics-operator", "strimzi-operator"}


def test_policies_can_be_switched_off() -> None:
    assert planned(changed(options=f"{OPEN}network_policies: false\n")).network is None


@pytest.mark.parametrize(("host", "ranges"), [("2001:db8::1", ("2001:db8::1/128",)), ("ufm.example.com", ())])
def test_an_appliance_is_reached_at_its_address_or_where_it_is_a_name_at_its_port(
    host: str, ranges: tuple[str, ...]
) -> None:
    found = network("", UFM_ON, ('ufm_endpoint: ""', f'ufm_endpoint: "{host}"'))
    (edge,) = [edge for edge in found.edges if edge.reason == "scrapes ufm"]
    assert (edge.source.workload, edge.target.ranges, edge.ports) == ("vmagent", ranges, (Port(9001),))


def ends(found: Network, target: str) -> dict[str, set[int]]:
    """Who reaches a workload, and on which ports."""
    reached: dict[str, set[int]] = {}
    for edge in found.edges:
        if edge.target.workload == target:
            who = edge.source.workload or edge.source.namespace or ",".join(edge.source.ranges)
            reached.setdefault(who, set()).update(port.number for port in edge.ports)
    return reached


def test_a_broker_is_reached_by_its_own_its_operators_its_clients_and_ome() -> None:
    assert ends(network(), "broker") == {
        "broker": {9091},
        "entity-operator": {9091},
        "strimzi-operator": {9091, 8443},
        "ldms-store-0": {9093},
        "vector-ldms": {9093},
        "vector-ome": {9093},
        "idrac-telemetry": {9093},
        "192.0.2.0/24": {9094},
        "vmagent": {9404},
    }


def test_an_operator_elsewhere_reaches_the_broker_from_its_namespace() -> None:
    found = network("operators: {strimzi_namespace: kafka}\n")
    assert ends(found, "controller")["strimzi-operator"] == {9090, 8443}
    assert {edge.source.namespace for edge in found.edges if edge.source.workload == "strimzi-operator"} == {"kafka"}
    assert "strimzi-operator" not in dict(found.components)


def test_every_pod_of_strimzi_asks_the_api_server() -> None:
    asking = {edge.source.workload for edge in network().edges if {port.number for port in edge.ports} == {443, 6443}}
    assert {"broker", "controller", "entity-operator"} <= asking


def test_an_aggregator_reaches_its_own_nodes_and_its_store_reaches_it() -> None:
    found = network()
    (edge,) = [edge for edge in found.edges if edge.source.workload == "ldms-aggregator-0"]
    assert edge.target.ranges == ("192.0.2.15/32", "192.0.2.16/32")
    assert edge.ports == (Port(10001),)
    assert ends(found, "ldms-aggregator-0") == {"ldms-store-0": {6001}}


def test_addresses_that_follow_each_other_are_opened_as_what_they_are_together() -> None:
    contents = with_nodes(4)
    found = planned(contents).network
    assert found is not None
    (edge,) = [edge for edge in found.edges if edge.source.workload == "ldms-aggregator-0"]
    assert edge.target.ranges == ("2001:db8:1234:5678:9abc:def0::/126",)


def test_samplers_that_dial_in_come_from_the_source_ranges() -> None:
    contents = without_csv(1500)
    found = planned(contents).network
    assert found is not None
    reached = ends(found, "ldms-aggregator")
    assert reached["192.0.2.0/24"] == {6001, 6002}
    assert (reached["ldms-store-0"], reached["ldms-store-1"]) == ({6001}, {6002})
