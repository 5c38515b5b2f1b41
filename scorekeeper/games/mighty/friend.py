"""The friend: the call, the reveal, and the order to win a trick (pagat, Exchanging cards; The Play)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from msgspec.structs import replace

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, RuleError, collect_problems, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.mighty.auction import Bid
from scorekeeper.games.mighty.kitty import TakeKitty
from scorekeeper.games.mighty.known_cards import FriendReport
from scorekeeper.games.mighty.rules import Rules
from scorekeeper.games.mighty.trick import Play, Trick, count_points_won, number_plays
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import Message, message
from scorekeeper.values import text_value

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand

# --- The call ---

CallKind = Literal["card", "first_trick", "last_trick", "player", "none"]


@text_value
@dataclass(frozen=True)
class Call:
    """The friend call of the declarer (pagat, Exchanging cards and calling a partner).

    With two packs two cards are called: the players of their first copies are the friends.
    """

    kind: CallKind
    """The way to find the friend: by card, by a trick or by name; "none" is the announced "no friend"."""
    card: Card | None = None
    """The called card, None when it was not recorded."""
    player: Player | None = None
    """The named player."""
    suit: Suit | None = None
    """The suit that the friend is asked to lead, at 20NT."""
    second: Card | None = None
    """The second called card, with two packs."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The called cards that were written down."""
        return tuple(card for card in (self.card, self.second) if card)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "SA", "SA+HK", "card", "first_trick", "last_trick", "none", "player:3", each with ">H" for a suit asked.

        Raises `RuleError` ``call.malformed`` with the text.
        """
        try:
            called, asks, suit = text.strip().partition(">")
            return cls(**parse_called(called), suit=Suit.parse(suit) if asks else None)
        except (RuleError, ValueError, AttributeError):
            raise RuleError("call.malformed", text=text) from None

    def __str__(self) -> str:
        named = "+".join(map(str, self.cards))
        called = named or (f"player:{self.player}" if self.kind == "player" else self.kind)
        return f"{called}>{self.suit}" if self.suit else called


def parse_called(text: str) -> dict[str, Any]:
    """Parse a call without the suit asked for into arguments of `Call`. Raises `RuleError` or `ValueError`."""
    match text.partition(":"):
        case "card" | "first_trick" | "last_trick" | "none" as kind, "", "":
            return {"kind": kind}
        case "player", ":", number:
            return {"kind": "player", "player": int(number)}
        case _:
            card, both, second = text.partition("+")
            return {"kind": "card", "card": Card.parse(card), "second": Card.parse(second) if both else None}


CALL_KINDS: Mapping[CallKind, tuple[str, str]] = {
    "card": ("friend_by_card", "call.no_card"),
    "first_trick": ("friend_by_first_trick", "call.no_first_trick"),
    "last_trick": ("friend_by_last_trick", "call.no_last_trick"),
    "player": ("friend_by_player", "call.no_player"),
    "none": ("no_friend", "call.no_friend"),
}
"""The house rule that allows each kind of call, and the refusal where it does not."""


def find_deciding_trick(rules: Rules, call: Call) -> int | None:
    """Return the number of the trick whose winner is the friend; None where the call is of another kind."""
    return {"first_trick": 1, "last_trick": rules.setting.tricks}.get(call.kind)


def may_ask_suit(rules: Rules, bid: Bid) -> bool:
    """Return whether the declarer may ask the friend to lead a suit."""
    return rules.suit_request and bid == Bid(rules.setting.points, None)


@collect_problems
def check_call(
    rules: Rules,
    bid: Bid,
    call: Call,
    kitty: Sequence[Card] = (),
    hand: Sequence[Card] | None = None,
    discards: Sequence[Card] = (),
) -> Iterator[Problem]:
    """Every reason against `call` with the contract `bid`.

    `kitty` are its cards where everyone has seen them. `hand` are the declarer's cards, where they are known, and
    `discards` those that are no longer among them: where no own card may be called, neither may these.
    """
    yield from check_call_form(call)
    house_rule, refusal = CALL_KINDS[call.kind]
    if not getattr(rules, house_rule):
        yield problem(refusal)
    elif not (rules.joker_friend or all(card.suit for card in call.cards)):
        yield problem("call.no_joker")
    yield from check_called_cards(rules, call)
    if not rules.secret_solo:
        yield from check_not_own_card(rules, call, kitty, hand or (), discards)
    if call.suit and not may_ask_suit(rules, bid):
        yield problem("call.no_suit_request", bid=bid)
    elif call.suit and call.kind == "none":
        yield problem("call.suit_without_friend", suit=call.suit)


@collect_problems
def check_call_form(call: Call) -> Iterator[Problem]:
    """Yield every reason why `call` names nothing, or two things at once."""
    if call.kind != "card":
        yield from (problem("call.stray_card", card=card) for card in call.cards)
    elif call.second and not call.card:
        yield problem("call.second_without_first", card=call.second)
    if call.kind != "player" and call.player is not None:
        yield problem("call.stray_player", player=call.player)
    elif call.kind == "player" and call.player is None:
        yield problem("call.nobody")


@collect_problems
def check_called_cards(rules: Rules, call: Call) -> Iterator[Problem]:
    """Yield every reason against the called cards: two different ones with two packs, else one, all in the pack."""
    if call.second and rules.setting.partners < 2:
        yield problem("call.one_card")
    elif call.card and not call.second and rules.setting.partners > 1:
        yield problem("call.two_cards")
    elif call.card and call.card == call.second:
        yield problem("call.same_card", card=call.card)
    yield from check_in_pack(rules.setting.copies, set(call.cards))


@collect_problems
def check_not_own_card(
    rules: Rules, call: Call, kitty: Sequence[Card], hand: Sequence[Card], discards: Sequence[Card]
) -> Iterator[Problem]:
    """Yield a problem for each called card whose copies are all in the exposed `kitty`, or in `hand` and `discards`."""
    copies, held = rules.setting.copies, (*hand, *discards)
    yield from check_in_pack(copies, held)
    for card in call.cards:
        if kitty.count(card) == copies.get(card):
            yield problem("call.card_in_kitty", card=card)
        elif held.count(card) == copies.get(card):
            yield problem("call.own_discard" if card in discards else "call.own_card", card=card)


@collect_problems
def check_called_player(call: Call, declarer: Player, seats: tuple[Player, ...]) -> Iterator[Problem]:
    """Yield every reason why the named player cannot be the friend."""
    if call.kind == "player" and call.player == declarer:
        yield problem("call.own_name", declarer=declarer)
    elif call.kind == "player" and call.player is not None and call.player not in seats:
        yield problem("call.not_seated", player=call.player)


def can_call(
    rules: Rules,
    bid: Bid,
    call: Call,
    kitty: Sequence[Card] = (),
    hand: Sequence[Card] | None = None,
    discards: Sequence[Card] = (),
) -> bool:
    """Return whether `call` is legal with the contract `bid`; the arguments are those of `check_call`."""
    return not check_call(rules, bid, call, kitty, hand, discards)


def list_card_calls(rules: Rules) -> Iterator[Call]:
    """Every call of a card, or of two different ones with two packs."""
    if rules.setting.partners < 2:
        return (Call("card", card=card) for card in rules.setting.copies)
    return (Call("card", card=card, second=second) for card, second in combinations(rules.setting.copies, 2))


def legal_calls(
    rules: Rules,
    bid: Bid,
    others: tuple[Player, ...] = (),
    kitty: Sequence[Card] = (),
    hand: Sequence[Card] | None = None,
    discards: Sequence[Card] = (),
) -> tuple[Call, ...]:
    """Every legal call, cards first, in pairs with two packs; `others` are the players who may be named.

    What is known of the declarer's cards is as in `check_call`. Each call that finds a friend may ask for a suit as
    well where `may_ask_suit` says so.
    """
    every = (
        *list_card_calls(rules),
        Call("first_trick"),
        Call("last_trick"),
        *(Call("player", player=player) for player in others),
        Call("none"),
    )
    return tuple(call for call in every if can_call(rules, bid, call, kitty, hand, discards))


class CallFriend(Move, tag="mighty.call_friend"):
    """Choose how the friend is found. It implies that the kitty was taken."""

    call: Call

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason against the call, or why the kitty cannot have been taken yet."""
        if not hand.kitty_taken:
            yield from TakeKitty().check(hand)
        declarer, bid = hand.declaration
        yield from check_call(hand.rules, bid, self.call, hand.kitty)
        yield from check_called_player(self.call, declarer, hand.active)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the call, so that the play begins."""
        return replace(hand if hand.kitty_taken else TakeKitty().play(hand), call=self.call)

    def says(self, before: "Hand", after: "Hand") -> Iterable[Message]:
        """Yield the call, and before it that the kitty was taken, if that was not recorded."""
        if not before.kitty_taken:
            yield from TakeKitty().says(before, after)
        call, kind = self.call, ""
        if call.kind == "player":
            kind = "_by_name"
        elif call.card:
            kind = "_of_two_cards" if call.second else "_by_card"
        yield message(
            f"log.mighty.call_friend{kind}", call=call, player=call.player, card=call.card, second=call.second
        )
        if call.suit:
            yield message("log.mighty.ask_suit", suit=call.suit)


def find_requested_suit(hand: "Hand") -> Suit | None:
    """Return the suit that the friend is asked for and has not led yet; None also where there is no friend.

    A friend who led a trick without recorded cards is assumed to have led the suit.
    """
    asked = hand.call.suit if hand.call else None
    if asked is None or hand.result or (hand.friend_known and hand.friend is None):
        return None
    winners = (None, *(trick.winner for trick in hand.tricks))
    leads = zip(winners, (*(trick.plays for trick in hand.tricks), *([hand.table] if hand.table else [])), strict=False)
    led = any(leader in hand.friends and (not plays or plays[0].card.suit is asked) for leader, plays in leads)
    return None if led else asked


# --- Who it turns out to be (pagat, The Play; base10, Playing; korean40, 2-3) ---


class Reveal(NamedTuple):
    """The reveal of a friend."""

    player: Player
    """The friend."""
    trick: int
    """The number of the trick in progress at the reveal."""
    card: Card | None
    """The called card; None where a trick decides, or when the called card was not recorded."""
    points: int
    """The points that the friend had won, which now go to the declarer's side."""


