"""Work on several processes gives and prints what it would in one, in the same order."""

from __future__ import annotations

import os
import sys

import pytest

from telecompile.commands import workers
from telecompile.commands.workers import each

NAMES = [f"cluster-{number:02}" for number in range(40)]
ME = os.getpid()


@pytest.fixture(autouse=True)
def processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_processors", lambda: 3)


def work(name: str) -> int:
    sys.stderr.write(f"{name} is odd\n" if int(name[-1]) % 2 else "")
    sys.stdout.write(f"{name} by {'another' if os.getpid() != ME else 'this'} process\n")
    return int(name[-2:])


def test_everything_is_told_in_order_by_other_processes(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(each(work, NAMES)) == list(range(40))
    out, err = capfd.readouterr()
    assert out.splitlines() == [f"{name} by another process" for name in NAMES]
    assert err.splitlines() == [f"{name} is odd" for name in NAMES if int(name[-1]) % 2]


def test_a_few_are_done_here(capfd: pytest.CaptureFixture[str]) -> None:
    assert list(each(work, NAMES[:10])) == list(range(10))
    assert "another" not in capfd.readouterr().out


def test_what_a_killed_process_left_is_done_here(capfd: pytest.CaptureFixture[str]) -> None:
    def killed(name: str) -> int:
        if name == NAMES[7] and os.getpid() != ME:
            os.kill(os.getpid(), 9)
        return work(name)

    assert list(each(killed, NAMES)) == list(range(40))
    out = capfd.readouterr().out
    assert f"{NAMES[4]} by another process" in out
    assert f"{NAMES[7]} by this process" in out
    assert f"{NAMES[10]} by this process" in out
    assert f"{NAMES[8]} by another process" in out


def test_an_exception_is_raised_here(capfd: pytest.CaptureFixture[str]) -> None:
    def wrong(name: str) -> int:
        if name == NAMES[7]:
            raise LookupError(name)
        return work(name)

    found: list[int] = []
    with pytest.raises(LookupError, match=NAMES[7]):
        found.extend(each(wrong, NAMES))
    assert capfd.readouterr().out.count("\n") == 7
