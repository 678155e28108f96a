"""The rendered collector: what its programs read, who reaches them, and what each target adds."""

from __future__ import annotations

import ipaddress
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.config.former import STORAGE, TELEMETRY
from tests.config.changed import changed, planned
from tests.idrac.rendered import (
    KAFKA_ONLY,
    VICTORIA_ONLY,
    Edits,
    compilation,
    containers,
    environment,
    objects,
    pod,
)

POLICY = "NetworkPolicy idrac-telemetry"


def test_the_programs_are_there_in_the_order_in_which_they_need_each_other() -> None:
    names = ["mysqldb", "activemq", "idrac-telemetry-receiver"]
    assert list(containers(compilation())) == [*names, "kafka-pump", "victoria-pump"]
    assert list(containers(compilation(KAFKA_ONLY))) == [*names, "kafka-pump"]
    assert list(containers(compilation(VICTORIA_ONLY))) == [*names, "victoria-pump"]


def test_the_environment_is_what_each_program_reads_and_nothing_else() -> None:
    found = {name: environment(one) for name, one in containers(compilation()).items()}
    bus = {"MESSAGEBUS_HOST": "127.0.0.1", "MESSAGEBUS_PORT": "61613"}
    login = {
        "MYSQL_USER": "mysqldb-credentials/mysqldb_user",
        "MYSQL_PASSWORD": "mysqldb-credentials/mysqldb_password",
        "MYSQL_DATABASE": "idrac_telemetrydb",
    }
    # Without its port, the host alone makes the address that dbdiscauth dials end with a colon.
    database = {"MYSQL_HOST": "127.0.0.1", "MYSQL_HOST_PORT": "3306"}
    assert found["idrac-telemetry-receiver"] == {**bus, **login, **database, "CONFIGUI_HTTP_PORT": "8082"}
    assert found["victoria-pump"] == bus
    assert found["activemq"] == {}
    assert found["mysqldb"] == {
        **login,
        "MYSQL_ROOT_PASSWORD": "mysqldb-credentials/mysqldb_root_password",
        "MYSQL_ROOT_HOST": "localhost",
        "MYSQL_INITDB_SKIP_TZINFO": "1",
    }
    kafka = {name.removeprefix("KAFKA_"): value for name, value in found["kafka-pump"].items() if "KAFKA_" in name}
    assert kafka == {
        "BROKER": "kafka-kafka-bootstrap.telemetry.svc:9093",
        "TOPIC": "idrac",
        "PARTITION": "0",
        "CACERT": "ca.crt",
        "CLIENT_CERT": "user.crt",
        "CLIENT_KEY": "user.key",
        "SKIP_VERIFY": "false",
    }


def test_what_must_be_written_is_on_bounded_volumes_and_the_database_in_a_folder_of_its_claim() -> None:
    mounts = {name: one.get("volumeMounts", []) for name, one in containers(compilation()).items()}
    database = {one["mountPath"]: (one["name"], one.get("subPath")) for one in mounts["mysqldb"]}
    assert database == {
        "/var/lib/mysql": ("mysqldb", "mysql"),
        "/var/run/mysqld": ("run", None),
        "/tmp": ("tmp", None),  # in the container
    }
    assert all(one.get("readOnly") for name, found in mounts.items() if name != "mysqldb" for one in found)
    (certificates,) = mounts["kafka-pump"]
    assert certificates["mountPath"] == "/extrabin/certs"
    (claim,) = objects(compilation())["StatefulSet idrac-telemetry"]["spec"]["volumeClaimTemplates"]
    assert claim["spec"]["resources"]["requests"]["storage"] == "1Gi"


def test_the_database_is_on_loopback_and_within_its_memory_and_volume() -> None:
    def options(limit: str) -> dict[str, str]:
        section = 'mysqldb:\n    resources:\n      requests:\n        cpu: "100m"\n        memory: "256Mi"\n'
        edits: Edits = {
            STORAGE: ((section, section.replace("256Mi", "16Mi")), ('memory: "512Mi"', f'memory: "{limit}"'))
        }
        arguments = containers(compilation(edits if limit else None))["mysqldb"]["args"]
        return dict(one.removeprefix("--").partition("=")[::2] for one in arguments[1:])

    found = options("")
    assert (found["bind-address"], found["mysqlx"]) == ("127.0.0.1", "0")
    assert found["innodb-buffer-pool-size"] == str(64 * 2**20)
    assert int(found["innodb-redo-log-capacity"]) < 2**30 // 10
    assert "disable-log-bin" in found


def test_who_starts_anew_is_ended_by_the_bus() -> None:
    """One process space, and one user, since nobody may end the processes of another."""
    found = pod(compilation())
    assert found["shareProcessNamespace"] is True
    assert found["securityContext"]["runAsUser"] == 999
    assert not [one for one in found["containers"] if "runAsUser" in one["securityContext"]]