def build_reveal(
    player: Player, trick: int, card: Card | None, tricks: Sequence[Trick], found: Sequence[Reveal] = ()
) -> Reveal:
    """Return the reveal of `player` after `tricks`. Points of a friend found before are not counted again."""
    known = any(reveal.player == player for reveal in found)
    return Reveal(player, trick, card, 0 if known else count_points_won({player}, tricks))


def reveal_by_trick(declarer: Player, tricks: Sequence[Trick], deciding: int) -> tuple[Reveal, ...]:
    """Return the reveal by winning the `deciding` trick, with all points that its winner had won by then."""
    winners = (trick.winner for trick in tricks[deciding - 1 : deciding])
    return tuple(build_reveal(winner, deciding, None, tricks[:deciding]) for winner in winners if winner != declarer)


def find_reveals(
    declarer: Player,
    called: Sequence[Card],
    tricks: Sequence[Trick],
    table: Sequence[Play] = (),
    told: Sequence[FriendReport] = (),
) -> tuple[Reveal, ...]:
    """Return the reveals in order: by cards of `tricks` and of the current trick on the `table`, and by reports `told`.

    The first copy of a called card counts. A copy that the declarer plays reveals nobody. With two packs one player may
    have both called cards (pagat, Six, seven or eight players), and a report about a card outweighs its recorded
    copies: the friend announced it, or played it in a trick without recorded cards.
    """
    every = tuple(number_plays((*(trick.plays for trick in tricks), table)))
    by_word = {one.card for one in told}
    moments: list[tuple[tuple[int, int], Player, Card | None]] = [
        ((one.trick, find_place(one, every)), one.player, one.card) for one in told
    ]
    for number, place, play in every:
        if play.card in called and play.player != declarer and play.card not in by_word:
            moments.append(((number, place), play.player, play.card))
    found: tuple[Reveal, ...] = ()
    for (number, _place), player, card in sorted(moments, key=itemgetter(0)):  # told stays before played
        if card is None or card not in {reveal.card for reveal in found}:
            found += (build_reveal(player, number, card, tricks[: number - 1], found),)
    return found


