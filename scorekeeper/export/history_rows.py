"""An evening as rows of a history (see `scorekeeper.export.history_tables`)."""

import hashlib
import json
from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from scorekeeper.export.describe import plain_facts
from scorekeeper.export.spreadsheet import sheet_lines
from scorekeeper.export.wording import english, tell
from scorekeeper.games.game import Amounts, Player, Standing, Summary
from scorekeeper.house_rules import Ruleset, house_rules
from scorekeeper.lookalikes import fold_case
from scorekeeper.settlement import Amount
from scorekeeper.table.evenings import Evening, hands_played, total_gains
from scorekeeper.table.state import Adjustment, Entry, HandRecord, TableState, Unplayable, open_sheet
from scorekeeper.table.statistics import end_of
from scorekeeper.zones import find_zone, localize_time

Cells = dict[str, object]
Rows = dict[str, list[Cells]]
"""Rows by the name of their table."""


class HistoryPerson(NamedTuple):
    """A person of a history: the id, the name, and the group that knows them."""

    id: str
    name: str
    group: str = ""


class HistoryEvening(NamedTuple):
    """A table for a history. `people` are those players whom a group knows; `group` is empty without one."""

    table_id: str
    opened: str
    changed: str
    state: TableState
    group: str = ""
    people: Mapping[Player, HistoryPerson] = {}
    damaged: bool = False
    fingerprint: str = ""

    @property
    def id(self) -> str:
        """The id of the evening, which is not that of the table: that one stands in addresses."""
        return digest("evening", self.table_id)

    @property
    def zone(self) -> ZoneInfo | None:
        """The time zone of the table."""
        return find_zone(self.state.zone)


def digest(*parts: object) -> str:
    """Return 12 characters that stand for `parts` and do not tell them."""
    return hashlib.sha256("\0".join(map(str, parts)).encode(errors="replace")).hexdigest()[:12]


def evening_rows(evening: HistoryEvening) -> Rows:
    """Return all rows of an evening."""
    writer = EveningWriter(evening)
    for session in range(1, len(evening.state.sheets) + 2):
        writer.add_session(session)
    writer.add_evening()
    return writer.rows


