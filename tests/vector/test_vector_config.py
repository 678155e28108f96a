"""The model of Vector takes a correct configuration and sees each trap in it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

from tests.vector import vector_config
from tests.vector.vector_config_cases import BAD_TESTS, CONFIG, REFUSED, TESTS, TRAPPED, Change, put


def test_a_correct_configuration_has_no_problem() -> None:
    assert vector_config.problems(CONFIG) == []


def test_correct_tests_have_no_problem() -> None:
    assert vector_config.test_problems(CONFIG, TESTS) == []


def changed(text: str, change: Change) -> str:
    document = copy.deepcopy(yaml.safe_load(text))
    change(document)
    return yaml.safe_dump(document, sort_keys=False)


@pytest.mark.parametrize("trap", [*REFUSED, *TRAPPED])
def test_each_trap_is_seen(trap: str) -> None:
    change, words = {**REFUSED, **TRAPPED}[trap]
    found = vector_config.problems(changed(CONFIG, change))
    assert any(words in problem for problem in found), found


def test_no_trap_is_listed_twice() -> None:
    assert not REFUSED.keys() & TRAPPED.keys()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CONFIG.replace("._msg = .message", "._msg = $msg"), "a $ is replaced or not"),
        (CONFIG.replace("row = object", "row =\tobject"), "a tab"),
        (CONFIG + "api: {enabled: true}\n", "duplicate key 'api'"),
        ("- a\n", "the top level is not a mapping"),
        ("{}\n", "sources: Field required"),
        ("a: [\n", "not YAML"),
        (CONFIG + "#" * 1_048_576, "do not fit into a ConfigMap"),
    ],
)
def test_each_trap_of_the_text_is_seen(text: str, words: str) -> None:
    found = vector_config.problems(text)
    assert any(words in problem for problem in found), found


def test_headers_do_for_arguments() -> None:
    headers = {"VL-Stream-Fields": "topic", "VL-Msg-Field": "_msg", "VL-Time-Field": "_time"}

    def change(config: dict[str, Any]) -> None:
        put("sinks/logs/uri", "http://vlagent:9429/insert/jsonline")(config)
        put("sinks/logs/request", {"headers": headers})(config)

    assert vector_config.problems(changed(CONFIG, change)) == []


@pytest.mark.parametrize("fault", BAD_TESTS)
def test_each_fault_of_a_test_file_is_seen(fault: str) -> None:
    change, words = BAD_TESTS[fault]
    found = vector_config.test_problems(CONFIG, changed(TESTS, change))
    assert any(words in problem for problem in found), found


def test_a_test_file_for_a_broken_configuration_names_it() -> None:
    assert vector_config.test_problems("{}", TESTS) == [
        "the configuration: sources: Field required",
        "the configuration: sinks: Field required",
    ]
