"""Messages as OME publishes them, and as nobody says that it does not.

The first two follow Dell's published samples (dell/OpenManage-Enterprise on GitHub, `Kafka/Metrics/Telemetry2.json` and
`Kafka/Alerts/producer/app/omeKafkaALERTS.json`): their members, their types and the order of their times. Of health,
inventory and audit logs no sample is published; those follow what consumers of OME's topics expect.
"""

from __future__ import annotations

import json
from typing import Any


def metric(name: str, component: str | None, samples: list[tuple[str, str]]) -> dict[str, Any]:
    """A metric of a system: values are texts, times need not be in order."""
    return {
        "MetricId": name,
        "TimeStamp": [time for time, _ in samples],
        "ComponentId": component,
        "MetricValue": [value for _, value in samples],
    }


_THREE = ("20241014T135500Z", "20241014T135000Z", "20241014T140000Z")
TELEMETRY = {
    "System": [
        {
            "Metric": [
                metric("NVMe.CriticalWarning.Max.60.Interval", "SMARTData:Disk.Bay.7", [("20241014T140000Z", "0")]),
                metric("NVMe.CriticalWarning.Max.60.Interval", "SMARTData:Disk.Bay.6", [("20241014T140000Z", "1")]),
                metric("SystemUtilization.CPUUsage.Min.5.Interval", None, [(time, "0") for time in _THREE]),
                metric("SystemUtilization.CPUUsage.Max.5.Interval", None, [(time, "1") for time in _THREE]),
                metric(
                    "SystemUtilization.CPUUsage.Avg.5.Interval",
                    None,
                    list(zip(_THREE, ["0.80789210554223", "0.820354609519005", "0.918639693052224"], strict=True)),
                ),
            ],
            "Identifier": "4LRZYY3",
        },
        {
            "Metric": [
                metric("Power.SystemEnergy.Max.0.Current", None, [("20241014T110109Z", "550.023")]),
                metric("SystemUtilization.CPUUsage.Max.60.Current", None, [("20241014T110109Z", "0")]),
            ],
            "Identifier": "81Z1YW3",
        },
    ]
}
ALERT = {
    "AlertId": 1,
    "Severity": 8,
    "Timestamp": "20241014T134517Z",
    "Description": "Test manual alerts",
    "EEMIMessageId": "CDEV1234",
    "IsAcknowledged": False,
    "AlertIdentifier": "6SXV903",
    "UpdatedTimeStamp": None,
}
ALERTS = {"Data": [ALERT, {**ALERT, "AlertId": 2}], "TransferType": "Delta"}
FLAT = {"Metric": [metric("Thermal.InletTemperature", "x", [("20241014T140000Z", "24")])], "Identifier": "4LRZYY3"}
INVENTORY = {
    "System": [
        {
            "Identifier": "4LRZYY3",
            "Component": [
                {"ComponentId": "CPU.1", "Data": [{"Properties": {"Cores": 64, "Enabled": True, "Model": "x"}}]},
                {"ComponentId": "CPU.2", "Data": [{"Properties": {"Cores": 32}}, {"Properties": {"Cores": 16}}]},
            ],
        }
    ]
}
HEALTH = {"System": [{"Identifier": "a", "Powered": True, "Fans": 4}, {"Identifier": "b", "Powered": False, "Fans": 2}]}


def text(document: object) -> str:
    """As OME writes it."""
    return json.dumps(document)
