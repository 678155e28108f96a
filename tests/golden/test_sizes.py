"""Five thousand nodes, with short names and with the longest: no object is too large, and no node is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.commands.inputs import read_referenced
from telecompile.pipeline import Compilation, compile_input
from telecompile.plan import vector_ldms
from telecompile.plan.chunks import LARGEST_TEXT, chunks
from telecompile.sources.ldms import collection
from tests.config.changed import DEFAULT, NODES, changed, planned

LARGEST_OBJECT = 180 * 2**10
"""Bytes of an object as compact JSON (semantics.md, section 4)."""
LARGEST_LIST = 129 * 2**10
"""Bytes of a text with a list of nodes: 128 KiB of nodes, and what stands around them."""
COUNT, A_DAEMON = 5000, 1000
GROUPS = ("slurm_node_x86_64", "slurm_node_aarch64")
_BEFORE = 4
"""Rows of the default CSV that are not collected: they come first, and count."""
Rows = tuple[tuple[str, str, str], ...]
"""Functional group, host name and address."""


def _plain(number: int) -> tuple[str, str, str]:
    return GROUPS[number % 2], f"node-{number}", f"198.18.{number // 250}.{number % 250 + 1}"


def _longest(number: int) -> tuple[str, str, str]:
    host = f"node-{number:04}.".ljust(64, "x")
    return GROUPS[number % 2], host, f"2001:0db8:1111:2222:3333:4444:5555:{number + 0x1000:04x}"


KINDS = {"plain": _plain, "longest": _longest}


def bmc(index: int, address: str) -> str:
    """Every second address, so that no two are one range; of the family that the node's own is of."""
    number = 2 * index
    if ":" in address:
        return f"2001:0db8:1111:2222:3333:4444:6666:{number + 0x1000:04x}"
    return f"198.19.{number // 250}.{number % 250}"


def mapping_csv(rows: Rows) -> str:
    """The rows of the default input that are not collected, and then these."""
    default = changed()[NODES]
    assert isinstance(default, bytes)
    lines = default.decode().splitlines()[: 1 + _BEFORE]
    columns = lines[0].split(",")
    for index, (group, host, address) in enumerate(rows):
        cells = dict.fromkeys(columns, "")
        cells |= {"FUNCTIONAL_GROUP_NAME": group, "GROUP_NAME": "grp2", "HOSTNAME": host, "ADMIN_IP": address}
        cells |= {"SERVICE_TAG": f"N{index:05}", "ADMIN_MAC": f"06:00:00:00:{index >> 8:02x}:{index & 255:02x}"}
        cells["BMC_IP"] = bmc(index, address)
        lines.append(",".join(cells.values()))
    return "\n".join(lines) + "\n"


@cache
def rows_of(kind: str) -> Rows:
    return tuple(KINDS[kind](number) for number in range(COUNT))


@cache
def compiled(kind: str) -> Compilation:
    contents = changed(nodes=mapping_csv(rows_of(kind)))
    compilation = compile_input(contents, lambda path: read_referenced(str(DEFAULT), path))
    assert compilation.plan is not None, compilation.diagnostics
    return compilation


def bodies(kind: str, wanted: str, name: str) -> list[Mapping[str, Any]]:
    """The objects of a kind whose names match, in their order."""
    found = (one.body for one in compiled(kind).manifests)
    return [body for body in found if body["kind"] == wanted and re.fullmatch(name, body["metadata"]["name"])]


every_kind = pytest.mark.parametrize("kind", KINDS)


def test_the_longest_are_as_long_as_may_be() -> None:
    assert {(len(host), len(address)) for _, host, address in rows_of("longest")} == {(64, 39)}


@every_kind
def test_no_object_is_too_large(kind: str) -> None:
    sizes = {
        (one.body["kind"], one.body["metadata"]["name"]): len(json.dumps(one.body, separators=(",", ":")).encode())
        for one in compiled(kind).manifests
    }
    assert {name: size for name, size in sizes.items() if size > LARGEST_OBJECT} == {}
    # Nodes are in some of them indeed.
    assert max(sizes.values()) > 20 * A_DAEMON


@every_kind
def test_no_list_of_nodes_is_too_long(kind: str) -> None:
    """Where host names are too long for that, aggregators call their nodes by their rows."""
    for body in bodies(kind, "ConfigMap", r"(ldms-aggregator|vector-ldms-nodes)-\d+"):
        assert sum(len(text.encode()) for text in body["data"].values()) <= LARGEST_LIST


@every_kind
def test_five_aggregators_dial_a_thousand_nodes_each_and_each_node_is_dialled_once(kind: str) -> None:
    maps = bodies(kind, "ConfigMap", r"ldms-aggregator-\d+")
    dialled, named = [], []
    for body in maps:
        (text,) = body["data"].values()
        lines = [dict(word.split("=", 1) for word in words[1:]) for words in _commands(text, "prdcr_add")]
        assert len(lines) == A_DAEMON
        dialled += [line["host"] for line in lines]
        named += [line["name"] for line in lines]
    assert len(maps) == len(bodies(kind, "Deployment", r"ldms-aggregator-\d+")) == COUNT // A_DAEMON
    assert dialled == [address for _, _, address in rows_of(kind)]
    assert len(set(named)) == COUNT
    if kind == "plain":
        assert named == [host for _, host, _ in rows_of(kind)]


