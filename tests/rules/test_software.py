"""The object form of `software_config.json`."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from telecompile.config.software import LISTS, PACKAGES
from telecompile.diagnostics.diagnostic import Diagnostic
from tests.config.changed import DEFAULT, OPTIONS, SOFTWARE, TELEMETRY, changed, said

DEFAULT_SOFTWARE = json.loads((DEFAULT / SOFTWARE).read_text(encoding="utf-8"))


def software(*without: str, **keys: Any) -> str:
    """The default file, less some of its packages, with other keys; an element a line, so that a line is a place."""
    listed = [one for one in DEFAULT_SOFTWARE["softwares"] if one["name"] not in without]
    value = {**DEFAULT_SOFTWARE, "softwares": listed} | keys
    return json.dumps(value, indent=1).replace("\n   ", " ")


def with_more(*elements: dict[str, Any]) -> str:
    return software(softwares=[*DEFAULT_SOFTWARE["softwares"], *elements])


def found(text: str, **edits: Any) -> list[Diagnostic]:
    return said(changed(software=text, **edits))


def summaries(text: str, **edits: Any) -> list[tuple[str, str, str]]:
    return [(one.code, one.severity, one.summary) for one in found(text, **edits)]


def place(text: str, one: Diagnostic) -> str:
    """What of ``text`` is underlined."""
    assert one.span is not None
    assert one.file == SOFTWARE
    return text.split("\n")[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1]


def test_the_default_names_each_software_and_role_once() -> None:
    assert found(software()) == []


def test_a_second_software_of_a_name_is_an_error_with_the_first_beside_it() -> None:
    text = with_more({"name": "openldap", "arch": ["aarch64"]})
    (one,) = found(text)
    assert (one.code, one.severity) == ("software-repeated", "error")
    assert one.summary == "the software openldap is listed twice"
    assert place(text, one) == '"openldap"'
    (related,) = one.related
    assert one.span is not None
    assert (related.message, related.span < one.span) == ("first listed here", True)


@pytest.mark.parametrize("section", LISTS)
def test_a_second_role_of_a_name_is_an_error(section: str) -> None:
    role = DEFAULT_SOFTWARE[section][0]
    text = software(**{section: [*DEFAULT_SOFTWARE[section], role]})
    (one,) = found(text)
    assert (one.code, one.severity) == ("role-repeated", "error")
    assert one.summary == f"the role {role['name']} is listed twice in {section}"
    assert place(text, one) == f'"{role["name"]}"'
    assert one.related


@pytest.mark.parametrize("section", LISTS)
def test_a_package_with_roles_needs_its_list_and_something_in_it(section: str) -> None:
    empty = software(**{section: []})
    (one,) = found(empty)
    assert (one.code, one.severity) == ("software-list-missing", "error")
    assert one.summary == f"the software {section} is selected, and the list {section} of its roles is empty"
    assert place(empty, one) == "[]"
    value = json.loads(software())
    del value[section]
    missing = json.dumps(value, indent=1).replace("\n   ", " ")
    (one,) = found(missing)
    assert one.summary == f"the software {section} is selected, and the list {section} of its roles is missing"
    assert place(missing, one) == f'"{section}"'
    assert f'add "{section}": [{{"name": "{LISTS[section]}"}}]' in one.help
    assert found(software(**{section: [{"name": LISTS[section]}]})) == []


def test_a_list_without_its_package_is_nothing_to_tell() -> None:
    assert found(software("additional_packages")) == []


def test_an_unknown_software_is_a_warning_with_the_one_that_was_meant() -> None:
    text = with_more({"name": "openmp1", "arch": ["x86_64"]}, {"name": "something-else", "arch": ["x86_64"]})
    near, far = found(text)
    assert {one.severity for one in (near, far)} == {"warning"}
    assert (near.code, near.summary) == ("software-unknown", "'openmp1' is not a software that is known here")
    assert near.help == 'did you mean "openmpi"?'
    assert place(text, near) == '"openmp1"'
    assert far.help.startswith("known are default_packages, ")


@pytest.mark.parametrize("name", PACKAGES)
def test_the_known_ones_are_none(name: str) -> None:
    listed = {one["name"] for one in DEFAULT_SOFTWARE["softwares"]}
    more = [] if name in listed else [{"name": name, "arch": ["x86_64"]}]
    assert found(with_more(*more)) == []


def test_a_misspelt_software_is_not_told_twice() -> None:
    """Nothing selects ldms then, and one word mends both."""
    text = software(
        "ldms",
        softwares=[one | ({"name": "lmds"} if one["name"] == "ldms" else {}) for one in DEFAULT_SOFTWARE["softwares"]],
    )
    assert [one.code for one in found(text)] == ["software-unknown"]


@pytest.mark.parametrize("name", ["service_k8s", "csi_driver_powerscale"])
@pytest.mark.parametrize("arch", [["x86_64", "aarch64"], ["aarch64"]])
def test_the_cluster_is_prepared_for_x86_64_alone(name: str, arch: list[str]) -> None:
    elements = [one | ({"arch": arch} if one["name"] == name else {}) for one in DEFAULT_SOFTWARE["softwares"]]
    text = software(softwares=elements)
    (one,) = found(text)
    assert (one.code, one.severity) == ("software-architecture", "warning")
    assert one.summary == f"{name} is listed for aarch64, and the service cluster runs on x86_64 alone"
    assert place(text, one) == '"aarch64"'


def off(*kept: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The default telemetry file with every source and bridge off but ``kept``, such as ``ldms.metrics``."""
    text = (DEFAULT / TELEMETRY).read_text(encoding="utf-8")
    value = yaml.safe_load(text)
    for group in ("telemetry_sources", "telemetry_bridges"):
        for name, one in value[group].items():
            for channel in ("metrics", "logs"):
                if f"{channel}_enabled" in one:
                    one[f"{channel}_enabled"] = f"{name}.{channel}" in kept
    for name in ("ufm", "vast"):
        value[f"{name}_configuration"][f"{name}_endpoint"] = f"{name}.example.com"
    return {TELEMETRY: ((text, yaml.safe_dump(value)),)}


