"""What `explain` tells of the mapping CSV: its columns are the reader's, and their cells change what is said."""

from __future__ import annotations

import csv
import io

import pytest

from telecompile.commands.inputs import read_directory, read_referenced
from telecompile.config.former import NODES
from telecompile.diagnostics.codes import CODES
from telecompile.explain.columns import column_names, needed, texts
from telecompile.explain.keys import key_page
from telecompile.loading.csv_header import OPTIONAL, REQUIRED
from telecompile.pipeline import Compilation, compile_input
from tests.explain.changing import _files

OTHER = {
    "FUNCTIONAL_GROUP_NAME": "login_node_x86_64",
    "ADMIN_IP": "198.51.100.77",
    "BMC_IP": "198.51.100.78",
    "IB_IP": "198.51.100.79",
}
"""Another value of a column; of the others any text does."""


def test_the_columns_are_those_that_the_reader_knows() -> None:
    assert column_names() == REQUIRED + OPTIONAL
    assert tuple(name for name in column_names() if needed(name) == "required") == REQUIRED


@pytest.mark.parametrize("name", REQUIRED + OPTIONAL)
def test_a_column_is_explained_however_it_is_written(name: str) -> None:
    page = key_page(name)
    assert page is not None
    assert page.startswith(f"{name} ({NODES})\n")
    for asked in (name.lower(), name.title(), f"{NODES}:{name}", f"`{name}`"):
        assert page in (key_page(asked) or ""), asked
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize("name", [NODES, "pxe_mapping_file"])
def test_the_file_lists_its_columns(name: str) -> None:
    page = key_page(name)
    assert page is not None
    assert all(f"  {column} (" in page for column in column_names())


def compiled(name: str, value: str | None = None) -> Compilation:
    """The default input, with another cell in the column of its first node that LDMS collects."""
    contents = read_directory("input")
    data = contents[NODES]
    assert isinstance(data, bytes)
    header, *rows = csv.reader(io.StringIO(data.decode()))
    row = next(one for one in rows if one[0].startswith("slurm_node"))
    row[header.index(name)] = row[header.index(name)] if value is None else value
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    contents = {**contents, NODES: text.getvalue().encode()}
    return compile_input(contents, lambda path: read_referenced("input", path))


@pytest.mark.parametrize("name", REQUIRED + OPTIONAL)
def test_another_cell_changes_the_folders_that_are_named(name: str) -> None:
    before, after = compiled(name), compiled(name, OTHER.get(name, "other"))
    assert after.plan is not None, after.diagnostics
    old, new = dict(_files(before)), dict(_files(after))
    changed = {folder for folder, path in old.keys() | new.keys() if old.get((folder, path)) != new.get((folder, path))}
    assert changed == set(texts()["columns"][name].get("changes", ()))


@pytest.mark.parametrize("name", REQUIRED + OPTIONAL)
def test_its_codes_are_what_a_bad_cell_gives(name: str) -> None:
    codes = set(texts()["columns"][name].get("codes", ()))
    assert codes <= CODES.keys()
    given = {one.code for value in ("", "a b!", "127.0.0.1") for one in compiled(name, value).diagnostics}
    assert given & {"node-group", "node-hostname", "node-address"} == codes & {
        "node-group",
        "node-hostname",
        "node-address",
    }
