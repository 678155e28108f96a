"""Sampler plugins: their names, `config_parameters` and `activation_parameters`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.sources.ldms.activation import Activation, Mistake, activation_mistakes, read_activation
from telecompile.sources.ldms.configured import config_mistakes
from tests.config.changed import TELEMETRY, changed, said

EACH = "which telecompile sets for each node"
ABSENT = ("the interval is missing", "write for example interval=30s")


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
        ("interval=30", "an interval of 30 microseconds is below 1 ms"),
        ("interval=999us", "an interval of 999 microseconds is below 1 ms"),
        ("interval=0", "an interval of 0 microseconds is below 1 ms"),
        ("interval=1s interval=1s", "'interval' is given twice"),
        ("interval=1s offset=x", "'x' is not an offset"),
        ("interval=1s offset=501ms", "offset=501ms is more than half of interval=1s"),
        ("interval=1s offset=-501ms", "offset=-501ms is more than half of interval=1s"),
        ("interval=1s exclusive_thread=yes", "exclusive_thread is 'yes'"),
        ("interval=1s intervall=1s", "'intervall' is not an argument of a sampler's start"),
    ],
)
def test_what_activation_parameters_cannot_be(text: str, summary: str) -> None:
    found = read_activation(text)
    assert isinstance(found, Mistake)
    assert found.summary == summary
    assert found.help


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "interval=30 offset=99s exclusive_thread=9 foo=1",
            [
                ("'foo' is not an argument of a sampler's start", "use interval, offset and exclusive_thread"),
                (
                    "an interval of 30 microseconds is below 1 ms",
                    "did you mean interval=30s? A number without a unit is microseconds",
                ),
                ("exclusive_thread is '9'", "write exclusive_thread=0 or exclusive_thread=1"),
            ],
        ),
        (
            "interval=1s offset=2s exclusive_thread=x",
            [
                ("offset=2s is more than half of interval=1s", "write offset=500ms or nearer to 0"),
                ("exclusive_thread is 'x'", "write exclusive_thread=0 or exclusive_thread=1"),
            ],
        ),
        (
            "interval=30s offest=0",
            [("'offest' is not an argument of a sampler's start", "did you mean offset=0?")],
        ),
        ("Interval=30s", [("'Interval' is not an argument of a sampler's start", "did you mean interval=30s?")]),
        ("interval=30 s", [("'s' is not of the form key=value", "write interval=30s, without a blank")]),
        ("30s", [("'30s' is not of the form key=value", 'write "interval=30s"')]),
        ("offset=", [("'' is not an offset", "write a number and a unit, such as offset=0"), ABSENT]),
        ("interval=30s x", [("'x' is not of the form key=value", "write for example interval=30s offset=0")]),
    ],
)
def test_all_mistakes_of_activation_parameters_are_told(text: str, told: list[tuple[str, str]]) -> None:
    assert [tuple(one) for one in activation_mistakes(text)] == told


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


@pytest.mark.parametrize(
    ("plugin", "text", "summaries"),
    [
        (
            "meminfo",
            "producer=x instance=y component_id=3 name=z #1 schema=job",
            [
                "config_parameters of meminfo has '#1', which ldmsd does not read as an argument",
                f"config_parameters of meminfo sets producer, instance, component_id and name, {EACH}",
                "'job' cannot be the name of the sets of meminfo",
            ],
        ),
        (
            "slurm_sampler",
            "component_id=x stream= job_count=0 task_count",
            [
                "component_id of slurm_sampler is 'x'",
                "stream of slurm_sampler is ''",
                "job_count of slurm_sampler is '0'",
                "task_count of slurm_sampler is ''",
            ],
        ),
        ("slurm_sampler", "component_id=${COMPONENT_ID} stream=slurm job_count=8 task_count=8", []),
        ("slurm_sampler", "component_id=$ID stream=slurm job_count=8 task_count=8", []),
        ("slurm_sampler", "component_id=0 stream=slurm job_count=1 task_count=999999", []),
    ],
)
def test_all_mistakes_of_config_parameters_are_told(plugin: str, text: str, summaries: list[str]) -> None:
    assert [one.summary for one in config_mistakes(plugin, text)] == summaries


def test_both_parameters_of_a_plugin_are_judged() -> None:
    old = 'config_parameters: ""\n      activation_parameters: "interval=30000000"'
    new = 'config_parameters: "name=x schema=job"\n      activation_parameters: "interval=1 foo=1"'
    told = said(changed({TELEMETRY: ((old, new),)}))
    assert [one.code for one in told] == ["ldms-config-parameters"] * 2 + ["ldms-activation"] * 2


@pytest.mark.parametrize("name", ["", "mem info", "meminfo;x", "mem-info", "../meminfo"])
def test_what_a_plugin_cannot_be_called(name: str) -> None:
    contents = changed({TELEMETRY: (("plugin_name: meminfo", f'plugin_name: "{name}"'),)})
    assert [one.code for one in said(contents)] == ["ldms-plugin-name"]
