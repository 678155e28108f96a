"""`telecompile.yml`: how to render."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .base import Section
from .fields import (
    AddressRange,
    Host,
    Items,
    Label,
    Subdomain,
    UniqueItems,
    Url,
    VolumeSize,
    refuse,
)
from .option_values import (
    AlertmanagerUrl,
    Directory,
    Image,
    KubernetesVersion,
    LabelName,
    LabelValue,
    OwnLabelName,
    OwnNamespace,
    Registry,
    TimeZone,
)
from .resources import Quantities, Replicas, refuse_above_limit
from .software import PackageRole


class Expose(Section):
    """`expose`: how listeners are reached from outside the cluster."""

    type: Literal["LoadBalancer", "NodePort", "ClusterIP"] = Field(
        "LoadBalancer",
        description="Type of the Services that are reached from outside: syslog, the broker's listener for OME, "
        "queries and pushes, and without a mapping CSV the LDMS aggregator.",
    )
    source_ranges: UniqueItems[AddressRange] = Field(
        (), description="Address ranges that may connect to what is exposed; none means everyone, with a warning."
    )
    annotations: dict[LabelName, str] = Field(
        {},
        description="Annotations of the exposed Services, such as those that choose an address pool.",
        examples=[{"example.com/address-pool": "management"}],
    )
    tls_secret: Subdomain | None = Field(
        None,
        description="Secret of type kubernetes.io/tls that VMAuth serves; without one, queries and pushes stay "
        "inside of the cluster.",
        examples=["query-tls"],
    )


class EndpointAccess(Section):
    """One value of `endpoints`: how an additional endpoint is logged in to."""

    secret: Subdomain | None = Field(
        None, description="Secret with the keys username and password (basic) or token (bearer)."
    )
    auth: Literal["basic", "bearer"] | None = Field(None, description="What the Secret holds; goes with secret.")
    ca_secret: Subdomain | None = Field(
        None, description="Secret whose key ca.crt verifies the endpoint's certificate."
    )

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

    aggregator_address: Annotated[Host, Field(min_length=1)] | None = Field(
        None,
        description="Address or DNS name of the LDMS aggregator that nodes dial; used without a mapping CSV alone.",
        examples=["192.0.2.10"],
    )
    expected_nodes: Annotated[int, Field(ge=1, le=100_000)] = Field(
        500, description="Number of nodes that LDMS is sized for; used without a mapping CSV alone."
    )
    roles: UniqueItems[PackageRole] = Field(
        ("slurm_node",), description="Roles whose nodes are collected by LDMS.", min_length=1
    )


class Override(Section):
    """One value of `resources`: what the storage file does not name."""

    replicas: Replicas | None = Field(None, description="Number of pods; for vmauth, vmalert and otel-collector alone.")
    requests: Quantities | None = Field(None, description="What the scheduler reserves for each container.")
    limits: Quantities | None = Field(None, description="What each container may use at most.")

    @model_validator(mode="after")
    def _requests_fit(self) -> Self:
        if self.requests and self.limits:
            refuse_above_limit(self.requests, self.limits)
        return self


class Toleration(Section):
    """One element of `tolerations`, as in a pod."""

    key: LabelName | None = Field(None, description="Key of the taint; all taints without one, with operator Exists.")
    operator: Literal["Exists", "Equal"] | None = Field(
        None, description="Whether the taint is to be there (Exists) or to have the value (Equal, as without one)."
    )
    value: LabelValue | None = Field(None, description="Value of the taint; not with operator Exists.")
    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"] | None = Field(
        None, description="Effect of the taint; every effect where it is left out."
    )
    tolerationSeconds: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(  # noqa: N815 - Kubernetes' own name
        None, description="Seconds that a pod stays once the taint is there; goes with effect NoExecute."
    )

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
        None,
        description="Namespace of the Strimzi operator; the stack's own where it is left out.",
        examples=["strimzi"],
    )
    victoriametrics_namespace: Label | None = Field(
        None,
        description="Namespace of the VictoriaMetrics operator; the stack's own where it is left out.",
        examples=["victoria"],
    )


class Options(Section):
    """The whole of `telecompile.yml`; every key is optional."""

    namespace: OwnNamespace = Field(
        "telemetry", description="Namespace of everything that is rendered, the stack's own."
    )
    cluster_domain: Subdomain = Field("cluster.local", description="DNS domain of the cluster.")
    kubernetes_version: KubernetesVersion = Field(
        "1.35", description="Oldest version of Kubernetes that the output must run on, in quotes."
    )
    storage_class: Subdomain | None = Field(
        None, description="StorageClass of every claim; the cluster's default where it is left out.", examples=["fast"]
    )
    image_registry: Registry | None = Field(
        None,
        description="Mirror that takes the place of the registry host of every image, those that operators "
        "choose included.",
        examples=["mirror.example.com:5000/telemetry"],
    )
    image_pull_secrets: UniqueItems[Subdomain] = Field(
        (), description="Secrets that images are pulled with.", examples=[["mirror-login"]]
    )
    images: dict[str, Image] = Field(
        {},
        description="Images that take the place of those of telecompile, by component.",
        examples=[{"vector": "mirror.example.com/timberio/vector:0.57.0-debian"}],
    )
    expose: Expose = Field(
        default_factory=Expose.model_construct, description="How listeners are reached from outside of the cluster."
    )
    push_sources: UniqueItems[Label] = Field(
        (),
        description="Appliances that push Prometheus remote write themselves, such as sfm; each gets a user of "
        "its own.",
        examples=[["sfm"]],
    )
    endpoints: dict[Url, EndpointAccess] = Field(
        {},
        description="Log-in of the additional endpoints, by URL exactly as it stands in telemetry_config.yml.",
        examples=[{"https://metrics.example.com/api/v1/write": {"secret": "metrics-login", "auth": "basic"}}],
    )
    plain_http: UniqueItems[Literal["ufm", "vast"]] = Field(
        (),
        description="Appliances that are scraped over http in place of https; only with auth_mode none.",
        examples=[["ufm"]],
    )
    paths: dict[str, Directory] = Field(
        {},
        description="Prefixes of paths of another host, and the directory that each is read below instead.",
        examples=[{"/etc/pki": "certificates"}],
    )
    ldms: LdmsOptions = Field(
        default_factory=LdmsOptions.model_construct, description="What the three files do not say of LDMS."
    )
    vmagent_queue_size: VolumeSize = Field(
        "5Gi", description="Volume of each vmagent, on which metrics wait while an endpoint does not answer."
    )
    resources: dict[str, Override] = Field(
        {},
        description="Replicas and resources of what the storage file does not name, by component.",
        examples=[{"vmauth": {"replicas": 3}}],
    )
    node_selector: dict[LabelName, LabelValue] = Field(
        {},
        description="Labels that a node must have for any pod to run there.",
        examples=[{"node-role.example.com/telemetry": "true"}],
    )
    tolerations: Items[Toleration] = Field(
        (),
        description="Tolerations of every pod, as in a pod.",
        examples=[[{"key": "example.com/telemetry", "operator": "Exists", "effect": "NoSchedule"}]],
    )
    priority_class: Subdomain | None = Field(
        None, description="PriorityClass of every pod.", examples=["system-cluster-critical"]
    )
    labels: dict[OwnLabelName, LabelValue] = Field(
        {},
        description="Labels of every object and pod; never in selectors.",
        examples=[{"example.com/team": "operations"}],
    )
    annotations: dict[LabelName, str] = Field(
        {}, description="Annotations of every object and pod.", examples=[{"example.com/contact": "operations"}]
    )
    operators: Operators = Field(
        default_factory=Operators.model_construct,
        description="Where the operators run, for the policies that let them in.",
    )
    api_server_cidrs: UniqueItems[AddressRange] = Field(
        ("0.0.0.0/0", "::/0"),
        description="Address ranges of the API server, which pods that need it may reach on the ports 443 and 6443.",
        min_length=1,
    )
    alertmanager_urls: UniqueItems[AlertmanagerUrl] = Field(
        (),
        description="Alertmanagers that are told of alerts; without any, alerts are kept as series and nobody is told.",
        examples=[["http://alertmanager.monitoring.svc:9093"]],
    )
    syslog_timezone: TimeZone = Field("UTC", description="Time zone of syslog senders that give none (RFC 3164).")
    network_policies: bool = Field(
        True, description="Whether NetworkPolicies are rendered: default deny, and exactly the openings that are used."
    )
    alerts: bool = Field(True, description="Whether VMAlert and its alert rules are rendered.")
    dashboards: bool = Field(True, description="Whether dashboards for Grafana are rendered.")
    allow: UniqueItems[str] = Field(
        (),
        description="Codes of warnings that become notes, so that --strict lets them pass.",
        examples=[["exposed-to-anyone"]],
    )
