"""Making trumps during the deal (pagat, The Scores, the Deal and Making Trumps; Variations: Making trumps, Scoring)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import force_setattr, replace

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit
from scorekeeper.codec import Frozen
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Move, Player
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.games.seats import stand_in, turns_from
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
    """Who is trump maker, and what is trump."""

    maker: Player
    trumps: Trumps


class TrumpMaking(Frozen):
    """What was exposed in a deal under `rules` among `seats`, in order of turn.

    `exposures` is everything that was ever laid open, in order, each with all cards that lay there;
    `given_up` says that the last one overcalled took their cards back.
    """

    rules: Rules
    seats: tuple[Player, ...]
    session: Session
    exposures: tuple[Exposure, ...] = ()
    given_up: bool = False

    def with_exposure(self, player: Player, cards: Sequence[Card]) -> "TrumpMaking":
        """The deal after one more exposure. Nothing is checked."""
        return replace(self, exposures=(*self.exposures, Exposure(player, cards[0], len(cards))), given_up=False)

    def with_withdrawal(self) -> "TrumpMaking":
        """The deal after the one who was overcalled took their cards back."""
        return replace(self, given_up=True)

    @property
    def setting(self) -> Setting:
        """The cards that are dealt."""
        return find_setting(self.rules, len(self.seats))

    def rank(self, player: Player) -> Rank:
        """The rank of `player`'s level in this deal."""
        return self.session.level(player).rank

    @property
    def standing(self) -> Exposure | None:
        """The exposure that makes trumps as it stands."""
        return self.exposures[-1] if self.exposures else None

    @property
    def challenged(self) -> Exposure | None:
        """The exposure that was just overcalled and may be defended at once.

        What was laid out to defend answered its own challenge: the challenger takes their cards back.
        """
        if len(self.exposures) < 2 or self.given_up or is_defence(self.exposures):
            return None
        return self.exposures[-2]

    @property
    def fixed_maker(self) -> Player | None:
        """The trump maker whom the last hand has decided; nobody in the first."""
        return self.session.maker if self.rules.making_trumps == "predetermined" else None

    @property
    def maker_by_kitty(self) -> Player:
        """The trump maker when nobody has made trumps: whom the last hand decided, or the starter, who must be active.

        pagat tells of turning the kitty only where the last hand has decided; the rest is ours.
        """
        if self.fixed_maker is not None:
            return self.fixed_maker
        starter = stand_in(self.seats, self.session.begins)
        return next(player for player in turns_from(self.seats, starter) if self.session.is_active(player))

    @property
    def maker_at_joker(self) -> Player | None:
        """The trump maker of a hand in which nobody could expose anything, for want of another level than the joker.

        The last hand has decided on such a maker; or everyone is at the joker, and it is as when nobody makes trumps.
        """
        fixed = self.fixed_maker
        could = self.seats if fixed is None else (fixed,)
        return self.maker_by_kitty if all(self.rank(seat) is Rank.JOKER for seat in could) else None

    @property
    def made(self) -> MadeTrumps | None:
        """Trumps and their maker as they stand; None while nothing is exposed."""
        if self.standing is None:
            return None
        card = self.standing.card
        return MadeTrumps(self.find_maker(self.standing), Trumps(card.suit, card.rank))

    def find_maker(self, exposure: Exposure) -> Player:
        """Who takes the kitty if `exposure` stands: who laid it out, or the next active player of that level."""
        if self.fixed_maker is not None:
            return self.fixed_maker
        if self.rules.making_trumps != "active_ranks":
            return exposure.player
        in_turn = turns_from(self.seats, exposure.player)
        return next(player for player in in_turn if self.may_make(player, exposure.card.rank))

    def may_make(self, player: Player, rank: Rank) -> bool:
        """Whether `player` is active at the level of `rank`."""
        return self.session.is_active(player) and self.rank(player) is rank

    def exposable_ranks(self, player: Player) -> frozenset[Rank]:
        """The ranks that `player` may expose."""
        if self.fixed_maker is not None:
            may: tuple[Player, ...] = (self.fixed_maker,)
        elif self.rules.making_trumps == "active_ranks":
            may = tuple(seat for seat in self.seats if self.session.is_active(seat))
        else:
            may = (player,) if self.session.is_active(player) else ()
        return frozenset(self.rank(seat) for seat in may) - {Rank.JOKER}


def is_defence(exposures: Sequence[Exposure]) -> bool:
    """Whether the last exposure only adds to the one that the last but one had overcalled."""
    if len(exposures) < 3:
        return False
    before, challenge, now = exposures[-3:]
    return (now.player, now.card) == (before.player, before.card) and now.copies == challenge.copies


