"""Reading as semantics.md 1.1 has it: one run tells every mistake, at its place."""

from __future__ import annotations

import pytest

from tests.config.changed import NODES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY, changed, said


def found(contents: dict[str, bytes | str]) -> list[tuple[str, str, int]]:
    """Code, file and line of everything that is said."""
    return [(one.code, one.file, one.span.line if one.span else 0) for one in said(contents)]


def test_the_default_input_is_right() -> None:
    assert said(changed()) == []


def test_mistakes_in_all_files_are_told_together() -> None:
    contents = changed(
        {
            TELEMETRY: (
                ('scrape_timeout: "15s"', 'scrape_timeout: "15"'),
                ('ome_identifier: "ome"', "ome_identifier: 7"),
            ),
            STORAGE: (("replicas: 3", "replicas: 0"),),
            SOFTWARE: (('"partial"', '"never"'),),
            NODES: (("192.0.2.16", "192.0.2.15"),),
        },
        options="expose: {source_ranges: [192.0.2.0/24]}\nnamespace: A\n",
    )
    assert found(contents) == [
        ("node-repeated", NODES, 7),
        ("not-allowed", SOFTWARE, 4),
        ("name", OPTIONS, 2),
        ("wrong-type", TELEMETRY, 40),
        ("duration", TELEMETRY, 93),
        ("out-of-range", STORAGE, 6),
    ]


def test_a_wrong_section_hides_no_mistake_of_another_and_no_rule() -> None:
    """The rule about empty targets reads `telemetry_sources` alone."""
    contents = changed(
        {
            TELEMETRY: (
                ("collection_targets: [victoria_metrics, kafka]", "collection_targets: []"),
                ("ome_identifier: ", "ome_identifer: "),
                ("ufm_metrics_port: 9001", "ufm_metrics_port: true"),
            )
        }
    )
    codes = [code for code, _, _ in found(contents)]
    assert codes == ["source-without-target", "unknown-key", "wrong-type"]


def test_a_misspelt_key_is_one_mistake_and_a_lost_one_another() -> None:
    """What is missing is not told where something beside it is nearly called so."""
    contents = changed({TELEMETRY: (("ome_identifier: ", "ome_identifer: "), ("  agg_port: 6001\n", "  x: [1]\n"))})
    assert [code for code, _, _ in found(contents)] == ["unknown-key", "missing-key", "unknown-key"]


def test_after_a_syntax_error_what_stands_before_it_is_judged_and_nothing_is_missing() -> None:
    contents = changed(
        {
            TELEMETRY: (
                ("  dcgm:", "  dcmg:"),
                ("retention_period: 168", "retention_period: x"),
                ("ufm_configuration:", "\tufm:"),
            )
        }
    )
    codes = [code for code, _, _ in found(contents)]
    assert codes == ["unknown-key", "wrong-type", "yaml-syntax"]


def test_after_a_syntax_error_no_rule_takes_what_is_lost_for_left_out() -> None:
    """Its `source_ranges` stand behind the mistake, so nothing is said to be reachable from anywhere."""
    contents = changed(options="namespace: telemetry\nlabels: @\nexpose:\n  source_ranges: [192.0.2.0/24]\n")
    assert [code for code, _, _ in found(contents)] == ["yaml-syntax"]


@pytest.mark.parametrize("empty", ["", " ~", " null"])
def test_an_empty_optional_value_is_not_given(empty: str) -> None:
    edits = (
        ("logs_enabled: true", f"logs_enabled:{empty}"),
        ("[victoria_metrics, victoria_logs]", "[victoria_metrics]"),
        ('scrape_interval: "30s"', f"scrape_interval:{empty}"),
    )
    assert (
        said(changed({TELEMETRY: edits}, options=f"expose:\n  source_ranges: [192.0.2.0/24]\nnamespace:{empty}\n"))
        == []
    )


def test_an_empty_section_that_is_optional_is_not_given() -> None:
    assert said(changed({TELEMETRY: (('configurations:\n  mysqldb_storage: "1Gi"', "configurations:"),)})) == []


