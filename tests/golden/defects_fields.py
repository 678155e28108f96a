"""Fields that an operator does not read, or reads as something else (A in docs/defects.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.golden.defects_reading import Objects, named
from tests.golden.references import sections

_OPERATOR = "operator.victoriametrics.com/"
_FOREIGN = ("queueConfig", "relabelings", "metricRelabelings")
_PATHS = ("caFile", "certFile", "keyFile", "passwordFile", "passwordFilePath", "bearerTokenFile", "bearerTokenPath")


def copies(objects: Objects) -> Iterator[str]:
    """1: the operator reads the number of copies at the cluster alone, and only one kind of cluster makes copies."""
    for one in objects:
        keys = [key for key, _ in sections(one.get("spec", {})) if key == "replicationFactor"]
        at_the_top = "replicationFactor" in one.get("spec", {})
        if len(keys) != at_the_top or (at_the_top and one["kind"] != "VMCluster"):
            yield f"{named(one)} has a replicationFactor that nobody reads"
        if one["kind"] == "VMCluster" and one["spec"]["vmstorage"]["replicaCount"] >= 3 and not at_the_top:
            yield f"{named(one)} keeps one copy on several pods"


def foreign_fields(objects: Objects) -> Iterator[str]:
    """3, 4, 6: fields of other operators, or of these at another place."""
    for one in objects:
        if not one["apiVersion"].startswith(_OPERATOR):
            continue
        spec = one.get("spec", {})
        for key, value in sections(spec):
            if key in _FOREIGN or (key.endswith("Probe") and "tlsConfig" in str(value)):
                yield f"{named(one)} has {key}"
        if one["kind"].endswith("Scrape") and {"relabelConfigs", "metricRelabelConfigs"} & spec.keys():
            yield f"{named(one)} relabels beside its endpoints"
        for part in (spec, *spec.values()):
            if isinstance(part, Mapping) and "name" in part.get("serviceSpec", {}).get("metadata", {}):
                yield f"{named(one)} gives its Service another name"


def overwritten_labels(objects: Objects) -> Iterator[str]:
    """5: of rules without a condition for one label, the last gives every series its value."""
    for one in objects:
        for key, rules in sections(one):
            if key in ("relabelConfigs", "metricRelabelConfigs", "relabel_configs", "metric_relabel_configs"):
                always = Counter(
                    rule.get("targetLabel", rule.get("target_label"))
                    for rule in rules
                    if rule.get("action", "replace") == "replace"
                    and not any(rule.get(condition) for condition in ("sourceLabels", "source_labels", "if"))
                )
                yield from (
                    f"{named(one)} writes {label} {count} times" for label, count in always.items() if count > 1
                )


def volumes_of_agents(objects: Objects) -> Iterator[str]:
    """8: containers that we would add to an operator's pod know nothing of its volumes."""
    for one in objects:
        if one["kind"] in ("VMAgent", "VLAgent", "VMAlert", "VMAuth"):
            spec = one["spec"]
            own = {volume["name"] for volume in spec.get("volumes", [])}
            mounted = [mount["name"] for key, mounts in sections(spec) if key == "volumeMounts" for mount in mounts]
            yield from (f"{named(one)} mounts {name}" for name in mounted if name not in own)
            if "initContainers" in spec:
                yield f"{named(one)} adds a container to the operator's pod"


def unmounted_files(objects: Objects) -> Iterator[str]:
    """10: what a path names must be mounted by a list of Secrets; an agent that only ingests mounts nothing else.

    Operator 0.74.1, `factory/vmagent/vmagent.go`: for `ca` of a Secret such an agent gets the argument, and no volume.
    """
    for one in objects:
        if not one["apiVersion"].startswith(_OPERATOR):
            continue
        spec = one["spec"]
        mounted = tuple(f"/etc/vm/secrets/{name}/" for name in spec.get("secrets", ()))
        for key, value in sections(spec):
            if key in _PATHS and value and not str(value).startswith(mounted):
                yield f"{named(one)} reads {value}"
            if key == "tlsConfig" and spec.get("ingestOnlyMode") and {"ca", "cert", "keySecret"} & value.keys():
                yield f"{named(one)} reads a certificate that nothing mounts"
