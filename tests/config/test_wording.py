"""A message says by itself which key it is about, and what to type."""

from __future__ import annotations

import pytest

from telecompile.config.elsewhere import belongs
from telecompile.config.structure import dotted
from telecompile.config.synonyms import synonym
from telecompile.config.wording import keyed
from telecompile.diagnostics.diagnostic import Diagnostic
from tests.config.changed import OPTIONS, SOFTWARE, STORAGE, TELEMETRY, changed, said

CLUSTER, MANY = "victoria_cluster_storage", " or another of 12 such sections"
EXPOSE = "expose: {source_ranges: [192.0.2.0/24]}\n"


def only(contents: dict[str, bytes | str]) -> Diagnostic:
    (one,) = said(contents)
    return one


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("a_b", "c-d", 0, "e"), "a_b.c-d[0].e"),
        ((0, "name"), "[0].name"),
        (("labels", "cost center"), 'labels["cost center"]'),
        (("endpoints", "https://a/b", "auth"), 'endpoints["https://a/b"].auth'),
        (("labels", ""), 'labels[""]'),
    ],
)
def test_a_key_that_users_choose_is_told_apart_from_the_path(path: tuple[str | int, ...], text: str) -> None:
    assert dotted(path) == text


@pytest.mark.parametrize(
    ("summary", "name", "last", "told"),
    [
        ("'30' is no duration", "a.scrape_interval", "scrape_interval", "a.scrape_interval: '30' is no duration"),
        ("scrape_interval is 30", "a.scrape_interval", "scrape_interval", "scrape_interval is 30"),
        # A plain word in a sentence is not the key of that name.
        ("'a b' is not the name of it", "softwares[0].name", "name", "softwares[0].name: 'a b' is not the name of it"),
        ("alerts.name is empty", "alerts.name", "name", "alerts.name is empty"),
        ("x is allowed", "allow", "allow", "allow: x is allowed"),
        ("it is wrong", "", "", "it is wrong"),
    ],
)
def test_the_key_stands_before_a_summary_that_does_not_name_it(summary: str, name: str, last: str, told: str) -> None:
    assert keyed(summary, name, (last,)) == told


@pytest.mark.parametrize(
    ("options", "summary"),
    [
        ("namespace: A\n", "namespace: 'A' "),
        ("images: {vmauth: 'a b'}\n", "images.vmauth: 'a b' "),
        ("tolerations: [{operator: Exists, value: a}]\n", "tolerations[0]: operator Exists "),
        ("labels: {a b: c}\n", "labels: 'a b' "),
        ("labels: {a/b: c d}\n", 'labels["a/b"]: '),
        ("paths: {/etc: ''}\n", 'paths["/etc"]: '),
        ("push_sources: [sfm, sfm]\n", "push_sources[1]: 'sfm' "),
        (
            "resources: {vmauth: {requests: {cpu: '2', memory: 1Mi}, limits: {cpu: '1', memory: 1Mi}}}\n",
            "resources.vmauth.requests.cpu: the request 2 is above the limit 1",
        ),
    ],
)
def test_every_refused_value_is_told_with_its_key(options: str, summary: str) -> None:
    assert only(changed(options=EXPOSE + options)).summary.startswith(summary)


def test_the_second_of_two_equal_items_shows_the_first() -> None:
    one = only(changed(options=f"{EXPOSE}push_sources: [a, sfm, b, sfm]\n"))
    (first,) = one.related
    assert one.span is not None
    assert (one.span.column, first.span.column, first.message) == (27, 19, "first listed here")


def test_the_second_of_two_equal_urls_shows_the_first() -> None:
    urls = "additional_log_write_endpoints:\n      - url: https://a/\n      - url: https://b/\n      - url: https://a\n"
    text = changed()[TELEMETRY]
    assert isinstance(text, bytes)
    listed = text.replace(b"additional_log_write_endpoints: []\n", urls.encode())
    one = only({**changed(), TELEMETRY: listed})
    assert one.span is not None
    assert one.related[0].span.line == one.span.line - 2


@pytest.mark.parametrize(
    ("file", "section", "key", "help_"),
    [
        (
            TELEMETRY,
            "telemetry_sinks",
            "retention_period",
            "telemetry_sinks.victoria_metrics or telemetry_sinks.victoria_logs",
        ),
        (TELEMETRY, "telemetry_sources.ufm", "scrape_interval", "ufm_configuration"),
        (TELEMETRY, "telemetry_sinks.victoria_metrics", "storage_class", OPTIONS),
        (TELEMETRY, "", "namespace", OPTIONS),
        (TELEMETRY, "", "kafka", "telemetry_sinks"),
        (TELEMETRY, "ldms_configurations", "plugin_name", "an element of ldms_configurations.sampler_plugins"),
        (TELEMETRY, "", "softwares", SOFTWARE),
        (STORAGE, "kafka_storage.kafka", "requests", "kafka_storage.kafka.resources"),
        (STORAGE, "kafka_storage.kafka", "persistence_size", f"{TELEMETRY}, below telemetry_sinks.kafka"),
        (OPTIONS, "", "source_ranges", "expose"),
        (OPTIONS, "", "replicas", "an element of resources"),
        (OPTIONS, "ldms", "namespace", "the top level of this file"),
        (
            TELEMETRY,
            "telemetry_sinks.kafka",
            "replicas",
            f"{STORAGE}, below {CLUSTER}.vmstorage, {CLUSTER}.vminsert, {CLUSTER}.vmselect{MANY}",
        ),
    ],
)
def test_a_key_in_the_wrong_place_is_told_where_it_belongs(file: str, section: str, key: str, help_: str) -> None:
    assert belongs(key, file, section, lambda _: False) == f"{key} belongs in {help_}"


