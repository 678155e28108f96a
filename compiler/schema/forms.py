"""What each validator function of the models means as a schema, and the sentence that says it to people.

By the function's module and name, so that `config` need not know of schemas and costs nothing more to import. A
validator without a line here fails `tests/schema/test_forms.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..config.components import RESERVED_LABELS
from ..config.option_values import KUBERNETES_VERSIONS
from ..config.software import LONGEST
from . import texts


class Form(NamedTuple):
    """Keywords of a schema, and what they mean in a sentence; none where the keywords are told by themselves.

    ``never`` is what values must not be, besides.
    """

    keywords: Mapping[str, Any]
    told: str = ""
    never: Mapping[str, Any] | None = None


def never(condition: Mapping[str, Any], told: str) -> dict[str, Any]:
    """A schema that refuses what fulfils ``condition`` (which an empty value must not), and lets editors say why.

    `not` would do, but editors have no words for it.
    """
    return {"if": dict(condition), "then": {"type": "null", "errorMessage": told}}


def _text(pattern: str, told: str, never: Mapping[str, Any] | None = None, **more: Any) -> Form:
    # `patternErrorMessage` is what editors show in place of the pattern.
    return Form({"pattern": f"^(?:{pattern})$", "patternErrorMessage": told, **more}, told, never)


FORMS: Mapping[str, Form] = {
    "config.fields._volume_size": _text(
        texts.SIZE, "A size above 0 as Kubernetes writes it, such as 8Gi, 1.5Ti, 500G or plain bytes in quotes."
    ),
    "config.fields._memory": _text(texts.MEMORY, "An amount of memory of at least 1Mi, such as 256Mi or 2Gi."),
    "config.fields._cpu": _text(texts.CPU, "Cores such as 2 or 0.5, or thousandths such as 250m; at least 1m."),
    "config.fields._duration": _text(
        texts.DURATION, "A whole number above 0 and one unit (ms, s, m or h), such as 30s."
    ),
    "config.fields._host": _text(
        f"|{texts.DIALLED}", "An IPv4 or IPv6 address or a DNS name alone: no scheme, no port, no path."
    ),
    "config.fields._address_range": _text(texts.RANGE, "An address range such as 192.0.2.0/24 or 2001:db8::/64."),
    "config.fields._url": _text(texts.URL, "An absolute http or https URL with a host; no user, password or fragment."),
    "config.fields._label": _text(
        texts.LABEL, "At most 63 of a-z, 0-9 and -, not beginning or ending with -.", maxLength=63
    ),
    "config.fields._subdomain": _text(texts.SUBDOMAIN, "Parts of a-z, 0-9 and -, separated by dots.", maxLength=253),
    "config.fields._no_repeats": Form({"uniqueItems": True}),
    "config.sinks._each_url_once": Form({"uniqueItems": True}, "No URL twice."),
    "config.sinks._bytes_or_unlimited": Form({"minimum": -1}, "Not 0.", {"const": 0}),
    "config.software._short": Form({"maxLength": LONGEST}),
    "config.software._group_name": _text("[A-Za-z0-9_-]{1,253}", "At most 253 of A-Z, a-z, 0-9, _ and -."),
    "config.option_values._version": Form({"enum": list(KUBERNETES_VERSIONS)}),
    "config.option_values._registry": _text(
        texts.REGISTRY, "A host, with port and path where needed, such as mirror.example.com:5000/telemetry."
    ),
    "config.option_values._image": _text(
        texts.IMAGE, "An image with its tag or digest: registry/repository:tag, with @sha256:… where it is pinned."
    ),
    "config.option_values._label_name": _text(
        texts.LABEL_NAME, "At most 63 of A-Z, a-z, 0-9, -, _ and ., with a prefix/ where needed."
    ),
    "config.option_values._label_value": _text(
        texts.LABEL_VALUE, "At most 63 of A-Z, a-z, 0-9, -, _ and ., beginning and ending with a letter or digit."
    ),
    "config.option_values._own_label_name": Form(
        {}, "None of the labels that selectors depend on.", {"enum": sorted(RESERVED_LABELS)}
    ),
    "config.option_values._time_zone": _text(texts.ZONE, "A zone of the IANA database, such as UTC or Europe/Berlin."),
    "config.option_values._alertmanager": _text(
        texts.URL,
        "An absolute http or https URL without a query, and without the path /api/v2/alerts, which vmalert adds.",
        {"type": "string", "pattern": r"\?|^[^?]*/api/v[12]/alerts/*$"},
    ),
    "config.option_values._own_namespace": Form(
        {},
        "Neither default nor a name that begins with kube-.",
        {"type": "string", "pattern": "^(?:default$|kube-)"},
    ),
    "config.option_values._directory": Form({"minLength": 1}),
    "sources.vast.model._url_path": _text(texts.URL_PATH, "A path that begins with /."),
    "sources.ldms.model._plugin_name": _text("[A-Za-z0-9_]+", "Letters, digits and _."),
    "sources.ldms.model._activation_parameters": _text(
        texts.ACTIVATION,
        "interval=<number><unit>, optionally offset=<signed number><unit> of at most half the interval and "
        "exclusive_thread=0 or 1; units are us, ms, s, m, h and d, none means microseconds; an interval is at "
        "least 1ms.",
    ),
    "sources.ome.model._identifier": _text(
        texts.IDENTIFIER,
        "At most 238 of A-Z, a-z, 0-9, ., _ and -, not beginning with __; or a regular expression that begins with "
        "such characters and whose beginning is not one of idrac or ldms.",
    ),
}


def form_of(validator: Any) -> Form | None:
    """What a validator function of a model means; None of one that is not known here."""
    return FORMS.get(name_of(validator))


def name_of(validator: Any) -> str:
    """A function by its module below the package and its name."""
    return f"{validator.__module__.partition('.')[2]}.{validator.__name__}"
