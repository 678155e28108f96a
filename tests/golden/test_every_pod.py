"""What `telecompile.yml` asks of every pod is in every pod; and pods roll with their configuration only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

from telecompile.commands.inputs import read_referenced
from telecompile.pipeline import compile_input
from tests.config.changed import DEFAULT, NODES, STORAGE, TELEMETRY, changed

Object = Mapping[str, Any]
Edits = Mapping[str, tuple[tuple[str, str], ...]]
CSM_VALUES = "csm_observability_values.yml"
MIRROR = "mirror.example.com:5000/telemetry"
_EXPOSED = "expose: {type: NodePort, source_ranges: [192.0.2.0/24]}\n"
# With a log-in, so that the agent of the bridges has a reloader, which is one more image.
_REST = _EXPOSED + "endpoints: {'https://metrics.example.com/api/v1/write': {secret: login, auth: basic}}\n"
OPTIONS = (
    f"image_registry: {MIRROR}\n"
    "image_pull_secrets: [mirror-login]\n"
    "node_selector: {example.com/pool: telemetry, example.com/disk: fast}\n"
    "tolerations: [{key: example.com/telemetry, operator: Exists, effect: NoSchedule}]\n"
    "priority_class: telemetry-high\n"
    "labels: {example.com/team: hpc}\n"
    "annotations: {example.com/contact: hpc@example.com}\n"
) + _REST
KEEP = {"argocd.argoproj.io/sync-options": "Prune=false", "kustomize.toolkit.fluxcd.io/prune": "disabled"}
LABELS, ANNOTATIONS = {"example.com/team": "hpc"}, {"example.com/contact": "hpc@example.com"}
_ENDPOINT = (
    "additional_metric_remote_write_endpoints: []",
    "additional_metric_remote_write_endpoints: [{url: 'https://metrics.example.com/api/v1/write'}]",
)
_CLUSTERS = {"VMCluster": ("vmstorage", "vminsert", "vmselect"), "VLCluster": ("vlstorage", "vlinsert", "vlselect")}
_AGENTS = ("VMAgent", "VMAuth", "VLAgent", "VMAlert")
_RELOADED = ("VMAgent", "VMAuth", "VMAlert")
"""Those that have a reloader of their configuration beside them."""
OWN = ("Deployment", "StatefulSet")
"""What is rendered here, and not made by an operator."""
DEPLOYMENTS = {"ldms-aggregator-0", "ldms-store-0", "vector-ldms", "vector-ome", "idrac-telemetry"} | {
    "csm-metrics-powerscale",
    "otel-collector",
    "kube-state-metrics",
}
OPERATED = {
    "vmagent",
    "vmauth",
    "vlagent",
    "vmagent-vector",
    "vlagent-vector",
    "vmalert",
    *_CLUSTERS["VMCluster"],
    *_CLUSTERS["VLCluster"],
}
STRIMZI = {"broker", "controller", "entity-operator"}


class Pod(NamedTuple):
    """What a template asks for, in the words of a pod; ``nodes`` are the labels of a node that it must have."""

    pull_secrets: object
    nodes: Mapping[str, str]
    tolerations: object
    priority: str
    metadata: Object


@cache
def objects(options: str = OPTIONS) -> tuple[Object, ...]:
    """What is rendered, with metrics that leave the cluster too."""
    return rendered({TELEMETRY: (_ENDPOINT,)}, options)


def rendered(edits: Edits, options: str) -> tuple[Object, ...]:
    contents = changed({name: pairs for name, pairs in edits.items() if name != CSM_VALUES}, options=options)

    def read(path: str) -> bytes | str:
        data = read_referenced(str(DEFAULT), path)
        for old, new in edits.get(path, ()):
            assert isinstance(data, bytes)
            assert old.encode() in data, old
            data = data.replace(old.encode(), new.encode(), 1)
        return data

    compilation = compile_input(contents, read)
    assert compilation.plan is not None, compilation.diagnostics
    return tuple(one.body for one in compilation.manifests)


def pods(body: Object) -> Iterator[tuple[str, Pod]]:
    """The templates in an object, by the name of what they make."""
    kind, name, spec = body["kind"], body["metadata"]["name"], body.get("spec", {})
    if kind in OWN:
        pod = spec["template"]["spec"]
        metadata = spec["template"]["metadata"]
        yield (
            name,
            Pod(pod["imagePullSecrets"], pod["nodeSelector"], pod["tolerations"], pod["priorityClassName"], metadata),
        )
    for part, own in _victoria(body):
        yield (
            part,
            Pod(
                # A cluster has them once for all its parts.
                (own if kind in _AGENTS else spec)["imagePullSecrets"],
                own["nodeSelector"],
                own["tolerations"],
                own["priorityClassName"],
                own["podMetadata"],
            ),
        )
    if kind == "KafkaNodePool":
        yield name, _strimzi(spec["template"]["pod"])
    if kind == "Kafka":
        yield "entity-operator", _strimzi(spec["entityOperator"]["template"]["pod"])


def _victoria(body: Object) -> Iterator[tuple[str, Object]]:
    """Each part of what the VictoriaMetrics operator makes."""
    if body["kind"] in _CLUSTERS:
        yield from ((part, body["spec"][part]) for part in _CLUSTERS[body["kind"]])
    if body["kind"] in _AGENTS:
        yield body["metadata"]["name"], body["spec"]


def _strimzi(pod: Object) -> Pod:
    """Strimzi's templates know no node selector: one required term, whose expressions must all hold."""
    affinity = pod["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    (term,) = affinity["nodeSelectorTerms"]
    assert all(one["operator"] == "In" and len(one["values"]) == 1 for one in term["matchExpressions"])
    nodes = {one["key"]: one["values"][0] for one in term["matchExpressions"]}
    return Pod(pod["imagePullSecrets"], nodes, pod["tolerations"], pod["priorityClassName"], pod["metadata"])


def images(body: Object) -> Iterator[tuple[str, str]]:
    """Every image that an object must name, by the path to it; without one, an operator takes its own registry's."""
    kind, name, spec = body["kind"], body["metadata"]["name"], body.get("spec", {})
    if kind in OWN:
        pod = spec["template"]["spec"]
        for container in (*pod["containers"], *pod.get("initContainers", ())):
            yield f"{name}.{container['name']}", container["image"]
    for part, own in _victoria(body):
        yield f"{part}.image", f"{own['image']['repository']}:{own['image']['tag']}"
        if kind in _RELOADED:
            yield f"{part}.reloader", own["configReloaderImage"]
    if kind == "Kafka":
        kafka, operators = spec["kafka"], spec["entityOperator"]
        yield "kafka.image", kafka["image"]
        yield "kafka.init", kafka["brokerRackInitImage"]
        yield "kafka.topics", operators["topicOperator"]["image"]
        yield "kafka.users", operators["userOperator"]["image"]


def test_every_pod_is_where_and_what_the_options_say() -> None:
    seen: dict[str, Pod] = {}
    for body in objects():
        seen |= dict(pods(body))
    assert set(seen) == DEPLOYMENTS | OPERATED | STRIMZI
    for name, pod in seen.items():
        assert pod.pull_secrets == [{"name": "mirror-login"}], name
        assert pod.nodes == {"example.com/pool": "telemetry", "example.com/disk": "fast"}, name
        assert pod.tolerations == [{"key": "example.com/telemetry", "operator": "Exists", "effect": "NoSchedule"}], name
        assert pod.priority == "telemetry-high", name
        assert pod.metadata["labels"].items() >= LABELS.items(), name
        assert pod.metadata["annotations"].items() >= ANNOTATIONS.items(), name


def test_every_kind_that_makes_pods_is_looked_at() -> None:
    """A kind that is new here must be read above, not passed over."""
    makers = {body["kind"] for body in objects() if dict(pods(body))}
    passive = {"Namespace", "NetworkPolicy", "ServiceAccount", "Role", "RoleBinding", "VMUser", "VMPodScrape"}
    passive |= {"Service", "ConfigMap", "KafkaTopic", "KafkaUser", "PodDisruptionBudget"}
    passive |= {"ClusterRole", "ClusterRoleBinding"}
    passive |= {"ClusterRole", "ClusterRoleBinding", "VMRule", "VMStaticScrape"}
    others = {body["kind"] for body in objects()} - makers
    assert others <= passive


def test_every_image_comes_from_the_mirror() -> None:
    found = {path: image for body in objects() for path, image in images(body)}
    direct = {path: image for body in objects(_REST) for path, image in images(body)}
    assert {path for path in found if path.endswith(".reloader")} == {
        "vmagent.reloader",
        "vmauth.reloader",
        "vmagent-vector.reloader",
        "vmalert.reloader",
    }
    assert {"ldms-aggregator-0.credential", "ldms-store-0.credential", "vector-ldms.vector"} <= set(found)
    # Each default names its registry first; all behind that is the path on the mirror.
    assert found == {path: f"{MIRROR}/{image.partition('/')[2]}" for path, image in direct.items()}


def test_no_other_field_names_an_image() -> None:
    known = {image for body in objects() for _, image in images(body)}
    for body in objects():
        assert set(_named_images(body)) <= known, body["metadata"]["name"]


def _named_images(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key.lower().endswith("image"):
                yield f"{inner['repository']}:{inner['tag']}" if isinstance(inner, Mapping) else inner
            else:
                yield from _named_images(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _named_images(inner)


def test_every_claim_is_kept() -> None:
    seen = set()
    for body in objects():
        for name, own in _victoria(body):
            for storage in ("storage", "statefulStorage"):
                if "volumeClaimTemplate" in own.get(storage, {}):
                    _check_claim(own[storage]["volumeClaimTemplate"]["metadata"])
                    kept = {"whenDeleted": "Retain", "whenScaled": "Retain"}
                    assert own["persistentVolumeClaimRetentionPolicy"] == kept, name
                    seen.add(name)
        if body["kind"] == "StatefulSet":
            for claim in body["spec"]["volumeClaimTemplates"]:
                # Kubernetes refuses a StatefulSet whose claims change, and what the user writes may change.
                assert set(claim["metadata"]) == {"name", "annotations"}
                assert claim["metadata"]["annotations"] == KEEP
            assert set(body["spec"]["persistentVolumeClaimRetentionPolicy"].values()) == {"Retain"}
            seen.add(body["metadata"]["name"])
        if body["kind"] == "KafkaNodePool":
            _check_claim(body["spec"]["template"]["persistentVolumeClaim"]["metadata"])
            volumes = body["spec"]["storage"]["volumes"]
            assert [(one["type"], one["deleteClaim"]) for one in volumes] == [("persistent-claim", False)]
            seen.add(body["metadata"]["name"])
    agents = {"vmagent", "vlagent", "vmagent-vector", "vlagent-vector"}
    assert seen == agents | {"vmstorage", "vlstorage", "broker", "controller", "idrac-telemetry", "otel-collector"}


def _check_claim(metadata: Object) -> None:
    assert metadata["annotations"] == KEEP | ANNOTATIONS
    assert metadata["labels"] == LABELS


@pytest.mark.parametrize("options", [OPTIONS, _REST], ids=["with annotations", "without"])
def test_what_holds_data_is_not_pruned_and_all_else_is(options: str) -> None:
    holding = {"Namespace", "VMCluster", "VLCluster", "Kafka", "KafkaNodePool", "KafkaTopic"}
    for body in objects(options):
        kept = body["metadata"].get("annotations", {}).items() & KEEP.items()
        wanted = KEEP.items() if body["kind"] in holding else set()
        assert kept == wanted, (body["kind"], body["metadata"]["name"])
    assert {body["kind"] for body in objects(options)} >= holding


def test_what_is_exposed_is_on_a_port_of_the_nodes_and_for_the_ranges_alone() -> None:
    services = {body["metadata"]["name"]: body["spec"] for body in objects() if body["kind"] == "Service"}
    exposed = {name for name, spec in services.items() if spec["type"] != "ClusterIP"}
    assert exposed == {"syslog-powerscale"}
    assert services["syslog-powerscale"]["type"] == "NodePort"
    # Else a sender's address would be a node's, and no policy could judge it.
    assert services["syslog-powerscale"]["externalTrafficPolicy"] == "Local"
    (kafka,) = (body["spec"]["kafka"] for body in objects() if body["kind"] == "Kafka")
    (external,) = (one for one in kafka["listeners"] if one["name"] == "external")
    assert (external["type"], external["tls"]) == ("nodeport", True)
    assert external["networkPolicyPeers"] == [{"ipBlock": {"cidr": "192.0.2.0/24"}}]


def mounted(body: Object) -> set[str]:
    """The ConfigMaps in the volumes of a workload."""
    sources = [source for one in body["spec"]["template"]["spec"]["volumes"] for source in _sources(one)]
    found = {source["configMap"]["name"] for source in sources if "configMap" in source}
    # Kubernetes puts this one into every namespace: with the address of the API server it is no configuration of ours.
    return found - {"kube-root-ca.crt"}


def _sources(volume: Object) -> list[Any]:
    found: list[Any] = volume.get("projected", {}).get("sources", [])
    return [*found, volume]


def checksums(bodies: tuple[Object, ...]) -> dict[str, tuple[str, dict[str, Any]]]:
    """Of each workload rendered here: the digest in its pods' annotations, and the data that they mount."""
    data = {body["metadata"]["name"]: body["data"] for body in bodies if body["kind"] == "ConfigMap"}
    return {
        body["metadata"]["name"]: (
            body["spec"]["template"]["metadata"]["annotations"]["checksum/config"],
            {name: data[name] for name in mounted(body)},
        )
        for body in bodies
        if body["kind"] in OWN
    }


AGGREGATOR, STORE, BRIDGE, IDRAC = "ldms-aggregator-0", "ldms-store-0", "vector-ldms", "idrac-telemetry"
OME = "vector-ome"
CSM, COLLECTOR, VOLUMES = "csm-metrics-powerscale", "otel-collector", "kube-state-metrics"
_PLUGIN = "plugin_name: {}\n      config_parameters: "
_MEMORY = (
    '\n    replicas: 2\n    resources:\n      requests:\n        memory: "256Mi"\n'
    '        cpu: "100m"\n      limits:\n        memory: "{}"'
)
CHANGES: dict[str, tuple[Edits, set[str]]] = {
    "a host name": ({NODES: ((",node-1,", ",node-one,"),)}, {AGGREGATOR, BRIDGE}),
    "an address": ({NODES: (("192.0.2.15,", "192.0.2.99,"),)}, {AGGREGATOR}),
    "a node that is not collected": ({NODES: ((",login-1,", ",login-one,"),)}, set()),
    "partitions": ({TELEMETRY: (("      ldms: 2", "      ldms: 4"),)}, {BRIDGE}),
    "the identifier of OME": ({TELEMETRY: (('ome_identifier: "ome"', 'ome_identifier: "OME"'),)}, {OME}),
    "the sampler's port": ({TELEMETRY: (("sampler_port: 10001", "sampler_port: 10002"),)}, {AGGREGATOR}),
    "the aggregator's port": ({TELEMETRY: (("agg_port: 6001", "agg_port: 6002"),)}, {STORE}),
    "every interval": ({TELEMETRY: (("interval=30000000", "interval=60000000"),) * 5}, {AGGREGATOR, STORE}),
    "a schema": ({TELEMETRY: ((_PLUGIN.format("vmstat") + '""', _PLUGIN.format("vmstat") + '"schema=v"'),)}, {STORE}),
    "a schema with a key": (
        {TELEMETRY: ((_PLUGIN.format("procnetdev2") + '""', _PLUGIN.format("procnetdev2") + '"schema=v"'),)},
        {STORE, BRIDGE},
    ),
    "how often arrays are polled": (
        {CSM_VALUES: (("PerformancePollFrequencySeconds: 20", "PerformancePollFrequencySeconds: 60"),)},
        {CSM},
    ),
    "the memory of OME's bridge": (
        {STORAGE: ((f"  ome:{_MEMORY.format('512Mi')}", f"  ome:{_MEMORY.format('1Gi')}"),)},
        {OME},
    ),
    # It is registered by hand, and only the policy knows it.
    "a BMC": ({NODES: (("192.0.2.111", "192.0.2.211"),)}, set()),
    "the memory of the bus": ({STORAGE: (('memory: "1536Mi"', 'memory: "2Gi"'),)}, {IDRAC}),
    "the targets of iDRAC": ({TELEMETRY: (("[victoria_metrics, kafka]", "[victoria_metrics]"),)}, {IDRAC}),
    "the volume of the collector": (
        {TELEMETRY: (('otel_collector_storage_size: "5Gi"', 'otel_collector_storage_size: "6Gi"'),)},
        {COLLECTOR},
    ),
    "how long the broker keeps": ({TELEMETRY: (("log_retention_hours: 168", "log_retention_hours: 24"),)}, set()),
    "how long metrics are kept": ({TELEMETRY: (("retention_period: 168", "retention_period: 336"),)}, set()),
    "another component's replicas": (
        {STORAGE: (("vmstorage:\n    replicas: 3", "vmstorage:\n    replicas: 5"),)},
        set(),
    ),
}


@pytest.mark.parametrize(("edits", "rolled"), CHANGES.values(), ids=CHANGES)
def test_the_pods_roll_whose_configuration_changes_and_no_others(edits: Edits, rolled: set[str]) -> None:
    before, after = checksums(rendered({}, _EXPOSED)), checksums(rendered(edits, _EXPOSED))
    assert set(before) == set(after) == DEPLOYMENTS
    assert {name for name in before if before[name][0] != after[name][0]} == rolled
    assert {name for name in before if before[name][1] != after[name][1]} == rolled


def test_labels_and_annotations_of_the_options_leave_the_configuration_alone() -> None:
    further = "labels: {example.com/team: hpc}\nannotations: {example.com/contact: me}\n"
    assert checksums(rendered({}, _EXPOSED + further)) == checksums(rendered({}, _EXPOSED))


def test_every_deployment_mounts_what_it_is_configured_by() -> None:
    found = {name: set(data) for name, (_, data) in checksums(rendered({}, _EXPOSED)).items()}
    powerscale = {CSM: {CSM}, COLLECTOR: {COLLECTOR}, VOLUMES: set()}
    own = {AGGREGATOR: {AGGREGATOR}, STORE: {STORE}, BRIDGE: {BRIDGE, "vector-ldms-nodes-0"}, IDRAC: {IDRAC}}
    assert found == own | powerscale | {OME: {OME}}