# --- What an exposure needs ---


class Need(NamedTuple):
    """What a player must lay out to make trumps now: `copies` identical cards of one of `ranks`.

    `defends` is the card to add to where fewer cards are enough because the player was just overcalled.
    """

    copies: int
    ranks: frozenset[Rank]
    defends: Card | None = None


def find_needs(making: TrumpMaking) -> Mapping[Player, Need]:
    """What would make trumps now, by player; those who can do nothing are left out."""
    return {player: need for player in making.seats if (need := find_need(making, player))}


def find_need(making: TrumpMaking, player: Player) -> Need | None:
    """What `player` must lay out to make trumps now, the least first; None when nothing does."""
    if check_player(making, player):
        return None
    ranks, standing, challenged = making.exposable_ranks(player), making.standing, making.challenged
    if standing and challenged and challenged.player == player:
        return Need(standing.copies, ranks, challenged.card)
    count = 1 if standing is None else standing.copies + 1
    return Need(count, ranks) if count <= making.setting.packs else None


@collected
def check_player(making: TrumpMaking, player: Player) -> Iterator[Problem]:
    """Why `player` may not expose anything now."""
    if player not in making.seats:
        yield problem("trumps.not_seated", player=player)
        return
    standing, ranks = making.standing, making.exposable_ranks(player)
    if not ranks:
        active = making.fixed_maker is not None or making.session.is_active(player)
        yield problem("trumps.joker_level" if active else "trumps.passive", player=player)
    if standing and making.rules.making_trumps == "first_is_final":
        yield problem("trumps.final", player=standing.player)
    elif standing and standing.player == player:
        yield problem("trumps.own_suit", player=player)


