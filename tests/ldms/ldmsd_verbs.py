"""The commands of ldmsd's configuration files with their arguments, as data.

From the manual page ldmsd_controller and, where it is silent or wrong, the handlers of ldmsd_request.c (LDMS 4.5).
Commands for the control channel alone (status, stop, delete) have no place in a file that is compiled, nor has
`include`, whose file nobody would check, nor deprecated spellings: all of them are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tests.ldms import ldmsd_values as of
from tests.ldms.ldmsd_values import Kind


class Verb(NamedTuple):
    """Arguments of a command by name; *further* is what those hold that only a plugin knows."""

    required: Mapping[str, Kind]
    optional: Mapping[str, Kind] = MappingProxyType({})
    further: Kind | None = None


class Use(NamedTuple):
    """An argument that names what an earlier command made."""

    argument: str
    object: str


_NAME = {"name": of.WORD}
_RATES = {"quota": of.SIZE, "rx_rate": of.SIZE}
_ENDPOINT = {"xprt": of.TRANSPORT, "host": of.WORD, "port": of.PORT, "reconnect": of.PERIOD}
_PEER = {"auth": of.WORD, "perm": of.PERMISSIONS, "rail": of.COUNT, **_RATES}
_SAMPLER = {
    "producer": of.WORD,
    "instance": of.WORD,
    "component_id": of.NUMBER,
    "schema": of.WORD,
    "job_set": of.WORD,
    "uid": of.WORD,
    "gid": of.WORD,
    "perm": of.PERMISSIONS,
}

VERBS: Mapping[str, Verb] = {
    "advertiser_add": Verb(_NAME | _ENDPOINT, _PEER),
    "advertiser_start": Verb(_NAME),
    "auth_add": Verb(_NAME | {"plugin": of.AUTHENTICATION}, {"conf": of.PATH, "socket": of.PATH}),
    "banner": Verb({"mode": of.BANNER}),
    "config": Verb(_NAME, _SAMPLER, further=of.WORD),
    "daemon_name": Verb(_NAME),
    "default_auth": Verb({"plugin": of.AUTHENTICATION}, {"conf": of.PATH, "socket": of.PATH}),
    "default_quota": Verb({"quota": of.SIZE}),
    "env": Verb({}, further=of.TEXT),
    "listen": Verb({"xprt": of.TRANSPORT, "port": of.PORT}, {"host": of.WORD, "auth": of.WORD, **_RATES}),
    "load": Verb(_NAME, {"plugin": of.WORD}),
    "log_level": Verb({"level": of.LEVEL}, {"name": of.WORD, "regex": of.REGEX}),
    "prdcr_add": Verb(_NAME | {"type": of.PRODUCER_TYPE} | _ENDPOINT, _PEER | {"cache_ip": of.BOOLEAN}),
    "prdcr_listen_add": Verb(
        _NAME,
        {
            "regex": of.REGEX,
            "ip": of.NETWORK,
            "disable_start": of.BOOLEAN,
            "type": of.PRODUCER_TYPE,
            "advertiser_xprt": of.TRANSPORT,
            "advertiser_port": of.PORT,
            "advertiser_auth": of.WORD,
            "reconnect": of.PERIOD,
            "rail": of.COUNT,
            **_RATES,
        },
    ),
    "prdcr_listen_start": Verb(_NAME),
    "prdcr_start": Verb(_NAME),
    "prdcr_start_regex": Verb({"regex": of.BASIC_REGEX}),
    "set_memory": Verb({"size": of.SIZE}),
    "start": Verb(_NAME | {"interval": of.PERIOD}, {"offset": of.TIME, "exclusive_thread": of.BIT}),
    "strgp_add": Verb(
        _NAME | {"plugin": of.WORD, "container": of.TEXT, "decomposition": of.PATH},
        {"schema": of.WORD, "regex": of.REGEX, "flush": of.PERIOD, "perm": of.PERMISSIONS},
    ),
    "strgp_metric_add": Verb(_NAME | {"metric": of.WORD}),
    "strgp_prdcr_add": Verb(_NAME | {"regex": of.REGEX}),
    "strgp_start": Verb(_NAME),
    "updtr_add": Verb(
        _NAME | {"interval": of.PERIOD},
        {"offset": of.TIME, "auto_interval": of.BOOLEAN, "push": of.PUSH, "perm": of.PERMISSIONS},
    ),
    "updtr_match_add": Verb(_NAME | {"regex": of.REGEX}, {"match": of.MATCH}),
    "updtr_prdcr_add": Verb(_NAME | {"regex": of.REGEX}),
    "updtr_start": Verb(_NAME),
    "worker_threads": Verb({"num": of.COUNT}),
}

# Carried out in a first pass over the file (`ldmsd_is_priority_cmd` of ldmsd_config.c); all else in a second one.
PRIORITY = frozenset(
    "auth_add banner daemon_name default_auth default_quota env listen log_level set_memory worker_threads".split()
)

MAKES: Mapping[str, str] = {
    "advertiser_add": "advertiser",
    "auth_add": "authentication domain",
    "load": "plugin",
    "prdcr_add": "producer",
    "prdcr_listen_add": "producer listener",
    "strgp_add": "storage policy",
    "updtr_add": "updater",
}

# What must be started in the same file. A plugin is used by `start`, if it samples, or by a storage policy.
STARTED = frozenset({"advertiser", "producer", "producer listener", "storage policy", "updater"})

_DOMAIN = Use("auth", "authentication domain")
USES: Mapping[str, tuple[Use, ...]] = {
    "advertiser_add": (_DOMAIN,),
    "advertiser_start": (Use("name", "advertiser"),),
    "config": (Use("name", "plugin"),),
    "listen": (_DOMAIN,),
    "prdcr_add": (_DOMAIN,),
    "prdcr_listen_add": (Use("advertiser_auth", "authentication domain"),),
    "prdcr_listen_start": (Use("name", "producer listener"),),
    "prdcr_start": (Use("name", "producer"),),
    "start": (Use("name", "plugin"),),
    "strgp_add": (Use("plugin", "plugin"),),
    "strgp_metric_add": (Use("name", "storage policy"),),
    "strgp_prdcr_add": (Use("name", "storage policy"),),
    "strgp_start": (Use("name", "storage policy"),),
    "updtr_match_add": (Use("name", "updater"),),
    "updtr_prdcr_add": (Use("name", "updater"),),
    "updtr_start": (Use("name", "updater"),),
}
