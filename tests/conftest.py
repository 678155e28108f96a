"""The option that rewrites golden expectations; `make golden` gives it."""

from __future__ import annotations

import os

import hypothesis
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the expectations of golden/ (refused where CI is set)"
    )


def pytest_configure(config: pytest.Config) -> None:
    # In CI the same draws in every run: a red one is then about the change, and new ground is broken by people.
    # No deadlines anywhere: tests never time, and a busy machine is no fault of the code.
    hypothesis.settings.register_profile("telecompile", derandomize=bool(os.environ.get("CI")), deadline=None)
    hypothesis.settings.load_profile("telecompile")
    # A CI run that may rewrite what it is to check checks nothing.
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("--update-golden is refused where the environment variable CI is set")
