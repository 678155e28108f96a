"""Settings of `telecompile.yml` that do nothing, or contradict the other files."""

from __future__ import annotations

import pytest

from telecompile.diagnostics.diagnostic import Diagnostic
from tests.config.changed import DEFAULT, OPTIONS, TELEMETRY, changed, said

EXPOSE = "expose: {source_ranges: [192.0.2.0/24]}\n"
UFM_ON = (
    ("metrics_enabled: false\n    logs_enabled: false", "metrics_enabled: true\n    logs_enabled: true"),
    ('ufm_endpoint: ""', 'ufm_endpoint: "ufm.example.com"'),
    ('auth_mode: "basic"', 'auth_mode: "none"'),
)


def found(options: str, *edits: tuple[str, str], nodes: bool = True) -> list[Diagnostic]:
    whole = {} if nodes else {"nodes": None}
    contents = changed({TELEMETRY: edits}, options=EXPOSE + options, **whole)
    return [one for one in said(contents) if one.file == OPTIONS]


def underlined(options: str, one: Diagnostic) -> str:
    assert one.span is not None
    line = (EXPOSE + options).split("\n")[one.span.line - 1]
    return line[one.span.column - 1 : one.span.end_column - 1]


def test_a_prefix_that_no_path_has_is_a_warning_at_its_key() -> None:
    options = "paths: {/etc/pki: pki, /srv: elsewhere}\n"
    found_one, other = found(options)
    assert {one.code for one in (found_one, other)} == {"unused-path"}
    assert found_one.summary == f"paths maps '/etc/pki', which no path in {TELEMETRY} uses"
    assert underlined(options, found_one) == "/etc/pki"


@pytest.mark.parametrize(
    ("path", "prefix", "used"),
    [
        ("/etc/pki/ca.pem", "/etc/pki", True),
        ("/etc/pki/ca.pem", "/etc/pki/", True),
        ("/etc/pki/ca.pem", "/etc/pki/ca.pem", True),
        ("/etc/pki/ca.pem", "/etc/pk", False),
        ("/etc/pki/ca.pem", "/etc/pki/ca", False),
        ("ca.pem", "/etc/pki", False),
    ],
)
def test_a_prefix_is_used_by_a_path_below_it_were_its_source_off(path: str, prefix: str, used: bool) -> None:
    edit = ('ufm_ca_cert_path: ""', f'ufm_ca_cert_path: "{path}"')
    assert bool(found(f"paths: {{{prefix}: pki}}\n", edit)) is not used


def test_of_two_prefixes_the_longer_one_is_used() -> None:
    edit = ('vast_ca_cert_path: ""', 'vast_ca_cert_path: "/etc/pki/ca.pem"')
    (one,) = found("paths: {/etc: etc, /etc/pki: pki}\n", edit)
    assert one.summary.startswith("paths maps '/etc',")


def test_a_prefix_that_is_nearly_right_is_answered_with_the_folder() -> None:
    edit = ('vast_ca_cert_path: ""', 'vast_ca_cert_path: "/etc/pki/ca.pem"')
    (one,) = found("paths: {/etc/pkl: pki}\n", edit)
    assert one.help == "did you mean /etc/pki?"


@pytest.mark.parametrize(
    ("name", "help_"),
    [
        ("ldms", "remove ldms here: it is on already"),
        ("powerscale", "remove powerscale here: it is on already"),
        ("dcgm", "remove dcgm here: it is on already"),
        ("ufm", "remove ufm here, and set telemetry_sources.ufm.metrics_enabled to true"),
    ],
)
def test_a_source_that_is_collected_does_not_push(name: str, help_: str) -> None:
    options = f"push_sources: [sfm, {name}]\n"
    (one,) = found(options)
    assert (one.code, one.severity) == ("not-allowed", "error")
    assert (one.summary, one.help) == (f"push_sources names {name}, which is collected and does not push", help_)
    assert underlined(options, one) == name
    assert found("push_sources: [sfm]\n") == []


