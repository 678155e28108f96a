"""The Secrets that the output names, and who makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.configuration import Configuration
from ..sources.powerscale.plan import PowerScale
from ..sources.powerscale.secrets import powerscale_secrets
from .appliance import credentials_name
from .decision import SecretNeed, Source, Workload
from .gateway import Gateway
from .kafka import Kafka
from .places import CLUSTER_CA, IDRAC, IDRAC_SECRET, IDRAC_SECRET_KEYS, LDMS_SECRET, LDMS_SECRET_KEY
from .remote_write import Agent

USER, MADE_BY_VICTORIA, STRIMZI = "you", "the VictoriaMetrics operator", "Strimzi"
_CLIENT_KEYS = ("ca.crt", "user.crt", "user.key")


def plan_secrets(
    configuration: Configuration,
    sources: Sequence[Source],
    kafka: Kafka | None,
    gateway: Gateway | None,
    agents: Sequence[Agent],
    workloads: Sequence[Workload],
    powerscale: PowerScale | None,
) -> tuple[SecretNeed, ...]:
    """Those that the user makes first, then those that operators make; by name."""
    found = [
        *_pull_secrets(configuration, workloads),
        *_gateway_secrets(gateway),
        *_endpoint_secrets(agents),
        *_source_secrets(configuration, sources),
        *powerscale_secrets(powerscale, USER),
        *_kafka_secrets(kafka),
    ]
    return tuple(sorted(_merged(found), key=lambda one: (one.made_by != USER, one.name)))


def _merged(found: Sequence[SecretNeed]) -> list[SecretNeed]:
    """One entry a Secret: what two places need of it is needed of the same object."""
    by_name: dict[str, SecretNeed] = {}
    for one in found:
        before = by_name.get(one.name, one)
        keys = tuple(dict.fromkeys((*before.keys, *one.keys)))
        used_by = tuple(dict.fromkeys((*before.used_by, *one.used_by)))
        rule = before.rule if one.rule in before.rule else f"{before.rule}; {one.rule}"
        by_name[one.name] = before._replace(keys=keys, used_by=used_by, rule=rule)
    return list(by_name.values())


def _pull_secrets(configuration: Configuration, workloads: Sequence[Workload]) -> Iterator[SecretNeed]:
    users = tuple(dict.fromkeys(one.name for one in workloads))
    for name in configuration.options.image_pull_secrets:
        rule = "made with `kubectl create secret docker-registry`"
        yield SecretNeed(name, USER, (".dockerconfigjson",), rule, users, "kubernetes.io/dockerconfigjson")


def _gateway_secrets(gateway: Gateway | None) -> Iterator[SecretNeed]:
    if gateway is None:
        return
    if gateway.tls_secret.value is not None:
        rule = "a certificate for the name under which clients reach VMAuth"
        yield SecretNeed(gateway.tls_secret.value, USER, ("tls.crt", "tls.key"), rule, ("vmauth",), "kubernetes.io/tls")
    for user in gateway.users:
        rule = "generated; make it yourself before the first apply to choose the password"
        yield SecretNeed(f"vmuser-{user.user}", MADE_BY_VICTORIA, ("username", "password"), rule, ("vmauth", user.user))


def _endpoint_secrets(agents: Sequence[Agent]) -> Iterator[SecretNeed]:
    for agent in agents:
        for target in agent.targets:
            if target.access is None:
                continue
            if target.access.secret is not None:
                keys = ("username", "password") if target.access.auth == "basic" else ("token",)
                yield SecretNeed(target.access.secret, USER, keys, f"log-in of {target.url}", (agent.workload.name,))
            if target.access.ca_secret is not None:
                yield SecretNeed(
                    target.access.ca_secret, USER, ("ca.crt",), f"PEM of the CA of {target.url}", (agent.workload.name,)
                )


def _source_secrets(configuration: Configuration, sources: Sequence[Source]) -> Iterator[SecretNeed]:
    on = {source.name: source for source in sources if source.on}
    if "idrac" in on:
        rule = "the user is not root; passwords without @ / : ' \\"
        yield SecretNeed(IDRAC_SECRET, USER, IDRAC_SECRET_KEYS, rule, (IDRAC,))
    if "ldms" in on:
        rule = "first line `secretword=` and 8 to 512 characters without blank or #; the same file as on the nodes"
        yield SecretNeed(LDMS_SECRET, USER, (LDMS_SECRET_KEY,), rule, ("ldms-aggregator", "ldms-store"))
    telemetry = configuration.telemetry
    for name, auth in (
        ("ufm", telemetry.ufm_configuration.auth_mode),
        ("vast", telemetry.vast_configuration.auth_mode),
    ):
        if name in on and on[name].channel("metrics") and auth == "basic":
            yield SecretNeed(
                credentials_name(name), USER, ("username", "password"), f"a user of {name} that may read", ("vmagent",)
            )


def _kafka_secrets(kafka: Kafka | None) -> Iterator[SecretNeed]:
    if kafka is None:
        return
    clients = tuple(user.client for user in kafka.users)
    yield SecretNeed(CLUSTER_CA, STRIMZI, ("ca.crt",), "the broker's CA", clients)
    for user in kafka.users:
        yield SecretNeed(user.name, STRIMZI, _CLIENT_KEYS, "client certificate of a KafkaUser", (user.client,))