def find_place(told: FriendReport, plays: Iterable[tuple[int, int, Play]]) -> int:
    """Return the place of a report in its trick: that of the card, if the card was recorded after the report."""
    made = (
        place for trick, place, play in plays if (trick, play.player, play.card) == (told.trick, told.player, told.card)
    )
    return next(made, told.place)


@dataclass(frozen=True, slots=True)
class Piles:
    """The piles of points won: one of the declarer's side, and one of each other player."""

    makers: int
    others: Mapping[Player, int]


def count_piles(seats: Sequence[Player], declarer: Player, friends: Sequence[Player], tricks: Sequence[Trick]) -> Piles:
    """Return the points won so far. `friends` are those the table knows; an unknown friend counts as a defender."""
    side = {declarer, *friends}
    won = {player: count_points_won({player}, tricks) for player in seats}
    others = {player: points for player, points in won.items() if player not in side}
    return Piles(sum(won.values()) - sum(others.values()), others)


def report_new_friends(before: "Hand", after: "Hand") -> Iterator[Message]:
    """Yield a line for each friend whom the table did not know `before`."""
    for friend in after.friends:
        if friend not in before.friends:
            yield message("log.mighty.reveal_friend", player=friend)


@collect_problems
def check_reveal(hand: "Hand", player: Player, card: Card | None, *, announced: bool) -> Iterator[Problem]:
    """Yield every reason against the report that `player` is a friend by `card`."""
    if hand.contract.call.kind == "card":
        yield from check_revealing_card(hand, player, card)
    else:
        yield problem("reveal.no_card_called")
    if player == hand.declarer:
        yield problem("reveal.declarer", declarer=player)
    elif player not in hand.active:
        yield problem("reveal.not_seated", player=player)
    if announced:
        yield from check_announcement(hand, player)
    else:
        yield from check_card_played(hand, player, card or hand.only_card_open)


