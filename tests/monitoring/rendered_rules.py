"""The rules of a golden case as vmalert reads them: what the operator hands over of each VMRule."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from telecompile.pipeline import Compilation, compile_input
from tests.golden.cases import Case, find_cases

Object = dict[str, Any]


class Rule(NamedTuple):
    """An alert as it stands in the object ``file`` of a case."""

    file: str
    group: str
    body: Object

    @property
    def name(self) -> str:
        """The alert's name."""
        return str(self.body["alert"])


def cases() -> list[Case]:
    """Every case whose input is right."""
    return [case for case in find_cases() if compiled(case).plan is not None]


@cache
def compiled(case: Case) -> Compilation:
    """The case, in memory."""
    files = case.input_files()
    return compile_input(files, lambda path: files.get(posixpath.normpath(path), "there is no such file"))


def case_named(name: str) -> Case:
    """The case in this folder."""
    return next(case for case in find_cases() if case.name == name)


def bodies(case: Case) -> list[Object]:
    """Every object of a case."""
    return [manifest.body for manifest in compiled(case).manifests]


def of_kind(case: Case, kind: str) -> list[Object]:
    """The objects of one kind."""
    return [body for body in bodies(case) if body["kind"] == kind]


def rules(case: Case) -> Iterator[Rule]:
    """Every rule of a case."""
    for body in of_kind(case, "VMRule"):
        for group in body["spec"]["groups"]:
            for rule in group["rules"]:
                yield Rule(body["metadata"]["name"], group["name"], rule)


def write_rules(case: Case, folder: Path) -> None:
    """A file of groups for each VMRule, in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    for body in of_kind(case, "VMRule"):
        text = yaml.safe_dump({"groups": body["spec"]["groups"]}, sort_keys=False)
        (folder / f"{body['metadata']['name']}.yaml").write_text(text, encoding="utf-8")
