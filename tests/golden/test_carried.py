"""What manifests carry as text, read by the strictest reader of its format that there is."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from telecompile.config.certificates import certificates
from tests.golden import software_text
from tests.golden.compiled import Compiled
from tests.idrac import texts
from tests.kafka.cel import cel_problems
from tests.kafka.clients import client_problems
from tests.kafka.operator_rules import operator_problems
from tests.ldms import decomposition, kafka_conf, ldmsd_config
from tests.monitoring import grafana_schema
from tests.powerscale import collector_config, csm_settings
from tests.vector import vector_config
from tests.vector.vrl_engine import Table, complaint, without_tables

Passing = dict[str, Compiled]
IN_PODS: frozenset[str] = frozenset()
ON_NODES = frozenset({"LDMS_PRODUCER", "LDMS_COMPONENT_ID"})
WITHOUT_CSV = ON_NODES | {"LDMS_AGGREGATOR_HOST", "LDMS_AGGREGATOR_PORT"}


def _table_problems(text: str) -> list[str]:
    """Rows of a number that is there once, and a host."""
    head, *rows = text.splitlines()
    found = [] if head == "component_id,host" else [f"the header is {head!r}"]
    cells = [row.split(",") for row in rows]
    found += [f"{row!r} is no row" for row in cells if len(row) != 2 or not row[0].isdigit() or not row[1]]
    numbers = [row[0] for row in cells]
    return found + [f"{number} is there twice" for number in set(numbers) if numbers.count(number) > 1]


def _authority_problems(text: str) -> list[str]:
    """What OpenSSL says of the certificates; nothing may stand beside them."""
    try:
        ssl.create_default_context(cadata=text)
    except (ssl.SSLError, ValueError) as wrong:
        return [str(wrong)]
    return [] if certificates(text.encode()) == text else ["something stands beside the certificates"]


READERS: dict[str, Callable[[str], list[str]]] = {
    "vector.yaml": vector_config.problems,
    "decomposition.json": decomposition.problems,
    # What they ask, and whether anything answers it, is asked in tests/monitoring.
    "dashboard-": grafana_schema.text_problems,
    "kafka.conf": kafka_conf.problems,
    "store.conf": lambda text: ldmsd_config.problems(text, IN_PODS),
    "aggregator-": lambda text: ldmsd_config.problems(text, IN_PODS),
    "nodes_": _table_problems,
    "activemq.xml": texts.broker_problems,
    "log4j2.properties": texts.properties_problems,
    "start.sh": texts.script_problems,
    "check.sh": texts.script_problems,
    # What the collector itself says of it is asked in tests/powerscale.
    "collector.yaml": collector_config.problems,
    "karavi-metrics-powerscale.yaml": csm_settings.problems,
    "ca-": _authority_problems,
    "software-plan.json": software_text.problems,
    "driver-config-params.yaml": csm_settings.proxy_problems,
}
"""By the beginning of a file's name."""


def test_every_text_in_a_config_map_is_read_without_complaint(passing: Passing) -> None:
    read = set()
    for case, one in passing.items():
        for name, data in _config_maps(one).items():
            for file, text in data.items():
                reader = next((reader for start, reader in READERS.items() if file.startswith(start)), None)
                if file == "tests.yaml":
                    problems = vector_config.test_problems(data["vector.yaml"], text)
                else:
                    assert reader is not None, f"{case}: nobody reads {name}/{file}"
                    problems = reader(text)
                assert not problems, f"{case}: {name}/{file}: {problems}"
                read.add(file)
    assert {start for start in READERS if any(file.startswith(start) for file in read)} == set(READERS)


def test_the_sampler_of_every_node_is_read_without_complaint(passing: Passing) -> None:
    read = 0
    for case, one in passing.items():
        dials = one.sure_plan.ldms is not None and one.sure_plan.ldms.dials
        for path, data in one.output().items():
            if path.endswith(("/sampler.conf", "/sampler.gpu.conf")):
                problems = ldmsd_config.problems(data.decode(), ON_NODES if dials else WITHOUT_CSV)
                assert not problems, f"{case}: {path}: {problems}"
                read += 1
    assert read


def test_every_program_compiles_in_a_real_engine(passing: Passing) -> None:
    """One look-up stands for the tables, which only Vector itself has."""
    compiled = set()
    for case, one in passing.items():
        for data in _config_maps(one).values():
            for program in _programs(data.get("vector.yaml", "")):
                if program not in compiled:
                    text = without_tables(program, _any_table(program))
                    assert complaint(text) is None, f"{case}: {complaint(text)}"
                    compiled.add(program)
    assert len(compiled) > 3


def test_every_client_of_the_broker_may_do_what_it_does_and_no_more(passing: Passing) -> None:
    found = {case: client_problems(list(one.objects().values())) for case, one in passing.items()}
    assert not {case: problems for case, problems in found.items() if problems}


def test_strimzi_takes_every_object_beyond_its_schema(passing: Passing) -> None:
    for case, one in passing.items():
        objects = list(one.objects().values())
        assert not operator_problems(objects), case
        assert not [problem for body in objects for problem in cel_problems(body)], case


def _config_maps(one: Compiled) -> dict[str, dict[str, str]]:
    bodies = one.objects().values()
    return {body["metadata"]["name"]: body["data"] for body in bodies if body["kind"] == "ConfigMap"}


def _programs(config: str) -> Iterator[str]:
    value: Any = yaml.safe_load(config) or {}
    for transform in value.get("transforms", {}).values():
        if "source" in transform:
            yield transform["source"]


def _any_table(program: str) -> list[Table]:
    names = {word.strip('"') for word in program.replace("(", " ").replace(",", " ").split() if '"nodes_' in word}
    return [Table(name, 0, 0, {"0": "host"}) for name in names]