@collect_problems
def check_revealing_card(hand: "Hand", player: Player, card: Card | None) -> Iterator[Problem]:
    """Yield the reason why `card` does not reveal `player`.

    Of two called cards the report must name one (pagat, Six, seven or eight players).
    """
    called, shown = hand.contract.call.cards, {reveal.card: reveal.player for reveal in hand.reveals}
    by = card or hand.only_card_open
    if card and card in shown and player in find_possible_friends(hand, card) - {shown[card]}:
        return  # by another copy, which nobody wrote down
    if hand.cards_open == 0 and hand.reveals:
        yield problem("reveal.already", friend=hand.reveals[-1].player)
    elif hand.cards_open == 0 or (card and hand.known.is_own(card)):
        yield problem("reveal.own_card", card=card or called[0])
    elif by is None and len(called) > 1:
        yield problem("reveal.which_card")
    elif card is not None and card not in (called or hand.rules.setting.copies):
        yield problem("reveal.not_called", card=card)
    elif card is not None and card in shown:
        yield problem("reveal.already", friend=shown[card])
    elif by is not None and not hand.known.may_have(player, by):
        yield problem("reveal.not_held", player=player, card=by)


@collect_problems
def check_announcement(hand: "Hand", player: Player) -> Iterator[Problem]:
    """Yield the reason why `player` may not announce being the friend, which takes a trick with points just won.

    Who must announce it may also do so late.
    """
    if not hand.rules.friend_may_announce:
        yield problem("reveal.no_announcing")
    elif hand.rules.friend_must_announce and count_points_won({player}, hand.tricks):
        return
    elif not hand.tricks or hand.tricks[-1].winner != player or hand.tricks[-1].points == 0:
        yield problem("reveal.without_points", player=player)
    elif hand.table:
        yield problem("reveal.too_late", player=player)


@collect_problems
def check_card_played(hand: "Hand", player: Player, card: Card | None) -> Iterator[Problem]:
    """Yield a problem when every card was written down and `player` has not played `card`.

    Between two recorded tricks it may be a card of the next trick, already on the table but not recorded.
    """
    written = hand.table and hand.in_full
    if card is not None and written and player not in hand.known.players_of(card):
        yield problem("reveal.not_played")


@collect_problems
def check_friends(hand: "Hand", friends: tuple[Player, ...]) -> Iterator[Problem]:
    """Yield every reason why `friends` cannot be the friends, in this order, after what the table has seen."""
    call = hand.contract.call
    strangers = [friend for friend in friends if friend not in hand.active]
    yield from (problem("result.friend_not_seated", friend=friend) for friend in strangers)
    if strangers or hand.declarer in friends:
        return
    known, own = hand.friends, hand.own_cards_called
    if may_be_friends(hand, friends):
        return
    if known:
        missed = (friend for friend, given in zip_longest(known, friends) if friend != given and friend is not None)
        yield problem("result.other_friend", friend=next(missed, known[-1]))
    elif own:
        yield problem("result.own_card", card=own[0])
    elif call.kind == "first_trick":
        yield problem("result.declarer_won_first_trick", declarer=hand.declarer)
    elif call.kind == "last_trick":
        yield problem("result.declarer_won_last_trick", declarer=hand.declarer)