class EveningWriter:
    """The rows of an evening under construction, in the order of its lines."""

    def __init__(self, evening: HistoryEvening) -> None:
        self.evening = evening
        self.id = evening.id
        self.rows: Rows = {}
        self.line = 0
        self._people: dict[Player, HistoryPerson] = {}

    def add(self, table: str, **cells: object) -> None:
        """Add a row."""
        self.rows.setdefault(table, []).append(cells)

    def person(self, player: Player | None) -> str | None:
        """Return the id of the person behind a player, who gets a row; None for nobody."""
        if player is None:
            return None
        if player not in self._people:
            name = self.evening.state.name(player)
            found = self.evening.people.get(player) or HistoryPerson(digest("name", fold_case(name)), name)
            taken = {person.id for person in self._people.values()}
            if found.id in taken:  # two of one name at one table are two people
                found = HistoryPerson(digest(self.id, player), name, found.group)
            self._people[player] = found
            self.add("players", id=found.id, name=found.name, group_name=found.group)
        return self._people[player].id

    def names(self, players: Iterable[Player]) -> str:
        """Return the names of players at this table, with commas between."""
        return ", ".join(self.evening.state.name(player) for player in players)

    def local(self, at: str) -> str:
        """Return a time of the log by the clock of the table."""
        return f"{localize_time(at, self.evening.zone):%Y-%m-%d %H:%M:%S}"

    def utc(self, at: str) -> str:
        """Return a time of the log in UTC, as SQLite compares and reads it."""
        return f"{localize_time(at, ZoneInfo('UTC')):%Y-%m-%d %H:%M:%SZ}"

    # --- The evening ---

    def add_evening(self) -> None:
        """Add the evening, and a row for each of its players."""
        evening, state = self.evening, self.evening.state
        opened, played, gains = self.local(evening.opened), hands_played(state), total_gains(state)
        winners = Evening(evening.table_id, evening.opened, state, {player: player for player in state.people}).winners
        self.add(
            "evenings",
            id=self.id,
            title=f"{opened[:10]} {state.game.name}",
            date=opened[:10],
            opened_at=opened,
            changed_at=self.local(evening.changed),
            zone=state.zone,
            game=state.game.name,
            group_name=evening.group,
            rules=state.game.presets[state.preset].label,
            house_rules=describe_differences(state, state.rules),
            sessions=len(state.sheets) + 1,
            hands=sum(row["given_up"] is None for row in self.rows.get("hands", ())),
            players=sum(count > 0 for count in played.values()),
            winners=self.names(winners),
            damaged=int(evening.damaged),
            fingerprint=evening.fingerprint,
            opened_at_utc=self.utc(evening.opened),
            changed_at_utc=self.utc(evening.changed),
        )
        for player in winners:
            self.add("winners", evening_id=self.id, player_id=self.person(player))
        self.add_seats(played, gains, winners)

    def add_seats(
        self, played: Mapping[Player, int], gains: Mapping[Player, Amount], winners: Container[Player]
    ) -> None:
        """Add a row for each player of the evening, with the hands played and the sum gained."""
        state = self.evening.state
        for player, standing in state.standings.items():
            self.add(
                "seats",
                evening_id=self.id,
                number=player,
                player_id=self.person(player),
                name=state.name(player),
                hands=played[player],
                points=plain(gains.get(player, 0)),
                standing=plain(standing.value),
                standing_text=tell(standing.said, state),
                won=int(player in winners),
            )

    # --- A session ---

    def add_session(self, session: int) -> None:
        """Add the lines of a score sheet."""
        state = open_sheet(self.evening.state, session if session <= len(self.evening.state.sheets) else None)
        assert state is not None
        totals: dict[Player, Amount] = {}
        entries = (*state.entries, *state.pending)
        before = {id(entry): earlier.after.standings for earlier, entry in pairwise(entries)}
        for entry, amounts in sheet_lines(state):
            self.line += 1
            hand_id = self.add_hand(state, session, entry) if entry else None
            totals |= {player: totals.get(player, 0) + amount for player, amount in amounts.items()}
            if entry:  # at the highest level a standing may grow by less than the gain
                totals |= {player: stands.value for player, stands in entry.after.standings.items()}
            self.add_payments(state, session, entry, amounts, totals, hand_id)
            if entry and not state.game.pays:
                self.add_promotions(state, entry, before.get(id(entry), {}), hand_id)

    def add_payments(
        self,
        state: TableState,
        session: int,
        entry: Entry | None,
        amounts: Amounts,
        totals: Mapping[Player, Amount],
        hand_id: str | None,
    ) -> None:
        """Add what a line gave everyone, in a hand also those whom it gave nothing."""
        parts = parts_in(state.summary(entry)) if isinstance(entry, HandRecord) else {}
        kind, played = kind_of(entry), dealt_to(entry)
        told = {player: 0 for player in played if player not in amounts} | dict(amounts)
        for player, amount in told.items():
            if amount or player in played:
                role, won = parts.get(player, (None, None))
                self.add(
                    "payments",
                    evening_id=self.id,
                    line=self.line,
                    player_id=self.person(player),
                    session=session,
                    kind=kind,
                    hand_id=hand_id,
                    role=role,
                    won=won,
                    played=int(player in played),
                    points=plain(amount),
                    total=plain(totals.get(player, 0)),
                    reason=entry.reason if isinstance(entry, Adjustment) else None,
                )

    def add_promotions(
        self, state: TableState, entry: Entry, before: Mapping[Player, Standing], hand_id: str | None
    ) -> None:
        """Add the levels that a line changed."""
        for player, amount in entry.amounts.items():
            if amount and player in before:
                self.add(
                    "promotions",
                    evening_id=self.id,
                    line=self.line,
                    player_id=self.person(player),
                    hand_id=hand_id,
                    levels=plain(amount),
                    level_before=tell(before[player].said, state),
                    level_after=tell(entry.after.standings[player].said, state),
                )

    # --- A hand ---

    def add_hand(self, state: TableState, session: int, entry: Entry) -> str | None:
        """Add a hand with its calls and tricks. Returns its id; None for any other entry."""
        number = getattr(entry, "number", None)
        if not isinstance(entry, HandRecord | Unplayable) or not number:
            return None
        hand_id = f"{self.id}.{session}.{number}"
        finished = end_of(entry) if isinstance(entry, HandRecord) else None
        at = finished.isoformat() if finished else entry.stamp.at if entry.stamp else self.evening.opened
        told = self.hand_cells(state, entry) if isinstance(entry, HandRecord) else {}
        self.add(
            "hands",
            id=hand_id,
            evening_id=self.id,
            session=session,
            number=number,
            date=self.local(at)[:10],
            finished_at=self.local(at),
            finished_at_utc=self.utc(at),
            game=state.game.name,
            rules=state.game.presets[state.preset].label,
            house_rules=describe_differences(state, entry.rules),
            **(EMPTY_HAND | told),
        )
        if isinstance(entry, HandRecord):
            self.add_course(state, entry, hand_id)
        return hand_id

    def hand_cells(self, state: TableState, record: HandRecord) -> Cells:
        """Return what is known of a hand that was played by today's code."""
        summary = state.summary(record)
        facts, makers = summary.facts, summary.players_on("makers")
        factors = list(multipliers(state, record))
        product = Fraction(1)
        for factor, _ in factors:
            product *= Fraction(factor)
        return {
            "players": len(record.hand.seats),
            "begins_id": self.person(record.hand.session.begins),
            "declarer_id": self.person(makers[0] if makers else None),
            "friend_id": self.person(makers[1] if makers[1:] else None),
            "friends": self.names(makers[1:]),
            "contract": None
            if summary.contract is None
            else getattr(summary.contract, "symbol", str(summary.contract)),
            "bid": facts.get("bid"),
            "trump": facts.get("trump", facts.get("trumps")),
            "friend_call": facts.get("call", facts.get("calls")),
            "points": facts.get("total", facts.get("points")),
            "result": tell(summary.result, state) if summary.result else None,
            "made": None if summary.winner is None or record.voided is not None else int(summary.winner == "makers"),
            "multipliers": "; ".join(f"×{factor} {why}" for factor, why in factors),
            "multiplier": plain(product),
            "redeals": record.hand.redeals,
            "given_up": record.voided,
            "corrections": len(record.previous_versions),
            "details": json.dumps(plain_facts(facts), ensure_ascii=False),
        }

    def add_course(self, state: TableState, record: HandRecord, hand_id: str) -> None:
        """Add the friends, the calls and the tricks of a hand."""
        for number, friend in enumerate(state.summary(record).players_on("makers")[1:], 1):
            self.add("friends", hand_id=hand_id, number=number, player_id=self.person(friend))
        for number, (player, call) in enumerate(state.game.list_calls(record.hand), 1):
            self.add("bids", hand_id=hand_id, number=number, player_id=self.person(player), call=call or "pass")
        for number, trick in enumerate(state.game.list_tricks(record.hand), 1):
            self.add(
                "tricks",
                hand_id=hand_id,
                number=number,
                leader_id=self.person(trick.plays[0][0] if trick.plays else None),
                winner_id=self.person(trick.winner),
                points=trick.points,
                plays=", ".join(f"{state.name(player)}: {cards or '–'}" for player, cards in trick.plays) or None,
            )
            for place, (player, cards) in enumerate(trick.plays, 1):
                self.add(
                    "plays",
                    hand_id=hand_id,
                    trick=number,
                    number=place,
                    player_id=self.person(player),
                    cards=cards or None,
                    won=int(player == trick.winner),
                )


