"""Build the wheel and the sdist, and use each in an environment of its own.

``python -m tools.packages`` does so with the Python that runs it, and needs hatchling, babel and the package index. The
wheel is also installed beside the index's other `scorekeeper`, and without any library but msgspec, where the
examples of docs/library.md run.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[1]
EVENING = ROOT / "tests" / "landed" / "version_1" / "mighty.json"
LIBRARY = ROOT / "docs" / "library.md"


def build_packages(folder: Path) -> tuple[str, str]:
    """Build the tree into `folder`. Return the paths of the wheel and the sdist."""
    builders = WheelBuilder(str(ROOT)), SdistBuilder(str(ROOT))
    wheel, sdist = (next(iter(each.build(directory=str(folder), versions=["standard"]))) for each in builders)
    return wheel, sdist


def install(folder: Path, *steps: tuple[str, ...]) -> Path:
    """Make an environment in `folder` in which pip installs each of `steps` in turn. Return its programs' folder."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    for step in steps:
        ask(programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *step)
    return programs


def ask(program: Path, *arguments: str | Path) -> str:
    """Return all that a program says, away from the tree. Exits with it where the program fails."""
    command = [str(each) for each in (program, *arguments)]
    done = subprocess.run(
        command, cwd=program.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def expect(told: str, words: str) -> None:
    """Exit unless a program has said these words."""
    if words not in told:
        sys.exit(f"“{words}” is missing in:\n{told}")


def main() -> None:
    """Try every way to install the packages, and say which has worked."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wheel, sdist = build_packages(folder)
        ask(install(folder / "twine", ("twine",)) / "twine", "check", "--strict", wheel, sdist)
        for name, package in (("wheel", wheel), ("sdist", sdist)):
            programs = install(folder / name, (package,))
            for command in ("scorekeeper", "scorekeeper-cards"):
                expect(ask(programs / command, "--help"), f"Usage: {command} [OPTIONS] COMMAND")
            expect(ask(programs / "scorekeeper", "check", EVENING), "is right")
        programs = install(folder / "beside", ("scorekeeper",), (wheel,))
        expect(ask(programs / "scorekeeper-cards", "check", EVENING), "Another program called scorekeeper (")
        programs = install(folder / "library", ("--no-deps", wheel), ("msgspec",))
        ask(programs / "python", "-m", "doctest", LIBRARY)
    print("The wheel and the sdist work, the wheel also beside the other scorekeeper, and with msgspec alone.")


if __name__ == "__main__":
    main()
