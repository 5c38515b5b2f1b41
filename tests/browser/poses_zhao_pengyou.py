"""Poses of Zhao Pengyou with five, eight and twelve players."""

from collections.abc import Iterable, Mapping
from functools import partial

from tests.browser.poses import TURN, Pose, Step

DEALT: list[Step] = [("start_hand", {})]
zpy = partial(Pose, game="zhao_pengyou")


def show_steps(*shown: tuple[int, str, int]) -> list[Step]:
    """Return shows in the deal, given as player, suit and number of cards."""
    return [*DEALT, *(("expose", {"player": player, "shown": f"{n}x{suit}"}) for player, suit, n in shown)]


def trump_steps(maker: int = 4, suit: str = "H") -> list[Step]:
    """Return a hand of which only the trump maker is recorded."""
    return [*DEALT, ("enter_trumps", {"maker": maker, "suit": suit})]


def call_step(said: str) -> Step:
    return "call_friends", {"calls": said.split()}


def trick_steps(*won: tuple[int, int]) -> list[Step]:
    """Return tricks by winner and points."""
    return [("record_trick", {"winner": winner, "points": points}) for winner, points in won]


def play_steps(*played: str) -> list[Step]:
    """Return plays of cards that lie together, each by the player in turn."""
    return [("play_cards", {"player": TURN, "cards": cards.split()}) for cards in played]


def result_step(friends: Iterable[int], points: int, last: str = "makers", kitty: int = 0) -> Step:
    chosen = {f"friend_{friend}": "yes" for friend in friends}
    return "result", {**chosen, "points": points, "last_trick": last, "kitty_points": kitty}


def hand_steps(
    maker: int, suit: str, friends: Iterable[int], points: int, last: str = "makers", kitty: int = 0
) -> list[Step]:
    """Return a hand of which trumps and the result are recorded."""
    return [*trump_steps(maker, suit), result_step(friends, points, last, kitty)]


CALLED: Mapping[int, str] = {5: "CA#1", 6: "CA#1 DA#2", 8: "CA#1 DA#2 SK#3", 12: "CA#1 DA#2 SK#3 CK#1 DK#4"}
BEFORE = [*hand_steps(2, "S", (3, 5, 8), 40), *hand_steps(8, "D", (1, 2, 6), 190, "defenders", 15)]
EIGHT = [*BEFORE, *trump_steps(), call_step(CALLED[8])]
PLAYED = [
    *trick_steps((4, 10), (7, 30), (6, 40)),
    ("reveal_friend", {"player": 3, "call": "CA#1"}),
    *trick_steps((1, 15), (5, 10)),
]
TWELVE = [
    *hand_steps(2, "S", (3, 5, 8, 9, 10), 60),
    *hand_steps(11, "D", (1, 2), 250),
    *trump_steps(),
    call_step(CALLED[12]),
]
FIVE = [*trump_steps(), call_step(CALLED[5])]
TRACTOR = play_steps("S9 S9 S10 S10", "SJ SJ SQ SQ")
OWING = {"failed_throw": "penalty_points", "levels": "active_passive"}

TRICK = ("label.key:has([name=winner][value='5'])", ".dock .key--submit[value='10']")

THROWS = "throws=open&taken_back_2=2&taken_back_2=13&taken_back_4=1"

SPADE_AFTER_ALL = "SA C3 S3 S4 S5 D3 D4 D5 D6 D7 C4 C5 C6 C7 C8 D8 D9 D10 DQ DJ S6"
REVOKED = play_steps(*SPADE_AFTER_ALL.split())
"""Five play. Eun has no spade in the first trick, and leads one to the fifth."""

LAPS = [*hand_steps(4, "S", (), 0), *hand_steps(4, "H", (2, 3, 5), 50)]
"""Dan rises to the ace alone, and past the joker with three friends; Eun is the next trump maker."""

FALLEN = [
    *hand_steps(4, "H", (3, 7), 65),
    *trump_steps(),
    ("result", {"friend_3": "yes", "points": 95, "last_trick": "defenders", "won_last": "3x1", "kitty_points": 10}),
]
"""Dan rises, and falls with a friend: three cards of the trump rank win the last trick."""

PAST_THE_ACE = [*hand_steps(4, "S", (), 0), *hand_steps(4, "H", (), 0), *hand_steps(4, "D", (2,), 20)]
"""Five play. Dan rises to the ace alone, and past it with Bo."""

