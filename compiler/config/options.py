"""`telecompile.yml`: how to render."""

import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from .base import Section
from .components import RESERVED_LABELS, SOURCES
from .fields import (
    AddressRange,
    Host,
    Items,
    Label,
    Subdomain,
    UniqueItems,
    Url,
    VolumeSize,
    is_subdomain,
    refuse,
)
from .resources import Quantities, Replicas, refuse_above_limit
from .software import PackageRole

KUBERNETES_VERSIONS = tuple(f"1.{minor}" for minor in range(30, 38))
_REGISTRY = r"[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*"
_IMAGE = (
    r"([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:[0-9]{1,5})?/)?[a-z0-9]+([._-]+[a-z0-9]+)*(/[a-z0-9]+([._-]+[a-z0-9]+)*)*"
    r"(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?"
)
_LABEL_NAME = r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_LABEL_VALUE = r"([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?"


def _version(text: str) -> str:
    if text not in KUBERNETES_VERSIONS:
        raise refuse(
            "not-allowed",
            f"{text!r} is not a version of Kubernetes that telecompile renders for",
            f'write "{KUBERNETES_VERSIONS[0]}" to "{KUBERNETES_VERSIONS[-1]}"',
        )
    return text


def _registry(text: str) -> str:
    if not re.fullmatch(_REGISTRY, text):
        host = text.partition("://")[2].rstrip("/")
        raise refuse(
            "image",
            f"{text!r} is not a registry",
            f'write "{host}"'
            if host and re.fullmatch(_REGISTRY, host)
            else "write a host, with port and path where needed, such as mirror.example.com:5000/telemetry",
        )
    return text


def _image(text: str) -> str:
    if not re.fullmatch(_IMAGE, text):
        raise refuse(
            "image",
            f"{text!r} is not an image reference",
            "write registry/repository:tag, with @sha256:… where you pin it",
        )
    if ":" not in text.rpartition("/")[2]:
        raise refuse(
            "image", f"{text!r} has neither tag nor digest, so it would change under your feet", "add a tag or a digest"
        )
    return text


def _label_name(text: str) -> str:
    prefix, slash, name = text.rpartition("/")
    if not re.fullmatch(_LABEL_NAME, name) or (slash and not is_subdomain(prefix)):
        raise refuse(
            "label",
            f"{text!r} is not the name of a label or annotation",
            "write at most 63 of A-Z, a-z, 0-9, -, _ and ., with a prefix/ where needed",
        )
    return text


def _label_value(text: str) -> str:
    if not re.fullmatch(_LABEL_VALUE, text):
        raise refuse("label", f"{text!r} is not the value of a label", "write at most 63 of A-Z, a-z, 0-9, -, _ and .")
    return text


def _known_zone(text: str) -> bool:
    """Whether the system knows the time zone; any zone where the system knows none at all."""
    import zoneinfo

    if text == "UTC":
        return True
    zones = zoneinfo.available_timezones()
    return text in zones or not zones


def _time_zone(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}", text) or not _known_zone(text):
        raise refuse(
            "not-allowed",
            f"{text!r} is not a time zone",
            "write a zone of the IANA database, such as UTC or Europe/Berlin",
        )
    return text


def _alertmanager(text: str) -> str:
    address, question, _ = text.partition("?")
    for path in ("/api/v2/alerts", "/api/v1/alerts"):
        if address.rstrip("/").endswith(path):
            base = address.rstrip("/").removesuffix(path)
            raise refuse("url", f"{text!r} has the path that vmalert adds by itself", f"write {base}")
    if question:
        raise refuse("url", f"{text!r} has a query, behind which vmalert would put its path", f"write {address}")
    return text


def _own_namespace(text: str) -> str:
    # Everything there would be cut off by the default denial.
    if text == "default" or text.startswith("kube-"):
        raise refuse(
            "name", f"the namespace {text} holds more than telemetry", "write a namespace of its own, such as telemetry"
        )
    return text


def _push_source(text: str) -> str:
    if text in SOURCES:
        raise refuse(
            "not-allowed", f"{text} is collected, and does not push", f"switch it on under telemetry_sources.{text}"
        )
    return text


def _own_label_name(text: str) -> str:
    if text in RESERVED_LABELS:
        raise refuse(
            "label", f"the label {text} is taken: selectors depend on it", "choose a label of your own, with a prefix/"
        )
    return text


LabelName = Annotated[str, AfterValidator(_label_name)]
OwnLabelName = Annotated[LabelName, AfterValidator(_own_label_name)]
LabelValue = Annotated[str, AfterValidator(_label_value)]
Image = Annotated[str, AfterValidator(_image)]


class Expose(Section):
    """`expose`: how listeners are reached from outside the cluster."""

    type: Literal["LoadBalancer", "NodePort", "ClusterIP"] = Field("LoadBalancer", description="Service type.")
    source_ranges: UniqueItems[AddressRange] = Field((), description="Addresses that may connect; none means all.")
    annotations: dict[LabelName, str] = Field({}, description="Annotations of the exposed Services.")
    tls_secret: Subdomain | None = Field(None, description="kubernetes.io/tls Secret that VMAuth serves.")


class EndpointAccess(Section):
    """One value of `endpoints`: how an additional endpoint is logged in to."""

    secret: Subdomain | None = Field(None, description="Secret with username and password, or token.")
    auth: Literal["basic", "bearer"] | None = Field(None, description="What the Secret holds.")
    ca_secret: Subdomain | None = Field(None, description="Secret whose ca.crt verifies the endpoint.")

    @model_validator(mode="after")
    def _both_or_neither(self) -> Self:
        if (self.secret is None) != (self.auth is None):
            absent = (
                "add `auth: basic` or `auth: bearer`" if self.secret else "add `secret:` with the name of the Secret"
            )
            raise refuse("endpoint-access", "secret and auth belong together", absent)
        return self


