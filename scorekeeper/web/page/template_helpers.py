"""Small helpers that templates share: rows, labels, and lists in the reader's language."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from flask import Flask
from markupsafe import Markup

from scorekeeper.errors import problem
from scorekeeper.games.game import Game, HandRole, Player, Standing, Summary
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Account, Gain
from scorekeeper.table.ledger import Ledger, describe_last_action, find_line
from scorekeeper.table.sentences import SENTENCES
from scorekeeper.table.state import Ending, HandRecord, TableState
from scorekeeper.web.page.escaping import NOTHING, escape, html, join_html
from scorekeeper.web.page.forms import Form, field_name
from scorekeeper.web.page.jinja import page
from scorekeeper.web.page.language import catalogue, gettext, join_list, ngettext, with_facts
from scorekeeper.web.page.round_table import round_table
from scorekeeper.web.page.screens import SeatCaption, screens_for
from scorekeeper.web.page.wording import isolate, number, say, say_without_facts, sentence, with_sign, word

MOST_WORDINGS = 5_000
"""The most texts in both wordings, and the most attributes of forms, that are kept in memory."""

MOST_NAMED = 2
"""The most tied players that are named where there is little room."""


def init_app(app: Flask) -> None:
    """Make the helpers known to templates."""
    app.jinja_env.filters.update(
        last_action_text=last_action_text,
        undo_text=undo_text,
        redo_text=redo_text,
        rulebook_names=rulebook_names,
        label_text=label_text,
    )
    app.jinja_env.globals.update(
        new_key=lambda: secrets.token_urlsafe(16),
        screens_of=lambda game: screens_for(game.key),
        round_table=round_table,
        step_rows=step_rows,
        gain_text=gain_text,
        seat_rows=seat_rows,
        hand_title=hand_title,
        standing_text=standing_text,
        standing_texts=standing_texts,
        ending_text=ending_text,
        winner_names=winner_names,
        winning_side=winning_side,
        message=message,
        both_wordings=both_wordings,
        player_name=player_name,
        names_of=names_of,
        fields_of=fields_of,
        record_attributes=record_attributes,
        version_field=version_field,
        overlay_attributes=overlay_attributes,
        picked_before=picked_before,
    )


def last_action_text(ledger: Ledger) -> Markup:
    """Return the last action in a line: the result where it ended a hand, and who recorded it where that is said."""
    return say(add_actor(ledger, find_line(describe_last_action(ledger), ledger.state)), ledger.state)


def last_move_text(ledger: Ledger) -> Markup:
    """Return the last action in a line without its actor, as for a tap that is not recorded."""
    return say(find_line(describe_last_action(ledger), ledger.state), ledger.state)


def add_actor(ledger: Ledger, line: Message) -> Message:
    """Return the line of the last action with its actor, where the log knows them and there is such a sentence."""
    state, code = ledger.state, f"by.{line.code}"
    actor = ledger.last.stamp.player if ledger.last else None
    if actor not in state.people or not (code in state.game.sentences or code in SENTENCES):
        return line
    number = state.last_hand.number if state.last_hand else None
    return message(code, **{"number": number, **line.facts, "actor": actor})


def undo_text(ledger: Ledger, last: Markup | None = None) -> Markup:
    """Return the line that an undo would take back: the `last` one, unless that was an undo or a redo itself."""
    if last and ledger.last and not ledger.last.is_undo_or_redo:
        return last
    return say(ledger.latest.line, ledger.state) if ledger.latest else NOTHING


def redo_text(ledger: Ledger) -> Markup:
    """Return the line that a redo would record again."""
    return say(ledger.undone[-1].line, ledger.state) if ledger.undone else NOTHING


def rulebook_names(refusal: Message, state: TableState) -> str:
    """Return the names of the rulebooks behind a refusal."""
    source = sentence(refusal.code, state.game).cite(refusal.facts)
    return join_list(gettext(name) for name in screens_for(state.game.key).setup.named_sources(source))


def label_text(code: str, game: Game) -> Markup:
    """Return the label of a code without facts, such as a role."""
    return say_without_facts(code, game, catalogue())


def step_rows(state: TableState, account: Account[Player]) -> Iterator[tuple[Markup, str, str]]:
    """The steps of an account: the rule in words and what it adds, or by how much it multiplies."""
    for step in account.steps:
        yield say(step.why, state), "", f"×{number(step.amount)}" if step.effect == "times" else with_sign(step.amount)


def gain_text(state: TableState, gain: Gain) -> Markup:
    """Return a player's gain: in the game's words where it has some, else as a number with its sign."""
    return say(gain.said, state) if gain.said else escape(with_sign(gain.amount))


def hand_title(record: HandRecord, summary: Summary) -> Markup:
    """The number of a hand, and what was promised if anything was."""
    number = escape(gettext("Hand %(number)s") % {"number": record.number})
    return html("{} · {}", number, contract_text(summary)) if summary.contract is not None else number


def contract_text(summary: Summary) -> Markup:
    """Return the contract of a hand; empty where nobody promised anything."""
    return word(summary.contract) if summary.contract is not None else NOTHING


def standing_text(state: TableState, player: Player) -> Markup:
    """Return a player's standing; empty for one who was not there yet."""
    standings = state.standings
    return say(standings[player].said, state) if player in standings else NOTHING


