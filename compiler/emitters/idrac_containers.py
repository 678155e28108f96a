"""The containers of the iDRAC collector, each as its program reads its environment."""

from __future__ import annotations

from collections.abc import Iterator

from ..kube.objects import Body
from ..kube.workloads import container, timing
from ..plan.decision import Probe
from ..plan.idrac import Broker, Idrac
from ..plan.places import (
    CONFIGUI_PORT,
    IDRAC_SECRET,
    IDRAC_SECRET_KEYS,
    IDRAC_TOPIC,
    MYSQL_PORT,
    PUMP_METRICS_PORT,
    STOMP_PORT,
)

CERTIFICATES = "kafka"
"""The volume with the pump's certificates."""
_LOOPBACK = "127.0.0.1"
_CONFIG, _ACTIVEMQ = "/etc/idrac", "/opt/apache-activemq"
_BUS = {"MESSAGEBUS_HOST": _LOOPBACK, "MESSAGEBUS_PORT": str(STOMP_PORT)}
_CONFIG_MOUNT = {"name": "config", "mountPath": _CONFIG, "readOnly": True}


def containers(idrac: Idrac) -> Iterator[Body]:
    """In the order in which the kubelet starts them."""
    bodies = {
        "mysqldb": _mysqldb,
        "activemq": _activemq,
        "idrac-telemetry-receiver": _receiver,
        "kafka-pump": _kafka_pump,
        "victoria-pump": _victoria_pump,
    }
    for planned in idrac.workload.containers:
        yield container(planned, **bodies[planned.name](idrac))


def _mysqldb(idrac: Idrac) -> Body:
    name, password, root = IDRAC_SECRET_KEYS
    ping = [*("mysqladmin", "ping", f"--host={_LOOPBACK}", f"--port={MYSQL_PORT}", "--connect-timeout=5", "--silent")]
    options = [
        f"--{option}" if decided.value is None else f"--{option}={decided.value}"
        for option, decided in idrac.database.options
    ]
    return {
        "args": ["mysqld", *options],
        "env": [
            *_env({"MYSQL_DATABASE": idrac.database.name, "MYSQL_ROOT_HOST": "localhost"}),
            # Tables of time zones take a minute to fill, and nobody asks them.
            *_env({"MYSQL_INITDB_SKIP_TZINFO": "1"}),
            _secret("MYSQL_USER", name),
            _secret("MYSQL_PASSWORD", password),
            _secret("MYSQL_ROOT_PASSWORD", root),
        ],
        "volumeMounts": [
            # A folder of the volume: MySQL makes its files in an empty one only, and lost+found is in many a volume.
            {"name": idrac.workload.claim.name, "mountPath": "/var/lib/mysql", "subPath": "mysql"},
            {"name": "run", "mountPath": "/var/run/mysqld"},
            {"name": "tmp", "mountPath": "/tmp"},  # noqa: S108 # a path in the container, on a volume of its own
        ],
        **_probes(idrac, {"exec": {"command": ping}}, idrac.first_start),
    }


def _activemq(idrac: Idrac) -> Body:
    return {
        # The image's own script edits files that nobody may write here.
        "command": ["bash", f"{_CONFIG}/start.sh"],
        "args": [
            f"-Xmx{idrac.bus.heap.value}",
            "-XX:+ExitOnOutOfMemoryError",
            # It would keep counters in a file below /tmp.
            "-XX:-UsePerfData",
            f"-Dactivemq.home={_ACTIVEMQ}",
            f"-Dlog4j2.configurationFile={_CONFIG}/log4j2.properties",
            *("-jar", f"{_ACTIVEMQ}/bin/activemq.jar"),
            *("start", f"xbean:file:{_CONFIG}/activemq.xml"),
        ],
        "volumeMounts": [_CONFIG_MOUNT],
        **_probes(idrac, {"exec": {"command": ["bash", f"{_CONFIG}/check.sh", *idrac.queues]}}),
    }


def _receiver(idrac: Idrac) -> Body:
    name, password, _ = IDRAC_SECRET_KEYS
    settings = {
        **_BUS,
        "MYSQL_HOST": _LOOPBACK,
        "MYSQL_HOST_PORT": str(MYSQL_PORT),
        "MYSQL_DATABASE": idrac.database.name,
        "CONFIGUI_HTTP_PORT": str(CONFIGUI_PORT),
    }
    return {
        "env": [*_env(settings), _secret("MYSQL_USER", name), _secret("MYSQL_PASSWORD", password)],
        "ports": [{"name": "configui", "containerPort": CONFIGUI_PORT, "protocol": "TCP"}],
        **_probes(idrac, {"tcpSocket": {"port": "configui"}}),
    }


def _kafka_pump(idrac: Idrac) -> Body:
    return {
        "env": _env({**_BUS, **_broker(idrac.broker)}) if idrac.broker is not None else [],
        # The one folder in which the pump looks for the files that its environment names.
        "volumeMounts": [{"name": CERTIFICATES, "mountPath": "/extrabin/certs", "readOnly": True}],
    }


def _broker(broker: Broker) -> dict[str, str]:
    return {
        "KAFKA_BROKER": broker.servers.value,
        "KAFKA_TOPIC": IDRAC_TOPIC,
        "KAFKA_PARTITION": str(broker.partition.value),
        "KAFKA_CACERT": "ca.crt",
        "KAFKA_CLIENT_CERT": "user.crt",
        "KAFKA_CLIENT_KEY": "user.key",
        "KAFKA_SKIP_VERIFY": "false",
    }


def _victoria_pump(idrac: Idrac) -> Body:
    return {
        # Without VICTORIA_METRICS_URL it pushes nothing, and says so once.
        "env": _env(_BUS),
        "ports": [{"name": "metrics", "containerPort": PUMP_METRICS_PORT, "protocol": "TCP"}],
        **_probes(idrac, {"tcpSocket": {"port": "metrics"}}),
    }


def _probes(idrac: Idrac, asked: Body, startup: Probe | None = None) -> Body:
    return {
        "startupProbe": {**asked, **timing(startup or idrac.startup)},
        "livenessProbe": {**asked, **timing(idrac.liveness)},
        "readinessProbe": {**asked, **timing(idrac.readiness)},
    }


def _env(settings: dict[str, str]) -> list[Body]:
    return [{"name": name, "value": value} for name, value in settings.items()]


def _secret(name: str, key: str) -> Body:
    return {"name": name, "valueFrom": {"secretKeyRef": {"name": IDRAC_SECRET, "key": key}}}