def may_be_friends(hand: "Hand", friends: tuple[Player, ...]) -> bool:
    """Return whether these can be the friends, in this order, after what the table has seen."""
    call, known = hand.contract.call, hand.friends
    called = call.cards
    if call.kind != "card":
        return friends == known or not hand.friend_known
    if not called:
        return {*known} <= {*friends} and len(friends) <= len(known) + hand.cards_open
    if is_every_find_recorded(hand) and friends[: len(known)] != known:
        return False
    return any(
        {*found} - {None} == {*friends} for found in product(*(find_possible_friends(hand, card) for card in called))
    )


def is_every_find_recorded(hand: "Hand") -> bool:
    """Return whether the recorded cards show when each friend was found: all are recorded, and nobody announces."""
    return hand.in_full and not hand.told and not hand.rules.friend_may_announce


def find_possible_friends(hand: "Hand", card: Card) -> frozenset[Player | None]:
    """Return the players who can be friend by the called `card`; None among them stands for nobody.

    With two packs the recorded copy need not be the first: another may have been played in a trick without recorded
    cards, or its holder may have announced it on winning points.
    """
    holders = frozenset(
        player for player in hand.active if player != hand.declarer and hand.known.may_have(player, card)
    )
    shown = next((reveal for reveal in hand.reveals if reveal.card == card), None)
    if shown is None:
        return frozenset([None]) if hand.known.is_own(card) else holders | {None}
    if any((told.player, told.card) == (shown.player, card) for told in hand.told):
        return frozenset([shown.player])
    before = hand.tricks[: shown.trick - 1]
    unseen = not all(trick.plays for trick in before)
    announces = {trick.winner for trick in before if trick.points} if hand.rules.friend_may_announce else set()
    return frozenset([shown.player, *(player for player in holders if unseen or player in announces)])


class RevealFriend(Move, tag="mighty.reveal_friend"):
    """`player` has played the called card, or has announced it on winning points; `card` says which, of two."""

    player: Player
    announced: bool = False
    card: Card | None = None

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Return every reason against the report."""
        return check_reveal(hand, self.player, self.card, announced=self.announced)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the report, placed in the trick that goes on or comes next."""
        card = self.card or hand.only_card_open
        told = FriendReport(self.player, len(hand.tricks) + 1, len(hand.table), card, self.announced)
        return replace(hand, told=(*hand.told, told))


# --- The order to win a trick (pagat, Variations: Play) ---


def lowest_order_contract(rules: Rules) -> int:
    """Return the lowest contract that allows an order to win a trick: 17, or 34 with two packs."""
    return 17 * rules.setting.packs


def max_win_orders(rules: Rules) -> int:
    """Return the number of such orders in a hand: one, or two with two packs."""
    return rules.setting.packs


@collect_problems
def check_orders_allowed(rules: Rules, bid: Bid) -> Iterator[Problem]:
    """Yield the reason why the contract `bid` allows no orders."""
    if not rules.win_order:
        yield problem("order.not_played")
    elif bid.level < lowest_order_contract(rules):
        yield problem("order.contract_too_low", bid=bid, lowest=lowest_order_contract(rules))


def may_order_win(rules: Rules, bid: Bid) -> bool:
    """Return whether the declarer may order the friend to win a trick."""
    return not check_orders_allowed(rules, bid)


@collect_problems
def check_win_order(hand: "Hand") -> Iterator[Problem]:
    """Yield every reason why the declarer may not give the order now."""
    yield from check_orders_allowed(hand.rules, hand.declaration.bid)
    if hand.win_orders >= max_win_orders(hand.rules):
        yield problem("order.given_already", orders=hand.win_orders)
    if hand.friend_known and hand.friend is None:
        yield problem("order.no_friend")
    if len(hand.tricks) == hand.rules.setting.tricks:
        yield problem("trick.all_played", tricks=len(hand.tricks))


class GiveWinOrder(Move, tag="mighty.give_win_order"):
    """The declarer tells the friend to win this trick."""

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Return every reason why the declarer may not order that."""
        return check_win_order(hand)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with an order for the trick that goes on or comes next."""
        return replace(hand, ordered=(*hand.ordered, len(hand.tricks) + 1))
