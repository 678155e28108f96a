"""`telecompile diff`: what it prints, what it returns, and that a build does just that."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from telecompile import cli
from tests.commands.conftest import Run, edit, snapshot
from tests.golden.cases import GOLDEN, Case, find_cases, put

CASES = [case for case in find_cases() if case.has_plan]
TELEMETRY, STORAGE = "telemetry_config.yml", "telemetry_storage_config.yml"


@pytest.fixture
def built(run: Run, inputs: Path, out: Path) -> Path:
    """The output of the default input."""
    assert run("build", inputs, "-o", out).status == 0
    return out


def test_an_output_differs_in_nothing_from_its_own_input(run: Run, inputs: Path, built: Path) -> None:
    before = snapshot(built)
    ran = run("diff", inputs, "-o", built)
    assert (ran.status, ran.out) == (0, f"{built}: no difference, {len(before) - 1} files\n")
    data = json.loads(run("diff", inputs, "-o", built, "--format", "json").out)
    assert (data["different"], data["changes"], data["lock"]) == (False, [], [])
    assert snapshot(built) == before


def test_where_nothing_stands_yet_each_component_is_counted(run: Run, inputs: Path, out: Path) -> None:
    ran = run("diff", inputs, "-o", out)
    assert ran.status == 3
    assert "created  platform          6 files, 5 objects\n" in ran.out
    assert "created  .                 1 file\n" in ran.out
    assert ran.out.endswith(f"{out}: nothing is there yet; a build creates 151 files\n")
    assert not out.exists()
    data = json.loads(run("diff", inputs, "-o", out, "--format", "json").out)
    assert {one["change"] for one in data["changes"]} == {"created"}
    assert len(data["changes"]) == 151


def test_each_object_is_told_with_its_fields(run: Run, inputs: Path, built: Path) -> None:
    edit(inputs / STORAGE, "replicas: 2", "replicas: 4")
    edit(inputs / TELEMETRY, "ldms: 2", "ldms: 3")
    ran = run("diff", inputs, "-o", built)
    assert ran.status == 3
    assert "changed  kafka/kafkatopic-ldms.yaml  KafkaTopic ldms in telemetry\n    spec.partitions: 2 -> 3\n" in ran.out
    assert "    spec.vminsert.replicaCount: 2 -> 4\n" in ran.out
    assert ran.out.splitlines()[-1].startswith(f"{built}: ")
    assert ran.out.splitlines()[-1].endswith(" as they are")


def test_a_component_that_goes_takes_its_line_of_the_kustomization_along(run: Run, inputs: Path, built: Path) -> None:
    put(inputs, Case(GOLDEN / "monitoring-off").own_files())
    ran = run("diff", inputs, "-o", built)
    assert "removed  monitoring/vmalert-vmalert.yaml  VMAlert vmalert in telemetry\n" in ran.out
    assert "changed  kustomization.yaml\n" in ran.out
    assert ": - monitoring\n" in ran.out


VERDICTS = [
    (TELEMETRY, 'persistence_size: "8Gi"', 'persistence_size: "4Gi"', "cannot-apply", "vmcluster-victoria-cluster"),
    (TELEMETRY, "retention_period: 168", "retention_period: 24", "loses-data", "vmcluster-victoria-cluster"),
    (TELEMETRY, "ldms: 2", "ldms: 1", "cannot-apply", "kafkatopic-ldms"),
    (STORAGE, "replicas: 3", "replicas: 2", "loses-data", "vmcluster-victoria-cluster"),
]


@pytest.mark.parametrize(("file", "old", "new", "code", "name"), VERDICTS)
def test_a_verdict_stands_at_its_object_and_is_the_one_of_build(
    run: Run, inputs: Path, built: Path, file: str, old: str, new: str, code: str, name: str
) -> None:
    edit(inputs / file, old, new)
    ran, checked = run("diff", inputs, "-o", built), run("build", inputs, "-o", built, "--check")
    (line,) = (line for line in ran.out.splitlines() if f"/{name}.yaml" in line)
    assert line.startswith("changed ")
    assert line.endswith(f"! {code}")
    assert f"warning[{code}]: " in ran.err
    assert (ran.err, ran.status) == (checked.err, checked.status)
    (found,) = (
        one
        for one in json.loads(run("diff", inputs, "-o", built, "--format", "json").out)["changes"]
        if one["path"].endswith(f"/{name}.yaml")
    )
    assert code in found["verdicts"]


def test_another_storage_class_is_told_of_every_claim(run: Run, inputs: Path, built: Path) -> None:
    options = inputs / "telecompile.yml"
    options.write_text(f"{options.read_text(encoding='utf-8')}\nstorage_class: fast\n", encoding="utf-8")
    ran = run("diff", inputs, "-o", built)
    told = [line for line in ran.out.splitlines() if line.endswith("! cannot-apply")]
    assert len(told) == ran.out.count("+ fast\n") == 10
    assert ran.err.count("warning[cannot-apply]") == 3


def test_changes_by_hand_are_told_from_disk_and_taken_back(run: Run, inputs: Path, built: Path) -> None:
    path = built / "victoria-metrics" / "vmcluster-victoria-cluster.yaml"
    edit(path, 'retentionPeriod: "168h"', 'retentionPeriod: "9h"')
    (built / "nodes" / "mine.txt").write_text("mine", encoding="utf-8")
    ran = run("diff", inputs, "-o", built)
    assert ran.status == 3
    assert "in telemetry  changed by hand\n    spec.retentionPeriod: 9h -> 168h\n" in ran.out
    assert "warning[output-hand-edited]" in ran.err
    assert "mine.txt" not in ran.out + ran.err
    assert run("diff", inputs, "-o", built, "--strict").status == 3


def test_only_the_lock_may_differ(run: Run, inputs: Path, built: Path) -> None:
    edit(inputs / TELEMETRY, "retention_period: 168", "retention_period: 168 # hours")
    ran = run("diff", inputs, "-o", built)
    assert ran.status == 3
    assert ran.out.startswith("changed  telecompile.lock  input telemetry_config.yml\n")
    assert ran.out.endswith(": 151 as they are\n")


def test_a_foreign_file_is_an_error_unless_it_may_be_taken_over(run: Run, inputs: Path, built: Path) -> None:
    (built / "telecompile.lock").unlink()
    path = built / "kafka" / "kafkatopic-ldms.yaml"
    edit(path, "partitions: 2", "partitions: 7")
    ran = run("diff", inputs, "-o", built)
    assert (ran.status, ran.out) == (4, "")
    assert ran.err == run("build", inputs, "-o", built, "--check").err
    ran = run("diff", inputs, "-o", built, "--adopt")
    assert ran.status == 3
    assert "replaces a file that telecompile did not write\n    spec.partitions: 7 -> 2\n" in ran.out
    assert "1 changed, 150 adopted, 0 as they are" in ran.out


def test_a_wrong_input_and_a_lock_that_cannot_be_read(run: Run, inputs: Path, built: Path) -> None:
    (built / "telecompile.lock").write_text("{", encoding="utf-8")
    ran = run("diff", inputs, "-o", built, "--format", "json")
    assert ran.status == 4
    assert [one["code"] for one in json.loads(ran.out) if one["severity"] == "error"] == ["output-lock"]
    edit(inputs / TELEMETRY, "retention_period: 168", "retention_period: many")
    ran = run("diff", inputs, "-o", built)
    assert (ran.status, ran.out) == (1, "")
    assert run("diff", inputs).status == 2


def test_a_dead_build_is_told(run: Run, inputs: Path, built: Path) -> None:
    shutil.copy(built / "telecompile.lock", built / ".telecompile.lock.telecompile-new")
    ran = run("diff", inputs, "-o", built)
    assert ran.status == 3
    assert "a former build did not finish; the next one does\n" in ran.out


def test_the_former_lock_may_be_of_a_version_that_recorded_less(run: Run, inputs: Path, built: Path) -> None:
    lock = json.loads((built / "telecompile.lock").read_text(encoding="utf-8"))
    del lock["plan"]["storage_class"]
    (built / "telecompile.lock").write_text(json.dumps(lock), encoding="utf-8")
    ran = run("diff", inputs, "-o", built)
    assert (ran.status, ran.err) == (3, "")
    assert ran.out.startswith("changed  telecompile.lock  what is recorded of the plan\n")


pairs = st.tuples(st.sampled_from(CASES), st.sampled_from(CASES))


@given(pairs)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_build_does_what_the_difference_says(run: Run, pair: tuple[Case, Case]) -> None:
    with TemporaryDirectory() as folder:
        first, second, out = (Path(folder) / name for name in ("first", "second", "out"))
        for directory, case in zip((first, second), pair, strict=True):
            put(directory, case.input_files())
        assert cli.run(["build", str(first), "-o", str(out)]) == 0
        before = snapshot(out)
        ran = run("diff", second, "-o", out, "--format", "json")
        data = json.loads(ran.out)
        assert ran.status == run("build", second, "-o", out, "--check").status == (3 if data["different"] else 0)
        assert snapshot(out) == before
        assert cli.run(["build", str(second), "-o", str(out)]) == 0
        assert {one["path"]: one["change"] for one in data["changes"]} == dict(_made(before, snapshot(out)))
        assert run("diff", second, "-o", out).status == 0


def _made(before: dict[str, bytes], after: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    for path in (before.keys() | after.keys()) - {"telecompile.lock"}:
        if before.get(path) != after.get(path):
            yield path, "created" if path not in before else "removed" if path not in after else "changed"
