"""Making trumps during the deal (pagat, The Scores, the Deal and Making Trumps; Variations: Making trumps, Scoring)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import force_setattr, replace

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit
from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, collect_problems, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.games.seats import find_stand_in, players_from
from scorekeeper.games.zhao_pengyou.levels import as_rank
from scorekeeper.games.zhao_pengyou.order import Trumps, as_suit
from scorekeeper.games.zhao_pengyou.pack import Setting, find_setting
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.session import Session, activate_everyone
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.zhao_pengyou.hand import Hand


class Exposure(NamedTuple):
    """Identical cards laid open by a player: `copies` of `card`."""

    player: Player
    card: Card
    copies: int


class MadeTrumps(NamedTuple):
    """The trump maker and the trumps."""

    maker: Player
    trumps: Trumps


class TrumpMaking(Frozen):
    """The exposures of a deal."""

    rules: Rules
    seats: tuple[Player, ...]
    """The players in order of turn."""
    session: Session
    exposures: tuple[Exposure, ...] = ()
    """Every exposure in order, each with all cards that then lay there."""
    given_up: bool = False
    """Whether the player who was overcalled last took the cards back."""

    def with_exposure(self, player: Player, cards: Sequence[Card]) -> "TrumpMaking":
        """Return the deal after one more exposure. Nothing is checked."""
        return replace(self, exposures=(*self.exposures, Exposure(player, cards[0], len(cards))), given_up=False)

    def with_withdrawal(self) -> "TrumpMaking":
        """Return the deal after the overcalled player took the cards back."""
        return replace(self, given_up=True)

    @property
    def setting(self) -> Setting:
        """The cards of the table."""
        if self.rules.kitty != "own":
            return find_setting(self.rules, len(self.seats))
        makers = self.seats if self.fixed_maker is None else (self.fixed_maker,)
        return find_setting(self.rules, len(self.seats), frozenset(map(self.rank, makers)))

    def rank(self, player: Player) -> Rank:
        """Return the rank of `player`'s level in this deal."""
        return self.session.level(player).rank

    @property
    def standing(self) -> Exposure | None:
        """The last exposure, which makes trumps unless it is overcalled."""
        return self.exposures[-1] if self.exposures else None

    @property
    def challenged(self) -> Exposure | None:
        """The exposure that was just overcalled and may be defended at once, if as many of its cards are not lower.

        A successful defence ends the contest: its challenger takes the cards back.
        """
        if len(self.exposures) < 2 or self.given_up or is_defence(self.exposures):
            return None
        if self.rules.own_exposure != "match":
            return None
        before, now = self.exposures[-2:]
        matched, standing = (rate_kind(self.rules, each.card, now.copies) for each in (before, now))
        return before if matched >= standing else None

    @property
    def fixed_maker(self) -> Player | None:
        """The trump maker decided by the last hand; None in the first hand, and where exposing decides."""
        return self.session.maker if self.rules.making_trumps == "predetermined" else None

    @property
    def maker_by_kitty(self) -> Player:
        """The trump maker if nobody makes trumps: the one decided by the last hand, or else an active player.

        The starter is the first choice, then the players in order of turn.

        pagat mentions turning the kitty only where the last hand decides; the rest is this program's decision.
        """
        if self.fixed_maker is not None:
            return self.fixed_maker
        starter = find_stand_in(self.seats, self.session.begins)
        return next(player for player in players_from(self.seats, starter) if self.session.is_active(player))

    @property
    def maker_at_joker(self) -> Player | None:
        """The trump maker if every possible maker is at the level of the joker, so that nobody can expose anything.

        It is the maker decided by the last hand or, if everyone is at the joker, `maker_by_kitty`. None otherwise.
        """
        fixed = self.fixed_maker
        could = self.seats if fixed is None else (fixed,)
        return self.maker_by_kitty if all(self.rank(seat) is Rank.JOKER for seat in could) else None

    @property
    def made(self) -> MadeTrumps | None:
        """The trumps and the trump maker by the last exposure; None before the first exposure."""
        if self.standing is None:
            return None
        maker = self.find_maker(self.standing, self.exposures[:-1])
        return MadeTrumps(maker, Trumps(self.standing.card.suit, self.rank(maker)))

    def find_maker(self, exposure: Exposure, before: Sequence[Exposure]) -> Player:
        """Return the trump maker if `exposure` stands after those `before`.

        That is its player, or the next active player of that level. By the house rules `first_maker` and `exposes` an
        exposure may change the suit only.
        """
        if self.fixed_maker is not None:
            return self.fixed_maker
        if before and self.rules.making_trumps == "overcall":
            of_other_level = exposure.card.suit and self.rank(exposure.player) is not exposure.card.rank
            changes_suit = of_other_level or not self.session.is_active(exposure.player)
            if self.rules.first_maker == "first" or (self.rules.exposes == "own_or_standing" and changes_suit):
                return self.find_maker(before[-1], before[:-1])
        if self.rules.making_trumps != "active_ranks":
            return exposure.player
        in_turn = players_from(self.seats, exposure.player)
        return next(player for player in in_turn if self.may_make(player, exposure.card.rank))

    def may_make(self, player: Player, rank: Rank) -> bool:
        """Return whether `player` is active at the level of `rank`."""
        return self.session.is_active(player) and self.rank(player) is rank

    def exposable_ranks(self, player: Player) -> frozenset[Rank]:
        """Return the ranks that `player` may expose."""
        if self.fixed_maker is not None:
            may: tuple[Player, ...] = (self.fixed_maker,)
        elif self.rules.making_trumps == "active_ranks":
            may = tuple(seat for seat in self.seats if self.session.is_active(seat))
        else:
            may = (player,) if self.session.is_active(player) else ()
            if self.made and self.rules.making_trumps == "overcall":
                if self.rules.first_maker == "first":
                    may = (self.made.maker,)
                elif self.rules.exposes == "own_or_standing":
                    may = (*may, self.made.maker)
        return frozenset(self.rank(seat) for seat in may) - {Rank.JOKER}


