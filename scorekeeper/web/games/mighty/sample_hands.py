"""The hands by which two rule sets of Mighty are compared, and what they pay under each."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games import mighty
from scorekeeper.messages import N_, Sentence, Sentences, message
from scorekeeper.settlement import Amount
from scorekeeper.web.games.mighty.prices import most_friends, prices
from scorekeeper.web.page.game_setup import SampleHand

HANDS: tuple[tuple[str, int, bool], ...] = (
    ("15S", 15, False),
    ("15S", 17, False),
    ("15NT", 16, False),
    ("17S", 18, True),
    ("18H", 20, False),
    ("20S", 20, False),
    ("15S", 13, False),
    ("15S", 8, False),
    ("17S", 14, True),
    ("26S", 28, False),
    ("26S", 24, False),
)
"""The contract, the points taken, and whether the declarer plays alone. The last two are for two packs."""

SAMPLE_SENTENCES: Sentences = {
    "sample.hand": Sentence(N_("{bid}, {points} points")),
    "sample.alone": Sentence(N_("{bid} without a friend, {points} points")),
}


def sample_hands(compared: Sequence[mighty.Rules], _players: Sequence[int]) -> Iterator[SampleHand]:
    """Yield the hands, each with its payments under each of the rules."""
    for written, points, alone in HANDS:
        bid = mighty.Bid.parse(written)
        said = message("sample.alone" if alone else "sample.hand", bid=bid, points=points)
        yield SampleHand(said, tuple(pay(rules, bid, points, alone=alone) for rules in compared))


def pay(rules: mighty.Rules, bid: mighty.Bid, points: int, *, alone: bool) -> Mapping[str, Amount] | None:
    """Return the payment to the declarer, each friend and each defender; None where the hand cannot be played."""
    friends = 0 if alone else most_friends(rules)
    if bid not in mighty.every_bid(rules) or (alone and not rules.no_friend and most_friends(rules)):
        return None
    price = prices(rules, bid, friends, announced=alone or not friends)[points]
    shares = {N_("declarer"): price.declarer, N_("friend"): price.friend}
    if price.second_friend != price.friend:
        shares[N_("second friend")] = price.second_friend
    shares[N_("defender")] = price.defender
    return shares if friends else {who: amount for who, amount in shares.items() if who != "friend"}