def test_plain_http_of_an_appliance_that_is_not_scraped_is_told() -> None:
    options = "plain_http: [ufm]\n"
    (one,) = found(options, ('auth_mode: "basic"', 'auth_mode: "none"'))
    assert (one.code, one.severity, underlined(options, one)) == ("unused-setting", "warning", "ufm")
    assert found(options, *UFM_ON) == []


def test_alertmanagers_without_alerts_are_told() -> None:
    urls = 'alertmanager_urls: ["http://alertmanager.example.com:9093"]\n'
    options = f"alerts: false\n{urls}"
    (one,) = found(options)
    assert (one.code, underlined(options, one)) == ("unused-setting", "alertmanager_urls")
    assert found(urls) == []
    assert found("alerts: false\n") == []


@pytest.mark.parametrize("setting", ["aggregator_address: 192.0.2.9", "expected_nodes: 500"])
def test_what_is_for_clusters_without_a_csv_is_told_beside_one(setting: str) -> None:
    options = f"ldms: {{{setting}}}\n"
    (one,) = found(options)
    assert (one.code, underlined(options, one)) == ("unused-setting", setting.partition(":")[0])
    assert [one for one in found(options, nodes=False) if one.code == "unused-setting"] == []
    assert found("ldms: {roles: [slurm_node]}\n") == []


URL = "https://metrics.example.com/api/v1/write"
LISTED = (
    "additional_metric_remote_write_endpoints: []",
    f"additional_metric_remote_write_endpoints: [{{url: '{URL}'}}]",
)


@pytest.mark.parametrize(
    ("access", "code"),
    [
        ("{}", "unused-setting"),
        ("{secret: a, auth: basic}", None),
        ("{ca_secret: a}", None),
    ],
)
def test_an_endpoint_that_is_given_nothing_is_told(access: str, code: str | None) -> None:
    assert [one.code for one in found(f"endpoints: {{'{URL}': {access}}}\n", LISTED)] == ([code] if code else [])


def test_a_log_in_over_http_is_told_at_its_entry_and_at_the_url() -> None:
    url = URL.replace("https", "http")
    options = f"endpoints: {{'{url}': {{secret: a, auth: basic}}}}\n"
    (one,) = found(options, (LISTED[0], LISTED[1].replace(URL, url)))
    assert (one.code, one.severity, underlined(options, one)) == ("log-in-over-http", "warning", f"'{url}'")
    assert [place.file for place in one.related] == [TELEMETRY]
    # Nothing is logged in with at an endpoint that is not there.
    assert [one.code for one in found(options)] == ["unused-endpoint"]


def test_a_log_in_that_differs_in_its_scheme_alone_is_told_where_to_write_https() -> None:
    options = f"endpoints: {{'{URL}': {{secret: a, auth: basic}}}}\n"
    (one,) = found(options, (LISTED[0], LISTED[1].replace(URL, URL.replace("https", "http"))))
    assert one.code == "unused-endpoint"
    assert one.help == "the endpoint is written with http:// in telemetry_config.yml: write https:// there"
    (other,) = found(options.replace("https", "http"), LISTED)
    assert other.help == "the endpoint is written with https:// in telemetry_config.yml: write https:// here"


def test_a_ca_over_http_is_told() -> None:
    url = URL.replace("https", "http")
    listed = (LISTED[0], LISTED[1].replace(URL, url))
    options = f"endpoints: {{'{url}': {{ca_secret: a}}}}\n"
    (one,) = found(options, listed)
    assert (one.code, underlined(options, one)) == ("unused-setting", "ca_secret")