def test_an_empty_required_value_is_missing() -> None:
    (one,) = said(changed({TELEMETRY: (("agg_port: 6001", "agg_port:"),)}))
    assert (one.code, one.summary) == ("missing-key", "the key agg_port in ldms_configurations has no value")
    assert one.help == "write `agg_port: 6001`"
    assert one.span is not None
    assert one.span[:2] == (64, 3)


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "help_"),
    [
        (TELEMETRY, "    metrics_enabled: true\n", "", (6, 3), "add `metrics_enabled: true`"),
        (
            TELEMETRY,
            "  dcgm:\n    metrics_enabled: true\n",
            "",
            (4, 1),
            "newer releases leave it out; write `dcgm: {metrics_enabled: false}`",
        ),
        (TELEMETRY, '    persistence_size: "8Gi"\n', "", (43, 3), 'add `persistence_size: "8Gi"`'),
        (
            TELEMETRY,
            "    topic_partitions:\n      idrac: 1\n      ldms: 2\n",
            "",
            (51, 3),
            "add `topic_partitions: {idrac: 1, ldms: 2}`",
        ),
        (TELEMETRY, "    - plugin_name: vmstat\n      config", "    - config", (75, 7), "add `plugin_name: meminfo`"),
        (
            STORAGE,
            '      requests:\n        memory: "1Gi"\n        cpu: "250m"\n',
            "",
            (7, 5),
            'add `requests: {memory: "1Gi", cpu: "250m"}`',
        ),
        (SOFTWARE, '  "cluster_os_version": "10.0",\n', "", (1, 1), 'add `"cluster_os_version": "10.0"`'),
        (SOFTWARE, '{"name": "openldap", "arch"', '{"arch"', (8, 5), 'add `"name": "default_packages"`'),
    ],
)
def test_a_missing_key_is_told_at_its_parent_with_what_to_write(
    file: str, old: str, new: str, place: tuple[int, int], help_: str
) -> None:
    (one,) = said(changed({file: ((old, new),)}))
    assert one.code == "missing-key"
    assert one.span is not None
    assert (one.span[:2], one.help) == (place, help_)


def test_a_missing_section_is_told_at_line_1() -> None:
    contents = changed({STORAGE: (("csi_volume_exporter_storage:\n  resources:", "#:"),)})
    text = contents[STORAGE]
    assert isinstance(text, bytes)
    start, end = text.index(b"#:"), text.index(b"csm_metrics_powerscale_storage:")
    (one,) = said({**contents, STORAGE: text[:start] + text[end:]})
    assert (one.code, one.span) == ("missing-key", (1, 1, 1, 1))


def test_keys_of_other_releases_are_accepted_with_a_note() -> None:
    contents = changed(
        {
            TELEMETRY: (
                ("telemetry_sources:\n", "cluster_inventory: x\nkube_vip: 192.0.2.1\ntelemetry_sources:\n"),
                ('mysqldb_storage: "1Gi"', "bmc_group_data_path: x\n  oim_bmc_ips: {oim1: x}"),
                (
                    "powerscale_configurations:\n",
                    "powerscale_configurations:\n  csi_powerscale_secret_path: x\n  syslog_source_ips: []\n",
                ),
            ),
            SOFTWARE: (("{\n", '{\n  "iso_file_path": "",\n'),),
        }
    )
    diagnostics = said(contents)
    assert {(one.code, one.severity) for one in diagnostics} == {("other-release-key", "note")}
    assert len(diagnostics) == 7
    assert all(one.help for one in diagnostics)


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("idrac_telemetry_support", "telemetry_sources.idrac.metrics_enabled"),
        ("telemetry_collection_type", "telemetry_sources.idrac.collection_targets"),
        ("powerscale_log_enabled", "telemetry_sources.powerscale.logs_enabled"),
        ("ldms_sampler_configurations", "ldms_configurations.sampler_plugins"),
    ],
)
def test_a_key_of_the_former_layout_names_its_new_path(key: str, path: str) -> None:
    (one,) = said(changed({TELEMETRY: (("telemetry_sources:\n", f"{key}: true\ntelemetry_sources:\n"),)}))
    assert (one.code, one.help) == ("former-key", f"write {path} instead")


