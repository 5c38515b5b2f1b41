"""`make audit`: vulnerabilities are reported, and an audit that looked at nothing does not pass."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cases import for_each
from tools import audit

Answer = tuple[int, str, str]

SAFE = {"dependencies": [{"name": "flask", "version": "3.1.0", "vulns": []}]}
BAD = {"dependencies": [{"name": "flask", "version": "3.1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.9"]}]}]}
SKIPPED = {"dependencies": [{"name": "flask", "skip_reason": "not found on the index"}]}
NO_ADVISORY: dict[str, Any] = {"vulnerabilities": {}}
ADVISORY = {"vulnerabilities": {"htmx.org": {"severity": "high", "range": "<4.0.2"}}}
OFFLINE = (127, "", "line\nno network\n")


def json_answer(value: Any) -> Answer:
    return 0, json.dumps(value), ""


@for_each(
    (json_answer(SAFE), (0, "", ""), json_answer(NO_ADVISORY), None),
    (json_answer(BAD), (0, "", ""), json_answer(NO_ADVISORY), "flask 3.1.0: PYSEC-1, fixed in 3.1.9"),
    (json_answer(SAFE), (0, "", ""), json_answer(ADVISORY), "htmx.org: high, <4.0.2"),
    (
        json_answer(SKIPPED),
        (0, "", ""),
        json_answer(NO_ADVISORY),
        "pip-audit could not look at 1 of the libraries: not found on the index",
    ),
    (OFFLINE, (0, "", ""), json_answer(NO_ADVISORY), "pip-audit could not look: no network"),
    (json_answer(SAFE), OFFLINE, json_answer(NO_ADVISORY), "npm could not look: no network"),
    (json_answer(SAFE), (0, "", ""), (1, json.dumps({"message": "405"}), ""), "npm could not look: 405"),
    (json_answer(SAFE), (0, "", ""), OFFLINE, "npm could not look: no network"),
)
def test_an_audit_that_did_not_look_does_not_pass(
    pip_audit: Answer, install: Answer, npm_audit: Answer, report: str | None, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(command: Sequence[str], _folder: Path = audit.ROOT) -> Answer:
        return pip_audit if "pip_audit" in command else npm_audit if "audit" in command else install

    monkeypatch.setattr(audit, "run", answer)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert audit.main() == report


def test_a_missing_program_or_npm_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, err = audit.run(["no-such-program-anywhere"])
    assert (status, out) == (127, "")
    assert "no-such-program-anywhere" in err
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert list(audit.audit_scripts()) == ["npm could not look: it is not installed"]


def test_every_vendored_script_is_known() -> None:
    assert set(audit.read_vendored()) == {"htmx.org", "axe-core"}