def standing_texts(state: TableState, session: Any) -> list[Markup]:
    """Return all standings in a session, in the order of the score sheet."""
    standings: Mapping[Player, Standing] = session.standings
    return [say(standings[player].said, state) if player in standings else NOTHING for player in state.people]


@lru_cache(maxsize=MOST_WORDINGS, typed=True)
def both_wordings(player: Player | None, own: str, others: str) -> Markup:
    """A text in both wordings: that of the player's own phone, and that of all others."""
    if player is None:
        return escape(others)
    mine, theirs = escape(own), escape(others)
    return Markup(
        f'<span class="own" data-p="{player}">{mine}</span><span class="others" data-p="{player}">{theirs}</span>'
    )


def you_or_name(state: TableState, player: Player) -> Markup:
    """A name; "you" on the player's own phone."""
    return both_wordings(player, gettext("you"), isolated_name(state, player))


def render_side(state: TableState, players: Sequence[Player]) -> Markup:
    """Render the players of a side: "You + Eun"."""
    first = both_wordings(players[0], gettext("You"), isolated_name(state, players[0]))
    return join_html(" + ", (first, *(you_or_name(state, player) for player in players[1:])))


def player_name(player: Player) -> Markup:
    """Return a name at the table that the page shows, as HTML."""
    return isolate(page.state.name(player))


def names_of(players: Iterable[Player]) -> tuple[str, ...]:
    """Return the names of players at the table that the page shows."""
    return tuple(map(page.state.name, players))


def fields_of(form: Form) -> tuple[tuple[str, str], ...]:
    """Return what a form holds, as a key of a fragment that depends on it."""
    return tuple(form.items(multi=True))


def record_attributes(name: str, *, chooses: bool = True) -> Markup:
    """Return the attributes of a form that records; without `chooses` it has no control that browsers fill in."""
    return form_attributes(page.board_address, page.board.get("at"), name, chooses)


@lru_cache(maxsize=MOST_WORDINGS)
def form_attributes(board_address: str, at: str | None, name: str, chooses: bool) -> Markup:
    """Return the attributes of a form of a board that records, over which the screen `at` may be open."""
    address = html("{}/record/{}?at={}" if at else "{}/record/{}", board_address, name, at)
    filled = " autocomplete=off" if chooses else ""
    return html('method="post" action="{}" hx-post novalidate{} data-command', address, filled)


def version_field() -> Markup:
    """Return the field with the version that a form was drawn from."""
    return Markup(f'<input type=hidden name="version" value="{page.ledger.version:d}">')


def overlay_attributes(at: str = "", kind: str = "href") -> Markup:
    """Return the attributes of a link or a form (`kind` "action") that opens the screen `at`, or the usual one."""
    address = html("{}?at={}" if at else "{}", page.board_address, at)
    return html('{}="{}" hx-get hx-select="#table"', kind, address)


def picked_before(key: str, field: str) -> Markup:
    """Return the attributes of a group of keys of `field`, one of which a key that records, named `key`, waits for."""
    return html(
        'data-before="{}" data-pick="{}"', key, say(problem("form.missing", what=field_name(field)), page.state)
    )


def isolated_name(state: TableState, player: Player) -> Markup:
    """A name, whichever way it is written."""
    return isolate(state.name(player))


class Seat(NamedTuple):
    """A seat as every screen shows it.

    `classes` are those of its element, `caption` stands under the score, `marks` at the name. Between hands, `gain` is
    the player's gain by the last hand.
    """

    number: Player
    name: str
    score: Markup
    caption: Markup
    classes: str
    turn: bool
    gain: Markup
    marks: tuple[Markup, ...] = ()


