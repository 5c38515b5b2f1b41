"""From hand to hand: who deals, who bids first, and when the session is over."""

from collections.abc import Mapping, Sequence

from scorekeeper.errors import RuleError
from scorekeeper.games.game import Ending, Player, Situation, ranked
from scorekeeper.games.mighty.hand import Hand
from scorekeeper.games.mighty.payment import is_made
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.tally import joker_holder
from scorekeeper.games.seats import next_after
from scorekeeper.messages import message
from scorekeeper.settlement import Amount


def opening(seats: Sequence[Player]) -> Situation:
    """The first hand: the first of `seats` deals, and the dealer bids first (S0, Bidding).

    Raises `RuleError` when there is nobody.
    """
    if not seats:
        raise RuleError("players.nobody")
    return Situation(dealer=seats[0], first=seats[0])


def following(hand: Hand) -> Situation:
    """Who deals and bids first after `hand`. One that was not finished is dealt again as it was."""
    if hand.result is None:
        return hand.situation
    dealer = next_dealer(hand)
    return Situation(dealer, first_bidder(hand, dealer), hand.situation.tokens_spent)


def next_dealer(hand: Hand) -> Player:
    """Who deals after a complete hand (S0, Deal; S0, Six players; S3, 1-1).

    A declarer without a friend deals in the friend's place; of two friends it is the one who was found first.
    """
    assert hand.declarer is not None
    assert hand.contract_bid is not None
    assert hand.result is not None
    match hand.rules.next_dealer:
        case "friend":
            return partner_of(hand)
        case "by_result":
            return hand.declarer if is_made(hand.contract_bid, hand.result.points) else partner_of(hand)
        case "sit_out_by_result":
            return partner_of(hand) if is_made(hand.contract_bid, hand.result.points) else hand.declarer
        case "rotate":
            return next_after(hand.seats, hand.situation.dealer)
        case "joker_holder":
            holder = joker_holder(hand, hand.result)
            return hand.declarer if holder is None else holder


def first_bidder(hand: Hand, dealer: Player) -> Player:
    """Who bids first after a complete hand, when `dealer` deals (S0, Bidding; S3, 1-3)."""
    assert hand.declarer is not None
    return {
        "previous_declarer": hand.declarer,
        "previous_friend": partner_of(hand),
        "dealer": dealer,
    }[hand.rules.first_bidder]


def partner_of(hand: Hand) -> Player:
    """The friend of a complete hand, or the declarer who played alone."""
    assert hand.declarer is not None
    return hand.declarer if hand.friend is None else hand.friend


def ending(rules: Rules, balances: Mapping[Player, Amount]) -> Ending | None:
    """The end of a session in which somebody has nothing left, where the rules want it (S3, End of the game)."""
    broke = [player for player, balance in balances.items() if balance <= 0]
    if not rules.eliminate or not broke:
        return None
    last = min(broke, key=balances.__getitem__)
    return Ending(message("ending.eliminated", player=last, balance=balances[last]), ranked(balances))
