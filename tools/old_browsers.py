"""Fetch the old versions of Chromium with which tests follow a table: ``python -m tools.old_browsers``.

They come from the packages that brought them to a service for functions. npm fetches those, and Node
unpacks them.
"""

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]

PACKAGES = {83: "chrome-aws-lambda@3.1.1", 88: "chrome-aws-lambda@5.5.0", 92: "chrome-aws-lambda@10.1.0"}
"""The package of each version of Chromium."""

UNPACK = "const z = require('zlib'); process.stdin.pipe(z.createBrotliDecompress()).pipe(process.stdout)"


def find_old_browser(version: int) -> Path:
    """Return the path of a version of Chromium, where it has been fetched."""
    return ROOT / "build" / "old-browsers" / f"chromium-{version}"


def fetch(version: int, folder: Path) -> None:
    """Fetch a version of Chromium. It fails where npm does."""
    subprocess.run(["npm", "pack", "--silent", PACKAGES[version]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (packed,) = folder.glob("*.tgz")
    with tarfile.open(packed) as package:
        package.extract("package/bin/chromium.br", folder, filter="data")
    program = find_old_browser(version)
    program.parent.mkdir(parents=True, exist_ok=True)
    part = program.with_suffix(".part")
    with (folder / "package" / "bin" / "chromium.br").open("rb") as source, part.open("wb") as target:
        subprocess.run(["node", "-e", UNPACK], stdin=source, stdout=target, check=True)
    part.chmod(0o755)
    part.rename(program)


def main() -> str | None:
    """Fetch what is missing. Return None, or a sentence that says why that is not possible."""
    if missing := [version for version in PACKAGES if not find_old_browser(version).exists()]:
        if not (shutil.which("npm") and shutil.which("node")):
            return "The tests with old browsers need npm and Node.js, which fetch them."
        for version in missing:
            with tempfile.TemporaryDirectory() as folder:
                fetch(version, Path(folder))
    return None


if __name__ == "__main__":
    sys.exit(main())
