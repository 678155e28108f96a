"""`pxe_mapping_file.csv`: the nodes, and which role and architecture a functional group means."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..diagnostics.diagnostic import Diagnostic, Related
from ..loading.document import Document
from .former import NODES
from .hosts import address_problem, parsed
from .software import GROUP_NAME, LONGEST, ROLES

ARCHITECTURES = ("x86_64", "aarch64")
# Linux takes 64 characters. An underscore is no letter of DNS, and nodes are called so all the same.
_HOSTNAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?")
_MANY = 4
"""Rows from which on a column without one right cell is told once: few rows may have been copied from a wrong one."""
_UNIQUE = ("SERVICE_TAG", "HOSTNAME", "ADMIN_IP")


class Node(NamedTuple):
    """One row: a machine. ``number`` counts the rows from 1; empty cells are empty texts."""

    number: int
    functional_group: str
    hostname: str
    service_tag: str
    admin_ip: str
    bmc_ip: str


class GroupMeaning(NamedTuple):
    """What the name of a functional group says."""

    role: str
    architecture: str


def meaning(group: str) -> GroupMeaning | None:
    """Role and architecture of a group such as ``slurm_node_rhel_10_0_aarch64``; None for other names.

    A group is of role R and architecture A when it starts with ``R_`` and ends with
    ``_A``; the longest role wins.
    """
    architecture = next((one for one in ARCHITECTURES if group.endswith(f"_{one}")), None)
    roles = [role for role in ROLES if group.startswith(f"{role}_")]
    if architecture is None or not roles:
        return None
    return GroupMeaning(max(roles, key=len), architecture)


def read_nodes(document: Document) -> tuple[tuple[Node, ...], tuple[Diagnostic, ...]]:
    """The nodes of the mapping CSV, and what is wrong with its cells."""
    rows: list[dict[str, str]] = document.value  # type: ignore[assignment] # load_csv gives a list of rows
    found = [*_by_column([*_wrong_cells(rows, document)], len(rows), document), *_repeats(rows, document)]
    nodes = tuple(_node(number, row) for number, row in enumerate(rows, 1))
    return nodes, tuple(found)


def _node(number: int, row: dict[str, str]) -> Node:
    return Node(
        number,
        row.get("FUNCTIONAL_GROUP_NAME", ""),
        row.get("HOSTNAME", ""),
        row.get("SERVICE_TAG", ""),
        row.get("ADMIN_IP", ""),
        row.get("BMC_IP", ""),
    )


def _by_column(found: list[tuple[str, Diagnostic]], rows: int, document: Document) -> Iterator[Diagnostic]:
    """A column none of whose cells is right is one mistake, as when two columns were swapped."""
    whole = {column for column, count in Counter(column for column, _ in found).items() if count == rows >= _MANY}
    for column, one in found:
        if column not in whole:
            yield one
    for column in sorted(whole):
        first = next(one for name, one in found if name == column)
        related = (Related(NODES, document.value_span(("header", column)), "the column is named here"),)
        help_ = f"{first.help}, or put the columns of the header in the order of the cells"
        yield first._replace(summary=f"{first.summary}, and all {rows} rows are like it", help=help_, related=related)


def _wrong_cells(rows: list[dict[str, str]], document: Document) -> Iterator[tuple[str, Diagnostic]]:
    """Each wrong cell with its column."""
    for index, row in enumerate(rows):
        # A column that the header lacks has been reported there.
        group = row.get("FUNCTIONAL_GROUP_NAME")
        if group is not None and not GROUP_NAME.fullmatch(group):
            said = f"{group[:LONGEST]!r} is not the name of a functional group" if group else ""
            help_ = "write a name such as slurm_node_x86_64"
            yield _wrong(document, index, "FUNCTIONAL_GROUP_NAME", "node-group", said, help_)
        hostname = row.get("HOSTNAME")
        if hostname is not None and not _HOSTNAME.fullmatch(hostname):
            said = f"{hostname!r} is not a host name" if hostname else ""
            help_ = "write at most 64 of A-Z, a-z, 0-9, -, _ and ." if hostname else "write the host name of the node"
            yield _wrong(document, index, "HOSTNAME", "node-hostname", said, help_)
        for column in ("ADMIN_IP", "BMC_IP", "IB_IP"):
            address = row.get(column)
            if (address or (address == "" and column == "ADMIN_IP")) and (problem := _address_problem(address)):
                yield _wrong(document, index, column, "node-address", *problem)


def _address_problem(text: str) -> tuple[str, str] | None:
    """What is wrong with a cell that must hold an address, and what to write."""
    address = parsed(text)
    if address is None:
        return (f"{text!r} is not an IP address" if text else ""), "write an address such as 192.0.2.10"
    problem = address_problem(address)
    if problem is None:
        return None
    # A DNS name would do elsewhere, and not here.
    return f"{text!r} {problem[0]}", problem[1].replace(" or DNS name", "")


def same(value: str) -> str:
    """What two cells have in common that mean the same: upper and lower case, and the forms of an IPv6 address."""
    address = parsed(value) if ":" in value else None
    return value.lower() if address is None else address.compressed


def _repeats(rows: list[dict[str, str]], document: Document) -> Iterator[Diagnostic]:
    for column in _UNIQUE:
        first: dict[str, int] = {}
        for index, row in enumerate(rows):
            value = row.get(column, "")
            if value and first.setdefault(same(value), index) != index:
                span, before = document.value_span((index, column)), document.value_span((first[same(value)], column))
                related = Related(NODES, before, "first used here")
                summary = f"row {span.line}, {column}: {value!r} is that of row {before.line} too"
                yield Diagnostic("node-repeated", "error", summary, NODES, span, "give each node its own", (related,))


def _wrong(document: Document, index: int, column: str, code: str, said: str, help_: str) -> tuple[str, Diagnostic]:
    """A wrong cell, and its column; rows are called by their line, as in every other message about this file."""
    span = document.value_span((index, column))
    summary = f"row {span.line}, {column}: {said or 'the cell is empty'}"
    return column, Diagnostic(code, "error", summary, NODES, span, help_)
