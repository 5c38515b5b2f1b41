"""From events back to commands, so that a log from a file can be asked for again and checked by the same rules.

`RecordHand` needs no way back: the commands of each of its events lead to the same hand.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.games.mighty import commands as c
from scorekeeper.games.mighty import events as e

COMMANDS: Mapping[type[e.Event], Callable[[Any], c.Command]] = {
    e.BidPlaced: lambda event: c.PlaceBid(event.player, event.bid),
    e.Passed: lambda event: c.Pass(event.player),
    e.RedealClaimed: lambda event: c.ClaimRedeal(event.player, event.cards),
    e.ClaimBlocked: lambda event: c.PlaceBid(event.player, event.bid),
    e.HandThrownIn: lambda _event: c.AcceptClaim(),
    e.ContractEntered: lambda event: c.EnterContract(event.declarer, event.bid),
    e.CardNamed: lambda event: c.NameCard(event.card, event.holder),
    e.PlayerDroppedOut: lambda event: c.DropOut(event.player),
    e.KittyTaken: lambda event: c.TakeKitty(event.cards),
    e.ContractChanged: lambda event: c.ChangeContract(event.bid),
    e.FriendCalled: lambda event: c.CallFriend(event.call),
    e.TrickRecorded: lambda event: c.RecordTrick(event.winner, event.points),
    e.FriendRevealed: lambda event: c.RevealFriend(event.player, event.announced, event.card),
    e.WinOrderGiven: lambda _event: c.GiveWinOrder(),
    e.ResultRecorded: lambda event: c.RecordResult(
        event.points, event.friend, event.buried, event.joker_holder, event.second_friend
    ),
}
"""The command behind each event. A hand thrown in without one of its own was claimed before."""


def command_for(event: e.Event) -> c.Command:
    """The command that `decide` answers with `event` first."""
    return COMMANDS[type(event)](event)
