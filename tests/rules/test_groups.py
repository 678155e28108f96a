"""The array form of `software_config.json`, and the rows of the mapping CSV."""

from __future__ import annotations

import json
from typing import Any

import pytest

from telecompile.diagnostics.diagnostic import Diagnostic
from tests.config.changed import DEFAULT, NODES, SOFTWARE, TELEMETRY, changed, said

CSV = (DEFAULT / NODES).read_text(encoding="utf-8")
HEADER = CSV.split("\n", 1)[0]


def groups(*names: str, software: tuple[dict[str, Any], ...] = ()) -> str:
    return json.dumps([{"functional_group_name": name, "software": list(software)} for name in names], indent=1)


def found(text: str, **edits: Any) -> list[Diagnostic]:
    return [one for one in said(changed(software=text, **edits)) if one.file in (SOFTWARE, NODES)]


def underlined(text: str, one: Diagnostic) -> str:
    assert one.span is not None
    return text.split("\n")[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1]


def test_groups_of_the_csv_are_right() -> None:
    assert found(groups("slurm_node_x86_64", "slurm_node_aarch64", "slurm_node_x86_64")) == []


@pytest.mark.parametrize(
    ("name", "summary", "help_"),
    [
        ("slurm_node_x86-64", "", 'write "slurm_node_x86_64"'),
        ("Slurm_node_x86_64", ": upper and lower case differ", 'write "slurm_node_x86_64"'),
        ("auth_server", "", "its groups are login_node_x86_64, service_kube_control_plane_first_x86_64, "),
    ],
)
def test_a_group_must_be_one_of_the_csv_character_for_character(name: str, summary: str, help_: str) -> None:
    text = groups("login_node_x86_64", name)
    (one,) = found(text)
    assert (one.code, one.severity) == ("group-not-in-csv", "error")
    assert one.summary == f"no row of {NODES} is of the functional group {name!r}{summary}"
    assert one.help.startswith(help_)
    assert underlined(text, one) == f'"{name}"'


def test_every_wrong_group_is_told() -> None:
    assert [one.code for one in found(groups("one", "two"))] == ["group-not-in-csv"] * 2


def test_a_wrong_element_hides_nothing_about_the_others() -> None:
    text = json.dumps(
        [{"functional_group_name": "slurm_node_x86_64"}, {"functional_group_name": "one", "software": []}]
    )
    (wrong, one) = found(text)
    assert (wrong.code, one.code, underlined(text, one)) == ("missing-key", "group-not-in-csv", '"one"')


def test_a_csv_without_rows_has_no_group() -> None:
    codes = [(one.code, one.help) for one in found(groups("slurm_node_x86_64"), nodes=f"{HEADER}\n")]
    assert ("group-not-in-csv", "it has no rows") in codes


def test_without_a_csv_one_warning_says_that_nothing_was_compared() -> None:
    text = groups("anything", "else")
    (one,) = found(text, nodes=None)
    assert (one.code, one.severity) == ("group-not-checked", "warning")
    assert one.summary == f"2 functional groups are not checked: there is no {NODES}"
    assert underlined(text, one) == '"anything"'
    assert found("[]", nodes=None) == []
    (one,) = found(groups("anything"), nodes=None)
    assert one.summary == f"1 functional group is not checked: there is no {NODES}"


def test_beside_a_wrong_csv_no_group_is_judged() -> None:
    wrong = f"{CSV}slurm node,,T,,h,,192.0.2.99,,,,\n"
    assert [one.code for one in found(groups("anything"), nodes=wrong)] == ["node-group"]


def test_the_object_form_has_no_groups() -> None:
    assert [one for one in said(changed(nodes=None)) if one.code == "group-not-checked"] == []


def test_a_package_twice_in_a_group_is_an_error_in_two_groups_none() -> None:
    text = groups(
        "slurm_node_x86_64", "slurm_node_aarch64", software=({"name": "ldms"}, {"name": "ldms", "version": "4"})
    )
    first, second = found(text)
    assert {one.code for one in (first, second)} == {"software-repeated"}
    assert first.summary == "the software ldms is listed twice for slurm_node_x86_64"
    assert first.related[0].span < first.span < second.related[0].span  # type: ignore[operator] # both have a place
    assert found(groups("slurm_node_x86_64", "slurm_node_aarch64", software=({"name": "ldms"},))) == []
    (one,) = found(groups("slurm_node_x86_64", "slurm_node_x86_64", software=({"name": "ldms"},)))
    assert one.code == "software-repeated"