class LdmsOptions(Section):
    """`ldms`: what the three files do not say of LDMS."""

    aggregator_address: Host | None = Field(None, description="What nodes dial without a mapping CSV.")
    expected_nodes: Annotated[int, Field(ge=1, le=100_000)] = Field(
        500, description="Nodes to size for without a mapping CSV."
    )
    roles: UniqueItems[PackageRole] = Field(("slurm_node",), description="Roles that are collected.", min_length=1)


class Override(Section):
    """One value of `resources`: what the storage file does not name."""

    replicas: Replicas | None = Field(None, description="Number of pods.")
    requests: Quantities | None = Field(None, description="What the scheduler reserves.")
    limits: Quantities | None = Field(None, description="What the container may use at most.")

    @model_validator(mode="after")
    def _requests_fit(self) -> Self:
        if self.requests and self.limits:
            refuse_above_limit(self.requests, self.limits)
        return self


class Toleration(Section):
    """One element of `tolerations`, as in a pod."""

    key: LabelName | None = None
    operator: Literal["Exists", "Equal"] | None = None
    value: LabelValue | None = None
    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"] | None = None
    tolerationSeconds: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None  # noqa: N815 - Kubernetes' own name

    @model_validator(mode="after")
    def _as_kubernetes_takes_it(self) -> Self:
        exists = self.operator == "Exists"
        if exists and self.value is not None:
            raise refuse("toleration", "operator Exists asks for no value", "leave value out, or write operator: Equal")
        if self.key is None and not exists:
            raise refuse(
                "toleration", "a toleration without a key tolerates nothing", "give the key, or operator: Exists"
            )
        if self.tolerationSeconds is not None and self.effect != "NoExecute":
            raise refuse(
                "toleration", "tolerationSeconds goes with effect NoExecute", "write effect: NoExecute, or leave it out"
            )
        return self


class Operators(Section):
    """`operators`: where the operators run."""

    strimzi_namespace: Label | None = Field(
        None, description="Namespace of the Strimzi operator; the stack's own by default."
    )
    victoriametrics_namespace: Label | None = Field(None, description="Namespace of the VictoriaMetrics operator.")


class Options(Section):
    """The whole of `telecompile.yml`; every key is optional."""

    namespace: Annotated[Label, AfterValidator(_own_namespace)] = Field(
        "telemetry", description="Namespace of everything rendered."
    )
    cluster_domain: Subdomain = Field("cluster.local", description="DNS domain of the cluster.")
    kubernetes_version: Annotated[str, AfterValidator(_version)] = Field(
        "1.35", description="Oldest version the output must run on."
    )
    storage_class: Subdomain | None = Field(
        None, description="StorageClass of every claim; the cluster's default when omitted."
    )
    image_registry: Annotated[str, AfterValidator(_registry)] | None = Field(
        None, description="Mirror in place of every registry host."
    )
    image_pull_secrets: UniqueItems[Subdomain] = Field((), description="Secrets to pull images with.")
    images: dict[str, Image] = Field({}, description="Images by component name.")
    expose: Expose = Field(
        default_factory=Expose.model_construct, description="How listeners are reached from outside."
    )
    push_sources: UniqueItems[Annotated[Label, AfterValidator(_push_source)]] = Field(
        (), description="Appliances that push Prometheus remote write, such as sfm."
    )
    endpoints: dict[Url, EndpointAccess] = Field({}, description="Log-in of additional endpoints, by URL as written.")
    plain_http: UniqueItems[Literal["ufm", "vast"]] = Field(
        (), description="Scraped over http; only with auth_mode none."
    )
    paths: dict[str, str] = Field({}, description="Prefix of a path of another host: directory it is read below.")
    ldms: LdmsOptions = Field(
        default_factory=LdmsOptions.model_construct, description="What the three files do not say of LDMS."
    )
    vmagent_queue_size: VolumeSize = Field("5Gi", description="Queue volume of each vmagent.")
    resources: dict[str, Override] = Field(
        {}, description="Replicas and resources of what the storage file does not name."
    )
    node_selector: dict[LabelName, LabelValue] = Field({}, description="Node labels that every pod asks for.")
    tolerations: Items[Toleration] = Field((), description="Tolerations of every pod.")
    priority_class: Subdomain | None = Field(None, description="PriorityClass of every pod.")
    labels: dict[OwnLabelName, LabelValue] = Field({}, description="Labels of every object.")
    annotations: dict[LabelName, str] = Field({}, description="Annotations of every object.")
    operators: Operators = Field(default_factory=Operators.model_construct, description="Where the operators run.")
    api_server_cidrs: UniqueItems[AddressRange] = Field(
        ("0.0.0.0/0", "::/0"), description="Addresses of the API server.", min_length=1
    )
    alertmanager_urls: UniqueItems[Annotated[Url, AfterValidator(_alertmanager)]] = Field(
        (), description="Where alerts go."
    )
    syslog_timezone: Annotated[str, AfterValidator(_time_zone)] = Field(
        "UTC", description="Time zone of RFC 3164 senders."
    )
    network_policies: bool = Field(True, description="Render NetworkPolicies.")
    alerts: bool = Field(True, description="Render VMAlert and its rules.")
    dashboards: bool = Field(True, description="Render dashboards.")
    allow: UniqueItems[str] = Field((), description="Warning codes that become notes.")
