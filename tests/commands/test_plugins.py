"""pydantic runs without plugins, and without what it would look for them with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def ran(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_validation_imports_nothing_to_look_for_plugins_with() -> None:
    program = """
import sys
from telecompile import cli
sys.argv = ["telecompile", "validate", "input"]
try:
    cli.main()
except SystemExit as over:
    assert over.code == 0
print("pydantic.main" in sys.modules, "importlib.metadata" in sys.modules)
"""
    assert ran(program).splitlines()[-1] == "True False"


def test_whatever_else_is_asked_of_the_loader_the_real_one_answers() -> None:
    program = """
from telecompile.commands.plugins import switch_off
switch_off()
from pydantic.plugin._loader import PYDANTIC_ENTRY_POINT_GROUP, get_plugins
print(PYDANTIC_ENTRY_POINT_GROUP, list(get_plugins()))
import pydantic
class Model(pydantic.BaseModel):
    number: int
print(Model.model_validate({"number": 1}))
"""
    assert ran(program).splitlines() == ["pydantic []", "number=1"]