@pytest.mark.parametrize(
    "channel",
    [
        *("idrac.metrics", "ldms.metrics", "powerscale.metrics", "powerscale.logs", "ufm.metrics"),
        *("ufm.logs", "vast.metrics", "vast.logs", "ome.metrics", "ome.logs"),
    ],
)
def test_whatever_runs_on_the_cluster_asks_for_it(channel: str) -> None:
    codes = [
        (one.code, one.help.partition(" to ")[0])
        for one in said(
            changed(off(channel), software=software("service_k8s", "ldms", "slurm_custom", "csi_driver_powerscale"))
        )
        if one.code == "software-not-selected"
    ]
    wanted = ["service_k8s"]
    if channel == "ldms.metrics":
        wanted += ["ldms", "slurm_custom"]
    if channel == "powerscale.metrics":
        wanted += ["csi_driver_powerscale"]
    assert sorted(help_.split('"')[3] for _, help_ in codes) == sorted(wanted)
    without = said(changed(off(channel), software=software()))
    assert "software-not-selected" not in {one.code for one in without}


@pytest.mark.parametrize("kept", [(), ("dcgm.metrics",)])
def test_what_does_not_run_on_the_cluster_asks_for_nothing(kept: tuple[str, ...]) -> None:
    text = software("service_k8s", "ldms", "slurm_custom", "csi_driver_powerscale")
    assert "software-not-selected" not in {one.code for one in said(changed(off(*kept), software=text))}


def test_an_appliance_that_pushes_asks_for_the_cluster() -> None:
    options = "push_sources: [sfm]\nexpose: {source_ranges: [192.0.2.0/24]}\n"
    codes = [one.summary for one in said(changed(off(), software=software("service_k8s"), options=options))]
    assert [one for one in codes if one.startswith("sfm is on")]


def test_the_help_is_the_element_to_add_and_the_list_that_it_needs() -> None:
    value = json.loads(software("service_k8s"))
    (one,) = found(json.dumps(value))
    assert one.summary == (
        "idrac, ldms, powerscale, ome are on, and nothing selects the cluster that collects from them: "
        "service_k8s is not among the softwares"
    )
    assert one.help == 'add {"name": "service_k8s", "arch": ["x86_64"]} to softwares; or switch them off'
    del value["service_k8s"]
    (one,) = found(json.dumps(value))
    assert one.help.startswith(
        'add {"name": "service_k8s", "arch": ["x86_64"]} to softwares, and "service_k8s": '
        '[{"name": "service_kube_node"}] beside it'
    )


def test_the_array_form_is_left_alone() -> None:
    """It selects by the names of another catalogue."""
    text = '[{"functional_group_name": "slurm_node_x86_64", "software": [{"name": "slurm", "version": "23.11"}]}]'
    assert found(text) == []


def test_a_wrong_list_hides_nothing_of_the_packages() -> None:
    text = software(
        softwares=[*DEFAULT_SOFTWARE["softwares"], {"name": "openldap", "arch": ["x86_64"]}], slurm_custom=1
    )
    assert sorted(one.code for one in found(text)) == ["software-repeated", "wrong-type"]


def test_options_that_are_wrong_elsewhere_hide_nothing() -> None:
    options = "namespace: A\nexpose: {source_ranges: [192.0.2.0/24]}\n"
    files = {one.file for one in found(software("ldms"), options=options)}
    assert files == {OPTIONS, SOFTWARE}
