"""A table as it is now, for other programs: every field with its meaning. docs/live.md is generated from here."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from scorekeeper.codec import Frozen, encode
from scorekeeper.export.describe import plain_amount
from scorekeeper.export.document import Amount
from scorekeeper.export.wording import Translate, english, format_value, tell
from scorekeeper.games.game import Player, rank_players
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.table.statistics import end_of
from scorekeeper.zones import find_zone, localize_time

LIVE_FORM = 1
"""The version of this form. It grows when a field is removed or changed; fields may be added without."""


class LiveSeat(Frozen, kw_only=True):
    """A player."""

    number: Annotated[int, Meta(description="Stands for the player everywhere else.")]
    name: Annotated[str, Meta(description="The player's name.")]
    present: Annotated[bool, Meta(description="Whether the player is at the table now.")]
    playing: Annotated[bool, Meta(description="Whether the player was dealt into the hand in progress.")]
    begins: Annotated[bool, Meta(description="Whether the player deals the hand or took its first card.")]
    roles: Annotated[
        tuple[str, ...], Meta(description="The known roles in the hand in progress, in the reader's language.")
    ]


class LiveHand(Frozen, kw_only=True):
    """The hand in progress."""

    number: Annotated[int, Meta(description="The number of the hand in this session.")]
    phase: Annotated[str, Meta(description="The key of the phase, such as `auction`, `play`.")]
    phase_text: Annotated[str, Meta(description="The phase in the reader's language.")]
    turn: Annotated[
        tuple[int, ...], Meta(description="The numbers of those who may act now: one whose turn it is, or several.")
    ]
    highest_bid: Annotated[
        str | None,
        Meta(description="The last bid, `16♥`, or the cards laid open for trumps; null before one."),
    ]
    bidder: Annotated[int | None, Meta(description="The number of who made it.")]
    contract: Annotated[str | None, Meta(description="The contract, `16♥`; null before there is one.")]
    tricks: Annotated[int, Meta(description="The number of finished tricks that were recorded.")]
    points: Annotated[
        dict[int, int], Meta(description="The card points that each player has won in recorded tricks, by number.")
    ]


class LiveStanding(Frozen, kw_only=True):
    """A player's standing."""

    player: Annotated[int, Meta(description="The player's number.")]
    name: Annotated[str, Meta(description="The player's name.")]
    rank: Annotated[int, Meta(description="The rank, from 1; equals share it.")]
    value: Annotated[Amount, Meta(description="The standing as a number, or text such as `1/3`.")]
    said: Annotated[str, Meta(description="The standing in the reader's language, such as the name of a level.")]


class LiveResult(Frozen, kw_only=True):
    """The last finished hand."""

    number: Annotated[int, Meta(description="The number of the hand.")]
    contract: Annotated[str | None, Meta(description="Its contract.")]
    result: Annotated[str | None, Meta(description="Its result in the reader's language.")]
    made: Annotated[
        bool | None, Meta(description="Whether the declarer's side won; null where neither did, and when given up.")
    ]
    given_up: Annotated[bool, Meta(description="Whether it was given up.")]
    finished: Annotated[str | None, Meta(description="When it was over, by the clock of the table, ISO 8601.")]
    finished_utc: Annotated[str | None, Meta(description="The same time in UTC.")]
    gains: Annotated[dict[int, Amount], Meta(description="The gain of each player, by number; empty when given up.")]


class LiveTable(Frozen, kw_only=True):
    """The whole answer."""

    format: Annotated[Literal["scorekeeper.live"], Meta(description="Always `scorekeeper.live`.")]
    schema: Annotated[int, Meta(description="The form of this answer; this page describes 1.")]
    version: Annotated[int, Meta(description="The version of the table; it changes with every recorded action.")]
    game: Annotated[str, Meta(description="The game's key, as in an export.")]
    game_text: Annotated[str, Meta(description="The game in the reader's language.")]
    seats: Annotated[tuple[LiveSeat, ...], Meta(description="Everyone who ever sat down, in order of turn.")]
    hand: Annotated[LiveHand | None, Meta(description="The hand in progress; null between two hands.")]
    standings: Annotated[tuple[LiveStanding, ...], Meta(description="Everyone's standing, the first first.")]
    last_hand: Annotated[LiveResult | None, Meta(description="The last finished hand; null before the first.")]
    pot: Annotated[
        dict[int, Amount],
        Meta(description="The parts of the pot, by the number of who paid them: theirs until somebody wins it."),
    ]
    over: Annotated[bool, Meta(description="Whether the session is over.")]
    zone: Annotated[
        str | None, Meta(description="The time zone of the table, such as `Asia/Seoul`; null where it is not known.")
    ]


