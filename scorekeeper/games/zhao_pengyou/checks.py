"""Why an event cannot happen to a hand: the rules of every section, brought together for each."""

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any

from scorekeeper.cards import Card, Rank
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.packs import check_count, check_counts, check_in_pack
from scorekeeper.games.zhao_pengyou import events as e
from scorekeeper.games.zhao_pengyou.friends import check_calls
from scorekeeper.games.zhao_pengyou.hand import Hand, outcome_of
from scorekeeper.games.zhao_pengyou.leads import check_together
from scorekeeper.games.zhao_pengyou.outcome import check_outcome, check_withdrawn, is_counted
from scorekeeper.games.zhao_pengyou.promotion import check_multiple
from scorekeeper.games.zhao_pengyou.tally import last_side, points_buried, points_playable, result_range
from scorekeeper.games.zhao_pengyou.trumps import check_exposure, check_turned, check_withdrawal


@singledispatch
def check(_event: Any, _hand: Hand) -> Iterable[Problem]:
    """Every reason why the event cannot happen now. What only follows from something else needs none."""
    return iter(())


@check.register
def _(event: e.CardsExposed, hand: Hand) -> Iterable[Problem]:
    return check_exposure(hand.making, event.player, event.cards)


@check.register
def _(event: e.CardsTakenBack, hand: Hand) -> Iterable[Problem]:
    return check_withdrawal(hand.making, event.player)


@check.register
def _(event: e.KittyTurned, hand: Hand) -> Iterable[Problem]:
    return check_turned(hand.making, event.cards)


@check.register
def _(event: e.TrumpsMade, hand: Hand) -> Iterable[Problem]:
    if event.maker not in hand.seats:
        yield problem("trumps.not_seated", player=event.maker)
        return
    fixed = hand.making.fixed_maker
    if fixed is not None and event.maker != fixed:
        yield problem("trumps.other_maker", player=fixed)
    elif not hand.situation.is_active(event.maker):
        yield problem("trumps.passive", player=event.maker)
    joker = hand.situation.levels[event.maker].rank is Rank.JOKER
    if joker and event.suit:
        yield problem("trumps.joker_level", player=event.maker)
    elif event.suit is None and not joker and not hand.nobody_made:
        yield problem("trumps.no_suit")


@check.register
def _(event: e.KittyBuried, hand: Hand) -> Iterable[Problem]:
    if event.cards is not None:
        yield from check_count(event.cards, hand.setting.kitty_size)
        yield from check_in_pack(hand.setting.copies, event.cards)


@check.register
def _(event: e.FriendsCalled, hand: Hand) -> Iterable[Problem]:
    if event.calls is not None:
        assert hand.trumps is not None
        yield from check_calls(hand.rules, hand.setting, hand.trumps, event.calls)


# --- The play ---


@check.register
def _(event: e.CardsPlayed, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("play.not_seated", player=event.player)
        return
    if event.player != hand.turn:
        yield problem("play.out_of_turn", player=event.player, turn=hand.turn)
    if not event.cards:
        yield problem("lead.nothing")
    elif not hand.table:
        yield from check_together(hand.conditions, event.cards)
    elif len(event.cards) != len(hand.table[0].cards):
        yield problem("follow.count", count=len(event.cards), needed=len(hand.table[0].cards))
    yield from check_left(hand, event.player, event.cards)


@collected
def check_left(hand: Hand, player: Player, cards: Sequence[Card]) -> Iterator[Problem]:
    """Why `player` cannot have `cards` in hand still, after all that was played and discarded."""
    setting, record = hand.setting, hand.record
    left = setting.hand_size - record.cards
    if len(cards) > left:
        yield problem("play.too_many", player=player, count=len(cards), left=left)
    seen = [*cards, *(hand.buried or ()), *(card for play in hand.table for card in play.cards)]
    counts = {card: seen.count(card) + record.played.get(card, 0) for card in cards}
    yield from check_counts(setting.copies, counts)


@check.register
def _(event: e.ThrowBeaten, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("throw.not_seated", player=event.player)
    if event.left is None:
        yield from check_withdrawn(hand.rules, hand.setting, event.cards)
        if hand.table:
            yield problem("throw.on_the_table")


@check.register
def _(event: e.TrickRecorded, hand: Hand) -> Iterable[Problem]:
    if event.winner not in hand.seats:
        yield problem("trick.not_seated", winner=event.winner)
    yield from check_multiple(event.points)
    if not 0 <= event.points <= (left := points_playable(hand)):
        yield problem("trick.points", points=event.points, most=left)


@check.register
def _(event: e.FriendRevealed, hand: Hand) -> Iterable[Problem]:
    if event.player not in hand.seats:
        yield problem("reveal.not_seated", player=event.player)
    if event.call not in hand.calls:
        yield problem("reveal.not_called", call=event.call)
        return
    known = hand.found[hand.calls.index(event.call)]
    if known is not None:
        yield problem("reveal.already", player=known, call=event.call)
    elif hand.friends_known:
        yield problem("reveal.never_played", call=event.call)
    if event.call.copy == "other" and event.player == hand.maker:
        yield problem("reveal.own_other", player=event.player, call=event.call)


# --- The result ---


@check.register
def _(event: e.ResultRecorded, hand: Hand) -> Iterable[Problem]:
    outcome = outcome_of(hand, event)
    problems = tuple(check_outcome(hand.rules, hand.setting, outcome))
    yield from problems
    yield from check_friends(event, hand)
    if not is_counted(hand.rules, hand.throws):
        return
    kitty = points_buried(hand)
    if kitty is not None and event.kitty != kitty:
        yield problem("result.kitty", points=event.kitty, buried=kitty)
    if not problems:
        yield from check_tally(event, hand)


@collected
def check_friends(event: e.ResultRecorded, hand: Hand) -> Iterator[Problem]:
    """Why these cannot be the friends after what the table has seen."""
    for player in event.friends:
        if player not in hand.seats:
            yield problem("result.friend_not_seated", player=player)
        elif hand.friends_known and player not in hand.team:
            yield problem("result.no_friend", player=player)
    for player in hand.team[1:]:
        if player not in event.friends:
            yield problem("result.friend_left_out", player=player)
    most = len(hand.team[1:]) + hand.found.count(None)
    if hand.calls and not hand.friends_known and most < len(event.friends) <= hand.setting.calls:
        yield problem("result.too_many_friends", count=len(event.friends), most=most)


@collected
def check_tally(event: e.ResultRecorded, hand: Hand) -> Iterator[Problem]:
    """Why the points or the last trick cannot be so after the tricks that were recorded."""
    least, most = result_range(hand, event)
    if not least <= event.points <= most:
        yield problem("result.not_the_tally", points=event.points, least=least, most=most)
    last = last_side(hand, (*hand.team[:1], *event.friends))
    if last is not None and last != event.last_trick:
        yield problem("result.last_trick")
