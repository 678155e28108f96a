"""What a help offers is taken where it is typed in."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.config.candidates import refusals
from telecompile.config.sections import judge
from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.loading.json_file import load_json
from telecompile.loading.yaml_file import load_yaml
from tests.config.changed import SOFTWARE, STORAGE, TELEMETRY, changed, said
from tests.config.test_any_value import DOCUMENTS, MODELS, Path, put, step_paths

EXPOSE = "expose: {source_ranges: [192.0.2.0/24]}\n"
ENDPOINTS = "additional_metric_remote_write_endpoints: []"
LIST = "[victoria_metrics, kafka]"
LDMS = "[kafka]\n  # The GPU manager"
SIZE = 'persistence_size: "8Gi"'
LOG_IN = "in telecompile.yml, where NAME is a Secret with the log-in, and remove it here"
BASIC, PLUGIN = 'auth_mode: "basic"', '"interval=30000000"'


def only(contents: dict[str, bytes | str]) -> Diagnostic:
    (one,) = said(contents)
    return one


@pytest.mark.parametrize(
    ("file", "old", "new", "help_"),
    [
        (TELEMETRY, LIST, '"victoria_metrics,kafka"', "write [victoria_metrics, kafka]"),
        (TELEMETRY, LIST, "victoria,kafka", "write [victoria_metrics, kafka]"),
        (TELEMETRY, LIST, '""', "write []"),
        (TELEMETRY, LIST, "[victoria_metrics kafka]", "write victoria_metrics, kafka: a comma is missing"),
        (TELEMETRY, LIST, '["victoria_metrics,kafka"]', "write victoria_metrics, kafka"),
        (
            TELEMETRY,
            LIST,
            "\n      - victoria_metrics, kafka",
            "write each on a line of its own: victoria_metrics, kafka",
        ),
        (TELEMETRY, LIST, "[kafka, kafca]", "remove it: kafka is listed already"),
        (
            TELEMETRY,
            LDMS,
            LDMS.replace("]", ", victoria_metrics]"),
            "remove it: the bridge vector_ldms carries the data on from kafka",
        ),
        (TELEMETRY, BASIC, "auth_mode: no", "did you mean none?"),
        (TELEMETRY, BASIC, "auth_mode: true", "write one of basic, none"),
        (TELEMETRY, 'tls_mode: "self_signed"', "tls_mode: true", "write one of self_signed, ca_signed"),
        (TELEMETRY, PLUGIN, "30000000", 'write "interval=30000000"'),
        (TELEMETRY, PLUGIN, "30", "did you mean interval=30s? A number without a unit is microseconds"),
        (TELEMETRY, PLUGIN, '"30s"', 'write "interval=30s"'),
        (SOFTWARE, '["x86_64", "aarch64"]', '"x86-64"', 'write ["x86_64"]'),
        (SOFTWARE, '{"name": "slurm_node"}', '"slurm_node"', 'write {"name": "slurm_node"}'),
        (STORAGE, 'cpu: "250m"', "cpu: 1", 'write "1" for whole cores, or "1m" for thousandths of a core'),
        (STORAGE, 'cpu: "250m"', "cpu: 250", 'write "250m" for thousandths of a core, or "250" for whole cores'),
        (STORAGE, 'cpu: "250m"', "cpu: -1", 'write "1m" or more, such as "250m"'),
        (STORAGE, 'memory: "1Gi"', "memory: 512", 'write "512Mi"'),
        (TELEMETRY, SIZE, "persistence_size: 8589934592", 'write "8589934592" if bytes are meant'),
        (TELEMETRY, "retention_period: 168", "retention_period: 7d", "write 168, which is '7d' in hours"),
        (TELEMETRY, "retention_period: 168", "retention_period: 168h", "write 168, which is '168h' in hours"),
        (
            TELEMETRY,
            "retention_period: 168",
            "retention_period: 3h",
            "write 24 or more; these are hours, and 3 days are 72",
        ),
        (TELEMETRY, "retention_period: 168", "retention_period: 0168", "write 168"),
        (
            TELEMETRY,
            "log_segment_bytes: 1073741824",
            "log_segment_bytes: 1Gi",
            "write 1073741824, which is '1Gi' in bytes",
        ),
        (
            TELEMETRY,
            "agg_port: 6001",
            "agg_port: 06001",
            "write 6001 without the 0 before it, which makes it an octal number",
        ),
        (TELEMETRY, 'ome_identifier: "ome"', 'ome_identifier: "OME 637"', "write it without the blank"),
        (
            TELEMETRY,
            SIZE,
            "persistence_size: \u201c8Gi\u201d",
            'it has a curly quote (U+201C): write "8Gi"',
        ),
        (TELEMETRY, SIZE, "persistence_size: 8\u00a0Gi", 'it has a no-break space (U+00A0): write "8Gi"'),
        (TELEMETRY, "agg_port: 6001", "agg_port: 6001\u00a0", "it has a no-break space (U+00A0): write 6001"),
        (TELEMETRY, BASIC, "auth_mode: \u2018none\u2019", 'it has a curly quote (U+2018): write "none"'),
        (
            TELEMETRY,
            LIST,
            "\u201cvictoria_metrics, kafka\u201d",
            "it has a curly quote (U+201C): write [victoria_metrics, kafka]",
        ),
    ],
)
def test_what_is_offered_for_a_wrong_value(file: str, old: str, new: str, help_: str) -> None:
    assert only(changed({file: ((old, new),)})).help == help_


@pytest.mark.parametrize(
    ("old", "new", "help_"),
    [
        (
            "  ufm:\n",
            "  sfm:\n    metrics_enabled: true\n  ufm:\n",
            "SFM pushes by itself: write `push_sources: [sfm]` in telecompile.yml, and remove this section",
        ),
        *(
            (
                ENDPOINTS,
                f"{ENDPOINTS[:-3]}\n      - url: https://m.example.com/w\n        {key}: x",
                f'write `endpoints: {{"https://m.example.com/w": {{secret: NAME, auth: {kind}}}}}` {LOG_IN}',
            )
            for key, kind in (("username", "basic"), ("auth", "basic"), ("bearer_token", "bearer"))
        ),
        *(
            (
                f"  {sink}:\n",
                f"  {sink}:\n    enabled: false\n",
                "remove it: a sink has no switch, and is on while a source that is on targets it",
            )
            for sink in ("kafka", "victoria_metrics", "victoria_logs")
        ),
    ],
)
def test_what_is_said_of_keys_that_users_expect(old: str, new: str, help_: str) -> None:
    assert only(changed({TELEMETRY: ((old, new),)})).help == help_


def test_a_secret_in_a_url_is_not_repeated_with_its_log_in() -> None:
    new = f"{ENDPOINTS[:-3]}\n      - url: https://m.example.com/w?token=hidden\n        username: x"
    assert not any("hidden" in one.help for one in said(changed({TELEMETRY: ((ENDPOINTS, new),)})))


def test_endpoints_as_a_list_are_answered_with_their_form_by_url() -> None:
    listed = "endpoints:\n  - {url: https://m.example.com/w, secret: login, auth: basic}\n"
    help_ = 'write `endpoints: {"https://m.example.com/w": {secret: login, auth: basic}}`'
    assert only(changed(options=f"{EXPOSE}{listed}")).help == help_


def test_the_array_form_is_said_to_have_no_arch() -> None:
    group = '[{"functional_group_name": "slurm_node_x86_64", "software": [{"name": "slurm", "arch": ["x86_64"]}]}]'
    unknown = next(one for one in said(changed(software=group)) if one.code == "unknown-key")
    assert unknown.help.startswith("remove it: the array form has no arch")


def test_a_key_at_the_wrong_level_is_told_once() -> None:
    text = "  # Times without a unit are microseconds: 30000000 is 30 s.\n  sampler_plugins:\n"
    one = only(changed({TELEMETRY: ((text, "sampler_plugins:\n"),)}))
    assert (one.code, one.help) == ("unknown-key", "sampler_plugins belongs in ldms_configurations")


def test_a_key_that_is_missing_at_two_places_is_told_at_both() -> None:
    sinks = "{victoria_metrics: {persistence_size: 8Gi}, victoria_logs: {storage_size: 8Gi}}"
    text = f"telemetry_sinks: {sinks}\nretention_period: 168\n"
    found = [one.summary for one in said(changed(telemetry=text)) if "retention_period" in one.summary]
    assert len(found) == 3


@pytest.mark.parametrize(("file", "pasted"), [(TELEMETRY, STORAGE), (TELEMETRY, SOFTWARE), (STORAGE, TELEMETRY)])
def test_the_content_of_another_file_is_told_once(file: str, pasted: str) -> None:
    contents = changed()
    one = only({**contents, file: contents[pasted]})
    assert (one.code, one.file) == ("unknown-key", file)
    assert one.summary.startswith(f"this is {pasted}'s content")


def test_what_a_former_key_is_moved_into_is_not_missing_besides() -> None:
    found = said(changed(telemetry="idrac_telemetry_support: true\nldms_agg_port: 6001\n"))
    missing = {one.summary for one in found if one.code == "missing-key"}
    assert len([one for one in found if one.code == "former-key"]) == 2
    assert "the key telemetry_sinks is missing" in missing
    assert not missing & {"the key telemetry_sources is missing", "the key ldms_configurations is missing"}


def test_a_place_that_the_models_do_not_know_takes_nothing() -> None:
    assert refusals(MODELS[TELEMETRY], ("telemetry_sources", "nothing"), 1) is None


WRONG = [
    *(True, False, None, 0, 1, -1, 5, 8, 30, 250, 1.3, 1.5, 168.0, 30000000, 8589934592, [], ["kafka"]),
    *("no", "off", "yes", "0600", "7d", "1Gi", "168h", "8GB", "1m30s", "x86-64", "victoria,kafka", "a b", "A_b"),
    *("\u201c8Gi\u201d", "8\u00a0Gi", "30\u00a0s", "slurm_node", "https://a.example.com/b", "kafka kafka", "", ","),
]
VALUE, END = r'"[^"]*"|\[.*\]|\{.*\}|[\w.-]+', r'$|\?|,| or "| if | for | without '
OFFER = re.compile(rf"^(?:it has [^:]*: )?(?:write|did you mean) (?!it )({VALUE})(?={END})")
PLACES = [(name, path) for name in MODELS for path in step_paths(name) if path]


def offered(help_: str) -> Any:
    """The value that a help offers first; None where it offers none that can stand alone."""
    found = OFFER.match(help_)
    return yaml.safe_load(found[1]) if found else None


@settings(max_examples=400, deadline=None)
@given(place=st.sampled_from(PLACES), value=st.sampled_from(WRONG))
def test_an_offered_value_is_taken(place: tuple[str, Path], value: Any) -> None:
    name, path = place
    for one in told(name, path, value):
        meant = offered(one.help)
        if meant is not None:
            # A limit beside it is another value, which a help for this one does not look at.
            assert {again.code for again in told(name, path, meant)} <= {"request-above-limit"}, one


def told(name: str, path: Path, value: Any) -> list[Diagnostic]:
    """What is said of a value at a path of a file, and not of what stands below it."""
    whole = put(DOCUMENTS[name], path, value)
    if name == SOFTWARE:
        text = json.dumps(whole)
        document = load_json(name, text.encode()).document
    else:
        text = yaml.safe_dump(whole, allow_unicode=True, width=10_000, sort_keys=False)
        document = load_yaml(name, text.encode()).document
    assert document is not None
    place = document.value_span(path)
    return [one for one in judge(name, document, text, MODELS[name]).diagnostics if one.span == place]
