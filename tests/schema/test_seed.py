"""The defaults in the schemas are the seed's, and where it has none nothing is proposed."""

from __future__ import annotations

import pytest

from telecompile.explain.known import known_keys
from telecompile.schema.document import FILES
from tests.config.test_seed_keys import SOFTWARE, STORAGE, TELEMETRY, Key

TABLES = dict(zip((file.name for file in FILES), (TELEMETRY, STORAGE, SOFTWARE), strict=False))
ROWS = [(file, key) for file, keys in TABLES.items() for key in keys]


@pytest.mark.parametrize(("file", "key"), ROWS, ids=[f"{file}:{key.path}" for file, key in ROWS])
def test_the_default_is_the_seeds(file: str, key: Key) -> None:
    (known,) = [one for one in known_keys() if one.file == file and one.path.replace("[]", "") == key.path]
    assert known.required is key.required
    default = list(key.default) if isinstance(key.default, tuple) else key.default
    if default is not None:
        assert known.node["default"] == default
    # Where the seed's table leaves a required key without a default, an empty text is no proposal either.
    elif key.required:
        assert known.node.get("default") in (None, "")
