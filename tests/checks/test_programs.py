"""Where a program that the checks need is not to be had, one line says so."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tools import core_schemas, get_kubeconform, go, strimzi_crds
from tools.command import ToolError


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it, no network for pip, and an empty cache."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(get_kubeconform, "BUILT", tmp_path / "bin" / "kubeconform")
    monkeypatch.setattr(go, "packaged_go", lambda: None)
    return tmp_path / "path"


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_kubeconform_of_path_comes_first(bare: Path) -> None:
    installed = program(bare / "kubeconform", "exit 0")
    assert get_kubeconform.kubeconform() == installed


def test_else_the_go_of_path_builds_the_pinned_version_once(bare: Path) -> None:
    program(bare / "go", f'echo "$@" >> {bare}/calls; echo "$2" > "$GOBIN/kubeconform"')
    built = get_kubeconform.kubeconform()
    assert built == get_kubeconform.kubeconform() == get_kubeconform.BUILT
    assert built.read_text(encoding="utf-8").strip().endswith(f"kubeconform@{get_kubeconform.KUBECONFORM}")
    assert len((bare / "calls").read_text(encoding="utf-8").splitlines()) == 1


def test_else_the_go_of_pypi(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare / "go", "echo too old >&2; exit 1")
    packaged = program(bare.parent / "packaged" / "go", 'echo packaged > "$GOBIN/kubeconform"')
    monkeypatch.setattr(go, "packaged_go", lambda: packaged)
    assert get_kubeconform.kubeconform().read_text(encoding="utf-8") == "packaged\n"


@pytest.mark.parametrize("script", [None, "echo no network >&2; exit 1"], ids=["no go", "a go that cannot"])
def test_else_one_line_says_so(bare: Path, capfd: pytest.CaptureFixture[str], script: str | None) -> None:
    if script:
        program(bare / "go", script)
    assert get_kubeconform.main() == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "kubeconform" in err
    assert not get_kubeconform.BUILT.exists()


def test_a_java_that_is_new_enough_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "path" / "java", """echo 'openjdk version "17.0.9" 2023-10-17' >&2""")
    new = program(tmp_path / "home" / "bin" / "java", """echo 'openjdk version "25.0.1" 2025-10-21' >&2""")
    monkeypatch.setenv("PATH", f"{tmp_path / 'path'}:/bin")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert strimzi_crds.find_java() == str(new)


def test_without_one_a_line_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strimzi_crds, "_candidates", lambda: iter([str(tmp_path / "absent")]))
    with pytest.raises(ToolError, match="JAVA_HOME"):
        strimzi_crds.find_java()


def test_core_schemas_are_made_once_and_again_when_their_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core_schemas, "CORE_SCHEMAS", tmp_path)
    pod = core_schemas.core_schemas("1.37") / "pod-v1.json"
    first = pod.stat().st_mtime_ns
    assert core_schemas.core_schemas("1.37") == pod.parent
    assert pod.stat().st_mtime_ns == first
    monkeypatch.setattr(core_schemas, "_REVISION", 0)
    core_schemas.core_schemas("1.37")
    assert pod.stat().st_mtime_ns > first
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [".lock", "v1.37.0-standalone-strict"]


def test_core_schemas_refer_to_nothing_outside_their_folder() -> None:
    schema = core_schemas.relocatable(
        {
            "$id": "https://kubernetes.io/api/pod.json",
            "properties": {
                "description": {"type": ["string", "null"], "description": "dropped"},
                "spec": {"$ref": "/api/_definitions.json#/$defs/a"},
            },
        }
    )
    assert schema == {
        "properties": {"description": {"type": ["string"]}, "spec": {"$ref": "_definitions.json#/$defs/a"}}
    }


def test_an_unknown_kubernetes_version_is_an_error() -> None:
    with pytest.raises(ToolError, match=r"no schemas of Kubernetes 1\.99"):
        core_schemas.core_schemas("1.99")
