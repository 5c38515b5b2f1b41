"""Trumps that are said at once, by a short cut: whether they can have been made so after what was exposed."""

from collections.abc import Iterator, Sequence

from scorekeeper.cards import BLACK_JOKER, RED_JOKER, Card, Rank, Suit
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.trumps import Exposure, TrumpMaking, can_expose, check_seen, needs


@collected
def check_made(hand: Hand, maker: Player, suit: Suit | None) -> Iterator[Problem]:
    """Why `maker` cannot have become trump maker with `suit`."""
    if maker not in hand.seats:
        yield problem("trumps.not_seated", player=maker)
        return
    yield from check_maker(hand, maker)
    at_joker = hand.situation.levels[maker].rank is Rank.JOKER
    if at_joker and suit:
        yield problem("trumps.joker_level", player=maker)
    elif not at_joker and suit is None and not could_be_jokers_alone(hand.making, maker):
        yield problem("trumps.no_suit")
    standing = hand.making.standing
    if standing and suit and not could_make(hand.making, maker, suit):
        yield problem("trumps.standing", player=standing.player, card=standing.card)


@collected
def check_maker(hand: Hand, maker: Player) -> Iterator[Problem]:
    """Why `maker` cannot be the trump maker, whatever is trump."""
    making = hand.making
    fixed = making.fixed_maker
    if fixed is not None and maker != fixed:
        yield problem("trumps.other_maker", player=fixed)
    elif hand.nobody_made and maker != making.maker_by_kitty:
        yield problem("trumps.kitty_maker", player=making.maker_by_kitty)
    elif fixed is None and not hand.situation.is_active(maker):
        yield problem("trumps.passive", player=maker)
    elif hand.situation.levels[maker].rank is Rank.JOKER and not could_be_by_kitty(making, maker):
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
    return any(making.maker_for(exposure) == maker for exposure in later_exposures(making, suit))


def later_exposures(making: TrumpMaking, suit: Suit) -> Iterator[Exposure]:
    """Every exposure of `suit` that could still be the last."""
    for player in making.seats:
        for rank in making.ranks(player):
            for copies in range(1, making.setting.packs + 1):
                exposure = Exposure(player, Card(suit, rank), copies)
                could = (could_come_back(making, exposure), could_defend(making, exposure))
                if any(could) or can_expose(making, player, (exposure.card,) * copies):
                    yield exposure


def could_come_back(making: TrumpMaking, exposure: Exposure) -> bool:
    """Whether it could be the answer of whoever has exposed last, after an overcall by somebody else."""
    standing = making.standing
    if standing is None or standing.player != exposure.player or not needs(making):
        return False
    return exposure.copies > standing.copies + 1 and not check_seen(making, exposure)


def could_defend(making: TrumpMaking, exposure: Exposure) -> bool:
    """Whether it could defend, with as many cards as lie there, one before that nobody wrote down."""
    standing = making.standing
    if standing is None or making.given_up or making.rules.making_trumps == "first_is_final":
        return False
    as_many = exposure.copies == standing.copies and not check_seen(making, exposure)
    return as_many and could_be_overcalled(exposure, making.shown)


def could_be_overcalled(exposure: Exposure, shown: Sequence[Exposure]) -> bool:
    """Whether the last of `shown` could have overcalled fewer of these cards, from the same player.

    Either they were written down just before, or nobody did: then they were more than what lay there before, or as
    many where they were a defence of their own, after another overcall.
    """
    *before, last = shown
    more_than = before[-1].copies if before else 0
    if last.player == exposure.player or last.copies <= more_than:
        return False
    if last.copies > more_than + 1:
        return True
    return bool(before) and (before[-1][:2] == exposure[:2] or could_be_overcalled(exposure, before))
