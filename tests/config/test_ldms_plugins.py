"""Sampler plugins: their names, `config_parameters` and `activation_parameters`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.sources.ldms.activation import Activation, Mistake, read_activation
from tests.config.changed import TELEMETRY, changed, said


@pytest.mark.parametrize(
    ("text", "activation"),
    [
        ("interval=30000000", (30_000_000, None, None)),
        ("interval=30s", (30_000_000, None, None)),
        ("interval=30000000 offset=0", (30_000_000, 0, None)),
        ("  offset=-500ms   interval=1s ", (1_000_000, -500_000, None)),
        ("interval=1.5s exclusive_thread=1", (1_500_000, None, True)),
        ("interval=1000us exclusive_thread=0", (1000, None, False)),
        ("interval=1ms", (1000, None, None)),
        ("interval=1m", (60_000_000, None, None)),
        ("interval=1h", (3_600_000_000, None, None)),
        ("interval=1d", (86_400_000_000, None, None)),
        ("interval=2s offset=+1s", (2_000_000, 1_000_000, None)),
    ],
)
def test_activation_parameters(text: str, activation: tuple[object, ...]) -> None:
    assert read_activation(text) == Activation(*activation)  # type: ignore[arg-type] # as in the table


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("", "the interval is missing"),
        ("offset=1", "the interval is missing"),
        ("interval", "'interval' is not of the form key=value"),
        ("interval=1 s", "'s' is not of the form key=value"),
        ("interval=", "'' is not an interval"),
        ("interval=30S", "'30S' is not an interval"),
        ("interval=-30s", "'-30s' is not an interval"),
        ("interval=+30s", "'+30s' is not an interval"),
        ("interval=1e6", "'1e6' is not an interval"),
        ("interval=" + "9" * 20, "the interval is longer than ldmsd can count"),
        ("interval=30", "an interval of 30 microseconds is below 1 ms; did you mean interval=30s?"),
        ("interval=999us", "an interval of 999 microseconds is below 1 ms"),
        ("interval=0", "an interval of 0 microseconds is below 1 ms; did you mean interval=0s?"),
        ("interval=1s interval=1s", "'interval' is given twice"),
        ("interval=1s offset=x", "'x' is not an offset"),
        ("interval=1s offset=501ms", "the offset is more than half the interval"),
        ("interval=1s offset=-501ms", "the offset is more than half the interval"),
        ("interval=1s exclusive_thread=yes", "exclusive_thread is 'yes'"),
        ("interval=1s intervall=1s", "'intervall' is not an argument of a sampler's start"),
    ],
)
def test_what_activation_parameters_cannot_be(text: str, summary: str) -> None:
    found = read_activation(text)
    assert isinstance(found, Mistake)
    assert found.summary == summary
    assert found.help


@given(st.text("interval=ofsexcu_hd 0123456789.+-msuh", max_size=40))
def test_any_text_is_answered(text: str) -> None:
    assert isinstance(read_activation(text), Activation | Mistake)


@pytest.mark.parametrize(
    ("plugin", "parameters", "summary"),
    [
        ("meminfo", "", ""),
        ("meminfo", "with_jobid=1", ""),
        ("meminfo", "producer=a", "config_parameters of meminfo sets producer, which telecompile sets for each node"),
        (
            "meminfo",
            "a=b instance=c",
            "config_parameters of meminfo sets instance, which telecompile sets for each node",
        ),
        (
            "meminfo",
            "component_id=1",
            "config_parameters of meminfo sets component_id, which telecompile sets for each node",
        ),
        ("meminfo", "name=x", "config_parameters of meminfo sets name, which telecompile sets for each node"),
        ("slurm_sampler", "component_id=1 stream=slurm job_count=8 task_count=8", ""),
        (
            "slurm_sampler",
            "stream=slurm job_count=8",
            "config_parameters of slurm_sampler lacks component_id, task_count",
        ),
    ],
)
def test_config_parameters(plugin: str, parameters: str, summary: str) -> None:
    old = 'plugin_name: meminfo\n      config_parameters: ""'
    contents = changed({TELEMETRY: ((old, f'plugin_name: {plugin}\n      config_parameters: "{parameters}"'),)})
    errors = [one for one in said(contents) if one.severity == "error"]
    assert [one.summary for one in errors] == ([summary] if summary else [])
    assert all(one.span is not None and one.span[:2] == (70, 26) for one in errors)


@pytest.mark.parametrize("name", ["", "mem info", "meminfo;x", "mem-info", "../meminfo"])
def test_what_a_plugin_cannot_be_called(name: str) -> None:
    contents = changed({TELEMETRY: (("plugin_name: meminfo", f'plugin_name: "{name}"'),)})
    assert [one.code for one in said(contents)] == ["ldms-plugin-name"]
