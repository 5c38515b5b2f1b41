"""The session from hand to hand: dealer, first bidder, spent tokens, balances, and the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import field
from msgspec.structs import replace

from scorekeeper.codec import Frozen
from scorekeeper.errors import RuleError
from scorekeeper.games.game import Amounts, Player, Standing
from scorekeeper.games.mighty.counting import find_joker_holder
from scorekeeper.games.mighty.pot import add_fines
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.seats import next_player
from scorekeeper.messages import Message, message
from scorekeeper.settlement import Amount, to_whole_number
from scorekeeper.values import derived

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand


class Session(Frozen):
    """The session, which one hand hands on to the next."""

    begins: Player | None = None
    """The dealer of the next hand, None while nobody has been chosen."""
    first: Player | None = None
    """The first bidder of the next hand, None while nobody has been chosen."""
    spent: tuple[Player, ...] = ()
    """The players whose redeal token is spent (korean40, 1-2)."""
    balances: Mapping[Player, Amount] = field(default_factory=dict)
    """Everyone's points."""
    opening: bool = True
    """Whether no hand was paid yet, so that the dealer bids first."""
    pot: Mapping[Player, Amount] = field(default_factory=dict)
    """The part of each player in the pot, which counts as theirs until somebody wins it (groups, Redeal fines)."""

    @derived
    def standings(self) -> Mapping[Player, Standing]:
        """Every player's standing, by player number, which is the order of joining."""
        return {
            player: Standing(
                balance,
                message("standing.points", points=balance),
                tuple(self.list_marks(player)),
            )
            for player, balance in sorted(self.balances.items())
        }

    def list_marks(self, player: Player) -> Iterator[Message]:
        """Yield what is said of a player beside the balance: a token spent, and what lies in the pot."""
        if player in self.spent:
            yield message("standing.token_spent")
        if self.pot.get(player):
            yield message("standing.in_pot", points=self.pot[player])


# --- Before a hand ---


def create_session(_rules: Rules) -> Session:
    """The session before anyone has sat down."""
    return Session()


def add_player(rules: Rules, session: Session, player: Player) -> Session:
    """The session with one more player, who begins with the bankroll (korean40, Preparation)."""
    return replace(session, balances={**session.balances, player: rules.bankroll})


def start_session(rules: Rules, seats: Sequence[Player]) -> Session:
    """A session that all of `seats` have joined, of whom the first deals. Raises `RuleError` when there is nobody."""
    if not seats:
        raise RuleError("players.nobody")
    return Session(seats[0], balances=dict.fromkeys(seats, rules.bankroll))


def shift_balances(session: Session, before: Rules, after: Rules) -> Session:
    """Return the session with the difference of the bankrolls added to every balance."""
    more = after.bankroll - before.bankroll
    return replace(session, balances={player: balance + more for player, balance in session.balances.items()})


def set_starter(session: Session, player: Player) -> Session:
    """The session when people decide who deals; until a hand was paid, that player also bids first."""
    return replace(session, begins=player, first=player if session.opening else session.first)


def set_token(session: Session, player: Player, spent: bool) -> Session:
    """The session in which the token of `player` is spent, or is not."""
    if spent is (player in session.spent):
        return session
    others = tuple(other for other in session.spent if other != player)
    return replace(session, spent=(*others, player) if spent else others)


def adjust_standings(rules: Rules, session: Session, amounts: Amounts, _penalized: Player | None = None) -> Session:
    """Return the session with `amounts` added. A player who never joined begins with the bankroll."""
    balances = dict(session.balances)
    for player, amount in amounts.items():
        balances[player] = to_whole_number(balances.get(player, rules.bankroll) + amount)
    return replace(session, balances=balances)


# --- After a hand ---


def advance_session(hand: "Hand") -> Session:
    """The session after `hand`, with what it paid. One that was not finished is dealt again as it was."""
    if hand.settlement is None:
        return hand.session
    paid = adjust_standings(hand.rules, hand.session, hand.settlement.amounts)
    dealer = find_next_dealer(hand)
    pot = {} if hand.is_made else hand.session.pot
    return replace(paid, begins=dealer, first=find_first_bidder(hand, dealer), opening=False, pot=pot)


def rebase_hand(hand: "Hand", session: Session) -> "Hand":
    """Return a played hand in a session whose past has been corrected since.

    Who dealt and who bid first stay as they were. The balances and the tokens spent before are those of `session`;
    tokens that were spent in the hand stay spent, and fines stay paid. Where balances limit payments or there is a pot,
    the hand is paid anew.
    """
    starters = {"begins": hand.session.begins, "first": hand.session.first}
    spent = (*session.spent, *(player for player in hand.spent if player not in session.spent))
    pot = add_fines(session.pot, hand.fined) if hand.fined else session.pot
    rebased = replace(hand, session=replace(session, **starters, spent=spent, pot=pot))
    depends = hand.rules.limits_payments or hand.session.pot or pot
    return hand.result.play(rebased) if hand.result and depends else rebased


def find_next_dealer(hand: "Hand") -> Player:
    """Return the next dealer after a complete hand (pagat, Deal; pagat, Six players; korean40, 1-1).

    A declarer without a friend deals in the friend's place; of two friends it is the one who was found first.
    """
    declarer = hand.declaration.declarer
    assert hand.result is not None
    assert hand.session.begins is not None
    match hand.rules.next_dealer:
        case "friend":
            return find_partner(hand)
        case "by_result":
            return declarer if hand.is_made else find_partner(hand)
        case "sit_out_by_result":
            return find_partner(hand) if hand.is_made else declarer
        case "rotate":
            return next_player(hand.seats, hand.session.begins)
        case "joker_holder":
            holder = find_joker_holder(hand, hand.result)
            return declarer if holder is None else holder


def find_first_bidder(hand: "Hand", dealer: Player) -> Player:
    """Return the first bidder after a complete hand, when `dealer` deals next (pagat, Bidding; korean40, 1-3)."""
    return {
        "previous_declarer": hand.declaration.declarer,
        "previous_friend": find_partner(hand),
        "dealer": dealer,
    }[hand.rules.first_bidder]


def find_partner(hand: "Hand") -> Player:
    """The friend of a complete hand, or the declarer who played alone."""
    return hand.declaration.declarer if hand.friend is None else hand.friend


def find_ending(rules: Rules, session: Session) -> Message | None:
    """Return why the session is over: a player has no points left (korean40, End of the game); None if not."""
    broke = [player for player, balance in sorted(session.balances.items()) if balance <= 0]
    if not rules.eliminate or not broke:
        return None
    lowest = min(map(session.balances.__getitem__, broke))
    last = [player for player in broke if session.balances[player] == lowest]
    if len(last) > 1:
        return message("ending.eliminated_together", count=len(last), balance=lowest)
    return message("ending.eliminated", player=last[0], balance=lowest)
