"""The values of `telecompile.yml`: versions, images, labels, time zones, and what else has a form of its own."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from .components import RESERVED_LABELS
from .fields import Label, check_url, is_subdomain, refuse
from .urls import Purpose

KUBERNETES_VERSIONS = tuple(f"1.{minor}" for minor in range(30, 38))
_REGISTRY = r"[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:[0-9]{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*"
_IMAGE = (
    r"([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:[0-9]{1,5})?/)?[a-z0-9]+([._-]+[a-z0-9]+)*(/[a-z0-9]+([._-]+[a-z0-9]+)*)*"
    r"(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?"
)
_LABEL_NAME = r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_LABEL_VALUE = r"([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?"


def _version(text: str) -> str:
    if text not in KUBERNETES_VERSIONS:
        oldest, newest = KUBERNETES_VERSIONS[0], KUBERNETES_VERSIONS[-1]
        # v1.35, 1.35.1 and 1.35.1+rke2r1 mean 1.35.
        found = re.match(r"v?1\.([0-9]{1,2})(?![0-9])", text)
        meant = min(KUBERNETES_VERSIONS, key=lambda one: abs(int(one[2:]) - int(found[1]))) if found else ""
        said = f"{text!r} is not a version of Kubernetes that telecompile renders for: those are {oldest} to {newest}"
        raise refuse("not-allowed", said, f'write "{meant}"' if meant else f'write one of "{oldest}" to "{newest}"')
    return text


def _registry(text: str) -> str:
    if not re.fullmatch(_REGISTRY, text):
        host = text.partition("://")[2].rstrip("/")
        raise refuse(
            "image",
            f"{text!r} is not a registry",
            f'write "{host}"'
            if host and re.fullmatch(_REGISTRY, host)
            else "write a host, with port and path where needed, such as mirror.example.com:5000/telemetry",
        )
    return text


def _image(text: str) -> str:
    if not re.fullmatch(_IMAGE, text):
        from .spelling import image_problem

        wrong, help_ = image_problem(text, _IMAGE)
        raise refuse("image", f"{text!r} {wrong}", help_)
    if ":" not in text.rpartition("/")[2]:
        raise refuse(
            "image", f"{text!r} has neither tag nor digest, so it would change under your feet", "add a tag or a digest"
        )
    return text


def _label_name(text: str) -> str:
    prefix, slash, name = text.rpartition("/")
    if not re.fullmatch(_LABEL_NAME, name) or (slash and not is_subdomain(prefix)):
        raise _no_label(text, name, _LABEL_NAME, "the name of a label or annotation", f"{prefix}{slash}")
    return text


def _label_value(text: str) -> str:
    if not re.fullmatch(_LABEL_VALUE, text):
        raise _no_label(text, text, _LABEL_VALUE, "the value of a label")
    return text


def _no_label(text: str, name: str, pattern: str, what: str, prefix: str = "") -> PydanticCustomError:
    from .spelling import name_problem

    if prefix and not is_subdomain(prefix[:-1]):
        wrong, help_ = f"is not {what}", "write a DNS name of your own before the /, such as example.com/team"
    else:
        wrong, help_ = name_problem(name, pattern, 63, what, "A-Z, a-z, 0-9, -, _ and .")
        help_ = help_.replace('mean "', f'mean "{prefix}')
    return refuse("label", f"{text!r} {wrong}", help_)


def _time_zone(text: str) -> str:
    if text == "UTC":
        return text
    # Imported here: few ask for another one.
    from .zones import ZONES

    if text not in ZONES:
        raise refuse("not-allowed", f"{text!r} is not a time zone", _zone_help(text, ZONES))
    return text


def _zone_help(text: str, zones: frozenset[str]) -> str:
    """The zone that was meant, were it written without its continent."""
    from ..loading.suggest import nearest

    cities = {zone.rpartition("/")[2].casefold(): zone for zone in sorted(zones, reverse=True)}
    guess = cities.get(text.casefold().replace(" ", "_")) or nearest(text, zones)
    return f"did you mean {guess}?" if guess else "write a zone of the IANA database, such as UTC or Europe/Berlin"


ALERTMANAGER = Purpose(
    "http",
    "write the address of an Alertmanager, such as http://alertmanager.example.com:9093",
    "leave them out: vmalert is given no log-in, so name an Alertmanager that asks for none, "
    "or a proxy that logs in to it",
)
"""What a URL of `alertmanager_urls` is for; Alertmanager listens on 9093 by default."""


def _alertmanager(text: str) -> str:
    check_url(text, ALERTMANAGER)
    address, question, _ = text.partition("?")
    for path in ("/api/v2/alerts", "/api/v1/alerts"):
        if address.rstrip("/").endswith(path):
            base = address.rstrip("/").removesuffix(path)
            raise refuse("url", f"{text!r} has the path that vmalert adds by itself", f"write {base}")
    if question:
        raise refuse("url", f"{text!r} has a query, behind which vmalert would put its path", f"write {address}")
    return text


def _directory(text: str) -> str:
    if not text:
        raise refuse("empty-value", "the prefix is mapped to nothing", 'write "." for the input directory')
    return text


def _own_namespace(text: str) -> str:
    # Everything there would be cut off by the default denial.
    if text == "default" or text.startswith("kube-"):
        raise refuse(
            "name",
            f"the namespace {text} holds more than telemetry",
            "write one that holds nothing else, such as telemetry",
        )
    return text


def _own_label_name(text: str) -> str:
    if text in RESERVED_LABELS:
        raise refuse(
            "label", f"{text} is taken: selectors depend on it", "choose a label of your own, such as example.com/team"
        )
    return text


KubernetesVersion = Annotated[str, AfterValidator(_version)]
Registry = Annotated[str, AfterValidator(_registry)]
Image = Annotated[str, AfterValidator(_image)]
LabelName = Annotated[str, AfterValidator(_label_name)]
OwnLabelName = Annotated[LabelName, AfterValidator(_own_label_name)]
LabelValue = Annotated[str, AfterValidator(_label_value)]
TimeZone = Annotated[str, AfterValidator(_time_zone)]
AlertmanagerUrl = Annotated[str, AfterValidator(_alertmanager)]
Directory = Annotated[str, AfterValidator(_directory)]
OwnNamespace = Annotated[Label, AfterValidator(_own_namespace)]