def rows(*cells: tuple[str, str]) -> str:
    """Rows with these addresses of the node and of its BMC."""
    lines = [f"slurm_node_x86_64,,S{n},,n{n},,{admin},,{bmc},," for n, (admin, bmc) in enumerate(cells)]
    return "\n".join([HEADER, *lines, ""])


def test_two_rows_with_one_bmc_are_a_warning_with_row_and_column() -> None:
    text = rows(("192.0.2.1", "198.51.100.1"), ("192.0.2.2", ""), ("192.0.2.3", "198.51.100.1"), ("192.0.2.4", ""))
    (one,) = said(changed(nodes=text))
    assert (one.code, one.severity) == ("bmc-repeated", "warning")
    assert one.summary == "row 4, BMC_IP: '198.51.100.1' is that of row 2 too: one of the two is not read"
    assert underlined(text, one) == "198.51.100.1"
    assert [(place.file, place.span.line) for place in one.related] == [(NODES, 2)]


def test_bmcs_are_read_by_idrac_alone() -> None:
    text = rows(("192.0.2.1", "198.51.100.1"), ("192.0.2.3", "198.51.100.1"))
    off = {TELEMETRY: (("metrics_enabled: true", "metrics_enabled: false"),)}
    assert said(changed(off, nodes=text)) == []


@pytest.mark.parametrize("other", ["2001:db8:0::1", "2001:DB8::1", "2001:db8:0:0:0:0:0:1"])
def test_one_ipv6_address_has_many_forms(other: str) -> None:
    codes = [one.code for one in said(changed(nodes=rows(("2001:db8::1", "2001:db8::9"), (other, ""))))]
    assert codes == ["node-repeated"]
    codes = [one.code for one in said(changed(nodes=rows(("192.0.2.1", "2001:db8::1"), ("192.0.2.2", other))))]
    assert codes == ["bmc-repeated"]


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "0.1.2.3", "::", "::1", "224.0.0.1", "169.254.1.1", "fe80::1", "::ffff:192.0.2.1"]
)
def test_an_address_that_nobody_can_dial_is_an_error_in_each_column(address: str) -> None:
    (one,) = said(changed(nodes=rows((address, ""))))
    assert (one.code, one.summary[: len("row 2, ADMIN_IP: ")]) == ("node-address", "row 2, ADMIN_IP: ")
    (one,) = said(changed(nodes=rows(("192.0.2.1", address))))
    assert (one.code, one.summary[: len("row 2, BMC_IP: ")]) == ("node-address", "row 2, BMC_IP: ")


def test_of_a_column_that_is_given_twice_the_first_counts() -> None:
    """The header is wrong, and nothing else is told because of it."""
    lines = rows(("192.0.2.1", "198.51.100.1")).split("\n")
    text = "\n".join([f"{lines[0]},hostname", f"{lines[1]},", ""])
    assert [one.code for one in said(changed(nodes=text))] == ["csv-header"]


def test_a_header_in_small_letters_without_the_optional_columns_and_blank_lines_are_right() -> None:
    header = HEADER.lower().removesuffix(",ib_nic_name,ib_ip")
    text = f"\n{header}\n\nslurm_node_x86_64,,,,n1,,192.0.2.1,,\n  \nslurm_node_x86_64,,,,n2,,192.0.2.2,,\n\n"
    assert said(changed(nodes=text)) == []


@pytest.mark.parametrize("column", ["SERVICE_TAG", "HOSTNAME", "ADMIN_IP"])
def test_what_must_be_unique_is_told_with_row_and_column(column: str) -> None:
    first, second = {"SERVICE_TAG": "A"}, {"SERVICE_TAG": "B"}
    for number, row in enumerate((first, second), 1):
        row |= {"FUNCTIONAL_GROUP_NAME": "slurm_node_x86_64", "HOSTNAME": f"n{number}", "ADMIN_IP": f"192.0.2.{number}"}
    second[column] = first[column]
    names = HEADER.split(",")
    lines = [HEADER, *(",".join(row.get(name, "") for name in names) for row in (first, second))]
    (one,) = said(changed(nodes="\n".join(lines)))
    assert (one.code, one.severity) == ("node-repeated", "error")
    assert one.summary == f"row 3, {column}: {first[column]!r} is that of row 2 too"
    assert underlined("\n".join(lines), one) == first[column]