EMPTY_HAND: Cells = {
    **dict.fromkeys(("players", "begins_id", "declarer_id", "friend_id", "contract", "bid", "trump", "friend_call")),
    **dict.fromkeys(("points", "result", "made", "given_up")),
    **{"friends": "", "multipliers": "", "multiplier": 1, "redeals": 0, "corrections": 0, "details": "{}"},
}
"""The cells of a hand of which only its row is left."""


def plain(amount: Amount) -> int | float:
    """Return an amount as a number of SQL."""
    return int(amount) if amount == int(amount) else round(float(amount), 6)


def dealt_to(entry: Entry | None) -> tuple[Player, ...]:
    """Return everyone who was dealt into the hand of an entry that counts, nobody for any other entry."""
    if entry is None or not entry.counts:
        return ()
    return tuple(entry.hand.seats if isinstance(entry, HandRecord) else entry.amounts)


def kind_of(entry: Entry | None) -> str:
    """Return the kind of a line."""
    match entry:
        case None:
            return "start"
        case HandRecord():
            return "hand"
        case Adjustment(penalized=int()):
            return "penalty"
        case Unplayable(number=int()):
            return "hand"
    return "adjustment"


def parts_in(summary: Summary) -> dict[Player, tuple[str, int | None]]:
    """Return the part of each player in a hand, by the words that all games share, and whether their side won."""
    makers, defenders = summary.players_on("makers"), summary.players_on("defenders")
    roles = (
        dict.fromkeys(defenders, "defender") | dict.fromkeys(makers, "friend") | dict.fromkeys(makers[:1], "declarer")
    )
    winners = summary.winners
    return {player: (role, int(player in winners) if summary.winner else None) for player, role in roles.items()}


def multipliers(state: TableState, record: HandRecord) -> Iterator[tuple[int | float, str]]:
    """Yield the factors of the score of a hand, each with its rule in English."""
    for account in record.settlement.accounts if record.settlement else ():
        if account.player is None:
            for step in account.steps:
                if step.effect == "times":
                    yield plain(step.amount), tell(step.why, state)


def describe_differences(state: TableState, rules: Ruleset) -> str:
    """Return the house rules that differ from the table's set, in English: "Lowest bid: 14; Highest bid: 20"."""
    declared = house_rules(state.game.rules)
    differing = rules.differences(state.game.presets[state.preset].rules)
    return "; ".join(
        f"{english(declared[key].label)}: {declared[key].choices[value]}" for key, value in differing.items()
    )