def is_defence(exposures: Sequence[Exposure]) -> bool:
    """Return whether the last exposure adds cards to the one that the exposure before had overcalled."""
    if len(exposures) < 3:
        return False
    before, challenge, now = exposures[-3:]
    return (now.player, now.card) == (before.player, before.card) and now.copies == challenge.copies


# --- Checking an exposure ---


class Need(NamedTuple):
    """The identical cards that a player must lay open to make trumps now."""

    copies: int
    """The least number of cards."""
    ranks: frozenset[Rank]
    """The ranks that the player may expose."""
    defends: Card | None = None
    """The overcalled card of the player, with which so few cards are enough; any other card needs one more."""


def find_needs(making: TrumpMaking) -> Mapping[Player, Need]:
    """Return what would make trumps now, by player, without those who cannot expose."""
    return {player: need for player in making.seats if (need := find_need(making, player))}


def find_need(making: TrumpMaking, player: Player) -> Need | None:
    """Return the least that `player` must lay open to make trumps now, or None if nothing is enough."""
    if check_player(making, player):
        return None
    ranks, standing, challenged = making.exposable_ranks(player), making.standing, making.challenged
    if not is_plain(making.rules):
        return find_need_by_card(making, player, ranks)
    if standing and challenged and challenged.player == player:
        return Need(standing.copies, ranks, challenged.card)
    count = 1 if standing is None else standing.copies + 1
    return Need(count, ranks) if count <= making.setting.packs else None


def is_plain(rules: Rules) -> bool:
    """Return whether exposures are as pagat's main text has them, which more cards alone overcall."""
    others = (rules.same_number, rules.jokers_expose, rules.exposes, rules.first_maker, rules.own_exposure)
    return others == ("more", "no", "own", "last", "match") and rules.expose_at_least == 1


def find_need_by_card(making: TrumpMaking, player: Player, ranks: frozenset[Rank]) -> Need | None:
    """Return the least that `player` must lay open to make trumps now, tried card by card."""
    challenged = making.challenged
    if challenged and challenged.player == player and making.standing:
        return Need(making.standing.copies, ranks, challenged.card)
    counts = range(1, making.setting.packs + 1)
    every = [*(Card(suit, rank) for rank in ranks for suit in Suit), *list_jokers(making)]
    least = (next((count for count in counts if can_expose(making, player, (card,) * count)), None) for card in every)
    return min((Need(count, ranks) for count in least if count), key=lambda need: need.copies, default=None)


def list_jokers(making: TrumpMaking) -> list[Card]:
    """Return the jokers that can be exposed, none where they make no trumps."""
    if making.rules.jokers_expose == "no":
        return []
    return [joker for joker in (BLACK_JOKER, RED_JOKER) if joker in making.setting.copies]


