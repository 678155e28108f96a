"""Each mistake in a configuration of ldmsd is found, by its own complaint, and a correct one has none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ldms import decomposition, kafka_conf, ldmsd_config

ENVIRONMENT = {"HOSTNAME", "COMPONENT"}

SAMPLER = """\
# A node
auth_add name=munged plugin=munge
listen xprt=sock port=10444 auth=munged
load name=meminfo
config name=meminfo producer=${HOSTNAME} instance=${HOSTNAME}/meminfo \\
    component_id=${COMPONENT} some_option=1,2
start name=meminfo interval=10s offset=0
advertiser_add name=up xprt=sock host=agg.example port=6001 reconnect=10s
advertiser_start name=up
"""
AGGREGATOR = """\
env TOPIC=ldms
prdcr_listen_add name=nodes regex=^n[0-9]{4}:10444$ ip=10.0.0.0/8 disable_start=false
prdcr_listen_start name=nodes
prdcr_add name=n1 type=active xprt=sock host=n1 port=10444 reconnect=20s cache_ip=false
prdcr_start name=n1   # at once
updtr_add name=all interval=1000000 offset=100ms auto_interval=true
updtr_prdcr_add name=all regex=.*
updtr_match_add name=all regex=^(meminfo|vmstat)$ match=schema
updtr_start name=all
load name=kafka plugin=store_avro_kafka
config name=kafka encoding=json topic=${TOPIC} kafka_conf=/etc/kafka.conf
strgp_add name=rows plugin=kafka container= regex=.* decomposition=/etc/rows.json flush=10s
strgp_start name=rows
"""


@pytest.mark.parametrize("text", [SAMPLER, AGGREGATOR, "", "# nothing\n", "set_memory size=64m\n"])
def test_a_correct_configuration_has_no_problems(text: str) -> None:
    assert ldmsd_config.problems(text, ENVIRONMENT) == []


# What is replaced in SAMPLER or AGGREGATOR, by what, and a part of the complaint.
MISTAKES = [
    (SAMPLER, "auth_add name", "auth_ad name", "auth_ad: an unknown command"),
    (SAMPLER, "load name", "load\tname", "an unknown command"),
    (SAMPLER, "load name", "LOAD name", "LOAD: an unknown command"),
    (SAMPLER, "offset=0", "ofset=0", "ofset: an unknown argument"),
    (SAMPLER, "offset=0", "offset", "offset: an argument without a value"),
    (SAMPLER, "offset=0", "=0", ": an unknown argument"),
    (SAMPLER, "offset=0", "offset=0 offset=0", "offset: repeated"),
    (SAMPLER, "interval=10s offset=0", "", "interval: missing"),
    (SAMPLER, "offset=0", "offset=6s", "offset: above half the interval"),
    (SAMPLER, "10s offset", "10sec offset", "interval: 10sec is not a time"),
    (SAMPLER, "10s offset", "0 offset", "interval: 0 is not a time above zero"),
    (SAMPLER, "port=10444", "port=0", "port: 0 is not a port"),
    (SAMPLER, "port=10444", "port=65536", "port: 65536 is not a port"),
    (SAMPLER, "xprt=sock port=10444", "xprt=socket port=10444", "xprt: socket is not one of"),
    (SAMPLER, "plugin=munge", "plugin=sunge", "plugin: sunge is not one of"),
    (SAMPLER, "auth=munged", "auth=other", "listen: no authentication domain other before this"),
    (SAMPLER, "load name=meminfo", "load name=vmstat", "config: no plugin meminfo before this"),
    (SAMPLER, "load name=meminfo", "load name=meminfo\nload name=meminfo", "the plugin meminfo exists already"),
    (SAMPLER, "load name=meminfo", "load name=meminfo\nload name=vmstat", "plugin vmstat: neither started nor used"),
    (SAMPLER, "load name=meminfo", "load name=meminfo plugin=", "plugin:  is not a text"),
    (SAMPLER, "start name=meminfo", "config name=meminfo a=b\nstart name=meminfo", "meminfo: configured 2 times"),
    (SAMPLER, "config name", "load name=b\nstart name=b interval=1\nconfig name", "the plugin b is not configured"),
    (SAMPLER, "some_option=", "name_of=", "name_of: an unknown argument"),
    (SAMPLER, "component_id=${COMPONENT}", "component_id=one", "component_id: one is not a number"),
    (SAMPLER, "${COMPONENT}", "${COMPONENTS}", "COMPONENTS is not in the environment"),
    (SAMPLER, "${COMPONENT}", "$COMPONENT", "ldmsd expands only ${NAME}"),
    (SAMPLER, "some_option=", "some_option=$(hostname)", "ldmsd expands only ${NAME}"),
    (SAMPLER, "1,2", "1,2 \\", "start: an argument without a value"),
    (SAMPLER, "advertiser_start name=up\n", "advertiser_start name=up \\\n", "line 9: the backslash at the end"),
    (SAMPLER, "advertiser_start name=up\n", "", "advertiser up: never started"),
    (SAMPLER, "advertiser_start name=up", "advertiser_start name=down", "no advertiser down before this"),
    (SAMPLER, "reconnect=10s", "interval=10s", "interval: an unknown argument"),
    (SAMPLER, "load name=meminfo", "listen xprt=sock port=10444\nload name=meminfo", "port 10444: 2 times"),
    (SAMPLER, "# A node", "# A n\u00f6de", "a character other than printable ASCII"),
    (SAMPLER, "auth_add name=munged plugin=munge\n", "", "no authentication domain munged"),
    (AGGREGATOR, "env TOPIC=ldms", "env", "env: it sets nothing"),
    (AGGREGATOR, "env TOPIC=ldms\n", "", "TOPIC is not in the environment"),
    (AGGREGATOR, " encoding=json topic=${TOPIC} kafka_conf=/etc/kafka.conf", "", "config: it sets nothing"),
    (AGGREGATOR, "config name=kafka encoding", "#", "kafka: a storage policy uses it, nothing configures it"),
    (AGGREGATOR, "plugin=kafka", "plugin=store_avro_kafka", "no plugin store_avro_kafka before this"),
    (AGGREGATOR, "regex=.* decomposition", "decomposition", "one of schema and regex"),
    (AGGREGATOR, "regex=.* decomposition", "schema=a regex=.* decomposition", "one of schema and regex"),
    (AGGREGATOR, "decomposition=/etc/rows.json", "", "decomposition: missing"),
    (AGGREGATOR, "decomposition=/etc/rows.json", "decomposition=rows.json", "rows.json is not an absolute path"),
    (AGGREGATOR, "strgp_start name=rows\n", "", "storage policy rows: never started"),
    (AGGREGATOR, "updtr_start name=all\n", "", "updater all: never started"),
    (AGGREGATOR, "updtr_add name=all", "updtr_add name=some", "updtr_prdcr_add: no updater all before this"),
    (AGGREGATOR, "updtr_prdcr_add name=all regex=.*\n", "", "updater all: no producer is added to it"),
    (AGGREGATOR, "interval=1000000", "interval=100000", "offset: above half the interval"),
    (AGGREGATOR, "auto_interval=true", "auto_interval=yes", "auto_interval: yes is not one of true, false"),
    (AGGREGATOR, "auto_interval=true", "auto_interval=true push=onchange", "exclude each other"),
    (AGGREGATOR, "match=schema", "match=producer", "match: producer is not one of"),
    (AGGREGATOR, "^(meminfo|vmstat)$", "^(meminfo|vmstat$", "is not an extended regular expression"),
    (AGGREGATOR, "^(meminfo|vmstat)$", r"^vm\w+$", "is not an extended regular expression"),
    (AGGREGATOR, "prdcr_start name=n1", "prdcr_start name=n2", "producer n1: never started"),
    (AGGREGATOR, "prdcr_start name=n1", "prdcr_start_regex regex=^n2", "producer n1: never started"),
    (AGGREGATOR, "prdcr_start name=n1", "prdcr_start_regex regex=n1|n2", "is not a basic regular expression"),
    (AGGREGATOR, "type=active", "type=lively", "type: lively is not one of"),
    (AGGREGATOR, "port=10444 reconnect=20s", "port=10444", "reconnect: missing"),
    (AGGREGATOR, "ip=10.0.0.0/8", "ip=10.0.0.1/8", "ip: 10.0.0.1/8 is not a network"),
    (AGGREGATOR, "ip=10.0.0.0/8", "ip=10.0.0.0", "ip: 10.0.0.0 is not a network"),
    (AGGREGATOR, "ip=10.0.0.0/8", "type=active", "advertiser_port: missing, for type=active"),
    (AGGREGATOR, "ip=10.0.0.0/8", "rail=2", "rail: only for type=active"),
    (AGGREGATOR, "prdcr_listen_start name=nodes\n", "", "producer listener nodes: never started"),
    (AGGREGATOR, "env TOPIC", "set_memory size=1.5g\nenv TOPIC", "size: 1.5g is not a size"),
    (AGGREGATOR, "env TOPIC", "log_level level=LOUD\nenv TOPIC", "level: LOUD is not one of"),
    (AGGREGATOR, "env TOPIC", "include path=/etc/more.conf\nenv TOPIC", "include: an unknown command"),
    (AGGREGATOR, "flush=10s", "flush=10s perm=999", "perm: 999 is not permissions"),
]


@pytest.mark.parametrize(("text", "right", "wrong", "complaint"), MISTAKES)
def test_a_mistake_in_a_configuration_is_found(text: str, right: str, wrong: str, complaint: str) -> None:
    assert right in text
    found = ldmsd_config.problems(text.replace(right, wrong, 1), ENVIRONMENT)
    assert any(complaint in one for one in found), found


def test_a_command_has_its_first_line_and_its_arguments_in_order() -> None:
    assert ldmsd_config.parse(SAMPLER)[3] == (
        5,
        "config",
        (
            ("name", "meminfo"),
            ("producer", "${HOSTNAME}"),
            ("instance", "${HOSTNAME}/meminfo"),
            ("component_id", "${COMPONENT}"),
            ("some_option", "1,2"),
        ),
    )


def test_a_number_sign_inside_a_value_begins_no_comment() -> None:
    (command,) = ldmsd_config.parse("config name=a b=c#d #e=f")
    assert command.value("b") == "c#d"
    assert len(command.arguments) == 2


def test_the_environment_of_a_file_holds_for_commands_above_it() -> None:
    text = "load name=a\nconfig name=a b=${C}\nstart name=a interval=1s\nenv C=d\n"
    assert ldmsd_config.problems(text, ()) == []
    late = "listen xprt=sock port=1 host=${C}\nenv C=d\n"
    assert ldmsd_config.problems(late, ()) == ["line 1: listen: host: C is not in the environment"]


def test_producers_are_started_by_a_pattern_below_them_only() -> None:
    add = "prdcr_add name=n1 type=active xprt=sock host=n1 port=1 reconnect=1s\n"
    start = "prdcr_start_regex regex=^n[[:digit:]]$\n"
    assert ldmsd_config.problems(add + start, ()) == []
    assert ldmsd_config.problems(start + add, ()) == ["producer n1: never started"]


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    for reader in (decomposition.problems, kafka_conf.problems):
        assert all(reader(text))
    assert all(ldmsd_config.problems(text, ()))