PAST_THE_ACE_OF_TWELVE = [*hand_steps(4, "S", (), 5), *hand_steps(4, "H", (2, 3, 5), 50, "defenders", 10)]
"""Twelve play. Dan rises to the ace alone, and past it with three friends."""

POSES: Mapping[str, Pose] = {
    "zpy: five, nothing shown": zpy(steps=DEALT, players=5),
    "zpy: eight, an overcall": zpy(steps=[*BEFORE, *show_steps((1, "C", 1), (4, "H", 2))], players=8),
    "zpy: eight, a defence": zpy(
        steps=[*BEFORE, *show_steps((1, "C", 1), (4, "H", 2), (1, "C", 2))],
        players=8,
        at="/draft?player=2",
    ),
    "zpy: twelve, shown": zpy(steps=show_steps((1, "C", 1), (4, "H", 2)), players=12, at="/draft?player=7&copies=3"),
    "zpy: jokers shown": zpy(
        "finding_friends",
        [*DEALT, ("expose", {"player": 1, "shown": "2xH"}), ("expose", {"player": 2, "shown": "2xBJ"})],
        players=8,
    ),
    "zpy: what won the last trick, and how it was led": zpy(
        "five_falling_levels",
        [("adjust", {"amount_4": "J", "reason": "last week"}), *trump_steps()],
        players=5,
        modes=("play:result",),
        at="/draft?step=second&points=65&last_trick=defenders",
    ),
    "zpy: levels of others": zpy(
        steps=[*BEFORE, *DEALT], players=8, at="/draft?player=2", rules={"making_trumps": "active_ranks"}
    ),
    "zpy: eight, maker only": zpy(steps=BEFORE + DEALT, players=8, modes=("trumps:maker",)),
    "zpy: twelve, maker only": zpy(steps=DEALT, players=12, modes=("trumps:maker",)),
    "zpy: the kitty is turned": zpy(
        "joker_laps", [*DEALT, ("end_deal", {})], players=8, at="/draft?cards=SK&cards=D9&cards=C2&pile=C"
    ),
    "zpy: five, calls": zpy(steps=trump_steps(), players=5),
    "zpy: five, another phone’s calls": zpy(steps=trump_steps(2), players=5, others=(2,)),
    "zpy: eight, calls": zpy(steps=[*BEFORE, *trump_steps()], players=8, at="/draft?calls=CA%231&suit=D&rank=A&copy=2"),
    "zpy: results only, asked first": zpy(
        steps=trump_steps(), players=8, at="/draft?calls=CA%231&suit=D&rank=A&copy=2&view=result"
    ),
    "zpy: twelve, calls": zpy(steps=trump_steps(), players=12, at="/draft?calls=CA%231&calls=DA%232&suit=S"),
    "zpy: five, tally": zpy(steps=[*FIVE, *trick_steps((2, 10), (3, 25))], players=5),
    "zpy: eight, tally": zpy(steps=[*EIGHT, *PLAYED], players=8),
    "zpy: twelve, tally": zpy(steps=[*TWELVE, *PLAYED], players=12),
    "zpy: active and passive, tally": zpy("active_passive", [*FIVE, *trick_steps((2, 10), (3, 25))], players=5),
    "zpy: who played the call": zpy(steps=[*EIGHT, *PLAYED], players=8, at="?at=friend-1"),
    "zpy: twelve, who played the call": zpy(steps=[*TWELVE, *PLAYED], players=12, at="?at=friend-1"),
    "zpy: many points": zpy(steps=[*TWELVE, *PLAYED], players=12, at="?at=more"),
    "zpy: a throw told": zpy(steps=[*TWELVE, *PLAYED], players=12, at="?at=throw"),
    "zpy: five, a trick corrected": zpy(steps=[*FIVE, *trick_steps((2, 10), (3, 25))], players=5, at="/fix?at=tricks"),
    "zpy: eight, a trick corrected": zpy(
        steps=[*EIGHT, *PLAYED, *trick_steps(*((1 + each % 8, 5) for each in range(13)))],
        players=8,
        at="/fix?at=tricks",
    ),
    "zpy: twelve, a trick corrected": zpy(steps=[*TWELVE, *PLAYED], players=12, at="/fix?at=tricks"),
    "zpy: whose cards were others": zpy(
        steps=[
            *TWELVE,
            *trick_steps((2, 5)),
            *play_steps("SJ SJ S10 S10 S9 S9", "RJ RJ SA S4 S5 S6", "S3 D10 C10 H5 D7 S8"),
        ],
        players=12,
        modes=("play:cards",),
        at="/fix?at=tricks",
    ),
    "zpy: cards corrected": zpy(steps=[*EIGHT, *TRACTOR], players=8, modes=("play:cards",), at="/fix?at=tricks"),
    "zpy: five, cards, a lead": zpy(
        steps=FIVE, players=5, modes=("play:cards",), at="/draft?group=S&cards=SA&cards=SA&cards=SK"
    ),
    "zpy: eight, cards": zpy(
        steps=[*EIGHT, *TRACTOR], players=8, modes=("play:cards",), at="/draft?cards=SK&cards=SK&cards=S8"
    ),
    "zpy: eight, another phone’s cards": zpy(
        steps=[*EIGHT, *TRACTOR], players=8, modes=("play:cards",), others=(1, 2, 3, 5, 6, 7, 8)
    ),
    "zpy: twelve, cards": zpy(
        steps=[*TWELVE, *play_steps("HA HA HA HA", "H3 H3 H4 H6")],
        players=12,
        modes=("play:cards",),
        at="/draft?group=trump",
    ),
    "zpy: a throw": zpy(steps=[*EIGHT, *play_steps("SA SK SJ SJ")], players=8, modes=("play:cards",)),
    "zpy: a throw beaten": zpy(
        steps=[*EIGHT, *play_steps("SA SK SJ SJ")], players=8, modes=("play:cards",), at="?at=beaten&player=5&part=0"
    ),
    "zpy: twelve, a throw beaten": zpy(
        steps=[*TWELVE, *play_steps("SA SK SJ SJ")], players=12, modes=("play:cards",), at="?at=beaten&player=5&part=0"
    ),
    "zpy: every way to beat a part": zpy(
        steps=[*TWELVE, *play_steps("H4 HA HA")], players=12, modes=("play:cards",), at="?at=beaten&player=5&part=1"
    ),
    "zpy: a revoke is proven": zpy(steps=[*FIVE, *REVOKED], players=5, modes=("play:cards",)),
    "zpy: a revoke is proven, trick by trick": zpy(
        steps=[*FIVE, *REVOKED, *play_steps("S7", "S8", "S9", "S10")], players=5, modes=("play:tally",)
    ),
    "zpy: a result after a revoke": zpy(
        steps=[*FIVE, *REVOKED, *play_steps("S7", "S8", "S9", "S10")], players=5, at="?at=end"
    ),
    "zpy: eight, cards taken back": zpy(
        steps=[*EIGHT, *play_steps("SA SK SJ SJ")], players=8, modes=("play:tally",), at="?at=clear"
    ),
    "zpy: five, result only": zpy(steps=trump_steps(), players=5, modes=("play:result",)),
    "zpy: twelve, result only": zpy(steps=trump_steps(), players=12, modes=("play:result",)),
    "zpy: twelve, result only, points": zpy(
        steps=trump_steps(), players=12, modes=("play:result",), at="/draft?step=second&points=65"
    ),
    "zpy: five, throws with the result": zpy(
        steps=trump_steps(), players=5, modes=("play:result",), at=f"/draft?step=first&{THROWS}"
    ),
    "zpy: eight, throws with the result": zpy(
        steps=[*EIGHT, *trick_steps((2, 5)), ("record_throw", {"player": 5, "taken_back": 2})],
        players=8,
        modes=("play:result",),
        at=f"/draft?step=first&{THROWS}",
    ),
    "zpy: eight, a throw has ended the hand": zpy(
        steps=trump_steps(),
        players=8,
        modes=("play:result",),
        at="/draft?step=first&throws=open&taken_back_2=0",
        rules={"failed_throw": "hand_ends"},
    ),
    "zpy: eight, who threw last": zpy(
        steps=trump_steps(),
        players=8,
        modes=("play:result",),
        at="/draft?step=first&throws=open",
        rules={"failed_throw": "hand_ends"},
    ),
    "zpy: eight, the cards left": zpy(
        steps=[*EIGHT, *PLAYED, ("record_throw", {"player": 4})],
        players=8,
        at="/draft?step=second",
        rules={"failed_throw": "cards_to_opponents"},
    ),
    "zpy: eight, result": zpy(
        steps=[
            *EIGHT,
            *PLAYED,
            ("reveal_friend", {"player": 3, "call": "SK#3"}),
            ("reveal_friend", {"player": 7, "call": "DA#2"}),
        ],
        players=8,
        at="?at=end",
    ),
    "zpy: eight, an ace wins the last trick": zpy(
        "joker_laps",
        [*hand_steps(4, "S", (), 0), *trump_steps()],
        players=8,
        modes=("play:result",),
        at="/draft?step=second&points=90&last_trick=defenders&won_last=1x1t",
        rules={"demotion": "by_suit"},
    ),
    "zpy: twelve, the trump rank wins the last trick": zpy(
        steps=trump_steps(),
        players=12,
        modes=("play:result",),
        at="/draft?step=second&points=65&last_trick=defenders&won_last=3x1",
        rules={"demotion": "rank_cards"},
    ),
    "zpy: twelve, fallen": zpy(steps=FALLEN, players=12, rules={"demotion": "rank_cards"}),
    "zpy: five, moment": zpy(steps=hand_steps(4, "H", (2,), 95), players=5),
    "zpy: eight, moment": zpy(steps=[*BEFORE, *hand_steps(4, "H", (3, 7), 65, "defenders", 15)], players=8),
    "zpy: twelve, moment": zpy(steps=hand_steps(4, "H", (3, 7), 65, "defenders", 15), players=12),
    "zpy: eight, the defenders rise": zpy(steps=hand_steps(4, "H", (2, 7), 195, "defenders", 10), players=8, seat=1),
    "zpy: five, over": zpy(steps=PAST_THE_ACE, players=5),
    "zpy: twelve, over": zpy(steps=PAST_THE_ACE_OF_TWELVE, players=12),
    "zpy: eight, levels": zpy(
        steps=[*BEFORE, *hand_steps(4, "H", (3, 7), 65, "defenders", 15)], players=8, at="?at=levels"
    ),
    "zpy: twelve, levels": zpy(steps=TWELVE[:-3], players=12, at="?at=levels"),
    "zpy: laps, levels": zpy("joker_laps", LAPS, players=8, at="?at=levels"),
    "zpy: laps, tally": zpy("joker_laps", [*LAPS, *trump_steps(5, "H"), call_step("DA#1 SA#2 SK#3")], players=8),
    "zpy: laps, result": zpy("joker_laps", [*LAPS, *trump_steps(5, "H")], players=8, modes=("play:result",)),
    "zpy: owed": zpy(
        steps=[
            *trump_steps(),
            ("result", {"points": "90", "last_trick": "makers", "taken_back_2": "1", "friend_3": "yes"}),
        ],
        players=12,
        at="?at=levels",
        rules={**OWING, "after_failed_throw": "goes_on"},
    ),
    "zpy: offline, a trick of twelve is kept": zpy(steps=[*TWELVE, *PLAYED], players=12, unlinked=TRICK),
    "zpy: eight, too late": zpy(
        steps=[*EIGHT, *PLAYED], players=8, unlinked=TRICK, meanwhile=tuple(trick_steps((3, 15))), seat=1
    ),
}
"""The screens of a phone at the table."""

