"""Rule sets under a name: kept on a device, and passed on as a link or QR that holds the whole of them."""

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, current_app, redirect, render_template, request
from itsdangerous import BadData, URLSafeSerializer
from werkzeug.wrappers import Response

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games import find_game
from scorekeeper.games.game import Game
from scorekeeper.house_rules import Preset, Ruleset, Value
from scorekeeper.table.names import LONGEST_NAME, check_name, tidy_text
from scorekeeper.web.http.invitations import public_url
from scorekeeper.web.http.security import EXPENSIVE, limiter
from scorekeeper.web.page.forms import Form, small_number
from scorekeeper.web.page.group_access import own_groups
from scorekeeper.web.page.qr_codes import qr_data_url
from scorekeeper.web.page.screens import screens_for
from scorekeeper.web.setup.house_rules import changes_from, differences_in_words, sections_in_words
from scorekeeper.web.setup.pack import pack_page

blueprint = Blueprint("rule_sets", __name__, url_prefix="/rules")

COOKIE = "rule_sets"
MOST_KEPT = 12
LARGEST_COOKIE = 3800
YEAR = 365 * 24 * 3600


class RuleSet(NamedTuple):
    """A rule set with its name: a preset of a game and what differs from it. `by` is who passes it on."""

    game: Game
    preset: Preset[Ruleset]
    changes: Mapping[str, Value]
    name: str = ""
    by: str = ""

    @property
    def rules(self) -> Ruleset:
        """The set as a ruleset."""
        rules: Ruleset = self.preset.rules.change(self.changes)
        return rules

    @property
    def fields(self) -> dict[str, str]:
        """The set as the fields of a form or of an address."""
        changes = {key: str(value).lower() for key, value in self.changes.items()}
        named = {"name": self.name, "by": self.by}
        given = {key: value for key, value in named.items() if value}
        return {"game": self.game.key, "preset": self.preset.key, **changes, **given}

    def address(self, page: str = "", **more: str) -> str:
        """Return the address of a page about it on this site."""
        return f"/rules{page}?{urlencode({**self.fields, **more})}"


def read_set(form: Form) -> RuleSet:
    """The set in an address or a form. Raises `RuleError` for what the game does not know or allow."""
    game = find_game(form.get("game", ""))
    preset = game.presets.get(form.get("preset", ""))
    if preset is None:
        raise RuleError("rules.unknown_preset", preset=form.get("preset", ""))
    return RuleSet(
        game, preset, changes_from(game, preset.key, form), read_short_name(form, "name"), read_short_name(form, "by")
    )


def read_short_name(form: Form, field: str) -> str:
    """Return a name that came with a link, cut where it is too long: nobody answers for it."""
    return tidy_text(form.get(field, ""))[:LONGEST_NAME]


@blueprint.get("", endpoint="shown")
def show_set() -> str | tuple[str, int]:
    """Render a set from a link: its base and its differences, to be kept, passed on or played."""
    try:
        found = read_set(request.args)
    except RuleError as refusal:
        return render_template("setup/rules/shared.html", found=None, problems=refusal.problems), 422
    return shared_page(found)


@blueprint.get("/all")
def in_force() -> str:
    """Render every rule of a set in plain words."""
    found = read_set(request.args)
    return render_template(
        "setup/rules/in_force.html",
        found=found,
        state=None,
        game=found.game,
        preset=found.preset,
        changes=found.changes,
        different=differences_in_words(found.game, found.rules, found.preset.rules),
        groups=list(sections_in_words(found.game, found.rules, found.preset.rules)),
        back=found.address(),
    )


@blueprint.get("/pack")
def pack() -> str:
    """Render the pack for a set."""
    found = read_set(request.args)
    return pack_page(found.game, found.rules, count=small_number(request.args.get("count")) or 0, back=found.address())


@blueprint.post("/keep")
@limiter.limit(EXPENSIVE)
def keep() -> Response | tuple[str, int]:
    """Keep a set on this device, under its name."""
    found = read_set(request.form)
    refused = name_problems(found.name)
    if refused:
        return shared_page(found, refused), 422
    answer = redirect(found.address(kept="yes"), 303)
    keep_set(answer, found)
    return answer


@blueprint.post("/drop")
def drop() -> Response:
    """Take a set off this device."""
    found = read_set(request.form)
    answer = redirect(found.address(), 303)
    write_sets(answer, [each for each in kept_sets() if each.name != found.name or each.game != found.game])
    return answer


def name_problems(name: str) -> tuple[Problem, ...]:
    """Return the reasons why a set cannot be kept under a name."""
    return check_name(tidy_text(name)) if tidy_text(name) else (problem("rules.set_without_name"),)


def shared_page(found: RuleSet, problems: tuple[Problem, ...] = ()) -> str:
    """Render a set, with its link."""
    address = public_url() + found.address()
    return render_template(
        "setup/rules/shared.html",
        found=found,
        problems=problems,
        different=differences_in_words(found.game, found.rules, found.preset.rules),
        counts=found.game.seat_counts(found.rules),
        link={"address": address, "qr": qr_data_url(address)},
        is_kept=any(
            each.name == found.name and each.fields | {"by": ""} == found.fields | {"by": ""} for each in kept_sets()
        ),
        groups=own_groups(),
        new_table=f"/new?{urlencode({**found.fields, 'name': '', 'by': ''})}",
        setup=screens_for(found.game.key).setup,
    )


def kept_sets() -> list[RuleSet]:
    """Return the sets that this device keeps, the latest first, without those that the rules no longer allow."""
    try:
        written = decode_sets(cookie_signer().loads(request.cookies.get(COOKIE, "")))
    except (BadData, TypeError, msgspec.DecodeError):
        return []
    return [found for fields in written if (found := read_kept_set(fields))]


decode_sets = msgspec.json.Decoder(list[dict[str, str]]).decode


def read_kept_set(fields: Mapping[str, str]) -> RuleSet | None:
    """Return a set that was kept; None when it cannot be played any more."""
    try:
        return read_set(Form(fields))
    except RuleError:
        return None


def keep_set(answer: Response, found: RuleSet) -> None:
    """Add a set to those that the device keeps, in the place of one of the same name."""
    own = found._replace(by="")
    others = [each for each in kept_sets() if (each.name, each.game.key) != (own.name, own.game.key)]
    write_sets(answer, [own, *others])


def write_sets(answer: Response, sets: list[RuleSet]) -> None:
    """Put sets into the cookie; the oldest go where it has no room for all."""
    sets = sets[:MOST_KEPT]
    while len(text := str(cookie_signer().dumps(json.dumps([each.fields for each in sets])))) > LARGEST_COOKIE:
        sets = sets[:-1]
    answer.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)


def cookie_signer() -> URLSafeSerializer:
    """Return the signer of this site's own cookie."""
    return URLSafeSerializer(str(current_app.secret_key), salt=COOKIE)


def sets_for(game: Game, count: int) -> list[RuleSet]:
    """The sets of this device that so many can play; all of the game's where nobody has come yet."""
    own = [each for each in kept_sets() if each.game.key == game.key]
    return [each for each in own if not count or count in game.seat_counts(each.rules)]
