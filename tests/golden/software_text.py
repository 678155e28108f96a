"""The software plan as a ConfigMap carries it, read by a model of its own."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Package(_Closed):
    """A version is missing exactly where the default one is meant."""

    name: str
    version: str | None
    version_source: Literal["default", "software_config.json"]
    architectures: list[Literal["x86_64", "aarch64"]]

    @model_validator(mode="after")
    def _source_says_where_from(self) -> Self:
        if (self.version is None) is not (self.version_source == "default"):
            raise ValueError(f"{self.name}: version {self.version} is said to be {self.version_source}")
        return self


class Group(_Closed):
    """`nodes` is null without a mapping CSV."""

    functional_group_name: str
    nodes: int | None
    software: list[Package]


class Part(_Closed):
    """One of several ConfigMaps."""

    repo_config: Literal["always", "partial"] | None
    part: int = Field(ge=1)
    parts: int = Field(ge=1)
    functional_groups: list[Group]


def problems(text: str) -> list[str]:
    """What is wrong with it."""
    try:
        Part.model_validate_json(text)
    except ValidationError as wrong:
        return [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in wrong.errors()]
    return []
