"""Make `docs/diagnostics/` from the texts of the codes: run by `make pages`.

What the pages show of messages is what the compiler says of their examples.
"""

from __future__ import annotations

from pathlib import Path

from telecompile.diagnostics.codes import CODES
from telecompile.explain.book import GROUPS, pages
from telecompile.explain.pages import markdown
from tools.examples import compiled

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "diagnostics"
_MADE = "<!-- Made by `make pages` from compiler/explain/codes/{}.toml: do not edit. -->\n\n"
_ABOUT = """\
Every message of telecompile has one of these {} codes, in brackets behind its severity. An error stops the build; a
warning stops it only under `--strict`, and becomes a note where its code is listed under `allow` in `telecompile.yml`;
a note never stops it. `telecompile explain CODE` prints the page of a code in the terminal."""


def made() -> dict[str, str]:
    """Every page by its file name, and the index."""
    found = {"README.md": _index()}
    for code, page in pages().items():
        printed = compiled(page.wrong).printed if page.wrong is not None else ""
        found[f"{code}.md"] = _MADE.format(page.group) + markdown(page, printed)
    return found


def _index() -> str:
    parts = [
        "# Diagnostics",
        _ABOUT.format(len(CODES)),
        "The examples are laid over `input/`, the example input: what they do not show is as it stands there.",
    ]
    for group, title in GROUPS.items():
        rows = [
            f"| [`{one.code}`]({one.code}.md) | {one.severity} | {one.told} |"
            for one in pages().values()
            if one.group == group
        ]
        parts += [f"## {title}", "\n".join(["| code | severity | what it is about |", "|---|---|---|", *rows])]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write what differs, and remove the pages of codes that are gone."""
    FOLDER.mkdir(exist_ok=True)
    wanted = made()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, content in wanted.items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != content:
            path.write_text(content, encoding="utf-8")
            print(f"docs/diagnostics/{name}")


if __name__ == "__main__":
    main()
