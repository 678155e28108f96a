"""`telecompile build` over a former build: what it says of changes that lose data or that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Run, edit, snapshot


@pytest.fixture
def built(run: Run, inputs: Path, out: Path) -> Path:
    """The output of the default input."""
    ran = run("build", inputs, "-o", out)
    assert ran.status == 0
    assert "loses-data" not in ran.err
    assert "cannot-apply" not in ran.err
    return out


def shorten(inputs: Path) -> None:
    edit(inputs / "telemetry_config.yml", "retention_period: 168", "retention_period: 24")


def test_it_is_said_once_where_something_changes(run: Run, inputs: Path, built: Path) -> None:
    shorten(inputs)
    ran = run("build", inputs, "-o", built)
    assert ran.status == 0
    assert "warning[loses-data]: metrics are kept 24h instead of 168h: what is older is deleted\n" in ran.err
    assert f"  --> {inputs}/telemetry_config.yml:45:23\n" in ran.err
    assert "   45 |     retention_period: 24\n      |                       ^^\n" in ran.err
    assert b"loses-data" not in (built / "telecompile.lock").read_bytes()
    again = run("build", inputs, "-o", built)
    assert "unchanged" in again.out
    assert "loses-data" not in again.err
    edit(inputs / "telemetry_config.yml", "retention_period: 24", "retention_period: 168")
    assert "loses-data" not in run("build", inputs, "-o", built).err


def test_check_says_it_each_time_and_writes_nothing(run: Run, inputs: Path, built: Path) -> None:
    shorten(inputs)
    written = snapshot(built)
    for _ in range(2):
        ran = run("build", inputs, "-o", built, "--check")
        assert (ran.status, ran.err.count("warning[loses-data]")) == (3, 1)
    assert snapshot(built) == written


def test_strict_stops_before_anything_is_written(run: Run, inputs: Path, built: Path) -> None:
    edit(inputs / "telemetry_config.yml", 'storage_size: "8Gi"', 'storage_size: "4Gi"')
    written = snapshot(built)
    ran = run("build", inputs, "-o", built, "--strict")
    assert (ran.status, ran.out) == (1, "")
    assert "warning[cannot-apply]: the volume of vlstorage cannot shrink from 8Gi to 4Gi" in ran.err
    assert snapshot(built) == written
    assert run("build", inputs, "-o", built).status == 0
    assert run("build", inputs, "-o", built, "--strict").status == 0


def test_another_namespace_names_what_stays_in_the_former(run: Run, inputs: Path, built: Path) -> None:
    with (inputs / "telecompile.yml").open("a", encoding="utf-8") as file:
        file.write("namespace: other\n")
    ran = run("build", inputs, "-o", built)
    assert "warning[loses-data]: the namespace is other instead of telemetry" in ran.err
    assert ran.out.index("their claims stay:") < ran.out.index("this deletes the claims and all data:")
    assert "all data:\n  kubectl delete namespace/telemetry\n" in ran.out


def test_a_first_build_and_one_whose_lock_is_lost_say_nothing(run: Run, inputs: Path, built: Path) -> None:
    shorten(inputs)
    (built / "telecompile.lock").unlink()
    assert "loses-data" not in run("build", inputs, "-o", built, "--adopt").err
