"""The house rules of the kitty, of changing the contract and of calling a friend."""

from dataclasses import dataclass

from scorekeeper.games.mighty.choices import (
    BEFORE_KITTY,
    BY_CARD,
    NO_FRIENDS,
    RAISES,
    RAISES_OR_FORBIDDEN,
    WITH_FRIENDS,
    WITH_ONE_FRIEND,
    Raise,
    friend_rule,
    kitty_rule,
)
from scorekeeper.messages import N_


@dataclass(frozen=True)
class ExchangeRules:
    """The house rules of the kitty, of changing the contract and of calling a friend."""

    kitty_exposed: bool = kitty_rule(
        False, None, N_("The kitty is shown to all"), source="S0, Variations: Exchanging and Calling; S4, Bidding"
    )
    change_before_kitty: bool = kitty_rule(
        False,
        None,
        N_("The contract may change before the kitty is seen"),
        source="S0, Variations: Exchanging and Calling; S1, Special card changes",
    )
    raise_before_kitty_to_suit: int = kitty_rule(
        1,
        RAISES,
        N_("Raise before the kitty, to a suit"),
        source="S0, Variations: Exchanging and Calling; S1, Special card changes",
        when=BEFORE_KITTY,
    )
    raise_before_kitty_to_no_trump: int = kitty_rule(
        0,
        RAISES,
        N_("Raise before the kitty, to no-trump"),
        source="S0, Variations: Exchanging and Calling; S1, Special card changes",
        when=BEFORE_KITTY,
    )
    raise_suit_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to another"),
        source="S0, Exchanging cards and calling a partner",
        help=N_("From 18 or 19 it is enough to reach 20."),
    )
    raise_suit_to_no_trump: Raise = kitty_rule(
        1,
        RAISES_OR_FORBIDDEN,
        N_("Raise from a suit to no-trump"),
        source="S0, Exchanging cards and calling a partner; S1, Switching to No-Trump",
        help=N_("20 with trumps may become 20 without."),
    )
    raise_no_trump_to_suit: Raise = kitty_rule(
        2,
        RAISES_OR_FORBIDDEN,
        N_("Raise from no-trump to a suit"),
        source="S0, Exchanging cards and calling a partner; S4, Bidding",
        help=N_("From 18 or 19 it is enough to reach 20."),
    )
    raise_same_trump: bool = kitty_rule(
        True,
        None,
        N_("The contract may be raised without changing trumps"),
        source="S0, Exchanging cards and calling a partner",
    )

    friend_by_card: bool = friend_rule(
        True,
        None,
        N_("Friend by a card"),
        source="S0, Exchanging cards and calling a partner",
        help=N_("Whoever holds the card that the declarer names."),
        only={True: WITH_FRIENDS},
    )
    friend_by_first_trick: bool = friend_rule(
        True,
        None,
        N_("Friend by the first trick"),
        source="S0, Exchanging cards and calling a partner; S1, First Help Friend",
        help=N_("Whoever wins the first trick."),
        only={True: WITH_ONE_FRIEND},
    )
    friend_by_player: bool = friend_rule(
        False,
        None,
        N_("Friend by name"),
        source="S0, Variations: Exchanging and Calling",
        help=N_("The player whom the declarer names."),
        only={True: WITH_ONE_FRIEND},
    )
    no_friend: bool = friend_rule(
        True, None, N_("The declarer may announce no friend"), source="S0, Exchanging cards and calling a partner"
    )
    secret_solo: bool = friend_rule(
        True,
        None,
        N_("The declarer may call a card of their own"),
        source="S0, Exchanging cards and calling a partner; S3, 1-4",
        help=N_("One in hand or discarded: the declarer then plays alone in secret."),
        when=BY_CARD,
    )
    joker_friend: bool = friend_rule(
        True, None, N_("The joker may be called"), source="S0, Exchanging cards and calling a partner", when=BY_CARD
    )
    suit_request: bool = friend_rule(
        True,
        None,
        N_("At 20 without trumps the declarer may ask for a suit"),
        source="S0, Exchanging cards and calling a partner",
        help=N_("The friend is asked to lead it after winning a trick."),
        unless=NO_FRIENDS,
    )
    win_order: bool = friend_rule(
        False,
        None,
        N_("The declarer may once order the friend to win a trick"),
        source="S0, Variations: Play",
        help=N_("With a contract of 17 or more. The friend need not obey."),
        unless=NO_FRIENDS,
    )
    friend_may_announce: bool = friend_rule(
        False,
        None,
        N_("The friend may announce themselves on winning points"),
        source="S0, Variations: Play",
        when=BY_CARD,
    )
