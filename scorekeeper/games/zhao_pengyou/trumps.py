"""Making trumps during the deal (S2, The Scores, the Deal and Making Trumps; Variations: Making trumps, Scoring)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper.cards import Card, Rank
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.packs import check_count, check_in_pack
from scorekeeper.games.seats import turns_from
from scorekeeper.games.zhao_pengyou.order import Trumps
from scorekeeper.games.zhao_pengyou.rules import Rules
from scorekeeper.games.zhao_pengyou.setting import Setting, setting
from scorekeeper.games.zhao_pengyou.situation import Situation


class Exposure(NamedTuple):
    """Identical cards laid open by a player: `copies` of `card`."""

    player: Player
    card: Card
    copies: int


class Made(NamedTuple):
    """Who is trump maker, and what is trump."""

    maker: Player
    trumps: Trumps


@dataclass(frozen=True, slots=True)
class TrumpMaking:
    """What was exposed in a deal under `rules` among `seats`, in order of turn.

    `shown` is everything that was ever laid open, in order, each with all cards that lay there;
    `given_up` says that the last one overcalled took their cards back.
    """

    rules: Rules
    seats: tuple[Player, ...]
    situation: Situation
    shown: tuple[Exposure, ...] = ()
    given_up: bool = False

    def exposed(self, player: Player, cards: Sequence[Card]) -> "TrumpMaking":
        """The deal after one more exposure. Nothing is checked."""
        return replace(self, shown=(*self.shown, Exposure(player, cards[0], len(cards))), given_up=False)

    def withdrawn(self) -> "TrumpMaking":
        """The deal after the one who was overcalled took their cards back."""
        return replace(self, given_up=True)

    @property
    def setting(self) -> Setting:
        """The cards that are dealt."""
        return setting(self.rules, len(self.seats))

    @property
    def standing(self) -> Exposure | None:
        """The exposure that makes trumps as it stands."""
        return self.shown[-1] if self.shown else None

    @property
    def challenged(self) -> Exposure | None:
        """The exposure that was just overcalled and may be defended at once.

        What was laid out to defend answered its own challenge: the challenger takes their cards back.
        """
        if len(self.shown) < 2 or self.given_up or is_defence(self.shown):
            return None
        return self.shown[-2]

    @property
    def fixed_maker(self) -> Player | None:
        """The trump maker whom the last hand has decided; nobody in the first."""
        return self.situation.maker if self.rules.making_trumps == "predetermined" else None

    @property
    def maker_by_kitty(self) -> Player:
        """The trump maker when nobody has made trumps: whom the last hand decided, or the starter, who must be active.

        S2 tells of turning the kitty only where the last hand has decided; the rest is ours.
        """
        if self.fixed_maker is not None:
            return self.fixed_maker
        starter = self.situation.starter
        return next(player for player in turns_from(self.seats, starter) if self.situation.is_active(player))

    @property
    def maker_at_joker(self) -> Player | None:
        """The trump maker of a hand in which nobody could expose anything, for want of another level than the joker.

        The last hand has decided on such a maker; or everyone is at the joker, and it is as when nobody makes trumps.
        """
        fixed, levels = self.fixed_maker, self.situation.levels
        could = self.seats if fixed is None else (fixed,)
        return self.maker_by_kitty if all(levels[seat].rank is Rank.JOKER for seat in could) else None

    @property
    def made(self) -> Made | None:
        """Trumps and their maker as they stand; None while nothing is exposed."""
        if self.standing is None:
            return None
        card = self.standing.card
        return Made(self.maker_for(self.standing), Trumps(card.suit, card.rank))

    def maker_for(self, exposure: Exposure) -> Player:
        """Who takes the kitty if `exposure` stands: who laid it out, or the next active player of that level."""
        if self.fixed_maker is not None:
            return self.fixed_maker
        if self.rules.making_trumps != "active_ranks":
            return exposure.player
        in_turn = turns_from(self.seats, exposure.player)
        return next(player for player in in_turn if self.may_make(player, exposure.card.rank))

    def may_make(self, player: Player, rank: Rank) -> bool:
        """Whether `player` is active at the level of `rank`."""
        return self.situation.is_active(player) and self.situation.levels[player].rank is rank

    def ranks(self, player: Player) -> frozenset[Rank]:
        """The ranks that `player` may expose."""
        levels = self.situation.levels
        if self.fixed_maker is not None:
            may: tuple[Player, ...] = (self.fixed_maker,)
        elif self.rules.making_trumps == "active_ranks":
            may = tuple(seat for seat in self.seats if self.situation.is_active(seat))
        else:
            may = (player,) if self.situation.is_active(player) else ()
        return frozenset(levels[seat].rank for seat in may) - {Rank.JOKER}


def is_defence(shown: Sequence[Exposure]) -> bool:
    """Whether the last exposure only adds to the one that the last but one had overcalled."""
    if len(shown) < 3:
        return False
    before, challenge, now = shown[-3:]
    return (now.player, now.card) == (before.player, before.card) and now.copies == challenge.copies


# --- What an exposure needs ---


class Need(NamedTuple):
    """What a player must lay out to make trumps now: `copies` identical cards of one of `ranks`.

    `defends` is the card to add to where fewer cards are enough because the player was just overcalled.
    """

    copies: int
    ranks: frozenset[Rank]
    defends: Card | None = None


def needs(making: TrumpMaking) -> Mapping[Player, Need]:
    """What would make trumps now, by player; those who can do nothing are left out."""
    return {player: need for player in making.seats if (need := need_of(making, player))}


def need_of(making: TrumpMaking, player: Player) -> Need | None:
    """What `player` must lay out to make trumps now, the least first; None when nothing does."""
    if check_player(making, player):
        return None
    ranks, standing, challenged = making.ranks(player), making.standing, making.challenged
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
    standing, ranks = making.standing, making.ranks(player)
    if not ranks:
        active = making.fixed_maker is not None or making.situation.is_active(player)
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
        yield from check_seen(making, Exposure(player, cards[0], len(cards)))


def can_expose(making: TrumpMaking, player: Player, cards: Sequence[Card]) -> bool:
    """Whether `player` may lay `cards` open now."""
    return not check_exposure(making, player, cards)


@collected
def check_rank(making: TrumpMaking, player: Player, card: Card) -> Iterator[Problem]:
    """Why `card` is not of a level that makes trumps."""
    ranks = making.ranks(player)
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
def check_seen(making: TrumpMaking, exposure: Exposure) -> Iterator[Problem]:
    """Why others, who have laid some of these cards open, leave fewer of them."""
    shown = shown_copies(making, exposure.card)
    by_others = sum(copies for player, copies in shown.items() if player != exposure.player)
    left = making.setting.copies.get(exposure.card, 0) - by_others
    if by_others and exposure.copies > left:
        yield problem("trumps.others_hold", card=exposure.card, left=left)


def shown_copies(making: TrumpMaking, card: Card) -> Mapping[Player, int]:
    """How many copies of `card` each player has laid open, who had them all at once."""
    shown: dict[Player, int] = {}
    for player, laid, copies in making.shown:
        if laid == card:
            shown[player] = max(copies, shown.get(player, 0))
    return shown


@collected
def check_withdrawal(making: TrumpMaking, player: Player) -> Iterator[Problem]:
    """Why `player` has no cards to take back: only the one who was just overcalled does so."""
    if making.challenged is None or making.challenged.player != player:
        yield problem("trumps.nothing_to_withdraw", player=player)


# --- Nobody made trumps ---


@collected
def check_turned(making: TrumpMaking, kitty: Sequence[Card]) -> Iterator[Problem]:
    """Why these are not the cards turned: the whole kitty, or as far as a card of the trump rank."""
    rank = making.situation.levels[making.maker_by_kitty].rank
    if len(kitty) > making.setting.kitty_size or all(card.rank is not rank for card in kitty):
        yield from check_count(kitty, making.setting.kitty_size)
    yield from check_in_pack(making.setting.copies, kitty)


def trumps_of_kitty(rank: Rank, kitty: Sequence[Card]) -> Trumps:
    """Trumps of `rank` after turning the kitty card by card (S2, Variations: Scoring).

    The first card of the rank decides the suit, else the highest, of equals the first. A kitty of nothing
    but jokers leaves the rank alone; S2 does not say.
    """
    suited = [card for card in kitty if card.suit]
    decides = next((card for card in suited if card.rank is rank), None)
    if decides is None and suited:
        decides = max(suited, key=lambda card: card.rank)
    return Trumps(decides.suit if decides else None, rank)