@collect_problems
def check_player(making: TrumpMaking, player: Player) -> Iterator[Problem]:
    """Every reason why `player` may not expose anything now."""
    if player not in making.seats:
        yield problem("trumps.not_seated", player=player)
        return
    standing, ranks = making.standing, making.exposable_ranks(player)
    if not ranks:
        active = making.fixed_maker is not None or making.session.is_active(player)
        yield problem("trumps.joker_level" if active else "trumps.passive", player=player)
    if standing and making.rules.making_trumps == "first_is_final":
        yield problem("trumps.final", player=standing.player)
    elif standing and standing.player == player and making.rules.own_exposure not in ("add", "any"):
        yield problem("trumps.own_suit", player=player)


@collect_problems
def check_exposure(making: TrumpMaking, player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `player` may not expose `cards` now; they include cards that already lie open."""
    yield from check_player(making, player)
    if not cards:
        yield problem("trumps.nothing_shown")
        return
    yield from check_in_pack(making.setting.copies, cards)
    if len(set(cards)) > 1:
        yield problem("trumps.not_identical")
        return
    if player in making.seats:
        yield from check_rank(making, player, cards[0])
        yield from check_number(making, Exposure(player, cards[0], len(cards)))
        yield from check_left_by_others(making, Exposure(player, cards[0], len(cards)))


def can_expose(making: TrumpMaking, player: Player, cards: Sequence[Card]) -> bool:
    """Return whether `player` may lay `cards` open now."""
    return not check_exposure(making, player, cards)


@collect_problems
def check_rank(making: TrumpMaking, player: Player, card: Card) -> Iterator[Problem]:
    """Every reason why `card` is not of a level that makes trumps."""
    ranks = making.exposable_ranks(player)
    if ranks and card.rank not in ranks and card not in list_jokers(making):
        yield problem("trumps.other_level", card=card, ranks=tuple(sorted(ranks)))


@collect_problems
def check_number(making: TrumpMaking, exposure: Exposure) -> Iterator[Problem]:
    """Every reason why `exposure` has too few cards, or is not the own one that may be strengthened.

    It needs more cards than the last exposure, or as many to defend at once an exposure just overcalled; the house rule
    `same_number` lets as many of a higher kind overcall, too.
    """
    standing = making.standing
    if standing and standing.player == exposure.player:
        if making.rules.own_exposure not in ("add", "any"):
            return
        if making.rules.own_exposure == "add" and exposure.card != standing.card:
            yield problem("trumps.own_suit", player=exposure.player)
            return
    needed = count_needed(making, exposure)
    if exposure.copies < needed:
        yield problem("trumps.too_few", count=exposure.copies, needed=needed)


def count_needed(making: TrumpMaking, exposure: Exposure) -> int:
    """Count the cards of that kind which it takes to make trumps now."""
    standing, challenged, card = making.standing, making.challenged, exposure.card
    least = count_jokers_needed(making, card) if card.suit is None else making.rules.expose_at_least
    if standing is None:
        return least
    defends = challenged and (challenged.player, challenged.card) == (exposure.player, card)
    kinds = (rate_kind(making.rules, each, standing.copies) for each in (card, standing.card))
    higher = next(kinds) > next(kinds)
    return max(least, standing.copies + (0 if defends or higher else 1))


def count_jokers_needed(making: TrumpMaking, joker: Card) -> int:
    """Count the jokers that make trumps together, by the house rule `jokers_expose`."""
    every = making.setting.copies.get(joker, 0)
    if making.rules.jokers_expose in ("no", "two"):
        return 2 if making.rules.jokers_expose == "two" else 1
    one_less = making.rules.jokers_expose == "all_but_one_red" and joker == RED_JOKER
    return max(every - one_less, 1)


SUITS_UPWARDS = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)


def rate_kind(rules: Rules, card: Card, copies: int) -> int:
    """Return the height of cards of this kind among as many others, by the house rule `same_number`."""
    if rules.same_number == "more":
        return 0
    if card.suit is None:
        return len(SUITS_UPWARDS) + (2 if card == RED_JOKER else 1)
    return SUITS_UPWARDS.index(card.suit) + 1 if rules.same_number == "jokers_suits" and copies > 1 else 0


@collect_problems
def check_left_by_others(making: TrumpMaking, exposure: Exposure) -> Iterator[Problem]:
    """Every reason why too few copies are left for `exposure`, because others have laid some open."""
    exposed = count_exposed(making, exposure.card)
    by_others = sum(copies for player, copies in exposed.items() if player != exposure.player)
    left = making.setting.copies.get(exposure.card, 0) - by_others
    if by_others and exposure.copies > left:
        yield problem("trumps.others_hold", card=exposure.card, left=left)


def count_exposed(making: TrumpMaking, card: Card) -> Mapping[Player, int]:
    """Return the most copies of `card` that each player has laid open at once."""
    most: dict[Player, int] = {}
    for player, laid, copies in making.exposures:
        if laid == card:
            most[player] = max(copies, most.get(player, 0))
    return most


@collect_problems
def check_withdrawal(making: TrumpMaking, player: Player) -> Iterator[Problem]:
    """Every reason why `player` cannot take cards back; only a player just overcalled can."""
    if making.challenged is None or making.challenged.player != player:
        yield problem("trumps.nothing_to_withdraw", player=player)


class ExposeCards(Move, tag="zhao_pengyou.expose_cards"):
    """Lay identical cards open to make trumps, overcall or defend."""

    player: Player
    cards: tuple[Card, ...]
    """All cards that then lie open, including those that did before."""

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the cards may not be laid open now."""
        return check_exposure(hand.making, self.player, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the exposure, which makes trumps unless it is overcalled."""
        return replace(hand, making=hand.making.with_exposure(self.player, self.cards))


class TakeBack(Move, tag="zhao_pengyou.take_back"):
    """Take the cards back instead of defending them, as the player does who was just overcalled."""

    player: Player

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why the player has no cards to take back."""
        return check_withdrawal(hand.making, self.player)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand in which the player can no longer defend."""
        return replace(hand, making=hand.making.with_withdrawal())


# --- The end of the deal ---


class EndDeal(Move, tag="zhao_pengyou.end_deal"):
    """End the deal: all cards are dealt, and nobody exposes any more."""

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with trumps by the last exposure; without one it is redealt, or the kitty decides."""
        made = hand.making.made
        if made:
            return with_trumps(hand, made.maker, made.trumps.suit)
        if is_dealt_again(hand):
            return redeal_hand(hand)
        hand = replace(hand, nobody_made=True)
        maker = hand.making.maker_by_kitty
        return with_trumps(hand, maker, None) if hand.making.rank(maker) is Rank.JOKER else hand

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield the line of the move, and one for the trump maker, the redeal or the kitty."""
        yield from super().says(before, after)
        if after.redeals > before.redeals:
            yield message("log.zhao_pengyou.thrown_in")
        if after.nobody_made:
            yield message("log.zhao_pengyou.nobody_made_trumps")
        if after.maker is not None:
            yield announce_trumps(after)


MOST_REDEALS = 2
"""The number of redeals under `nobody_made_trumps` = "redeal_twice"."""


def is_dealt_again(hand: "Hand") -> bool:
    """Return whether a deal without trumps is dealt again; where the first card decides, only a first hand is."""
    how = hand.rules.nobody_made_trumps
    if how == "first_card":
        return hand.rules.making_trumps == "predetermined" and hand.making.fixed_maker is None
    return how == "redeal" or (how == "redeal_twice" and hand.redeals < MOST_REDEALS)


def with_trumps(hand: "Hand", maker: Player, suit: Suit | None) -> "Hand":
    """Return the hand with `maker` as trump maker; the trump rank is the maker's level."""
    return replace(hand, maker=maker, trumps=Trumps(suit, hand.making.rank(maker)))


def announce_trumps(hand: "Hand") -> Message:
    """Return the line with the trump maker and the trumps."""
    return message("log.zhao_pengyou.enter_trumps", maker=hand.maker, trumps=hand.trumps)


def redeal_hand(hand: "Hand") -> "Hand":
    """Return a new deal by the same starter, in which everyone is active."""
    session = activate_everyone(hand.session)
    making = TrumpMaking(hand.rules, hand.seats, session)
    return replace(hand, session=session, making=making, redeals=hand.redeals + 1)


class TurnKitty(Move, tag="zhao_pengyou.turn_kitty"):
    """Turn the kitty up, since nobody made trumps."""

    cards: tuple[Card, ...]
    """The cards in the order in which they were turned."""

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why these cards cannot have been turned."""
        return check_turned_kitty(hand.making, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with the suit that the kitty decides."""
        verdict = decide_by_kitty(hand.making, self.cards)
        return with_trumps(replace(hand, turned=self.cards), verdict.maker, verdict.trumps.suit)

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield the line of the move, and one for the trumps."""
        yield from super().says(before, after)
        yield announce_trumps(after)


@collect_problems
def check_turned_kitty(making: TrumpMaking, kitty: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `kitty` cannot be the cards turned: the whole kitty, or up to a card that decides."""
    if len(kitty) > making.setting.kitty_size or decide_by_kitty(making, kitty).decides is None:
        yield from check_count(kitty, making.setting.kitty_size)
    yield from check_in_pack(making.setting.copies, kitty)


def find_trumps_of_kitty(rank: Rank | int | str, kitty: Sequence[Card]) -> Trumps:
    """Return the trumps of `rank` after turning the kitty card by card (pagat, Variations: Scoring).

    The first card of the rank decides the suit, or else the highest card, of equal ones the first. A kitty of jokers
    alone gives no trump suit; pagat does not mention that case. The rank is anything that `as_rank` accepts.
    """
    rank, suited = as_rank(rank), [card for card in kitty if card.suit]
    decides = next((card for card in suited if card.rank is rank), None)
    if decides is None and suited:
        decides = max(suited, key=lambda card: card.rank)
    return Trumps(decides.suit if decides else None, rank)


class KittyVerdict(NamedTuple):
    """The trump maker and the trumps after turning the kitty."""

    maker: Player
    trumps: Trumps
    decides: Card | None
    """The card after which no other is turned; None if the whole kitty is."""


def decide_by_kitty(making: TrumpMaking, kitty: Sequence[Card]) -> KittyVerdict:
    """Return the verdict of the cards turned so far, by the house rule `nobody_made_trumps`."""
    maker = making.maker_by_kitty
    rank, how = making.rank(maker), making.rules.nobody_made_trumps
    if how == "first_card" and kitty:
        return KittyVerdict(maker, Trumps(kitty[0].suit, rank), kitty[0])
    if how == "kitty_joker":
        decides = next((card for card in kitty if card.rank is rank or card.suit is None), None)
        trumps = Trumps(decides.suit, rank) if decides else find_trumps_of_kitty(rank, kitty)
        return KittyVerdict(maker, trumps, decides)
    if how == "any_rank":
        return decide_by_any_rank(making, kitty)
    decides = next((card for card in kitty if card.rank is rank), None)
    return KittyVerdict(maker, find_trumps_of_kitty(rank, kitty), decides)


def decide_by_any_rank(making: TrumpMaking, kitty: Sequence[Card]) -> KittyVerdict:
    """Return the verdict where the first card of anyone's level decides, or else the last card that is no joker.

    A trump maker whom the last hand decided stays it: then only cards of that level count.
    """
    starter = making.maker_by_kitty
    suited = [card for card in kitty if card.suit]
    for card in suited:
        for player in players_from(making.seats, starter) if making.fixed_maker is None else (starter,):
            if making.may_make(player, card.rank):
                return KittyVerdict(player, Trumps(card.suit, card.rank), card)
    return KittyVerdict(starter, Trumps(suited[-1].suit if suited else None, making.rank(starter)), None)


# --- A short cut: trump maker and trump suit without exposures ---


class EnterTrumps(Move, tag="zhao_pengyou.enter_trumps"):
    """Enter the trump maker and the trump suit, if exposures recorded before leave them possible."""

    maker: Player
    suit: Suit | None
    """The trump suit, which may be given as text; None at the level of the joker."""

    def __post_init__(self) -> None:
        force_setattr(self, "suit", as_suit(self.suit))

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why `maker` cannot have become trump maker with this suit."""
        return check_made(hand, self.maker, self.suit)

    def play(self, hand: "Hand") -> "Hand":
        """Return the hand with trumps made."""
        return with_trumps(hand, self.maker, self.suit)

    def says(self, _before: "Hand", after: "Hand") -> Iterator[Message]:
        """Yield the line with the trump maker and the trumps."""
        yield announce_trumps(after)


@collect_problems
def check_made(hand: "Hand", maker: Player, suit: Suit | None) -> Iterator[Problem]:
    """Every reason why `maker` cannot have become trump maker with `suit`."""
    if maker not in hand.seats:
        yield problem("trumps.not_seated", player=maker)
        return
    yield from check_maker(hand, maker)
    at_joker = hand.making.rank(maker) is Rank.JOKER
    if at_joker and suit:
        yield problem("trumps.joker_level", player=maker)
    elif not at_joker and suit is None and not could_be_jokers_alone(hand.making, maker):
        yield problem("trumps.no_suit")
    standing = hand.making.standing
    if standing and (suit or not at_joker) and not could_make(hand.making, maker, suit):
        yield problem("trumps.standing", player=standing.player, card=standing.card)


@collect_problems
def check_maker(hand: "Hand", maker: Player) -> Iterator[Problem]:
    """Every reason why `maker` cannot be the trump maker, whatever the trump suit is."""
    making = hand.making
    fixed = making.fixed_maker
    if fixed is not None and maker != fixed:
        yield problem("trumps.other_maker", player=fixed)
    elif hand.nobody_made and maker != making.maker_by_kitty and hand.rules.nobody_made_trumps != "any_rank":
        yield problem("trumps.kitty_maker", player=making.maker_by_kitty)
    elif fixed is None and not hand.making.session.is_active(maker):
        yield problem("trumps.passive", player=maker)
    elif hand.making.rank(maker) is Rank.JOKER and not could_be_by_kitty(making, maker):
        yield problem("trumps.nothing_to_expose", player=maker)


def could_be_by_kitty(making: TrumpMaking, maker: Player) -> bool:
    """Return whether `maker` is trump maker because nobody makes trumps and the kitty decides."""
    kitty_decides = making.rules.nobody_made_trumps != "redeal"
    return kitty_decides and making.standing is None and maker == making.maker_by_kitty


def could_be_jokers_alone(making: TrumpMaking, maker: Player) -> bool:
    """Return whether trumps may lack a suit: by jokers shown, or by a kitty of jokers or with one that decides."""
    if list_jokers(making):
        return True
    if making.rules.nobody_made_trumps in ("kitty_joker", "first_card"):
        return could_be_by_kitty(making, maker)
    jokers = sum(making.setting.copies.get(joker, 0) for joker in (RED_JOKER, BLACK_JOKER))
    return could_be_by_kitty(making, maker) and jokers >= making.setting.kitty_size


# --- Exposures that nobody wrote down ---


def could_make(making: TrumpMaking, maker: Player, suit: Suit | None) -> bool:
    """Return whether exposures, with others that nobody wrote down, could make `suit` trumps for `maker`.

    Where house rules let more than more cards overcall, whoever says so is believed.
    """
    made = making.made
    if not is_plain(making.rules) or made is None or suit is None or (made.maker, made.trumps.suit) == (maker, suit):
        return True
    later = list_later_exposures(making, suit)
    return any(making.find_maker(exposure, making.exposures) == maker for exposure in later)


def list_later_exposures(making: TrumpMaking, suit: Suit) -> Iterator[Exposure]:
    """Yield every exposure of `suit` that could still become the last one."""
    for player in making.seats:
        for rank in making.exposable_ranks(player):
            for copies in range(1, making.setting.packs + 1):
                exposure = Exposure(player, Card(suit, rank), copies)
                could = (could_come_back(making, exposure), could_defend(making, exposure))
                if any(could) or can_expose(making, player, (exposure.card,) * copies):
                    yield exposure


def could_come_back(making: TrumpMaking, exposure: Exposure) -> bool:
    """Return whether `exposure` could answer an unwritten overcall of the last exposure, by the same player."""
    standing = making.standing
    if standing is None or standing.player != exposure.player or not find_needs(making):
        return False
    return exposure.copies > standing.copies + 1 and not check_left_by_others(making, exposure)


def could_defend(making: TrumpMaking, exposure: Exposure) -> bool:
    """Return whether `exposure` could defend an unwritten earlier one with as many cards as the last exposure has."""
    standing = making.standing
    if standing is None or making.given_up or making.rules.making_trumps == "first_is_final":
        return False
    as_many = exposure.copies == standing.copies and not check_left_by_others(making, exposure)
    return as_many and could_be_overcalled(exposure, making.exposures)


def could_be_overcalled(exposure: Exposure, exposures: Sequence[Exposure]) -> bool:
    """Return whether the last of `exposures` could have overcalled fewer copies of this exposure's card.

    Those copies, of the same player, were either written down just before or not at all. Unwritten ones were more than
    the exposure before them, or as many if they were themselves a defence after another overcall.
    """
    *before, last = exposures
    more_than = before[-1].copies if before else 0
    if last.player == exposure.player or last.copies <= more_than:
        return False
    if last.copies > more_than + 1:
        return True
    return bool(before) and (before[-1][:2] == exposure[:2] or could_be_overcalled(exposure, before))
