"""The table of codes: how much each matters, and what it is about in a line. A code never changes its meaning."""

from typing import NamedTuple

from .diagnostic import Severity


class Code(NamedTuple):
    """What a code is about. ``severity`` is that of every diagnostic with this code, unless `allow` lowers it."""

    severity: Severity
    told: str


def error(told: str) -> Code:
    """A code that stops the build."""
    return Code("error", told)


def warning(told: str) -> Code:
    """A code that stops the build under `--strict` only."""
    return Code("warning", told)


def note(told: str) -> Code:
    """A code that never stops the build."""
    return Code("note", told)


CODES: dict[str, Code] = {
    # Reading a file
    "input-directory": error("The input directory is not there or cannot be read."),
    "missing-file": error("A file that is needed is not there."),
    "unreadable-file": error("A file cannot be read."),
    "unread-file": warning("A file is called nearly as one that is read."),
    "file-too-large": error("A file is larger than anything that is meant here."),
    "not-utf8": error("A file is not text in UTF-8."),
    "empty-file": error("A file holds nothing."),
    "yaml-syntax": error("A file is not YAML."),
    "json-syntax": error("A file is not JSON."),
    "csv-syntax": error("A line of the mapping CSV is not CSV."),
    "csv-header": error("The header of the mapping CSV lacks a column, or has one too many."),
    "csv-row": error("A row of the mapping CSV has too many or too few cells."),
    "csv-comment": error("The mapping CSV has a comment line."),
    "duplicate-key": error("A key stands twice in one mapping."),
    "several-documents": error("A file holds more than one YAML document."),
    "alias-cycle": error("An alias contains itself."),
    "too-many-nodes": error("Aliases expand to more values than are read."),
    "non-string-key": error("A key is not a text."),
    "custom-tag": error("A value has a tag that nobody here understands."),
    "nesting-too-deep": error("Values are nested too deeply."),
    # One value
    "missing-key": error("A key that is needed is not there."),
    "unknown-key": error("A key is not one of those that are known."),
    "former-key": error("A key belongs to the former flat layout."),
    "other-release-key": note("A key of other releases is accepted without effect."),
    "wrong-type": error("A value is not of the kind that is meant."),
    "not-allowed": error("A value is not one of those that are allowed."),
    "out-of-range": error("A number is too small or too large."),
    "empty-value": error("A value is empty."),
    "repeated-item": error("An item stands twice in a list."),
    "quantity": error("An amount of storage, memory or CPU is not one."),
    "duration": error("A duration is not one."),
    "host": error("A host is not one."),
    "address-range": error("An address range is not one."),
    "url": error("A URL is not one that can be written to."),
    "url-path": error("A path of a URL is not one."),
    "name": error("A name is not one that Kubernetes takes."),
    "toleration": error("A toleration is not one that Kubernetes takes."),
    "label": error("A label or annotation is not one that Kubernetes takes."),
    "image": error("An image reference is not one."),
    "endpoint-access": error("The log-in of an endpoint is incomplete."),
    "request-above-limit": error("A container requests more than its limit."),
    "resources-wrapper": error("A resource block has a wrapper that does not belong there."),
    "ldms-activation": error("The start arguments of a sampler are wrong."),
    "ldms-config-parameters": error("The configuration arguments of a sampler are wrong."),
    "ldms-plugin-name": error("The name of a sampler is not one."),
    "ome-identifier": error("The identifier of OME's topics is not one."),
    "node-group": error("A row of the mapping CSV has no valid functional group."),
    "node-hostname": error("A row of the mapping CSV names no host, or one that no host can have."),
    "node-address": error("A row of the mapping CSV has no valid address."),
    "node-repeated": error("Two rows of the mapping CSV share what must be unique."),
    # Between sections
    "source-without-target": error("A source is on and goes nowhere."),
    "channel-without-target": error("A channel is on whose sink is not among the source's targets."),
    "target-without-channel": warning("A source lists a sink for a channel that is off."),
    "bridge-without-source": warning("A bridge is on for a channel that its source does not collect."),
    "source-without-bridge": warning("A source is on whose bridge is off, so its data stays in Kafka."),
    "endpoint-path": warning("An additional endpoint has a path at which nothing is taken."),
    "tls-not-verified": note("An additional endpoint is believed without a look at its certificate."),
    "tls-setting-unused": warning("A setting of TLS has no effect on an http URL."),
    "queue-above-volume": error("The queues of an agent do not fit on its volume."),
    "telemetry-scrape-timeout": error("A scrape may take longer than the time between two of them."),
    "endpoint-not-set": error("An appliance is on and its address is not set."),
    "ldms-no-plugin": error("LDMS is on and samples nothing."),
    "ldms-plugin-repeated": error("A sampler plugin is listed twice."),
    "ldms-unknown-plugin": warning("A sampler plugin is not one that LDMS ships."),
    "ldms-no-static-rows": warning("The columns of a sampler plugin are not known, so its rows carry no host."),
    "ldms-schema-shared": error("Two sampler plugins would call their sets the same."),
    "ldms-memory": error("A daemon of LDMS may use less memory than it sets aside."),
    "ldms-fast-interval": warning("A sampler runs more often than every 100 ms."),
    "ldms-no-address": warning("LDMS is on, and nobody knows how nodes and aggregators find each other."),
    "ldms-kept-out": warning("Samplers dial in, and policies keep them out."),
    "ldms-no-node": error("LDMS is on, and the mapping CSV has no node to collect."),
    "ldms-ports": error("The aggregators of LDMS need ports outside of their range."),
    "kafka-segment-above-volume": error("A segment of a topic is larger than a broker's volume."),
    "kafka-segment-raised": warning("A segment of a topic is smaller than Kafka starts with."),
    "idrac-partitions": warning("A topic has partitions that nothing writes to."),
    "kafka-retention": warning("What topics may keep does not fit on a broker's volume."),
    "kafka-retention-unbounded": note("Nothing bounds the bytes of a partition; told with the rate that fits."),
    "ca-certificate": error("The CA certificate of an appliance is missing or none."),
    "ca-expired": warning("The CA certificate of an appliance has expired, or does so within 30 days."),
    "csm-values": error("The CSM values file is missing, none, or has a value that its programs refuse."),
    "csm-misspelt-key": warning("A key of the CSM values file looks like another, and has no effect."),
    "csm-collector-replaced": warning("The CSM values file names a collector whose queue cannot be kept."),
    "referenced-file": error("A file that the configuration names cannot be read."),
    "storage-section-missing": error("A section of the storage file is missing that this configuration needs."),
    "single-replica": warning("A component of the data path has one replica."),
    "vmstorage-not-replicated": warning("The metrics store has too few pods to keep each sample twice."),
    "idle-consumers": warning("A bridge has more replicas than its topics have partitions."),
    "software-repeated": error("A software is listed twice."),
    "software-list-missing": error("A software is selected whose list of roles is missing or empty."),
    "role-repeated": error("A role is listed twice."),
    "software-unknown": warning("A software is not one that is known."),
    "software-architecture": warning("A software is listed for an architecture that it is not prepared for."),
    "software-not-selected": warning("Telemetry is on that needs a software which is not selected."),
    "group-not-in-csv": error("A functional group is in no row of the mapping CSV."),
    "group-not-checked": warning("Functional groups are named, and there is no mapping CSV to compare them with."),
    "node-group-unclear": warning("A functional group of the mapping CSV reads like a role, and names none."),
    "bmc-repeated": warning("Two rows of the mapping CSV share a BMC."),
    "exposed-to-anyone": warning("A listener can be reached from every address."),
    "plain-http-password": error("A password would cross the network in clear text."),
    "log-in-over-http": warning("The log-in of an additional endpoint crosses the network in clear text."),
    "replicas-fixed": error("A component whose number of pods is not for choosing is given one."),
    "unused-endpoint": warning("A log-in is given for an endpoint that is not configured."),
    "unused-path": warning("A prefix is mapped that no configured path begins with."),
    "unused-setting": warning("A setting has no effect beside the others."),
    "unknown-component": error("A component that telecompile.yml names does not exist."),
    "allow-unknown": warning("An entry of `allow` is not a code."),
    "allow-unused": warning("An entry of `allow` allows nothing."),
    # Between the last build and this one
    "loses-data": warning("A change since the last build loses data that was collected."),
    "cannot-apply": warning("A change since the last build is one that Kubernetes or Kafka refuses."),
    # The output directory
    "output-foreign-file": error("A path that is needed is held by a file that telecompile did not write."),
    "output-hand-edited": warning("A file that telecompile wrote was changed by hand."),
    "output-stale-kept": warning("A file that is not needed any more was changed by hand, so it is kept."),
    "output-unfinished": note("A former build did not finish."),
    "output-lock": error("The lock file cannot be used."),
    "output-busy": error("Another build is writing to the output directory."),
    "output-unusable": error("The output directory cannot be used."),
}
