"""`telecompile build --fleet`: one input and one output directory a cluster."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.commands.conftest import ROOT, Run, edit, snapshot

LOCK = "telecompile.lock"


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    """Clusters a and b, and a folder that is none."""
    folder = tmp_path / "clusters"
    for name in ("a", "b"):
        shutil.copytree(ROOT / "input", folder / name)
    (folder / "notes").mkdir()
    return folder


def test_every_cluster_is_built_as_it_would_be_alone(run: Run, fleet: Path, out: Path, tmp_path: Path) -> None:
    ran = run("build", "--fleet", fleet, "-o", out)
    assert ran.status == 0
    assert ran.out.endswith("2 of 2 clusters are as they should be\n")
    assert {path.name for path in out.iterdir()} == {"a", "b"}
    run("build", fleet / "a", "-o", tmp_path / "alone")
    assert snapshot(out / "a") == snapshot(tmp_path / "alone")
    again = run("build", "--fleet", fleet, "-o", out, "--check")
    assert (again.status, again.out.count("unchanged")) == (0, 2)


def test_a_wrong_cluster_keeps_no_other_from_being_written(run: Run, fleet: Path, out: Path) -> None:
    edit(fleet / "a" / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    ran = run("build", "--fleet", fleet, "-o", out)
    assert ran.status == 1
    assert f"  --> {fleet}/a/telemetry_config.yml:64:13" in ran.err
    assert ran.out.endswith("1 of 2 clusters are as they should be\n")
    assert {path.name for path in out.iterdir()} == {"b"}


def test_a_wrong_cluster_keeps_its_former_output(run: Run, fleet: Path, out: Path) -> None:
    run("build", "--fleet", fleet, "-o", out)
    written = snapshot(out)
    edit(fleet / "a" / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    assert run("build", "--fleet", fleet, "-o", out, "--prune").status == 1
    assert snapshot(out) == written


def test_a_failing_disk_weighs_more_than_a_wrong_input(run: Run, fleet: Path, out: Path) -> None:
    edit(fleet / "a" / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    out.mkdir()
    (out / "b").write_text("in the way", encoding="utf-8")
    assert run("build", "--fleet", fleet, "-o", out).status == 4


def test_a_stale_output_is_reported_and_only_removed_with_prune(run: Run, fleet: Path, out: Path) -> None:
    run("build", "--fleet", fleet, "-o", out)
    (out / "b" / "README").write_text("mine", encoding="utf-8")
    (out / "other").mkdir()
    shutil.rmtree(fleet / "b")
    written = snapshot(out)
    stale = f"{out}/b: its cluster has no input any more"
    ran = run("build", "--fleet", fleet, "-o", out)
    assert (ran.status, stale in ran.out) == (0, True)
    assert run("build", "--fleet", fleet, "-o", out, "--check").status == 3
    assert run("build", "--fleet", fleet, "-o", out, "--check", "--prune").status == 3
    assert snapshot(out) == written
    ran = run("build", "--fleet", fleet, "-o", out, "--prune")
    assert (ran.status, stale in ran.out) == (0, True)
    told = ran.out.index(f"{out}/b: no longer rendered, with data behind them")
    deleted = ran.out.index("kubectl delete namespace/telemetry")
    assert told < deleted < ran.out.index(stale)
    assert set(snapshot(out / "b")) == {"README"}
    assert (out / "a" / LOCK).exists()
    assert (out / "other").is_dir()
    assert stale not in run("build", "--fleet", fleet, "-o", out).out


@pytest.mark.parametrize("name", ["nowhere", "notes"])
def test_a_fleet_without_clusters_is_told_and_prunes_nothing(run: Run, fleet: Path, out: Path, name: str) -> None:
    """A file system that is not mounted looks like that."""
    run("build", "--fleet", fleet, "-o", out)
    written = snapshot(out)
    ran = run("build", "--fleet", fleet / name, "-o", out, "--prune")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"error[input-directory]: {fleet / name} cannot be compiled: ")
    assert snapshot(out) == written


def test_a_directory_that_begins_with_a_dot_is_no_cluster(run: Run, fleet: Path, out: Path) -> None:
    shutil.copytree(fleet / "a", fleet / ".old")
    assert run("build", "--fleet", fleet, "-o", out).out.endswith("2 of 2 clusters are as they should be\n")
    (out / "b").rename(out / ".b")
    shutil.rmtree(fleet / "b")
    written = snapshot(out)
    assert ".b" not in run("build", "--fleet", fleet, "-o", out, "--prune").out
    assert snapshot(out) == written


@pytest.mark.parametrize("left", [None, "telecompile.yml", "software_config.json"])
def test_an_emptied_input_is_wrong_and_prunes_nothing(run: Run, fleet: Path, out: Path, left: str | None) -> None:
    """Somebody empties a directory to copy anew into it, or a file system below it is not mounted."""
    run("build", "--fleet", fleet, "-o", out)
    written = snapshot(out)
    for path in (fleet / "b").iterdir():
        if path.name != left:
            path.unlink()
    ran = run("build", "--fleet", fleet, "-o", out, "--prune")
    assert ran.status == 1
    assert "no input any more" not in ran.out
    assert ran.out.endswith("1 of 2 clusters are as they should be\n")
    assert f"{fleet}/b/" in ran.err
    assert snapshot(out) == written


def test_many_clusters_are_built_as_few_are(run: Run, fleet: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("telecompile.commands.workers._processors", lambda: 3)
    for number in range(24):
        shutil.copytree(ROOT / "input", fleet / f"more-{number:02}")
    edit(fleet / "more-05" / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    ran = run("build", "--fleet", fleet, "-o", out)
    assert ran.status == 1
    assert f"  --> {fleet}/more-05/telemetry_config.yml:64:13" in ran.err
    lines = [line.partition(":")[0] for line in ran.out.splitlines()]
    assert lines[:-1] == [f"{out}/{name}" for name in sorted(path.name for path in out.iterdir())]
    assert lines[-1] == "25 of 26 clusters are as they should be"
    assert snapshot(out / "more-23") == snapshot(out / "a")
