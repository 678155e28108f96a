"""The cases of `golden/`: what each adds to the default input and what it takes away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
GOLDEN, DEFAULT_INPUT = ROOT / "golden", ROOT / "input"
INPUT, ABSENT, ARGUMENTS, PASSES = "input", "absent.txt", "args.txt", "passes"
EXPECTED, PLAN, CHANGES, DIAGNOSTICS = "expected", "plan.txt", "changes.diff", "diagnostics.txt"
FOLDERS, FILES = {INPUT, EXPECTED, PASSES}, {ABSENT, ARGUMENTS, PLAN, CHANGES, DIAGNOSTICS}
KNOWN_ARGUMENTS = {"--strict"}


class Case(NamedTuple):
    """A folder of `golden/`."""

    folder: Path

    @property
    def name(self) -> str:
        """What the case is about."""
        return self.folder.name

    @property
    def absent(self) -> list[str]:
        """Names of default files that this case has not, one a line of `absent.txt`."""
        return _words(self.folder / ABSENT)

    @property
    def strict(self) -> bool:
        """Whether `args.txt` says `--strict`."""
        return "--strict" in _words(self.folder / ARGUMENTS)

    @property
    def whole_folder(self) -> bool:
        """Whether the whole output is expected, and not only how it differs from the default's."""
        return (self.folder / EXPECTED).is_dir()

    def own_files(self) -> dict[str, bytes]:
        """The files of its `input/`, by path below it."""
        return files_below(self.folder / INPUT)

    def input_files(self) -> dict[str, bytes]:
        """The whole input directory: the default's files, less the absent ones, with its own over them."""
        default = {name: data for name, data in files_below(DEFAULT_INPUT).items() if name not in self.absent}
        return default | self.own_files()

    @property
    def has_plan(self) -> bool:
        """Whether its input compiles."""
        return (self.folder / PLAN).exists()

    @property
    def has_twin(self) -> bool:
        """Whether the case has a twin that just passes."""
        return (self.folder / PASSES).is_dir()

    def twin_files(self) -> dict[str, bytes]:
        """The whole input directory of the twin: the case's, with what stands in `passes/` over it."""
        over = files_below(self.folder / PASSES)
        gone = _words(self.folder / PASSES / ABSENT)
        return {name: data for name, data in self.input_files().items() if name not in gone} | {
            name: data for name, data in over.items() if name not in (ABSENT, DIAGNOSTICS)
        }

    def told_of_twin(self) -> str:
        """What is told of the twin all the same; nothing of most."""
        told = self.folder / PASSES / DIAGNOSTICS
        return told.read_text(encoding="utf-8") if told.exists() else ""

    def flaws(self) -> Iterator[str]:
        """What is wrong with the folder itself, whatever the compiler makes of it."""
        for entry in sorted(self.folder.iterdir()):
            if entry.name not in (FOLDERS if entry.is_dir() else FILES):
                yield f"{entry.name} is not a name that a case has"
        default, own = files_below(DEFAULT_INPUT), self.own_files()
        for name in own:
            if default.get(name) == own[name]:
                yield f"{INPUT}/{name} is the default's, leave it out"
        for name in self.absent:
            if name in own:
                yield f"{ABSENT} names {name}, which stands in its input/"
            elif name not in default:
                yield f"{ABSENT} names {name}, which the default input has not"
        for word in set(_words(self.folder / ARGUMENTS)) - KNOWN_ARGUMENTS:
            yield f"{ARGUMENTS} has {word}, and only {' '.join(KNOWN_ARGUMENTS)} is known"


def find_cases(golden: Path = GOLDEN) -> list[Case]:
    """Every folder of `golden/`, by name."""
    return [Case(entry) for entry in sorted(golden.iterdir()) if entry.is_dir()]


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file below *folder* by its path there, sorted; none where there is no such folder."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Write *files* below *folder*."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _words(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split() if file.exists() else []
