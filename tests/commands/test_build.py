"""`telecompile build`: what it writes, what it refuses, and what it returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Run, edit, snapshot

LOCK = "telecompile.lock"


def open_to_anyone(inputs: Path) -> None:
    """The input gives one warning."""
    edit(inputs / "telecompile.yml", '    - "192.0.2.0/24"\n', "")
    edit(inputs / "telecompile.yml", "source_ranges:", "source_ranges: []")


def test_a_build_writes_and_the_next_finds_nothing_to_do(run: Run, inputs: Path, out: Path) -> None:
    first = run("build", inputs, "-o", out)
    files = len(snapshot(out)) - 1
    assert (first.status, first.out) == (0, f"{out}: {files} files, {files} written\n")
    written = snapshot(out)
    again = run("build", inputs, "-o", out)
    assert (again.status, again.out) == (0, f"{out}: unchanged, {files} files\n")
    assert again.err == first.err
    assert snapshot(out) == written


def test_check_writes_nothing_and_tells_the_difference(run: Run, inputs: Path, out: Path) -> None:
    before = run("build", inputs, "-o", out, "--check")
    assert before.status == 3
    assert f"{out}: would write kustomization.yaml\n" in before.out
    assert not out.exists()
    run("build", inputs, "-o", out)
    assert run("build", inputs, "-o", out, "--check").status == 0
    edit(inputs / "telemetry_config.yml", "retention_period: 168", "retention_period: 240")
    written = snapshot(out)
    after = run("build", inputs, "-o", out, "--check")
    assert after.status == 3
    assert "victoria-metrics/vmcluster-victoria-cluster.yaml" in after.out
    assert snapshot(out) == written


def test_an_error_writes_nothing(run: Run, inputs: Path, out: Path) -> None:
    run("build", inputs, "-o", out)
    written = snapshot(out)
    edit(inputs / "telemetry_config.yml", "retention_period: 168", "retention_period: 1")
    for arguments in (["--check"], ["--adopt"], []):
        ran = run("build", inputs, "-o", out, *arguments)
        assert (ran.status, ran.out) == (1, "")
        assert "error[out-of-range]: telemetry_sinks.victoria_metrics.retention_period is 1" in ran.err
        assert f"  --> {inputs}/telemetry_config.yml:45:23" in ran.err
    assert snapshot(out) == written


def test_strict_counts_warnings_as_errors(run: Run, inputs: Path, out: Path) -> None:
    open_to_anyone(inputs)
    ran = run("build", inputs, "-o", out, "--strict")
    assert (ran.status, ran.out, out.exists()) == (1, "", False)
    assert "warning[exposed-to-anyone]" in ran.err
    assert run("build", inputs, "-o", out).status == 0


def test_an_unchanged_build_says_its_warnings_again_and_strict_counts_them(run: Run, inputs: Path, out: Path) -> None:
    open_to_anyone(inputs)
    first = run("build", inputs, "-o", out)
    again = run("build", inputs, "-o", out)
    assert "warning[exposed-to-anyone]" in first.err
    assert again.err == first.err
    assert "unchanged" in again.out
    assert run("build", inputs, "-o", out, "--strict").status == 1


@pytest.mark.parametrize("missing", ["nowhere", "telemetry_config.yml"])
def test_an_input_that_is_no_directory_is_one_diagnostic(run: Run, inputs: Path, out: Path, missing: str) -> None:
    for command in (["build", inputs / missing, "-o", out], ["validate", inputs / missing], ["plan", inputs / missing]):
        ran = run(*command)
        assert (ran.status, ran.out) == (1, "")
        assert ran.err.count("error[") == 1
        assert ran.err.startswith(f"error[input-directory]: {inputs / missing} cannot be compiled: ")
    assert not out.exists()


def test_an_output_that_is_a_file_or_below_one_is_told(run: Run, inputs: Path, out: Path) -> None:
    out.write_text("mine", encoding="utf-8")
    for place in (out, out / "below"):
        ran = run("build", inputs, "-o", place)
        assert ran.status == 4
        assert f"error[output-unusable]: cannot make the output directory {place}: " in ran.err
    assert out.read_text(encoding="utf-8") == "mine"


def test_an_output_that_cannot_be_written_is_told(run: Run, inputs: Path) -> None:
    ran = run("build", inputs, "-o", "/proc/telecompile")
    assert ran.status == 4
    assert "error[output-unusable]" in ran.err
    assert "bug" not in ran.err


def test_a_lock_that_cannot_be_read_is_told(run: Run, inputs: Path, out: Path) -> None:
    run("build", inputs, "-o", out)
    (out / LOCK).write_text("<<<<<<< HEAD\n", encoding="utf-8")
    ran = run("build", inputs, "-o", out)
    assert ran.status == 4
    assert f"error[output-lock]: {out / LOCK} is not JSON" in ran.err


def test_a_foreign_file_stops_the_build_unless_it_is_adopted(run: Run, inputs: Path, out: Path) -> None:
    out.mkdir()
    (out / "kustomization.yaml").write_text("mine: 1\n", encoding="utf-8")
    (out / "README").write_text("mine", encoding="utf-8")
    ran = run("build", inputs, "-o", out)
    assert ran.status == 4
    assert "error[output-foreign-file]" in ran.err
    assert set(snapshot(out)) == {"kustomization.yaml", "README"}
    ran = run("build", inputs, "-o", out, "--adopt")
    assert ran.status == 0
    assert ran.out.startswith(f"{out}: adopts kustomization.yaml, and replaces what it holds\n")
    assert (out / "README").read_text(encoding="utf-8") == "mine"
    assert b"mine" not in (out / "kustomization.yaml").read_bytes()


def test_a_lost_lock_is_one_error_and_adopted_it_is_back(run: Run, inputs: Path, out: Path) -> None:
    run("build", inputs, "-o", out)
    written = snapshot(out)
    (out / LOCK).unlink()
    for arguments in ([], ["--check"]):
        ran = run("build", inputs, "-o", out, *arguments)
        assert (ran.status, ran.out, ran.err.count("error[output-foreign-file]")) == (4, "", 1)
        assert f"{LOCK} is missing; {len(written) - 1} files hold just what is needed" in ran.err
    assert "would adopt platform/" in run("build", inputs, "-o", out, "--adopt", "--check").out
    ran = run("build", inputs, "-o", out, "--adopt")
    assert (ran.status, ran.out.count(", which is as needed\n")) == (0, len(written) - 1)
    assert snapshot(out) == written


def test_a_file_changed_by_hand_is_written_anew_with_a_warning(run: Run, inputs: Path, out: Path) -> None:
    run("build", inputs, "-o", out)
    written = snapshot(out)
    edit(out / "kustomization.yaml", "resources", "# mine\nresources")
    assert run("build", inputs, "-o", out, "--check").status == 3
    assert run("build", inputs, "-o", out, "--strict").status == 1
    ran = run("build", inputs, "-o", out)
    assert ran.status == 0
    assert "warning[output-hand-edited]" in ran.err
    assert snapshot(out) == written


def test_files_that_are_not_needed_any_more_go_unless_they_were_changed(run: Run, inputs: Path, out: Path) -> None:
    run("build", inputs, "-o", out)
    service, agent = "victoria-logs/service-syslog-powerscale.yaml", "victoria-logs/vlagent-vlagent.yaml"
    (out / service).write_text("mine", encoding="utf-8")
    edit(inputs / "telemetry_config.yml", "logs_enabled: true", "logs_enabled: false")
    ran = run("build", inputs, "-o", out)
    assert ran.status == 0
    assert "warning[output-stale-kept]" in ran.err
    assert f"{out}: no longer rendered; to remove from the cluster:\n  kubectl delete " in ran.out
    assert "kubectl delete vlagent.v1.operator.victoriametrics.com/vlagent -n telemetry\n" in ran.out
    assert "with data behind them" not in ran.out
    assert (out / service).read_text(encoding="utf-8") == "mine"
    assert not (out / agent).exists()


def test_a_build_that_died_is_reported_and_finished(run: Run, inputs: Path, out: Path) -> None:
    run("build", inputs, "-o", out)
    written = snapshot(out)
    (out / "platform" / "kustomization.yaml").unlink()
    assert run("build", inputs, "-o", out, "--check").status == 3
    assert run("build", inputs, "-o", out).status == 0
    assert snapshot(out) == written
