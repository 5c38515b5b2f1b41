"""Rule sets as files: a JSON document with a preset and what differs from it, which another Scorekeeper opens."""

from typing import Any, Literal

import msgspec
from flask import Blueprint, Response, request

from scorekeeper.errors import RuleError
from scorekeeper.games import find_game
from scorekeeper.house_rules import Value
from scorekeeper.web.page.forms import Form
from scorekeeper.web.setup.rule_sets import RuleSet, read_set

blueprint = Blueprint("rule_files", __name__, url_prefix="/rules")

FORMAT: Literal["scorekeeper-rules"] = "scorekeeper-rules"


class RuleFile(msgspec.Struct, frozen=True):
    """The document of a rule set. `changes` are the house rules that differ from those of the preset, by key."""

    format: Literal["scorekeeper-rules"]
    game: str
    preset: str
    changes: dict[str, Value] = {}
    name: str = ""
    version: Literal[1] = 1


class AnyFile(msgspec.Struct, frozen=True):
    """Any JSON document, as far as it says what it is."""

    format: Any = None


@blueprint.get("/set.json")
def download() -> Response:
    """Send a set as a file. Raises `RuleError` for what the game does not know or allow."""
    found = read_set(request.args)
    answer = Response(write_rule_file(found), mimetype="application/json")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{found.name or found.preset.key}-rules.json")
    return answer


def write_rule_file(found: RuleSet) -> bytes:
    """Return a set as a JSON document."""
    document = RuleFile(FORMAT, found.game.key, found.preset.key, dict(found.changes), found.name)
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def read_rule_file(data: bytes) -> RuleSet | None:
    """Return the set in a file; None for any other file. Raises `RuleError` for a set that cannot be played."""
    try:
        if msgspec.json.decode(data, type=AnyFile).format != FORMAT:
            return None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    try:
        document = msgspec.json.decode(data, type=RuleFile)
    except msgspec.DecodeError as error:
        raise RuleError("rules.unreadable_file") from error
    game = find_game(document.game)
    preset = game.presets.get(document.preset)
    if preset is None:
        raise RuleError("rules.unknown_preset", preset=document.preset)
    preset.rules.change(document.changes)
    fields = RuleSet(game, preset, document.changes, document.name).fields
    return read_set(Form(fields))