def test_probes_ask_what_the_image_can_answer() -> None:
    asked = {
        name: {key for key in one["livenessProbe"] if key in ("exec", "httpGet", "tcpSocket")}
        for name, one in containers(compilation()).items()
        if "livenessProbe" in one
    }
    assert asked == {
        "mysqldb": {"exec"},
        "activemq": {"exec"},
        "idrac-telemetry-receiver": {"tcpSocket"},
        "victoria-pump": {"tcpSocket"},
    }
    # Ended while it makes its files, MySQL leaves a database without users.
    startup = containers(compilation())["mysqldb"]["startupProbe"]
    assert startup["periodSeconds"] * startup["failureThreshold"] >= 1800


@pytest.mark.parametrize(
    ("edits", "read"), [({}, ["/kafka", "/prometheus"]), (KAFKA_ONLY, ["/kafka"]), (VICTORIA_ONLY, ["/prometheus"])]
)
def test_the_probe_of_the_bus_names_the_queues_of_the_pumps_that_are_there(edits: Edits, read: list[str]) -> None:
    found = compilation(edits)
    assert containers(found)["activemq"]["livenessProbe"]["exec"]["command"][2:] == read
    text = objects(found)["ConfigMap idrac-telemetry"]["data"]["activemq.xml"]
    assert [queue for queue in ("/kafka", "/prometheus") if f'queue="{queue}"' in text] == read


def test_the_memory_of_the_bus_follows_its_limit() -> None:
    plan = planned(changed({STORAGE: (('memory: "1536Mi"', 'memory: "1Gi"'),)}))
    assert plan.idrac is not None
    bus = plan.idrac.bus
    assert bus.heap.value == 2**29
    assert 2 * bus.queue_memory.value < bus.memory.value < bus.heap.value
    heap = f"-Xmx{2**29}"
    assert heap in containers(compilation({STORAGE: (('memory: "1536Mi"', 'memory: "1Gi"'),)}))["activemq"]["args"]


def alone(targets: str) -> dict[str, Any]:
    """The objects of a build with iDRAC alone."""
    written = {TELEMETRY: (("collection_targets: [victoria_metrics, kafka]", f"collection_targets: [{targets}]"),)}
    contents = changed(written)[TELEMETRY]
    assert isinstance(contents, bytes)
    text = contents.decode()
    for name in ("ldms", "dcgm", "powerscale", "ome"):
        before, _, after = text.partition(f"\n  {name}:\n")
        for channel in ("metrics_enabled: true", "logs_enabled: true"):
            head, found, tail = after.partition("\n\n")
            after = head.replace(channel, channel.replace("true", "false")) + found + tail
        text = f"{before}\n  {name}:\n{after}"
    return dict(objects(compilation(telemetry=text)))


def test_kafka_alone_and_victoria_alone_differ_in_exactly_what_they_should() -> None:
    kafka, victoria = alone("kafka"), alone("victoria_metrics")
    # The operator of each sink runs in this namespace, and has a policy in the folder of the platform.
    added = {key for key in kafka.keys() - victoria.keys() if kafka[key]["metadata"]["labels"][COMPONENT] in OWN}
    taken = {key for key in victoria.keys() - kafka.keys() if victoria[key]["metadata"]["labels"][COMPONENT] in OWN}
    assert added == {"NetworkPolicy strimzi-operator"}
    assert taken == {"VMPodScrape idrac-telemetry", "NetworkPolicy victoriametrics-operator"}
    # Besides, each has its own sink and nothing of the other's.
    for found, sink in ((kafka, {"kafka"}), (victoria, {"victoria-metrics", "monitoring"})):
        owners = {one["metadata"]["labels"][COMPONENT] for one in found.values()}
        assert owners <= OWN | sink
    assert {key for key in kafka if key.startswith(("KafkaTopic", "KafkaUser"))} == {
        "KafkaTopic idrac",
        "KafkaUser idrac-kafka-pump",
    }
    assert not [key for key in victoria if key.startswith("Kafka")]
    differing = {key for key in kafka.keys() & victoria.keys() if kafka[key] != victoria[key]}
    assert differing == DIFFERENT
    _same_but_for_the_pumps(kafka, victoria)


COMPONENT = "app.kubernetes.io/component"
OWN = {"idrac", "platform", "software"}
DIFFERENT = {
    "StatefulSet idrac-telemetry",
    "ConfigMap idrac-telemetry",
    "Service idrac-telemetry",
    POLICY,
    # Strimzi's operator runs in this namespace, and does not meet `restricted`.
    "Namespace telemetry",
}


