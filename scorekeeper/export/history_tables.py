"""The tables of a history: every column with its meaning. The file, docs/export.md and Datasette's pages follow it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

FORM = 2
"""The version of this form, the `user_version` of a file. It grows when a column or table is added; none is removed."""

APPLICATION = 0x53434B48
"""The `application_id` of a file: it tells a history from all other databases."""

Kind = Literal["TEXT", "INTEGER", "NUMERIC"]
"""The type of a column in SQL. Numeric ones hold whole numbers, or a decimal where a payment does not come out even."""


class Column(NamedTuple):
    """A column. `refers` names the table whose key it holds."""

    name: str
    kind: Kind
    about: str
    refers: str = ""
    since: int = 1
    """The form of a history that had it first."""


class HistoryTable(NamedTuple):
    """A table: its columns, the names of those that are its key, and what Datasette offers to filter by."""

    name: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    facets: tuple[str, ...] = ()
    label: str = ""
    indexes: tuple[tuple[str, ...], ...] = ()
    since: int = 1


class HistoryView(NamedTuple):
    """A view: its columns, and the query that makes it."""

    name: str
    about: str
    columns: tuple[Column, ...]
    sql: str
    facets: tuple[str, ...] = ()


PLAYERS = HistoryTable(
    "players",
    "Everyone who sat at a table. In a group a person is one row under the present name; at tables without a group, "
    "whoever has the same name is one row.",
    (
        Column("id", "TEXT", "Stands for the person; the same in every export."),
        Column("name", "TEXT", "The name, in a group the present one."),
        Column("group_name", "TEXT", "The group that knows the person; empty at tables without one."),
    ),
    ("id",),
    ("group_name",),
    "name",
)

EVENINGS = HistoryTable(
    "evenings",
    "A table of Scorekeeper, over all its sessions.",
    (
        Column("id", "TEXT", "Stands for the evening; it opens nothing, and is the same in every export."),
        Column("title", "TEXT", "Date and game."),
        Column("date", "TEXT", "The day on which it was opened, by the clock there: `2026-11-21`."),
        Column("opened_at", "TEXT", "The time at which it was opened, by the clock there: `2026-11-21 20:15:00`."),
        Column("changed_at", "TEXT", "The time of the last entry, by the same clock."),
        Column("zone", "TEXT", "The time zone; null where the browser told none: then that of the exporting computer."),
        Column("game", "TEXT", "The game's name in English."),
        Column("group_name", "TEXT", "The group whose night it was; empty without one."),
        Column("rules", "TEXT", "The set of rules that the last session started from."),
        Column("house_rules", "TEXT", "The rules in which it differs from that set, `Lowest bid: 14; …`."),
        Column("sessions", "INTEGER", "The number of score sheets."),
        Column("hands", "INTEGER", "The number of hands that count."),
        Column("players", "INTEGER", "The number of people who played one."),
        Column("winners", "TEXT", "The names of the `winners`, with commas between."),
        Column("damaged", "INTEGER", "1 where the log could be read only up to a damage, else 0."),
        Column("fingerprint", "TEXT", "Another one means that something was changed since."),
        Column("opened_at_utc", "TEXT", "The same time as `opened_at` in UTC: `2026-11-21 11:15:00Z`.", since=2),
        Column("changed_at_utc", "TEXT", "The same time as `changed_at` in UTC.", since=2),
    ),
    ("id",),
    ("game", "group_name", "rules", "date"),
    "title",
)

SEATS = HistoryTable(
    "seats",
    "A row for each player of an evening: the sums of the evening.",
    (
        Column("evening_id", "TEXT", "The evening.", "evenings"),
        Column("number", "INTEGER", "The player's number at that table, in the order in which they joined."),
        Column("player_id", "TEXT", "The person.", "players"),
        Column("name", "TEXT", "The name at that table."),
        Column("hands", "INTEGER", "The hands that the player was dealt into, without those given up."),
        Column("points", "NUMERIC", "Points or levels gained over all sessions, without what one begins with."),
        Column("standing", "NUMERIC", "The standing at the end of the last session, as a number."),
        Column("standing_text", "TEXT", "The same in words, such as the name of a level."),
        Column("won", "INTEGER", "1 for everyone who gained most, else 0."),
    ),
    ("evening_id", "number"),
    ("won",),
    "name",
    (("player_id",),),
)

HANDS = HistoryTable(
    "hands",
    "A row for each finished hand, also one that was given up.",
    (
        Column("id", "TEXT", "Evening, session and number of the hand, with points between."),
        Column("evening_id", "TEXT", "The evening.", "evenings"),
        Column("session", "INTEGER", "The score sheet of the evening, from 1."),
        Column("number", "INTEGER", "The number of the hand on that sheet, from 1."),
        Column("date", "TEXT", "The day on which it was over, by the clock of the table."),
        Column("finished_at", "TEXT", "The time at which it was over, by the clock of the table."),
        Column("game", "TEXT", "The game in English."),
        Column("rules", "TEXT", "The set of rules that the session started from."),
        Column("house_rules", "TEXT", "The rules of this hand that differ from that set."),
        Column("players", "INTEGER", "The number of people it was dealt among."),
        Column("begins_id", "TEXT", "The player who dealt it or took its first card; null for nobody.", "players"),
        Column("declarer_id", "TEXT", "The declarer or the trump maker.", "players"),
        Column("friend_id", "TEXT", "The first friend; null for nobody.", "players"),
        Column("friends", "TEXT", "The names of the `friends`, with commas between."),
        Column("contract", "TEXT", "The contract, `16♥`; in Zhao Pengyou the trumps, `♥4`."),
        Column("bid", "INTEGER", "The points that were bid; null in Zhao Pengyou."),
        Column("trump", "TEXT", "`S`, `H`, `D`, `C`, `NT`; in Zhao Pengyou with the rank, `H4`."),
        Column("friend_call", "TEXT", "The call of the friend, as in the JSON document."),
        Column("points", "INTEGER", "Points of the declarer's side; in Zhao Pengyou those of the defenders."),
        Column("result", "TEXT", "The result in English."),
        Column("made", "INTEGER", "1 where the declarer's side won, 0 where the defenders did, else null."),
        Column("multipliers", "TEXT", "The rules that multiplied the score, `×2 back run; …`."),
        Column("multiplier", "NUMERIC", "The product of these; 1 without any."),
        Column("redeals", "INTEGER", "The number of times that the cards were dealt again."),
        Column("given_up", "TEXT", "The reason why it was given up; null when it counts."),
        Column("corrections", "INTEGER", "The number of times that it was corrected."),
        Column("details", "TEXT", "All columns that the game itself has, as JSON."),
        Column("finished_at_utc", "TEXT", "The same time as `finished_at` in UTC: order by it.", since=2),
    ),
    ("id",),
    ("game", "contract", "declarer_id", "friend_id", "made", "multiplier"),
    "",
    (("evening_id",), ("declarer_id",), ("friend_id",), ("begins_id",)),
)

PAYMENTS = HistoryTable(
    "payments",
    "A row for each player of each line of the score sheet: hands, penalties, adjustments, and what one begins with.",
    (
        Column("evening_id", "TEXT", "The evening.", "evenings"),
        Column("line", "INTEGER", "The line among all of the evening, from 1."),
        Column("player_id", "TEXT", "The person.", "players"),
        Column("session", "INTEGER", "The score sheet of the evening, from 1."),
        Column("kind", "TEXT", "`hand`, `penalty`, `adjustment`, or `start` for what one begins with."),
        Column("hand_id", "TEXT", "The hand; null for any other line.", "hands"),
        Column("role", "TEXT", "`declarer`, `friend` or `defender` where the side is known; else null."),
        Column("won", "INTEGER", "1 where the player's side won the hand, 0 where it lost, else null."),
        Column("played", "INTEGER", "1 for who was dealt into the hand; 0 for who only got or lost something."),
        Column(
            "points",
            "NUMERIC",
            "Points or levels, below 0 lost; they add up to `total`, but for levels past the end.",
        ),
        Column("total", "NUMERIC", "The standing after the line: the running total of the session."),
        Column("reason", "TEXT", "The reason that people gave for a penalty or an adjustment."),
    ),
    ("evening_id", "line", "player_id"),
    ("kind", "role", "won", "player_id"),
    "",
    (("player_id",), ("hand_id",)),
)

PROMOTIONS = HistoryTable(
    "promotions",
    "A row for each change of a level, in games of levels.",
    (
        Column("evening_id", "TEXT", "The evening.", "evenings"),
        Column("line", "INTEGER", "The line of the payment.", ""),
        Column("player_id", "TEXT", "The person.", "players"),
        Column("hand_id", "TEXT", "The hand; null for a change by hand.", "hands"),
        Column("levels", "NUMERIC", "The levels risen, below 0 fallen."),
        Column("level_before", "TEXT", "The level before."),
        Column("level_after", "TEXT", "The level after."),
    ),
    ("evening_id", "line", "player_id"),
    ("levels", "player_id"),
    "",
    (("player_id",), ("hand_id",)),
)

BIDS = HistoryTable(
    "bids",
    "A row for each bid and pass of an auction, and for each exposure of trumps, where they were recorded.",
    (
        Column("hand_id", "TEXT", "The hand.", "hands"),
        Column("number", "INTEGER", "Its place among the calls of the hand, from 1."),
        Column("player_id", "TEXT", "The person.", "players"),
        Column("call", "TEXT", "`16♥`, `pass`, or the cards that were laid open."),
    ),
    ("hand_id", "number"),
    ("call", "player_id"),
    "",
    (("player_id",),),
)

TRICKS = HistoryTable(
    "tricks",
    "A row for each trick, where they were recorded.",
    (
        Column("hand_id", "TEXT", "The hand.", "hands"),
        Column("number", "INTEGER", "The number of the trick, from 1."),
        Column("leader_id", "TEXT", "The player who led; null where no cards were written down.", "players"),
        Column("winner_id", "TEXT", "The player who won it.", "players"),
        Column("points", "INTEGER", "Its points."),
        Column("plays", "TEXT", "Its `plays` as text, `Ana: SA, Bo: S3`; null where nobody wrote it down."),
    ),
    ("hand_id", "number"),
    ("winner_id", "points"),
    "",
    (("leader_id",), ("winner_id",)),
)

PLAYS = HistoryTable(
    "plays",
    "A row for what each player played to each trick, where the cards were written down.",
    (
        Column("hand_id", "TEXT", "The hand.", "hands"),
        Column("trick", "INTEGER", "The number of the trick, from 1."),
        Column("number", "INTEGER", "The place in the trick, from 1, who led."),
        Column("player_id", "TEXT", "The person.", "players"),
        Column("cards", "TEXT", "The card, `SA`; in Zhao Pengyou all of them, with spaces between; null if unseen."),
        Column("won", "INTEGER", "1 for who won the trick, else 0."),
    ),
    ("hand_id", "trick", "number"),
    ("won", "player_id"),
    "",
    (("player_id",),),
    since=2,
)

FRIENDS = HistoryTable(
    "friends",
    "A row for each friend of each hand.",
    (
        Column("hand_id", "TEXT", "The hand.", "hands"),
        Column("number", "INTEGER", "The place among the friends of the hand, from 1."),
        Column("player_id", "TEXT", "The person.", "players"),
    ),
    ("hand_id", "number"),
    ("player_id",),
    "",
    (("player_id",),),
    since=2,
)

WINNERS = HistoryTable(
    "winners",
    "A row for everyone who gained most at an evening.",
    (
        Column("evening_id", "TEXT", "The evening.", "evenings"),
        Column("player_id", "TEXT", "The person.", "players"),
    ),
    ("evening_id", "player_id"),
    ("player_id",),
    "",
    (("player_id",),),
    since=2,
)

TABLES = (PLAYERS, EVENINGS, SEATS, HANDS, PAYMENTS, PROMOTIONS, BIDS, TRICKS, PLAYS, FRIENDS, WINNERS)
"""All tables; each refers only to those before it."""

STANDINGS = HistoryView(
    "standings",
    "The all-time table: a row for each person and game, the highest total first. Points and levels do not add up, so "
    "games are apart.",
    (
        Column("game", "TEXT", "The game."),
        Column("group_name", "TEXT", "The group; empty for tables without one."),
        Column("rank", "INTEGER", "The rank in the game and group; equals share it."),
        Column("player_id", "TEXT", "The person."),
        Column("name", "TEXT", "The name."),
        Column("evenings", "INTEGER", "The evenings at which the person played."),
        Column("hands", "INTEGER", "The hands that the person was dealt into."),
        Column("won", "INTEGER", "The evenings at which nobody gained more."),
        Column("points", "NUMERIC", "Points or levels gained in all."),
        Column("points_per_hand", "NUMERIC", "The mean result of a hand."),
    ),
    """
    select game, group_name, rank() over (partition by game, group_name order by points desc) as rank, player_id, name,
        evenings, hands, won, points, round(points * 1.0 / nullif(hands, 0), 3) as points_per_hand
    from (
        select evenings.game, players.group_name, players.id as player_id, players.name,
            sum(seats.hands > 0) as evenings, sum(seats.hands) as hands, sum(seats.won) as won,
            sum(seats.points) as points
        from seats join evenings on evenings.id = seats.evening_id join players on players.id = seats.player_id
        where seats.hands > 0 or seats.points <> 0
        group by evenings.game, players.id
    )
    order by game, group_name, points desc
    """,
    ("game", "group_name"),
)

BY_PLAYER = HistoryView(
    "by_player",
    "A row for each person and game: what came of their hands.",
    (
        Column("game", "TEXT", "The game."),
        Column("group_name", "TEXT", "The group; empty for tables without one."),
        Column("player_id", "TEXT", "The person."),
        Column("name", "TEXT", "The name."),
        Column("hands", "INTEGER", "The hands that the person was dealt into."),
        Column("won", "INTEGER", "The hands that their side won."),
        Column("declared", "INTEGER", "The hands that they declared."),
        Column("made", "INTEGER", "The hands that they declared and won."),
        Column("share_made", "NUMERIC", "The share of these, from 0 to 1."),
        Column("as_friend", "INTEGER", "The hands in which they were a friend."),
        Column("as_defender", "INTEGER", "The hands in which they defended."),
        Column("points", "NUMERIC", "Points or levels gained by hands."),
        Column("points_per_hand", "NUMERIC", "The mean result of a hand."),
        Column("best", "NUMERIC", "The highest gain of a hand."),
        Column("worst", "NUMERIC", "The lowest."),
    ),
    """
    select hands.game, players.group_name, players.id as player_id, players.name, sum(payments.played) as hands,
        count(*) filter (where payments.won = 1) as won,
        count(*) filter (where payments.role = 'declarer') as declared,
        count(*) filter (where payments.role = 'declarer' and hands.made = 1) as made,
        round(avg(coalesce(hands.made, 0)) filter (where payments.role = 'declarer'), 3) as share_made,
        count(*) filter (where payments.role = 'friend') as as_friend,
        count(*) filter (where payments.role = 'defender') as as_defender,
        sum(payments.points) as points,
        round(sum(payments.points) * 1.0 / nullif(sum(payments.played), 0), 3) as points_per_hand,
        max(payments.points) as best, min(payments.points) as worst
    from payments join hands on hands.id = payments.hand_id join players on players.id = payments.player_id
    group by hands.game, players.id
    order by hands.game, points desc
    """,
    ("game", "group_name"),
)

BY_CONTRACT = HistoryView(
    "by_contract",
    "A row for each game and contract: how often it was made, and what it gave.",
    (
        Column("game", "TEXT", "The game."),
        Column("contract", "TEXT", "The contract; in Zhao Pengyou the trumps."),
        Column("hands", "INTEGER", "The hands with it that count."),
        Column("made", "INTEGER", "The hands that the declarer's side won."),
        Column("share_made", "NUMERIC", "The share of these, from 0 to 1."),
        Column("mean_points", "NUMERIC", "The mean of the points of the hands."),
        Column("declarer_mean", "NUMERIC", "The mean result of the declarer."),
    ),
    """
    select hands.game, hands.contract, count(*) as hands, count(*) filter (where hands.made = 1) as made,
        round(avg(coalesce(hands.made, 0)), 3) as share_made, round(avg(hands.points), 3) as mean_points,
        round(avg(payments.points), 3) as declarer_mean
    from hands left join payments on payments.hand_id = hands.id and payments.role = 'declarer'
    where hands.given_up is null and hands.contract is not null
    group by hands.game, hands.contract
    order by hands.game, count(*) desc, hands.contract
    """,
    ("game",),
)

VIEWS = (STANDINGS, BY_PLAYER, BY_CONTRACT)


def create_statement(table: HistoryTable) -> str:
    """Return the statement that makes a table. DuckDB reads only tables that have a rowid."""
    return f"create table [{table.name}] (\n  " + ",\n  ".join(define_columns(table)) + "\n)"


def define_columns(table: HistoryTable) -> Iterator[str]:
    """Yield the definitions of the columns, of the key, and of what refers to other tables."""
    for column in table.columns:
        yield f"[{column.name}] {column.kind}"
    yield f"primary key ({', '.join(f'[{name}]' for name in table.key)})"
    for column in table.columns:
        if column.refers:
            cascade = "" if column.refers == PLAYERS.name else " on delete cascade"
            yield f"foreign key ([{column.name}]) references [{column.refers}] ([id]){cascade}"
