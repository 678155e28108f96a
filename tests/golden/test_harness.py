"""The harness finds what is missing, extra, changed or misnamed in a case, and writes only when asked to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.cases import CHANGES, DEFAULT_INPUT, DIAGNOSTICS, EXPECTED, PLAN, ROOT, Case, put
from tests.golden.expectations import SAME, changes, problems, rewrite

WANTED = {PLAN: b"a plan\n", CHANGES: b"changes\n"}


@pytest.fixture
def proper(tmp_path: Path) -> Case:
    """A case that is as it should be."""
    put(tmp_path, {**WANTED, "input/telecompile.yml": b"namespace: other\n"})
    return Case(tmp_path)


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        ({PLAN: b"a plan\n"}, f"{CHANGES} is missing"),
        ({**WANTED, DIAGNOSTICS: b""}, f"{DIAGNOSTICS} is not expected"),
        ({**WANTED, f"{EXPECTED}/x.yaml": b""}, f"{EXPECTED}/x.yaml is not expected"),
        ({**WANTED, PLAN: b"another plan\n"}, f"{PLAN} differs:"),
        ({**WANTED, PLAN: b"a plan\r\n"}, f"{PLAN} differs:"),
    ],
)
def test_a_folder_that_is_not_as_expected_is_told_and_left_as_it_is(
    tmp_path: Path, standing: dict[str, bytes], said: str
) -> None:
    put(tmp_path, standing)
    found = list(problems(Case(tmp_path), WANTED))
    assert [one.splitlines()[0] for one in found] == [said]
    assert {path: (tmp_path / path).read_bytes() for path in standing} == standing


def test_rewriting_leaves_the_expectation_and_the_input_only(proper: Case) -> None:
    put(proper.folder, {f"{EXPECTED}/deep/x.yaml": b"", DIAGNOSTICS: b""})
    rewrite(proper, {PLAN: b"new\n", CHANGES: b""})
    assert not list(problems(proper, {PLAN: b"new\n", CHANGES: b""}))
    assert not proper.whole_folder
    assert proper.own_files() == {"telecompile.yml": b"namespace: other\n"}


@pytest.mark.parametrize(
    ("put_there", "said"),
    [
        ({"plan.text": b""}, "plan.text is not a name that a case has"),
        ({"inputs/telecompile.yml": b"{}\n"}, "inputs is not a name that a case has"),
        ({"absent.txt": b"no.yml\n"}, "absent.txt names no.yml, which the default input has not"),
        ({"absent.txt": b"telecompile.yml\n"}, "absent.txt names telecompile.yml, which stands in its input/"),
        ({"args.txt": b"--adopt\n"}, "args.txt has --adopt, and only --strict is known"),
        (
            {"input/software_config.json": (DEFAULT_INPUT / "software_config.json").read_bytes()},
            "input/software_config.json is the default's, leave it out",
        ),
    ],
)
def test_a_flaw_of_the_folder_itself_is_told(proper: Case, put_there: dict[str, bytes], said: str) -> None:
    assert not list(proper.flaws())
    put(proper.folder, put_there)
    assert list(proper.flaws()) == [said]


def test_changes_name_added_and_removed_files_and_what_lacks_an_end() -> None:
    assert changes({"a/x": b"1\n", "b": b"2\n", "c": b"3\n"}, {"a/x": b"1\n2", "c": b"3\n", "d": b"4\n"}) == (
        "--- a/a/x\n+++ b/a/x\n@@ -1 +1,2 @@\n 1\n+2\n\\ No newline at end of file\n"
        "removed: b\n"
        "--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+4\n"
    )
    assert changes({"a": b"1\n"}, {"a": b"1\n"}) == ""
    assert SAME.endswith("\n")


def test_ci_refuses_to_rewrite() -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/golden/test_harness.py",
        "--update-golden",
        "--collect-only",
        "-q",
    ]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "CI": "true"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "refused where the environment variable CI is set" in done.stderr