PAGES: Mapping[str, Pose] = {
    f"zpy: {path}": zpy(steps=[*BEFORE, *hand_steps(4, "H", (3, 7), 65)], players=8, at=f"/{path}")
    for path in (
        *("sheet", "sheet/3", "sheet/3/fix", "sheet/3/fix/trumps", "rules"),
        *("referee", "log", "people", "statistics", "paper-hands"),
    )
} | {
    "zpy: fallen": zpy(steps=FALLEN, players=8, at="/sheet/2", rules={"demotion": "rank_cards"}),
    "zpy: sheet/2/fix": zpy(steps=FALLEN, players=8, at="/sheet/2/fix", rules={"demotion": "rank_cards"}),
    "zpy: past the ace": zpy(
        steps=BEFORE, players=8, sent=(("/people/adjust", {"amount_2": ">A", "reason": "won"}),), at="/sheet"
    ),
    "zpy: not a level": zpy(
        steps=BEFORE, players=12, at="/people", refused=("/people/adjust", {"amount_1": "+3", "reason": "x"})
    ),
}
"""The pages around a table."""

TELEVISION: Mapping[str, Pose] = {
    name: POSES[name]._replace(at="/watch", seat=0)
    for name in (
        *(
            "zpy: eight, an overcall",
            "zpy: eight, calls",
            "zpy: eight, tally",
            "zpy: twelve, tally",
            "zpy: eight, cards",
            "zpy: laps, levels",
        ),
        *("zpy: eight, moment", "zpy: twelve, moment", "zpy: five, over", "zpy: twelve, over"),
    )
}
"""The screens of a television."""
