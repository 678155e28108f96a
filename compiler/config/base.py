"""The base of every model, and how a field states what the seed says of it.

Modules with models do without ``from __future__ import annotations``: pydantic would
compile and evaluate the text of every annotation again, about 5 ms of each run.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Section(BaseModel):
    """A closed, frozen mapping whose values are never converted.

    An empty value (``key:`` and nothing behind it) means that the key is not given.
    """

    # Only the whole file's model is used, so the parts build no validator of their own.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _empty_is_not_given(cls, data: Any) -> Any:
        if isinstance(data, dict) and None in data.values():
            fields = cls.model_fields
            return {key: value for key, value in data.items() if value is not None or key not in fields}
        return data


def required(
    example: Any,
    description: str,
    *,
    when_missing: str = "",
    is_default: bool = True,
    least_useful: int | None = None,
    **constraints: Any,
) -> Any:
    """A required field.

    ``example`` is the seed's default, shown in the help when the key is missing unless
    ``when_missing`` says something better. Where the seed has none, it is an example and
    ``is_default`` is false: editors do not propose it. ``least_useful`` is proposed to who wrote too small a number,
    where the least that is taken is warned of.
    """
    extra: dict[str, Any] = {"when_missing": when_missing} if when_missing else {}
    if not is_default:
        extra["is_default"] = False
    if least_useful is not None:
        extra["least_useful"] = least_useful
    return Field(examples=[example], description=description, json_schema_extra=extra or None, **constraints)
