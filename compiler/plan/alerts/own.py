"""Alerts about what watches: vmalert itself, and the containers that hand over configurations."""

from __future__ import annotations

from collections.abc import Iterator

from ...config.configuration import Configuration
from .model import CRITICAL, NONE, WARNING, Alert, here


def own_alerts(configuration: Configuration) -> Iterator[Alert]:
    """The watchdog is rendered where somebody receives it."""
    pods = here(configuration)
    yield Alert(
        "RulesFail",
        WARNING,
        "5m",
        f"label_move(sum by (group, alertname) (increase(vmalert_alerting_rules_errors_total{{{pods}}}[10m])) > 0, "
        '"alertname", "rule")',
        "{{ $labels.rule }} cannot be evaluated",
        "What it watches is not watched. vmalert's log has the reason; most often vmselect does not answer in time.",
    )
    yield Alert(
        "RulesLate",
        WARNING,
        "5m",
        f"sum by (group) (increase(vmalert_iteration_missed_total{{{pods}}}[10m])) > 0",
        "rules of {{ $labels.group }} are evaluated late",
        "An evaluation takes longer than its interval. Look at the load of vmselect, and give it or vmalert more CPU.",
    )
    yield Alert(
        "RulesNotLoaded",
        WARNING,
        "10m",
        f"vmalert_config_last_reload_successful{{{pods}}} == 0",
        "{{ $labels.pod }} runs with old rules",
        "It could not load what the operator wrote. Look at its log and at the status of VMAlert and of the VMRules.",
    )
    yield Alert(
        "AlertStateLost",
        WARNING,
        "0m",
        f"increase(vmalert_remotewrite_dropped_rows_total{{{pods}}}[10m]) > 0",
        "{{ $labels.pod }} could not write the state of alerts",
        "After a restart of vmalert, alerts that wait for their time start to wait again. Look at vminsert.",
    )
    yield Alert(
        "ConfigNotReloaded",
        WARNING,
        "10m",
        f"configreloader_last_reload_successful{{{pods}}} == 0",
        "{{ $labels.pod }} was not handed its new configuration",
        "Its config-reloader could not read or deliver it. Look at the log of that container.",
    )
    if configuration.options.alertmanager_urls:
        yield Alert(
            "AlertsNotSent",
            CRITICAL,
            "5m",
            f"sum by (pod, addr) (increase(vmalert_alerts_send_errors_total{{{pods}}}[10m])) > 0",
            "{{ $labels.pod }} cannot tell {{ $labels.addr }}",
            "Alerts reach nobody through this Alertmanager. Look at its address in alertmanager_urls, at its "
            "certificate, and at the NetworkPolicy of vmalert.",
        )
        yield Alert(
            "Watchdog",
            NONE,
            "0m",
            "vector(1)",
            "alerting works",
            "It always fires. Let the Alertmanager pass it on to something that notices when it stops: then vmalert, "
            "the metrics store, or the way between them is down.",
        )