@pytest.mark.parametrize(
    ("file", "section", "key"),
    [
        (TELEMETRY, "", "name"),  # a key of four letters of another file
        (TELEMETRY, "", "anything"),
        (TELEMETRY, "telemetry_sinks.kafka.topic_partitions", "vast"),  # its section stands where it belongs
        (STORAGE, "victoria_cluster_storage.vmagent", "pvc_size"),
        (TELEMETRY, "telemetry_sources.dcgm", "collection_targets"),
    ],
)
def test_a_key_that_stands_where_it_belongs_is_not_asked_to_be_moved(file: str, section: str, key: str) -> None:
    assert belongs(key, file, section, lambda _: True) == ""


@pytest.mark.parametrize(
    ("old", "new", "help_"),
    [
        (
            "  ufm:\n    metrics_enabled",
            "  ufm:\n    metrics-enabled: true\n    metrics_enabled",
            "did you mean metrics_enabled?",
        ),
        (
            "  ufm:\n    metrics_enabled",
            "  ufm:\n    MetricsEnabled: true\n    metrics_enabled",
            "did you mean metrics_enabled?",
        ),
        (
            "telemetry_sinks:\n",
            "telemetry_sinks:\n  retention_period: 168\n",
            "retention_period belongs in telemetry_sinks.",
        ),
        (
            "  dcgm:\n",
            "  dcgm:\n    collection_targets: [kafka]\n",
            "remove it: what dcgm measures leaves the nodes through ldms, and goes where that goes",
        ),
    ],
)
def test_what_an_unknown_key_is_answered_with(old: str, new: str, help_: str) -> None:
    assert only(changed({TELEMETRY: ((old, new),)})).help.startswith(help_)


def test_of_many_known_keys_the_nearest_are_told_and_how_to_see_all() -> None:
    one = only(changed(options=f"{EXPOSE}time_zone_of_syslog: UTC\n"))
    assert one.help.startswith("known keys here: ")
    assert one.help.endswith(" more (`telecompile explain telecompile.yml`)")
    assert "syslog_timezone" in one.help
    assert len(one.help) < 200


@pytest.mark.parametrize(
    ("word", "allowed", "meant"),
    [
        ("arm64", ("x86_64", "aarch64"), "aarch64"),
        ("x86-64", ("x86_64", "aarch64"), "x86_64"),
        ("AMD64", ("x86_64", "aarch64"), "x86_64"),
        ("Prometheus", ("victoria_metrics", "kafka"), "victoria_metrics"),
        ("VictoriaMetrics", ("victoria_metrics", "kafka"), "victoria_metrics"),
        ("loki", ("victoria_metrics", "kafka"), None),
        ("ca-signed", ("self_signed", "ca_signed"), "ca_signed"),
        ("skip-verify", ("self_signed", "ca_signed"), "self_signed"),
        ("anything", ("self_signed", "ca_signed"), None),
    ],
)
def test_other_words_for_a_value(word: str, allowed: tuple[str, ...], meant: str | None) -> None:
    assert synonym(word, allowed) == meant


@pytest.mark.parametrize(
    ("file", "old", "new", "help_"),
    [
        (SOFTWARE, '"10.0"', '"10"', 'did you mean "10.0"?'),
        (SOFTWARE, '"partial"', '"never"', 'write one of "always", "partial"'),
        (SOFTWARE, '"rhel"', '"ubuntu"', 'write "rhel"'),
        (
            TELEMETRY,
            "retention_period: 168",
            "retention_period: 7",
            "write 24 or more; these are hours, and 7 days are 168",
        ),
        (TELEMETRY, "log_segment_bytes: 1073741824", "log_segment_bytes: 0", "write 1048576 or more"),
        (STORAGE, 'cpu: "250m"', "cpu: 0.25", 'write "0.25"'),
        (TELEMETRY, "prometheusmetrics/all", "a b", "write %20 in its place, or leave it out"),
        (TELEMETRY, "prometheusmetrics/all", "a#b", "write %23 in its place, or leave it out"),
        (TELEMETRY, 'persistence_size: "8Gi"', "persistence_size: 1.5", 'write "1.5Gi"'),
        (TELEMETRY, 'persistence_size: "8Gi"', "persistence_size: 8", 'write "8Gi", or "8" if bytes are meant'),
    ],
)
def test_the_help_can_be_typed_in(file: str, old: str, new: str, help_: str) -> None:
    assert only(changed({file: ((old, new),)})).help == help_
