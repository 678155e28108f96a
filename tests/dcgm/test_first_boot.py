"""The first boot of a node: the GPU manager is started where there is a GPU, by the real shell."""

from __future__ import annotations

import warnings
from pathlib import Path, PurePosixPath
from typing import Any

import jsonschema
import pytest
import yaml

from tests.dcgm.cloud_init import schema
from tests.dcgm.inputs import INPUTS, compilation, node_files
from tests.dcgm.node import BMC, CARD, CONNECTX, GPU, OTHER_DISPLAY, SOUND, SWITCH, Node
from tools.command import ToolError

USER_DATA = PurePosixPath("nodes/dcgm/user-data")
ON = tuple(name for name in INPUTS if name not in ("dcgm off", "both off", "listed, dcgm off"))
STARTED = "enable --now nvidia-dcgm.service"
RESTARTED = "--no-block try-restart ldmsd.sampler.service"


def command(name: str) -> list[str]:
    """What cloud-init runs: it quotes each word of a list, so that these are the arguments."""
    (found,) = yaml.safe_load(node_files(name)[USER_DATA])["runcmd"]
    assert all(isinstance(word, str) for word in found)
    return list(found)


@pytest.mark.parametrize("name", INPUTS)
def test_the_file_is_there_where_dcgm_is_on(name: str) -> None:
    assert (USER_DATA in node_files(name)) is (name in ON)


@pytest.mark.parametrize("name", INPUTS)
def test_nothing_of_dcgm_is_left_to_render(name: str) -> None:
    said = [one.summary for one in compilation(name).diagnostics if "dcgm" in one.summary]
    assert not said


@pytest.mark.parametrize("devices", [[GPU], [CARD], [OTHER_DISPLAY], [SOUND, SWITCH, CONNECTX, BMC, GPU]])
def test_where_a_gpu_is_the_manager_is_enabled_and_started(tmp_path: Path, devices: list[tuple[str, str]]) -> None:
    node = Node(tmp_path, devices)
    done = node.start(command("both on"))
    assert (done.returncode, done.stderr) == (0, "")
    # Whoever reads it is restarted after it, and boot does not wait for that.
    assert node.called() == [STARTED, RESTARTED]


@pytest.mark.parametrize("devices", [[], [SOUND], [SWITCH], [CONNECTX], [BMC], [SOUND, SWITCH, CONNECTX, BMC]])
def test_where_none_is_nothing_happens(tmp_path: Path, devices: list[tuple[str, str]]) -> None:
    node = Node(tmp_path, devices)
    done = node.start(command("both on"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert node.called() == []


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    """`enable --now` and `try-restart` may be repeated; nothing else is done."""
    node = Node(tmp_path, [GPU])
    assert [node.start(command("both on")).returncode for _ in range(2)] == [0, 0]
    assert node.called() == [STARTED, RESTARTED] * 2


def test_without_ldms_nothing_else_is_restarted(tmp_path: Path) -> None:
    node = Node(tmp_path, [GPU])
    assert node.start(command("ldms off")).returncode == 0
    assert node.called() == [STARTED]


def test_a_manager_that_is_not_installed_is_told_and_no_sampler_restarted(tmp_path: Path) -> None:
    node = Node(tmp_path, [GPU], systemctl=1)
    assert node.start(command("both on")).returncode == 1
    assert node.called() == [STARTED]


def test_a_device_that_went_away_is_no_gpu(tmp_path: Path) -> None:
    node = Node(tmp_path, [GPU])
    (tmp_path / "sys/bus/pci/devices/0000:00:00.0/vendor").unlink()
    assert node.start(command("both on")).returncode == 0
    assert node.called() == []


@pytest.mark.parametrize("name", ON)
def test_cloud_init_takes_the_user_data(name: str) -> None:
    text = node_files(name)[USER_DATA]
    assert text.splitlines()[0] == "#cloud-config"
    data = yaml.safe_load(text)
    # Other parts of the user data have commands of their own.
    assert data["merge_how"].startswith("list(append)+dict(")
    try:
        checked = schema()
    except ToolError as problem:
        pytest.skip(f"the schema of cloud-init is not to be had: {problem}")
    assert not complaints(checked, data)
    assert complaints(checked, {**data, "runcmd": "sh"})
    assert complaints(checked, {**data, "runcmd": [[1]]})


def complaints(checked: Any, data: Any) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [one.message for one in jsonschema.Draft4Validator(checked).iter_errors(data)]
