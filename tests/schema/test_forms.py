"""Every validator of a model has its meaning as a schema, and the two agree.

A schema may be more lenient where only counting can tell; those texts are named by ``beyond``. It must never be
stricter: that would be a false alarm in somebody's editor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from telecompile.config import fields, option_values, software
from telecompile.config.hosts import names_host
from telecompile.config.quantity import LARGEST, LONGEST, milliseconds, quantity
from telecompile.schema.document import FILES
from telecompile.schema.forms import FORMS, name_of
from telecompile.sources.ldms import model as ldms
from telecompile.sources.ldms.activation import Mistake, read_activation
from telecompile.sources.ome import model as ome
from telecompile.sources.vast import model as vast
from tests.properties.values import HOSTS, address_ranges, amounts, urls
from tests.schema.checking import Editor

_ANY_NUMBER = st.from_regex(r"[+-]?[0-9]{0,22}(\.[0-9]{0,6})?", fullmatch=True)
_UNITS = st.sampled_from(
    [
        "",
        "Ki",
        "Mi",
        "Gi",
        "Ti",
        "Ei",
        "n",
        "u",
        "m",
        "k",
        "M",
        "G",
        "E",
        "e3",
        "E-3",
        "GB",
        "gi",
        "ms",
        "s",
        "h",
        " Gi",
    ]
)
_QUANTITIES = st.builds("{}{}".format, _ANY_NUMBER, _UNITS)
_DURATIONS = st.builds("{}{}".format, st.integers(0, 10**15), st.sampled_from(["ms", "s", "m", "h", "d", ""]))
_NAMES = st.text("aZ09-_./: \n", max_size=70)


def _never(_: str) -> bool:
    return False


def _of_size(text: str) -> bool:
    """A quantity above 0 whose size is not one that can be had: a pattern does not multiply."""
    value = quantity(text)
    return value is not None and value > 0


def _long(text: str) -> bool:
    count = milliseconds(text)
    return count is not None and count > LONGEST


def _a_host(text: str) -> bool:
    return names_host(text) or len(text) > 253


def _a_url(text: str) -> bool:
    """What is in no pattern: ports above 65535, and hosts too long."""
    port = re.search(r":0*([0-9]+)(?:[/?]|$)", text)
    return bool(port and int(port[1]) > 65535) or len(text) > 250


def _an_offset(text: str) -> bool:
    """Halves and sums."""
    found = read_activation(text)
    return isinstance(found, Mistake) and (
        "half" in found.summary or "below 1 ms" in found.summary or "longer" in found.summary
    )


def _of_form(text: str) -> bool:
    """An expression that is wrong in how its pieces nest or repeat."""
    return not re.fullmatch(r"[A-Za-z0-9._-]*", text)


class Agreement(NamedTuple):
    """A type of a model, texts near to what it means, and which of those that it refuses no pattern can tell."""

    type: Any
    texts: st.SearchStrategy[str]
    beyond: Callable[[str], bool] = _never


_IMAGES = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "quay.io/", "host:5000/", "HOST/", "a.b/c/", "https://"]),
    st.sampled_from(["vm", "a-b/c.d", "A", "a__b", "a/-b", ""]),
    st.sampled_from(["", ":v1", ":", ":1.0_x-", ":é"]),
    st.sampled_from(["", "@sha256:" + "0a" * 32, "@sha256:" + "0a" * 31, "@md5:00"]),
)
_STARTS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", " ", "\n\u3000", "x=1 "]),
    st.sampled_from(["interval=30s", "interval=1000", "interval=999", "interval=1ms", "interval=0s", "interval=-5s"]),
    st.sampled_from(
        ["", "\x1c", " offset=-1s", " offset=0 exclusive_thread=1", " interval=5s", " offset=1 offset=2", " offset"]
    ),
) | st.lists(
    st.builds(
        "{}={}{}{}".format,
        st.sampled_from(["interval", "offset", "exclusive_thread", "Interval", "interval "]),
        st.sampled_from(["", "-", "+"]),
        st.sampled_from(["0", "1", "5", "30", "999", "1000", "30000000", "0.5", "1.", ".5", "x", ""]),
        st.sampled_from(["", "us", "ms", "s", "m", "h", "d", "w"]),
    ),
    max_size=4,
).map(" ".join)
_EXPRESSIONS = st.text("aiIdrcl_.^\\-[]()|*+?{1,2}$ ", max_size=12) | st.from_regex(
    r"[A-Za-z0-9._-]{230,245}", fullmatch=True
)
AGREEMENTS = {
    "config.fields._volume_size": Agreement(fields.VolumeSize, _QUANTITIES | amounts(1, 10**10), _of_size),
    "config.fields._memory": Agreement(fields.Memory, _QUANTITIES | amounts(1, 100), _of_size),
    "config.fields._cpu": Agreement(fields.Cpu, _QUANTITIES, _of_size),
    "config.fields._duration": Agreement(fields.Duration, _DURATIONS | _QUANTITIES, _long),
    "config.fields._host": Agreement(
        fields.Host, HOSTS | st.text("aZ09.:-_%/[] \nfe", max_size=25) | st.ip_addresses().map(str), _a_host
    ),
    "config.fields._address_range": Agreement(
        fields.AddressRange, address_ranges() | st.text("0129a:./", max_size=18), lambda text: "/" in text
    ),
    "config.fields._url": Agreement(
        fields.Url,
        urls("", "/", "/a/b", "/a,b", "/(x)", "/a#b", "/é")
        | st.text("htps:/a.b09@[]#?%,' -", max_size=30).map("http://{}".format)
        | _NAMES,
        _a_url,
    ),
    "config.fields._label": Agreement(fields.Label, _NAMES | st.text("az09-", max_size=66)),
    "config.fields._subdomain": Agreement(fields.Subdomain, _NAMES | st.text("az09-.", max_size=30)),
    "config.software._short": Agreement(
        software.Short, st.text(max_size=5) | st.text("aé😀", min_size=250, max_size=256)
    ),
    "config.software._group_name": Agreement(Annotated[str, AfterValidator(software._group_name)], _NAMES),
    "config.option_values._version": Agreement(
        Annotated[str, AfterValidator(option_values._version)],
        st.builds("{}.{}".format, st.integers(0, 2), st.integers(28, 40)),
    ),
    "config.option_values._registry": Agreement(
        Annotated[str, AfterValidator(option_values._registry)], _IMAGES | _NAMES
    ),
    "config.option_values._image": Agreement(option_values.Image, _IMAGES | _NAMES),
    "config.option_values._label_name": Agreement(option_values.LabelName, _NAMES),
    "config.option_values._label_value": Agreement(option_values.LabelValue, _NAMES),
    "config.option_values._own_label_name": Agreement(
        option_values.OwnLabelName,
        _NAMES | st.sampled_from(["managed-by", "app.kubernetes.io/name", "app.kubernetes.io/other"]),
    ),
    "config.option_values._time_zone": Agreement(
        Annotated[str, AfterValidator(option_values._time_zone)],
        st.sampled_from(["UTC", "Europe/Berlin", "europe berlin", "Etc/GMT+5", "", "/UTC", "Mars/Crater"]),
        lambda text: bool(re.fullmatch("[A-Za-z/]+", text)),
    ),
    "config.option_values._alertmanager": Agreement(
        option_values.AlertmanagerUrl,
        st.builds(
            "http://am.example:9093{}{}".format,
            st.sampled_from(["", "/", "/x", "/api/v2/alerts", "/api/v1/alerts/", "/x/api/v2/alerts", "/api/v2"]),
            st.sampled_from(["", "?", "?a=b", "?/api/v2/alerts"]),
        ),
    ),
    "config.option_values._own_namespace": Agreement(
        option_values.OwnNamespace,
        st.sampled_from(["default", "kube-system", "kube", "default-2", "telemetry", "kube-", "Default", ""]),
    ),
    "config.option_values._directory": Agreement(
        Annotated[str, AfterValidator(option_values._directory)], st.text(max_size=2)
    ),
    "sources.vast.model._url_path": Agreement(
        Annotated[str, AfterValidator(vast._url_path)],
        st.text("/aZ9,'()[]$%?=&", max_size=8).map("/{}".format)
        | st.text("/aZ9é \"<>\\^`{|}#,'()[]$%?=&\n\u3000", max_size=8),
    ),
    "sources.ldms.model._plugin_name": Agreement(Annotated[str, AfterValidator(ldms._plugin_name)], _NAMES),
    "sources.ldms.model._activation_parameters": Agreement(
        Annotated[str, AfterValidator(ldms._activation_parameters)], _STARTS, _an_offset
    ),
    "sources.ome.model._identifier": Agreement(Annotated[str, AfterValidator(ome._identifier)], _EXPRESSIONS, _of_form),
}
ON_LISTS = {"config.fields._no_repeats", "config.sinks._each_url_once"}
ON_NUMBERS = {"config.sinks._bytes_or_unlimited"}


def accepted(kind: Any, value: object) -> bool:
    try:
        TypeAdapter(kind).validate_python(value, strict=True)
    except ValidationError:
        return False
    return True


def schema_of(kind: Any) -> Any:
    """As the walk makes it of a field of this type."""
    from telecompile.schema.shape import _value

    return _value(kind, ())


@pytest.mark.parametrize("name", AGREEMENTS)
def test_a_schema_says_what_its_validator_says(name: str) -> None:
    agreement = AGREEMENTS[name]
    editor, adapter = Editor(schema_of(agreement.type)), TypeAdapter(agreement.type)
    seen = set()

    @given(agreement.texts)
    def agrees(text: str) -> None:
        try:
            adapter.validate_python(text, strict=True)
        except ValidationError:
            right = False
        else:
            right = True
        seen.add(right)
        if right:
            assert editor.is_valid(text), f"a false alarm: {text!r}"
        elif not agreement.beyond(text):
            assert not editor.is_valid(text), f"no alarm: {text!r}"

    agrees()
    assert seen == {True, False}, "the texts that were drawn are all right, or all wrong"


@given(st.integers(-3, 3) | st.integers(-(2**64), 2**64))
@example(-1)
@example(0)
def test_bytes_or_unlimited(count: int) -> None:
    from telecompile.config.sinks import KafkaSink

    field = KafkaSink.model_fields["log_retention_bytes"]
    assert Editor(schema_of(field.rebuild_annotation())).is_valid(count) == accepted(field.rebuild_annotation(), count)


def _validators(model: type[BaseModel]) -> Iterator[str]:
    for field in model.model_fields.values():
        yield from _in(field.annotation)
        for one in field.metadata:
            yield from _in(one)


def _in(part: Any) -> Iterator[str]:
    """The validators inside of an annotation, or of what stands beside one."""
    if isinstance(part, AfterValidator):
        yield name_of(part.func)
    if isinstance(part, FieldInfo):
        for one in part.metadata:
            yield from _in(one)
    if isinstance(part, type) and issubclass(part, BaseModel):
        yield from _validators(part)
    for inner in (*getattr(part, "__args__", ()), *getattr(part, "__metadata__", ())):
        yield from _in(inner)


def test_every_validator_has_a_form_and_every_form_a_validator() -> None:
    models: list[type[BaseModel]] = [*(file.model for file in FILES), software.FunctionalGroup]
    assert {name for model in models for name in _validators(model)} == FORMS.keys()
    assert FORMS.keys() == AGREEMENTS.keys() | ON_LISTS | ON_NUMBERS


def test_largest_quantities_are_not_told() -> None:
    """What a pattern leaves to the program: sums, and the largest number."""
    assert Editor(schema_of(fields.VolumeSize)).is_valid(str(LARGEST + 1))
    assert not accepted(fields.VolumeSize, str(LARGEST + 1))
