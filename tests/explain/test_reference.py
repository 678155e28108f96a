"""`docs/configuration.md` has every key, and is what the models and texts make."""

from __future__ import annotations

import re

from telecompile.config.former import NODES
from telecompile.explain.known import known_keys
from telecompile.schema.document import FILES
from tools.make_configuration import PAGE, made


def test_the_page_is_made_anew_when_models_or_texts_change() -> None:
    assert PAGE.read_text(encoding="utf-8") == made(), "run `make pages`"


def test_every_key_is_in_its_part() -> None:
    parts = {part.split("`")[1]: part for part in re.split(r"^## ", made(), flags=re.MULTILINE)[1:]}
    assert [*parts] == [*(file.name for file in FILES), NODES]
    for key in known_keys():
        # Of the blocks that are all alike, the first stands for all.
        path = re.sub(r".*\.resources\.(requests|limits)", r"victoria_cluster_storage.vmstorage.resources.\1", key.path)
        assert f"| `{path if key.file.startswith('telemetry_storage') else key.path}` |" in parts[key.file], key.path


def test_every_row_has_as_many_cells_as_its_head() -> None:
    rows = [line for line in made().splitlines() if line.startswith("|")]
    cells = {len(re.split(r"(?<!\\)\|", row)) for row in rows}
    assert cells == {4, 6, 7}