@every_kind
def test_each_store_takes_from_an_aggregator_of_its_own(kind: str) -> None:
    taken = []
    for body in bodies(kind, "ConfigMap", r"ldms-store-\d+"):
        ((_, *words),) = _commands(body["data"]["store.conf"], "prdcr_add")
        taken.append(dict(word.split("=", 1) for word in words)["host"].partition(".")[0])
    assert taken == [f"ldms-aggregator-{number}" for number in range(COUNT // A_DAEMON)]


def _commands(text: str, verb: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.startswith(f"{verb} ")]


@every_kind
def test_the_bridge_knows_the_host_of_every_component_id(kind: str) -> None:
    maps = bodies(kind, "ConfigMap", r"vector-ldms-nodes-\d+")
    found: list[tuple[int, str]] = []
    for body in maps:
        for text in body["data"].values():
            head, *lines = text.splitlines()
            assert head == "component_id,host"
            found += [(int(number), host) for number, host in (line.split(",") for line in lines)]
    assert found == [(number, host) for number, (_, host, _) in enumerate(rows_of(kind), 1 + _BEFORE)]
    assert len(maps) == {"plain": 1, "longest": 3}[kind]


@every_kind
def test_the_bridge_mounts_and_reads_every_table(kind: str) -> None:
    maps = bodies(kind, "ConfigMap", r"vector-ldms-nodes-\d+")
    (pod,) = (body["spec"]["template"]["spec"] for body in bodies(kind, "Deployment", "vector-ldms"))
    (volume,) = (one["projected"]["sources"] for one in pod["volumes"] if one["name"] == "nodes")
    assert volume == [{"configMap": {"name": body["metadata"]["name"]}} for body in maps]
    (mount,) = (one["mountPath"] for one in pod["containers"][0]["volumeMounts"] if one["name"] == "nodes")
    (configuration,) = bodies(kind, "ConfigMap", "vector-ldms")
    tables = yaml.safe_load(configuration["data"]["vector.yaml"])["enrichment_tables"]
    read = [table["file"]["path"] for table in tables.values()]
    assert read == [f"{mount}/{name}" for body in maps for name in body["data"]]


@every_kind
def test_every_node_finds_its_number_in_the_file_of_its_group(kind: str) -> None:
    files = {one.path: one.text for one in compiled(kind).node_files if one.path.endswith("/component_ids")}
    wanted: dict[str, list[str]] = {group: [] for group in GROUPS}
    for number, (group, host, _) in enumerate(rows_of(kind), 1 + _BEFORE):
        wanted[group].append(f"{number} {host}")
    assert {path.split("/")[-2]: text.splitlines() for path, text in files.items()} == wanted


@given(st.lists(st.text("ab", max_size=9), max_size=30), st.integers(9, 40))
def test_parts_are_the_whole_in_order_each_within_the_limit_and_none_smaller_than_need_be(
    items: list[str], limit: int
) -> None:
    parts = chunks(items, len, limit)
    assert [item for part in parts for item in part] == items
    assert all(sum(map(len, part)) <= limit for part in parts)
    # The first item of the next part would not have fitted.
    pairs = pairwise(parts)
    assert all(sum(map(len, part)) + len(following[0]) > limit for part, following in pairs)
    assert len(parts) == 1 or all(parts)


def test_an_item_above_the_limit_is_alone() -> None:
    assert chunks(["a", "bbbbb", "c"], len, 3) == (("a",), ("bbbbb",), ("c",))


def test_the_limit_of_a_text_leaves_room_in_the_object() -> None:
    """JSON writes the end of a line in two bytes; no line is shorter than 4, and the rest of an object needs 8 KiB."""
    assert chunks(["a"] * (LARGEST_TEXT + 1), len) == (("a",) * LARGEST_TEXT, ("a",))
    assert LARGEST_TEXT * 5 // 4 + 8 * 2**10 <= LARGEST_OBJECT


@settings(max_examples=15)
@given(
    st.lists(st.tuples(st.sampled_from(GROUPS), st.integers(1, 40)), min_size=1, max_size=14),
    st.integers(60, 200),
    st.integers(1, 5),
)
def test_however_long_the_names_and_small_the_limits_each_node_is_in_one_part(
    drawn: list[tuple[str, int]], limit: int, daemon: int
) -> None:
    """The limits are scaled down with the number of nodes; a row is at most 48 bytes here."""
    rows = tuple(
        (group, f"n{index}".ljust(length, "x"), f"198.18.0.{index + 1}") for index, (group, length) in enumerate(drawn)
    )
    small = partial(chunks, limit=limit)
    with patch.object(vector_ldms, "chunks", small), patch.object(collection, "NODES_A_DAEMON", daemon):
        plan = planned(changed(nodes=mapping_csv(rows)))
    assert plan.ldms is not None
    assert plan.vector.ldms is not None
    dialled = [address for one in plan.ldms.aggregators for _, address in one.nodes]
    assert dialled == [address for _, _, address in rows]
    assert all(len(one.nodes) <= daemon for one in plan.ldms.aggregators)
    tables = plan.vector.ldms.tables
    known = [(node.number, node.hostname) for table in tables for node in table.nodes]
    assert known == [(number, host) for number, (_, host, _) in enumerate(rows, 1 + _BEFORE)]
    for table in tables:
        assert sum(len(f"{node.number},{node.hostname}\n") for node in table.nodes) <= limit
        assert all(table.first <= node.number <= table.last for node in table.nodes)
    # A number is looked up in one table.
    assert all(one.last < other.first for one, other in pairwise(tables))
