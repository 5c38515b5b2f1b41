"""Known vulnerabilities of the libraries that are installed and of the scripts that are vendored.

``python -m tools.audit``, as ``make audit`` runs it, asks pip-audit about constraints.txt and npm about the packages
that static/vendor/README.md names. Without a network nothing was looked at, which is said and is a failure.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
VENDORED = re.compile(r"of ([a-z][\w.-]*) (\d+\.\d+\.\d+)")
AXE = re.compile(r"axe v(\d+\.\d+\.\d+)")
MINUTES = 5


def read_vendored() -> dict[str, str]:
    """Return the npm packages of vendored scripts with their versions, those of the tests included."""
    readme = (ROOT / "static" / "vendor" / "README.md").read_text(encoding="utf-8")
    axe = AXE.search((ROOT / "tests" / "vendor" / "axe.min.js").read_text(encoding="utf-8")[:200])
    assert axe, "tests/vendor/axe.min.js tells its version"
    return {**dict(VENDORED.findall(readme)), "axe-core": axe[1]}


def run(command: Sequence[str], folder: Path = ROOT) -> tuple[int, str, str]:
    """Run a program; return its exit status, its output and its errors. A missing or hanging program has status 127."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=MINUTES * 60,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return 127, "", str(error)
    return done.returncode, done.stdout, done.stderr


def audit_libraries() -> Iterator[str]:
    """Yield a line for each vulnerability of a library, or the reason why nobody looked."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(CONSTRAINTS), "--no-deps", "--disable-pip"]
    _, out, err = run([*command, "--format", "json", "--progress-spinner", "off"])
    try:
        found = json.loads(out)["dependencies"]
    except (ValueError, KeyError):
        yield f"pip-audit could not look: {last_line(err)}"
        return
    if skipped := [library for library in found if "skip_reason" in library]:
        yield f"pip-audit could not look at {len(skipped)} of the libraries: {skipped[0]['skip_reason']}"
    for library in found:
        for each in library.get("vulns", ()):
            fixed = ", ".join(each["fix_versions"]) or "no version"
            yield f"{library['name']} {library['version']}: {each['id']}, fixed in {fixed}"


def audit_scripts() -> Iterator[str]:
    """Yield a line for each vulnerable vendored package, or the reason why nobody looked."""
    npm = shutil.which("npm")
    if npm is None:
        yield "npm could not look: it is not installed"
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        package = {"name": "vendored", "version": "1.0.0", "private": True, "dependencies": read_vendored()}
        (folder / "package.json").write_text(json.dumps(package), encoding="utf-8")
        status, _, err = run([npm, "install", "--package-lock-only", "--ignore-scripts", "--no-audit"], folder)
        if status:
            yield f"npm could not look: {last_line(err)}"
            return
        _, out, err = run([npm, "audit", "--json"], folder)
    try:
        answer = json.loads(out)
    except ValueError:
        answer = {"message": last_line(err)}
    if "vulnerabilities" not in answer:
        yield f"npm could not look: {answer.get('message', 'it said nothing')}"
        return
    yield from (f"{name}: {each['severity']}, {each['range']}" for name, each in answer["vulnerabilities"].items())


def last_line(said: str) -> str:
    """Return the last line of what a program said."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def main() -> str | None:
    """Look at everything. Return what is to be done, or None."""
    found = [*audit_libraries(), *audit_scripts()]
    return "\n".join(found) or None


if __name__ == "__main__":
    sys.exit(main())