def _same_but_for_the_pumps(kafka: dict[str, Any], victoria: dict[str, Any]) -> None:
    """Take out of each what is its pump's: nothing else may be left of the difference."""
    left = []
    for found, pump in ((kafka, "kafka-pump"), (victoria, "victoria-pump")):
        # Through JSON: the three probes of a container are one object in three places.
        body = json.loads(json.dumps(found["StatefulSet idrac-telemetry"]))
        spec = body["spec"]["template"]["spec"]
        names = [one["name"] for one in spec["containers"]]
        assert names[3:] == [pump]
        spec["containers"] = [one for one in spec["containers"] if one["name"] != pump]
        spec["volumes"] = [one for one in spec["volumes"] if one["name"] != "kafka"]
        body["spec"]["template"]["metadata"]["annotations"].pop("checksum/config")
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            queue = spec["containers"][1][probe]["exec"]["command"].pop()
            assert queue == {"kafka-pump": "/kafka", "victoria-pump": "/prometheus"}[pump]
        texts = found["ConfigMap idrac-telemetry"]["data"]
        left.append((body, {name: text.replace(queue, "QUEUE") for name, text in texts.items()}))
    assert left[0] == left[1]
    rules = [found[POLICY]["spec"] for found in (kafka, victoria)]
    ports = [{port["port"] for rule in one["egress"] for port in rule["ports"]} for one in rules]
    assert ports == [{9093, 443}, {443}]
    assert "ingress" not in rules[0]
    assert [port["port"] for rule in rules[1]["ingress"] for port in rule["ports"]] == [2112]


def reached(found: dict[str, Any]) -> list[str]:
    """The addresses that the policies of the pod open on 443."""
    policies = [one for key, one in found.items() if key.startswith(POLICY)]
    assert len({json.dumps(one["spec"]["podSelector"]) for one in policies}) == 1
    return [
        peer["ipBlock"]["cidr"]
        for one in policies
        for rule in one["spec"]["egress"]
        if rule["ports"] == [{"protocol": "TCP", "port": 443}]
        for peer in rule["to"]
    ]


def mapping(addresses: list[str]) -> str:
    rows = [
        f"slurm_node_x86_64,grp,T{number},,n{number},,198.18.{number // 250}.{number % 250 + 1},,{address}"
        for number, address in enumerate(addresses)
    ]
    names = "FUNCTIONAL_GROUP_NAME,GROUP_NAME,SERVICE_TAG,PARENT_SERVICE_TAG,HOSTNAME,ADMIN_MAC,ADMIN_IP,BMC_MAC,BMC_IP"
    return "\n".join([names, *rows]) + "\n"


def test_without_a_bmc_any_address_is_reached_on_443_and_there_is_no_list() -> None:
    for nodes in (None, mapping(["", ""])):
        found = compilation(nodes=nodes, options="ldms: {aggregator_address: 192.0.2.250}\n")
        rules = objects(found)[POLICY]["spec"]["egress"]
        assert {"ports": [{"protocol": "TCP", "port": 443}]} in rules
        assert not [one for one in found.node_files if one.path.startswith("nodes/idrac")]


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.integers(1, 60).map(lambda last: f"192.0.2.{last}"),
            st.integers(1, 60).map(lambda last: f"2001:db8::{last:x}"),
        ),
        min_size=1,
        max_size=40,
    )
)
def test_exactly_the_bmcs_of_the_csv_are_reached_and_listed(addresses: list[str]) -> None:
    found = compilation(nodes=mapping(addresses))
    networks = [ipaddress.ip_network(one) for one in reached(dict(objects(found)))]
    opened = [str(address) for network in networks for address in network]
    assert sorted(opened) == sorted(set(addresses))
    (listed,) = (one.text for one in found.node_files if one.path == "nodes/idrac/bmc.csv")
    assert listed.splitlines() == list(dict.fromkeys(addresses))


@pytest.mark.parametrize("form", ["198.{}.{}.{}", "2001:db8:1111:{:x}:3333:4444:{:x}:{:x}"])
def test_thousands_of_bmcs_without_neighbours_fit_into_objects(form: str) -> None:
    addresses = [form.format(18, number // 125 + 1, number % 125 * 2 + 1) for number in range(5000)]
    found = dict(objects(compilation(nodes=mapping(addresses))))
    policies = [one for key, one in found.items() if key.startswith(POLICY)]
    assert len(policies) > 1
    assert max(len(json.dumps(one)) for one in policies) <= 180 * 2**10
    networks = [ipaddress.ip_network(one) for one in reached(found)]
    assert {str(network.network_address) for network in networks} == set(addresses)
    assert {network.num_addresses for network in networks} == {1}
    # What comes in is said once; a policy of the rest must not close it.
    assert [one["spec"]["policyTypes"] for one in policies].count(["Ingress", "Egress"]) == 1


def test_an_idrac_that_is_off_leaves_nothing_behind() -> None:
    found = compilation({TELEMETRY: (("idrac:\n    metrics_enabled: true", "idrac:\n    metrics_enabled: false"),)})
    assert not [one for one in found.manifests if one.component == "idrac"]
    assert not [one for one in found.node_files if one.path.startswith("nodes/idrac")]
