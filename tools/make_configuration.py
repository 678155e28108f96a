"""Make `docs/configuration.md` from the models and the texts of the keys: run by `make pages`."""

from __future__ import annotations

from pathlib import Path

from telecompile.explain.reference import reference

PAGE = Path(__file__).resolve().parent.parent / "docs" / "configuration.md"
_MADE = "<!-- Made by `make pages` from the models and compiler/explain/keys/: do not edit. -->\n\n"


def made() -> str:
    """The page as it is to be."""
    return _MADE + reference()


def main() -> None:
    """Write the page if it differs."""
    if not PAGE.exists() or PAGE.read_text("utf-8") != made():
        PAGE.write_text(made(), encoding="utf-8")
        print("docs/configuration.md")


if __name__ == "__main__":
    main()