@pytest.mark.parametrize(
    ("url", "summary", "help_"),
    [
        (
            "alertmanager.example.com:9093",
            "'alertmanager.example.com:9093' is not an http or https URL",
            'write "http://alertmanager.example.com:9093"',
        ),
        (
            "alertmanager",
            "'alertmanager' is not an http or https URL",
            "write the address of an Alertmanager, such as http://alertmanager.example.com:9093",
        ),
        (
            "https://vmalert:hunter2@alerts.example.com",
            "the URL carries a user or password, which would end up in the manifests",
            (
                "leave them out: vmalert is given no log-in, so name an Alertmanager that asks for none, "
                "or a proxy that logs in to it"
            ),
        ),
    ],
)
def test_a_wrong_alertmanager_is_answered_as_one(url: str, summary: str, help_: str) -> None:
    (one,) = found(f'alertmanager_urls: ["{url}"]\n')
    assert (one.code, one.summary, one.help) == ("url", f"alertmanager_urls[0]: {summary}", help_)


@pytest.mark.parametrize(
    ("version", "help_"),
    [
        ("1.30", 'write "1.30"'),
        ("1.3", 'write "1.30"'),
        ('"v1.35"', 'write "1.35"'),
        ('"1.35.1"', 'write "1.35"'),
        ('"1.37.0+rke2r1"', 'write "1.37"'),
        ('"1.29"', 'write "1.30"'),
        ('"1.38"', 'write "1.37"'),
        ('"1.300"', 'write one of "1.30" to "1.37"'),
    ],
)
def test_a_version_is_answered_as_it_must_be_written(version: str, help_: str) -> None:
    (one,) = found(f"kubernetes_version: {version}\n")
    assert one.help == help_


@pytest.mark.parametrize("version", ['"1.30"', '"1.37"'])
def test_the_first_and_the_last_version_are_taken(version: str) -> None:
    assert found(f"kubernetes_version: {version}\n") == []


@pytest.mark.parametrize(
    ("zone", "help_"),
    [
        ("Berlin", "did you mean Europe/Berlin?"),
        ("new york", "did you mean America/New_York?"),
        ("Europe/Berln", "did you mean Europe/Berlin?"),
        ("europe/berlin", "did you mean Europe/Berlin?"),
        ("nowhere at all", "write a zone of the IANA database, such as UTC or Europe/Berlin"),
    ],
)
def test_a_time_zone_is_answered_with_the_one_that_was_meant(zone: str, help_: str) -> None:
    (one,) = found(f'syslog_timezone: "{zone}"\n')
    assert (one.code, one.help) == ("not-allowed", help_)


@pytest.mark.parametrize(
    ("written", "help_"),
    [
        (URL, f"write `- url: {URL}`"),
        (f"[{URL}]", f"write `- url: {URL}`"),
        ("https://user:hunter2@a.example", "write `- url: ...`"),
    ],
)
def test_an_endpoint_as_plain_text_is_answered_as_it_must_be_written(written: str, help_: str) -> None:
    edit = (LISTED[0], f"additional_metric_remote_write_endpoints: {written}")
    (one,) = said(changed({TELEMETRY: (edit,)}))
    assert (one.code, one.help) == ("wrong-type", help_)
    assert "hunter2" not in f"{one}"


FORMER = [
    ("idrac_telemetry_support: true", "telemetry_sources.idrac.metrics_enabled"),
    ('telemetry_collection_type: "victoria,kafka"', "telemetry_sources.idrac.collection_targets"),
    ('idrac_telemetry_collection_type: "kafka"', "telemetry_sources.idrac.collection_targets"),
    ("dcgm_support: true", "telemetry_sources.dcgm.metrics_enabled"),
    ("powerscale_telemetry_support: true", "telemetry_sources.powerscale.metrics_enabled"),
    ("powerscale_log_enabled: true", "telemetry_sources.powerscale.logs_enabled"),
    ("topic_partitions: []", "telemetry_sinks.kafka.topic_partitions"),
    ("kafka_configurations: {}", "telemetry_sinks.kafka"),
    ("victoria_configurations: {}", "telemetry_sinks.victoria_metrics"),
    ("ldms_agg_port: 6001", "ldms_configurations.agg_port"),
    ("ldms_store_port: 6001", "ldms_configurations.store_port"),
    ("ldms_sampler_port: 10001", "ldms_configurations.sampler_port"),
    ("ldms_sampler_configurations: []", "ldms_configurations.sampler_plugins"),
]