def seat_rows(state: TableState, board: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats in the table's order, which is the same on every phone."""
    turn = board["turn"].player if "turn" in board else None
    captions, scores, marks = board.get("captions") or last_parts(state), board.get("scores", {}), marks_of(state)
    rows, gains = [], last_gains(state)
    for player in state.seating:
        score = scores.get(player, NOTHING) if scores else standing_text(state, player)
        own_marks = marks.get(player, ())
        # Marks stand at the name, and in words where the hand has nothing to say of a player.
        caption = captions.get(player) or SeatCaption(join_html(" · ", own_marks))
        classes = (f" seat--{caption.side}" if caption.side else "") + (" seat--turn" if player == turn else "")
        gain = gains.get(player, NOTHING)
        rows.append(Seat(player, state.name(player), score, caption.words, classes, player == turn, gain, own_marks))
    return tuple(rows)


def last_parts(state: TableState) -> Mapping[Player, SeatCaption]:
    """Return everyone's part in the last hand, as long as no other is dealt."""
    last = state.entries[-1] if state.entries else None
    if not isinstance(last, HandRecord) or last.voided is not None:
        return {}
    roles = {player: held[-1] for player, held in state.summary(last).roles.items() if held}
    return {player: SeatCaption(label_text(role.code, state.game), role.side or "") for player, role in roles.items()}


def marks_of(state: TableState) -> Mapping[Player, tuple[Markup, ...]]:
    """Return the marks beside everyone's standing; during a hand, those of the session that it is played in."""
    session = state.current.hand.session if state.current else state.session
    return {player: tuple(say(mark, state) for mark in each.marks) for player, each in session.standings.items()}


def last_gains(state: TableState) -> Mapping[Player, Markup]:
    """Return everyone's gain by the last hand, as long as no other is dealt; players without a gain are left out."""
    last = state.entries[-1] if state.entries else None
    if not isinstance(last, HandRecord) or state.current:
        return {}
    return {
        player: html('<span class="{}">{}</span>', "good" if amount > 0 else "bad", with_sign(amount))
        for player, amount in last.amounts.items()
        if amount
    }


def role_tags(state: TableState, roles: Iterable[HandRole]) -> list[Markup]:
    """Return a player's parts in a hand, in the colour of the side."""
    return [tag_html(label_text(role.code, state.game), role.side or "plain") for role in roles]


@lru_cache(maxsize=MOST_WORDINGS, typed=True)
def tag_html(text: Markup, kind: str) -> Markup:
    """A small label; its kind gives it its colour."""
    return Markup(f'<span class="tag tag--{kind}">{escape(text)}</span>')


def players_by_rank(state: TableState) -> list[Player]:
    """Return the players from first to last, once the session is over."""
    return [player for equals in state.ending.ranking for player in equals] if state.ending else []


def place_of(ending: Ending, player: Player) -> int:
    """Return a player's place: one more than the number of players before."""
    better = takewhile(lambda equals: player not in equals, ending.ranking)
    return 1 + sum(len(equals) for equals in better)


def winning_side(state: TableState, record: HandRecord) -> str:
    """The side that won a hand, none where neither did."""
    return state.summary(record).winner or "" if record.counts else ""


def tied_names(names: Sequence[str], count: Callable[[int], str], room: int = 40) -> Markup:
    """Return the names of tied players, or their number where they are many or have no room: all or none are named.

    The `room` is in letters of the Latin alphabet.
    """
    wide = sum(2 if east_asian_width(letter) in "WF" else 1 for name in names for letter in f"{name}, ")
    is_short = len(names) == 1 or (len(names) <= MOST_NAMED and wide - 2 <= room)
    return join_list(map(isolate, names)) if is_short else escape(count(len(names)))


def player_count_text(count: int) -> str:
    """A number of players."""
    return ngettext("%(num)s player", "%(num)s players", count)


ELIMINATED = frozenset({"ending.eliminated", "ending.eliminated_together"})
"""The endings that players without points brought about."""


def eliminated_players(state: TableState) -> tuple[Player, ...]:
    """Return the players without points, where they ended the session."""
    if state.ending is None or state.ending.why.code not in ELIMINATED:
        return ()
    return tuple(player for player, standing in sorted(state.standings.items()) if standing.value <= 0)


def ending_text(state: TableState) -> Markup:
    """Return why the session is over; of several players without points it names all, not only the last."""
    if state.ending is None:
        return NOTHING
    out = eliminated_players(state)
    if len(out) < 2:
        return say(state.ending.why, state)
    names = join_list(isolated_name(state, player) for player in out)
    return with_facts(gettext("%(names)s have no points left: the session is over."), {"names": names})


def winner_names(state: TableState) -> Markup:
    """The names of those who rank first."""
    return join_list(isolated_name(state, player) for player in state.ending.ranking[0]) if state.ending else NOTHING