# There has never been a 1.3 that this could be for.
@pytest.mark.parametrize(("version", "meant"), [("1.30", "1.30"), ("1.3", "1.30"), ("1.35", "1.35")])
def test_an_unquoted_version_is_shown_as_it_was_written(version: str, meant: str) -> None:
    (one,) = said(changed(options=f"kubernetes_version: {version}\nexpose: {{source_ranges: [192.0.2.0/24]}}\n"))
    assert one.summary == f"kubernetes_version must be a text, not the number {version}"
    assert one.help == f'write "{meant}"'


def test_the_array_form_speaks_of_no_key_that_it_does_not_have() -> None:
    diagnostics = said(changed(software='[{"functional_group_name": "a b", "software": [{"name": 1}, {"x": 2}]}, 3]'))
    assert [one.summary for one in diagnostics] == [
        "[0].functional_group_name: 'a b' is not the name of a functional group",
        "[0].software[0].name must be a text, not the number 1",
        "the key name is missing in [0].software[1]",
        "unknown key x in [0].software[1]",
        "[1] must be an object, not the number 3",
    ]


def test_the_array_form_is_accepted() -> None:
    text = '[{"functional_group_name": "slurm_node_x86_64", "software": [{"name": "slurm", "version": "25.05"}]}]'
    assert said(changed(software=text)) == []
    assert said(changed(software="[]")) == []


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf", b"\r\n", b""])
def test_a_byte_order_mark_and_no_document_start_are_fine(data: bytes) -> None:
    contents = changed()
    text = contents[TELEMETRY]
    assert isinstance(text, bytes)
    assert said({**contents, TELEMETRY: data + text.removeprefix(b"---\n")}) == []


@pytest.mark.parametrize("key", ["idrac", "metrics_enabled"])
def test_json_and_yaml_tell_a_repeated_key_at_its_second_place(key: str) -> None:
    contents = changed({TELEMETRY: (("telemetry_sources:\n", f"telemetry_sources:\n  {key}: {{}}\n  {key}: {{}}\n"),)})
    one = next(one for one in said(contents) if one.code == "duplicate-key")
    assert one.span is not None
    assert one.span.line == 6
    assert [related.span.line for related in one.related] == [5]


def test_a_file_that_is_too_large_or_cannot_be_read_is_one_mistake() -> None:
    contents = changed()
    diagnostics = said({**contents, STORAGE: b"#" * (4 * 2**20 + 1), NODES: "permission denied"})
    assert [(one.code, one.file) for one in diagnostics] == [("unreadable-file", NODES), ("file-too-large", STORAGE)]


def test_files_that_may_be_absent() -> None:
    diagnostics = said(changed(nodes=None, options=None))
    assert {one.severity for one in diagnostics} <= {"warning", "note"}
    diagnostics = said(changed(telemetry=None, storage=None, software=None))
    assert [one.code for one in diagnostics] == ["missing-file"] * 3


def test_a_needed_file_with_another_ending_is_one_mistake() -> None:
    contents = changed()
    contents["Telemetry_Config.yaml"] = contents.pop(TELEMETRY)
    (one,) = said(contents)
    assert (one.code, one.severity, one.help) == (
        "missing-file",
        "error",
        f"rename Telemetry_Config.yaml to {TELEMETRY}",
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("metrics_enabled: true", "metrics_enabled: !vault |\n      0a1b"),
        ("agg_port: 6001", "agg_port: !!python/object:os.system x"),
        ("plugin_name: meminfo", "plugin_name: !!binary aGk="),
        ("log_retention_hours: 168", "log_retention_hours: !x {a: b}"),
        ("collection_targets:", "collection_targets: !!set"),
        ("telemetry_sources:", "telemetry_sources: !include"),
        ("ldms_configurations:", "<<: !x {}\nldms_configurations:"),
    ],
)
def test_of_a_value_with_a_tag_nothing_more_is_told(old: str, new: str) -> None:
    assert [one.code for one in said(changed({TELEMETRY: ((old, new),)}))] == ["custom-tag"]


def test_a_file_with_a_tag_before_it_is_not_judged() -> None:
    assert [one.code for one in said(changed(telemetry="!x\na: 1\n"))] == ["custom-tag"]


def test_an_unknown_key_is_told_whatever_its_value_is() -> None:
    contents = changed({TELEMETRY: (("telemetry_sources:", "something_else: !x 1\ntelemetry_sources:"),)})
    assert [one.code for one in said(contents)] == ["unknown-key", "custom-tag"]