@pytest.mark.parametrize(("line", "path"), FORMER)
def test_a_key_of_the_former_layout_names_its_new_path(line: str, path: str) -> None:
    text = (DEFAULT / TELEMETRY).read_text(encoding="utf-8")
    (one,) = said(changed(telemetry=f"{text}{line}\n"))
    name = line.partition(":")[0]
    assert (one.code, one.severity) == ("former-key", "error")
    assert one.summary == f"{name} is a key of the former flat layout"
    assert one.help == f"write {path} instead"
    assert one.span is not None
    assert (one.span.line, one.span.end_column) == (text.count("\n") + 1, len(name) + 1)


@pytest.mark.parametrize("name", ["powerscale_telemetry_support", "powerscale_log_enabled"])
def test_two_of_them_stood_below_a_key_that_is_still_there(name: str) -> None:
    edit = ("powerscale_configurations:\n", f"powerscale_configurations:\n  {name}: true\n")
    (one,) = said(changed({TELEMETRY: (edit,)}))
    assert one.code == "former-key"
    assert one.summary == f"powerscale_configurations.{name} is a key of the former flat layout"


@pytest.mark.parametrize(
    ("topics", "help_"),
    [
        (
            "[{name: idrac, partitions: 1}, {name: ldms, partitions: 4}]",
            "write `topic_partitions: {idrac: 1, ldms: 4}`",
        ),
        ("[{name: idrac, partitions: 1}, {name: x, partitions: 4}, 5]", "write `topic_partitions: {idrac: 1}`"),
        ("[idrac]", "write `topic_partitions: {idrac: 1, ldms: 2}`"),
    ],
)
def test_the_former_list_of_topics_is_answered_as_a_mapping(topics: str, help_: str) -> None:
    edit = ("topic_partitions:\n      idrac: 1\n      ldms: 2\n", f"topic_partitions: {topics}\n")
    (one,) = said(changed({TELEMETRY: (edit,)}))
    assert (one.code, one.help) == ("former-key", help_)
    assert said(changed({TELEMETRY: ((edit[0], help_.partition("`")[2].rstrip("`") + "\n"),)})) == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("expose: {type: ClusterIP, source_ranges: [192.0.2.0/24]}\nnetwork_policies: false\n", True),
        ("expose: {type: ClusterIP, source_ranges: [192.0.2.0/24]}\n", False),
        ("expose: {type: LoadBalancer, source_ranges: [192.0.2.0/24]}\nnetwork_policies: false\n", False),
        ("expose: {type: ClusterIP}\nnetwork_policies: false\n", False),
    ],
)
def test_ranges_that_nothing_applies_are_told(options: str, told: bool) -> None:
    codes = [one.code for one in said(changed(options=options))]
    assert codes == (["unused-setting"] if told else [])


def test_an_address_that_nodes_dial_is_not_empty() -> None:
    """It would be given, so that nobody asks for one, and nothing could be dialled."""
    (one,) = found('ldms: {aggregator_address: ""}\n', nodes=False)
    assert (one.code, one.summary) == ("empty-value", "ldms.aggregator_address is empty")


def test_a_prefix_is_not_mapped_to_nothing() -> None:
    """It would be the root of the file system that is read."""
    edit = ('vast_ca_cert_path: ""', 'vast_ca_cert_path: "/etc/pki/ca.pem"')
    (one,) = found('paths: {/etc/pki: ""}\n', edit)
    assert (one.code, one.help) == ("empty-value", 'write "." for the input directory')
    assert found("paths: {/etc/pki: .}\n", edit) == []
