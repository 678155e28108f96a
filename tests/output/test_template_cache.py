"""Compiled templates are kept where that is possible, and never outlive what they were made with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from telecompile.output.template_cache import TemplateCache


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with a folder for templates."""
    (tmp_path / "manifests_templates").mkdir()
    module = type(sys)("some_package")
    module.__file__ = str(tmp_path / "__init__.py")
    monkeypatch.setitem(sys.modules, "some_package", module)
    return "some_package"


def rendered(package: str, made_with: str, *, trim: bool = False) -> str:
    loader = DictLoader({"one": "{% if true %}\nx\n{% endif %}"})
    environment = Environment(loader=loader, trim_blocks=trim, bytecode_cache=TemplateCache(package, made_with))  # noqa: S701 - no HTML
    return environment.get_template("one").render()


def kept(package: str) -> list[Path]:
    folder = Path(str(sys.modules[package].__file__)).parent / "manifests_templates" / "__pycache__"
    return sorted(folder.glob("*.cache"))


def test_what_is_compiled_is_kept(package: str) -> None:
    first = rendered(package, "a")
    (file,) = kept(package)
    before = file.stat().st_mtime_ns
    assert rendered(package, "a") == first
    assert file.stat().st_mtime_ns == before


def test_other_code_compiles_anew(package: str) -> None:
    """Options of the environment are part of the code, and jinja2 does not look at them."""
    assert rendered(package, "a") == "\nx\n"
    assert rendered(package, "b", trim=True) == "x\n"


def test_python_that_writes_nothing_keeps_nothing(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rendered(package, "a")
    assert not kept(package)


def test_a_place_that_cannot_be_written_is_no_mistake(package: str) -> None:
    folder = Path(str(sys.modules[package].__file__)).parent / "manifests_templates"
    folder.rmdir()
    folder.write_text("a file in the way")
    assert rendered(package, "a") == "\nx\n"
