"""A bound on the work of one case, in processor time of this process: a busy machine is no failure."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType

from tests.fuzz.corpus import Files
from tests.fuzz.judging import Problem, TooLong

SECONDS = 20
"""Processor time of one small case at most; one takes a fortieth of a second (measured), twice compiled."""


def limited(judge: Callable[[Files], list[Problem]], files: Files) -> list[Problem]:
    """What *judge* finds, or that it takes too long."""
    former = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        return judge(files)
    except TooLong as over:
        return [Problem("too long", str(over))]
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)


def _stop(number: int, frame: FrameType | None) -> None:
    place = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "?"
    raise TooLong(f"more than {SECONDS} s of processor time, last at {place}")
