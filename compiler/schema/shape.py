"""The schema of a model: what each of its keys takes, from the annotation and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AfterValidator
from pydantic.fields import FieldInfo

from ..config.base import Section
from .conditions import CONDITIONS, NARROWED
from .forms import Form, form_of, never
from .marks import TOLD

Node = dict[str, Any]
_KINDS = {str: "string", int: "integer", bool: "boolean"}
_BOUNDS = {"ge": "minimum", "le": "maximum"}
_LENGTHS = {"min_length": ("minLength", "minItems"), "max_length": ("maxLength", "maxItems")}


def section(model: type[Section]) -> Node:
    """A closed mapping."""
    found: Node = {"type": "object", "additionalProperties": False}
    found["properties"] = {name: _key(name, field) for name, field in model.model_fields.items()}
    found["required"] = [name for name, field in model.model_fields.items() if field.is_required()]
    # A model has the conditions of those that it is made from as well.
    conditions = [one for base in reversed(model.__mro__) for one in CONDITIONS.get(base.__name__, ())]
    if conditions:
        found["allOf"] = conditions
    for key, narrow in NARROWED.get(model.__name__, {}).items():
        found["properties"][key] = narrow(found["properties"][key])
    return found


def _key(name: str, field: FieldInfo) -> Node:
    value = _value(field.annotation, field.metadata)
    if not field.is_required():
        value = _or_nothing(value)
    head: Node = {"title": name.replace("_", " "), "description": field.description or ""}
    return head | value | _default(field) | _examples(field)


def _default(field: FieldInfo) -> Node:
    """What an optional key means when it is left out, and what the seed proposes for a required one."""
    if field.is_required():
        extra = field.json_schema_extra
        proposed = not isinstance(extra, dict) or extra.get("is_default", True)
        return {"default": _plain(field.examples[0])} if proposed and field.examples not in (None, [{}]) else {}
    default = field.default if field.default_factory is None else None
    return {} if default is None else {"default": _plain(default)}


def _examples(field: FieldInfo) -> Node:
    return {"examples": [_plain(one) for one in field.examples]} if field.examples not in (None, [{}]) else {}


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def _value(annotation: Any, metadata: Iterable[Any]) -> Node:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _value(arguments[0], [*arguments[1:], *metadata])
    if origin in (Union, UnionType):
        (inner,) = (one for one in arguments if one is not type(None))
        return _or_nothing(_value(inner, metadata))
    found: Node
    if isinstance(annotation, type) and issubclass(annotation, Section):
        found = section(annotation)
    elif origin is tuple:
        found = {"type": "array", "items": _value(arguments[0], ())}
    elif origin is dict:
        found = {"type": "object", "additionalProperties": _value(arguments[1], ())}
        names = _value(arguments[0], ())
        if names != {"type": "string"}:
            found["propertyNames"] = names
    elif origin is Literal:
        found = {"type": "string", "enum": list(arguments)}
    else:
        found = {"type": _KINDS[annotation]}
    for one in metadata:
        found = _limited(found, one)
    return found


def _limited(node: Node, limit: Any) -> Node:
    """A node with what stands beside its annotation: a bound, a length, a validator."""
    if isinstance(limit, FieldInfo):
        for one in limit.metadata:
            node = _limited(node, one)
        return node
    if isinstance(limit, AfterValidator):
        return _formed(node, form_of(limit.func))
    for name, keyword in _BOUNDS.items():
        if hasattr(limit, name):
            return node | {keyword: getattr(limit, name)}
    for name, keywords in _LENGTHS.items():
        if hasattr(limit, name):
            return node | {keywords[node["type"] == "array"]: getattr(limit, name)}
    return node


def _formed(node: Node, form: Form | None) -> Node:
    if form is None:
        return node  # a test asks for its form; until then an editor is told less, and nothing false
    keywords = dict(form.keywords)
    told = {TOLD: [*node.get(TOLD, ()), form.told]} if form.told else {}
    if any(node.get(keyword, value) != value for keyword, value in keywords.items()):
        node = node | {"allOf": [*node.get("allOf", ()), keywords]}
    else:
        node = node | keywords
    if form.never is not None:
        node = node | {"allOf": [*node.get("allOf", ()), never(form.never, form.told)]}
    return node | told


def _or_nothing(node: Node) -> Node:
    """An empty value of an optional key means that it is not given."""
    if isinstance(node["type"], list):
        return node
    found = node | {"type": [node["type"], "null"]}
    return found | {"enum": [*node["enum"], None]} if "enum" in node else found