@collected
def check_exposure(making: TrumpMaking, player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Every reason why `player` may not lay `cards` open now, which are all that would then lie there."""
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
    """Whether `player` may lay `cards` open now."""
    return not check_exposure(making, player, cards)


@collected
def check_rank(making: TrumpMaking, player: Player, card: Card) -> Iterator[Problem]:
    """Why `card` is not of a level that makes trumps."""
    ranks = making.exposable_ranks(player)
    if ranks and card.rank not in ranks:
        yield problem("trumps.other_level", card=card, ranks=tuple(sorted(ranks)))


@collected
def check_number(making: TrumpMaking, exposure: Exposure) -> Iterator[Problem]:
    """Why these are too few: more than lie there, or as many to defend at once what was just overcalled."""
    standing, challenged = making.standing, making.challenged
    if standing is None or exposure.copies > standing.copies or standing.player == exposure.player:
        return
    defends = challenged and (challenged.player, challenged.card) == (exposure.player, exposure.card)
    if not defends or exposure.copies < standing.copies:
        needed = standing.copies if defends else standing.copies + 1
        yield problem("trumps.too_few", count=exposure.copies, needed=needed)


@collected
def check_left_by_others(making: TrumpMaking, exposure: Exposure) -> Iterator[Problem]:
    """Why others, who have laid some of these cards open, leave fewer of them."""
    exposed = count_exposed(making, exposure.card)
    by_others = sum(copies for player, copies in exposed.items() if player != exposure.player)
    left = making.setting.copies.get(exposure.card, 0) - by_others
    if by_others and exposure.copies > left:
        yield problem("trumps.others_hold", card=exposure.card, left=left)


def count_exposed(making: TrumpMaking, card: Card) -> Mapping[Player, int]:
    """How many copies of `card` each player has laid open, who had them all at once."""
    most: dict[Player, int] = {}
    for player, laid, copies in making.exposures:
        if laid == card:
            most[player] = max(copies, most.get(player, 0))
    return most


@collected
def check_withdrawal(making: TrumpMaking, player: Player) -> Iterator[Problem]:
    """Why `player` has no cards to take back: only the one who was just overcalled does so."""
    if making.challenged is None or making.challenged.player != player:
        yield problem("trumps.nothing_to_withdraw", player=player)


class ExposeCards(Move, tag="zhao_pengyou.expose_cards"):
    """Lay identical cards open to make trumps, overcall or defend; `cards` are all that then lie there."""

    player: Player
    cards: tuple[Card, ...]

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Every reason why they may not be laid open now."""
        return check_exposure(hand.making, self.player, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """They lie there, and make trumps as it stands."""
        return replace(hand, making=hand.making.with_exposure(self.player, self.cards))


class TakeBack(Move, tag="zhao_pengyou.take_back"):
    """The player who was just overcalled does not defend."""

    player: Player

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Only the one who was just overcalled has cards to take back."""
        return check_withdrawal(hand.making, self.player)

    def play(self, hand: "Hand") -> "Hand":
        """The chance to defend is gone."""
        return replace(hand, making=hand.making.with_withdrawal())


# --- The end of the deal ---


class EndDeal(Move, tag="zhao_pengyou.end_deal"):
    """All cards are dealt, and nobody exposes any more: trumps are made, or the house rules say what follows."""

    def play(self, hand: "Hand") -> "Hand":
        """Trumps are made as they stand, or the cards are dealt again, or the kitty decides."""
        made = hand.making.made
        if made:
            return with_trumps(hand, made.maker, made.trumps.suit)
        if hand.rules.nobody_made_trumps == "redeal":
            return redeal_hand(hand)
        hand = replace(hand, nobody_made=True)
        maker = hand.making.maker_by_kitty
        return with_trumps(hand, maker, None) if hand.making.rank(maker) is Rank.JOKER else hand

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Its own line, and what follows from it."""
        yield from super().says(before, after)
        if after.redeals > before.redeals:
            yield message("log.zhao_pengyou.thrown_in")
        if after.nobody_made:
            yield message("log.zhao_pengyou.nobody_made_trumps")
        if after.maker is not None:
            yield announce_trumps(after)


def with_trumps(hand: "Hand", maker: Player, suit: Suit | None) -> "Hand":
    """The hand once `maker` is trump maker; the trump rank is the maker's level."""
    return replace(hand, maker=maker, trumps=Trumps(suit, hand.making.rank(maker)))


def announce_trumps(hand: "Hand") -> Message:
    """Who is trump maker, and what is trump."""
    return message("log.zhao_pengyou.enter_trumps", maker=hand.maker, trumps=hand.trumps)


def redeal_hand(hand: "Hand") -> "Hand":
    """A new deal by the same starter, in which everyone is active."""
    session = activate_everyone(hand.session)
    making = TrumpMaking(hand.rules, hand.seats, session)
    return replace(hand, session=session, making=making, redeals=hand.redeals + 1)


class TurnKitty(Move, tag="zhao_pengyou.turn_kitty"):
    """Nobody made trumps, and the kitty is turned up: `cards` in the order in which they were."""

    cards: tuple[Card, ...]

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Why these cannot be the cards that were turned."""
        return check_turned_kitty(hand.making, self.cards)

    def play(self, hand: "Hand") -> "Hand":
        """The kitty decides the suit."""
        maker = hand.making.maker_by_kitty
        suit = find_trumps_of_kitty(hand.making.rank(maker), self.cards).suit
        return with_trumps(replace(hand, turned=self.cards), maker, suit)

    def says(self, before: "Hand", after: "Hand") -> Iterator[Message]:
        """Its own line, and what is trump."""
        yield from super().says(before, after)
        yield announce_trumps(after)


@collected
def check_turned_kitty(making: TrumpMaking, kitty: Sequence[Card]) -> Iterator[Problem]:
    """Why these are not the cards turned: the whole kitty, or as far as a card of the trump rank."""
    rank = making.rank(making.maker_by_kitty)
    if len(kitty) > making.setting.kitty_size or all(card.rank is not rank for card in kitty):
        yield from check_count(kitty, making.setting.kitty_size)
    yield from check_in_pack(making.setting.copies, kitty)


def find_trumps_of_kitty(rank: Rank | int | str, kitty: Sequence[Card]) -> Trumps:
    """Trumps of `rank` after turning the kitty card by card (pagat, Variations: Scoring).

    The first card of the rank decides the suit, else the highest, of equals the first. A kitty of nothing
    but jokers leaves the rank alone; pagat does not say. The rank is given as `as_rank` takes it.
    """
    rank, suited = as_rank(rank), [card for card in kitty if card.suit]
    decides = next((card for card in suited if card.rank is rank), None)
    if decides is None and suited:
        decides = max(suited, key=lambda card: card.rank)
    return Trumps(decides.suit if decides else None, rank)


# --- A short cut: who is trump maker, and with what ---


class EnterTrumps(Move, tag="zhao_pengyou.enter_trumps"):
    """Short cut: who became trump maker, and the trump suit, None at the level of the joker.

    What was exposed before must leave it possible. The suit may be given as text.
    """

    maker: Player
    suit: Suit | None

    def __post_init__(self) -> None:
        force_setattr(self, "suit", as_suit(self.suit))

    def check(self, hand: "Hand") -> Iterable[Problem]:
        """Why `maker` cannot have become trump maker with this suit."""
        return check_made(hand, self.maker, self.suit)

    def play(self, hand: "Hand") -> "Hand":
        """Trumps are made."""
        return with_trumps(hand, self.maker, self.suit)

    def says(self, _before: "Hand", after: "Hand") -> Iterator[Message]:
        """Who is trump maker, and what is trump."""
        yield announce_trumps(after)


@collected
def check_made(hand: "Hand", maker: Player, suit: Suit | None) -> Iterator[Problem]:
    """Why `maker` cannot have become trump maker with `suit`."""
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
    if standing and suit and not could_make(hand.making, maker, suit):
        yield problem("trumps.standing", player=standing.player, card=standing.card)


@collected
def check_maker(hand: "Hand", maker: Player) -> Iterator[Problem]:
    """Why `maker` cannot be the trump maker, whatever is trump."""
    making = hand.making
    fixed = making.fixed_maker
    if fixed is not None and maker != fixed:
        yield problem("trumps.other_maker", player=fixed)
    elif hand.nobody_made and maker != making.maker_by_kitty:
        yield problem("trumps.kitty_maker", player=making.maker_by_kitty)
    elif fixed is None and not hand.making.session.is_active(maker):
        yield problem("trumps.passive", player=maker)
    elif hand.making.rank(maker) is Rank.JOKER and not could_be_by_kitty(making, maker):
        yield problem("trumps.nothing_to_expose", player=maker)


def could_be_by_kitty(making: TrumpMaking, maker: Player) -> bool:
    """Whether `maker` is trump maker if nobody makes trumps."""
    kitty_decides = making.rules.nobody_made_trumps == "kitty_decides"
    return kitty_decides and making.standing is None and maker == making.maker_by_kitty


def could_be_jokers_alone(making: TrumpMaking, maker: Player) -> bool:
    """Whether the kitty may decide for `maker`, and has no more cards than there are jokers."""
    jokers = sum(making.setting.copies.get(joker, 0) for joker in (RED_JOKER, BLACK_JOKER))
    return could_be_by_kitty(making, maker) and jokers >= making.setting.kitty_size


# --- Exposures that nobody wrote down ---


def could_make(making: TrumpMaking, maker: Player, suit: Suit) -> bool:
    """Whether `suit` is trumps for `maker` as it stands, or could be after exposures that nobody wrote down."""
    made = making.made
    if made is None or (made.maker, made.trumps.suit) == (maker, suit):
        return True
    return any(making.find_maker(exposure) == maker for exposure in list_later_exposures(making, suit))


def list_later_exposures(making: TrumpMaking, suit: Suit) -> Iterator[Exposure]:
    """Every exposure of `suit` that could still be the last."""
    for player in making.seats:
        for rank in making.exposable_ranks(player):
            for copies in range(1, making.setting.packs + 1):
                exposure = Exposure(player, Card(suit, rank), copies)
                could = (could_come_back(making, exposure), could_defend(making, exposure))
                if any(could) or can_expose(making, player, (exposure.card,) * copies):
                    yield exposure


def could_come_back(making: TrumpMaking, exposure: Exposure) -> bool:
    """Whether it could be the answer of whoever has exposed last, after an overcall by somebody else."""
    standing = making.standing
    if standing is None or standing.player != exposure.player or not find_needs(making):
        return False
    return exposure.copies > standing.copies + 1 and not check_left_by_others(making, exposure)


def could_defend(making: TrumpMaking, exposure: Exposure) -> bool:
    """Whether it could defend, with as many cards as lie there, one before that nobody wrote down."""
    standing = making.standing
    if standing is None or making.given_up or making.rules.making_trumps == "first_is_final":
        return False
    as_many = exposure.copies == standing.copies and not check_left_by_others(making, exposure)
    return as_many and could_be_overcalled(exposure, making.exposures)


def could_be_overcalled(exposure: Exposure, exposures: Sequence[Exposure]) -> bool:
    """Whether the last of `exposures` could have overcalled fewer of these cards, from the same player.

    Either they were written down just before, or nobody did: then they were more than what lay there before, or as
    many where they were a defence of their own, after another overcall.
    """
    *before, last = exposures
    more_than = before[-1].copies if before else 0
    if last.player == exposure.player or last.copies <= more_than:
        return False
    if last.copies > more_than + 1:
        return True
    return bool(before) and (before[-1][:2] == exposure[:2] or could_be_overcalled(exposure, before))
