"""The friends of a hand as the table knows them: by cards that were written down, or told."""

from collections.abc import Iterator, Sequence

from scorekeeper.cards import Card
from scorekeeper.errors import Problem, collected, problem
from scorekeeper.games.game import Player
from scorekeeper.games.zhao_pengyou.calls import Call
from scorekeeper.games.zhao_pengyou.friends import check_calls, found
from scorekeeper.games.zhao_pengyou.hand import Hand
from scorekeeper.games.zhao_pengyou.unseen import could_have_played


def shown(hand: Hand) -> tuple[Player | None, ...]:
    """Who has played each called copy, with what the last card played shows where every card was written down.

    With the first that follows the lead shows what it has, as it cannot go back any more.
    """
    if not hand.in_full or None not in hand.found:
        return hand.found
    missing = [call.card for call, player in zip(hand.calls, hand.found, strict=True) if player is None]
    if not any(card in missing for play in hand.table[-2:] for card in play.cards) or hand.lead_may_go_back:
        return hand.found
    assert hand.maker is not None
    return found(hand.calls, hand.maker, hand.table, hand.found, hand.record.played)


def copies_played(hand: Hand, card: Card) -> int:
    """How many copies of `card` can be played: all that are not among the discards that were written down."""
    return hand.setting.copies.get(card, 0) - (hand.buried or ()).count(card)


def is_buried(hand: Hand, call: Call) -> bool:
    """Whether the discards that were written down leave too few copies for this one to be played."""
    return call.copy != "other" and call.copy > copies_played(hand, call.card)


@collected
def check_called(hand: Hand, calls: Sequence[Call]) -> Iterator[Problem]:
    """Every reason against `calls` after what was discarded."""
    assert hand.trumps is not None
    yield from check_calls(hand.rules, hand.setting, hand.trumps, calls)
    for call in calls:
        if call.copy == "other" and not copies_played(hand, call.card):
            yield problem("call.other_not_held", card=call.card, held=0)


@collected
def check_reveal(hand: Hand, player: Player, call: Call) -> Iterator[Problem]:
    """Why `player` cannot have played the called copy. It may be of a trick that is recorded later, or never."""
    if player not in hand.seats:
        yield problem("reveal.not_seated", player=player)
    if call not in hand.calls:
        yield problem("reveal.not_called", call=call)
        return
    known = hand.found[hand.calls.index(call)]
    if known is not None:
        yield problem("reveal.already", player=known, call=call)
    elif hand.friends_known:
        yield problem("reveal.never_played", call=call)
    elif is_buried(hand, call):
        yield problem("reveal.buried", call=call)
    elif not could_have_played(hand, player, call.card):
        yield problem("reveal.elsewhere", player=player, card=call.card)
    if call.copy == "other" and player == hand.maker:
        yield problem("reveal.own_other", player=player, call=call)


@collected
def check_friends(hand: Hand, friends: Sequence[Player]) -> Iterator[Problem]:
    """Why these cannot be all the friends after what the table has seen."""
    for player in friends:
        if player not in hand.seats:
            yield problem("result.friend_not_seated", player=player)
        elif hand.friends_known and player not in hand.team:
            yield problem("result.no_friend", player=player)
    for player in hand.team[1:]:
        if player not in friends:
            yield problem("result.friend_left_out", player=player)
    open_calls = [call for call, player in zip(hand.calls, hand.found, strict=True) if player is None]
    most = len(hand.team[1:]) + sum(not is_buried(hand, call) for call in open_calls)
    if hand.calls and not hand.friends_known and most < len(friends) <= hand.setting.calls:
        yield problem("result.too_many_friends", count=len(friends), most=most)