PARTS = (LiveTable, LiveSeat, LiveHand, LiveStanding, LiveResult)
"""Every struct of the answer, in the order of docs/live.md."""


def describe_live(state: TableState, version: int, translate: Translate = english) -> bytes:
    """Return the table as it is now, as JSON in one line. It holds no more than everybody who watches can see."""
    table = LiveTable(
        format="scorekeeper.live",
        schema=LIVE_FORM,
        version=version,
        game=state.game.key,
        game_text=translate(state.game.name),
        seats=tuple(live_seats(state, translate)),
        hand=live_hand(state, state.current, translate) if state.current else None,
        standings=tuple(live_standings(state, translate)),
        last_hand=live_result(state, state.last_hand, translate) if state.last_hand else None,
        pot={player: plain_amount(amount) for player, amount in state.pot.items()},
        over=state.ending is not None,
        zone=state.zone,
    )
    return msgspec.json.encode(msgspec.json.decode(encode(table)))


def live_seats(state: TableState, translate: Translate) -> Iterator[LiveSeat]:
    """Yield the players in order of turn."""
    hand = state.current.hand if state.current else None
    roles = state.game.summarize(hand).roles if hand else {}
    for player in state.circle:
        person = state.people[player]
        yield LiveSeat(
            number=player,
            name=person.name,
            present=person.present,
            playing=bool(hand and player in hand.seats),
            begins=bool(hand and hand.session.begins == player),
            roles=tuple(translate(state.game.sentences[role.code].text) for role in roles.get(player, ())),
        )


def live_hand(state: TableState, record: HandRecord, translate: Translate) -> LiveHand:
    """Return the hand in progress."""
    hand, contract = record.hand, state.summary(record).contract
    points: dict[Player, int] = {}
    tricks = list(state.game.list_tricks(hand))
    bid = next((line for line in reversed([*state.game.list_calls(hand)]) if line.call), None)
    for trick in tricks:
        points[trick.winner] = points.get(trick.winner, 0) + trick.points
    return LiveHand(
        number=record.number,
        phase=hand.phase,
        phase_text=translate(state.game.phases[hand.phase].label),
        turn=state.game.list_expected(hand),
        highest_bid=bid.call if bid else None,
        bidder=bid.player if bid else None,
        contract=None if contract is None else format_value(contract),
        tricks=len(tricks),
        points=points,
    )


def live_standings(state: TableState, translate: Translate) -> Iterator[LiveStanding]:
    """Yield everyone's standing, the first first."""
    rank = 1
    for equals in rank_players(state.standings):
        for player in equals:
            stands = state.standings[player]
            yield LiveStanding(
                player=player,
                name=state.name(player),
                rank=rank,
                value=plain_amount(stands.value),
                said=tell(stands.said, state, translate),
            )
        rank += len(equals)


def live_result(state: TableState, record: HandRecord, translate: Translate) -> LiveResult:
    """Return the last finished hand."""
    summary, counts, at = state.summary(record), record.voided is None, end_of(record)
    return LiveResult(
        number=record.number,
        contract=None if summary.contract is None else format_value(summary.contract),
        result=tell(summary.result, state, translate) if summary.result else None,
        made=summary.winner == "makers" if summary.winner and counts else None,
        given_up=not counts,
        finished=localize_time(at.isoformat(), find_zone(state.zone)).isoformat() if at else None,
        finished_utc=at.isoformat() if at else None,
        gains={player: plain_amount(amount) for player, amount in record.amounts.items()},
    )
