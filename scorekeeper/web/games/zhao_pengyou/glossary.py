"""The words of Zhao Pengyou, in the order in which a hand meets them. The terms are those of the screens."""

from scorekeeper.messages import N_
from scorekeeper.web.page.screens import Word

WORDS = (
    Word(
        N_("level"),
        N_("The rank somebody plays at, from 2 to the ace. Whoever wins rises: the levels are the score."),
    ),
    Word(
        N_("trump maker"),
        N_("Who makes trumps, takes the kitty and calls friends."),
    ),
    Word(
        N_("trumps"),
        N_("The suit that was shown, all cards of the level’s rank, and the jokers."),
    ),
    Word(
        N_("Kitty"),
        N_("The cards nobody is dealt. The trump maker takes them and lays down as many."),
    ),
    Word(
        N_("friend"),
        N_("Who plays a card that was called, and is a partner of the trump maker from then on."),
    ),
    Word(
        N_("defenders"),
        N_("Everybody who is no friend. Their points decide who rises, and by how much."),
    ),
    Word(
        N_("pair"),
        N_("Two identical cards that are led together."),
    ),
    Word(
        N_("tractor"),
        N_("Pairs of ranks that follow each other, led together."),
    ),
    Word(
        N_("throw"),
        N_("Several combinations of one suit led at once, when nobody can beat any of them."),
    ),
    Word(
        N_("beaten throw"),
        N_("A throw of which somebody can beat a part. Cards are taken back, and it costs."),
    ),
    Word(
        N_("Nothing"),
        N_(
            "Cards nobody looked at: no points, none called, none that wins. A revoke of them cannot be proven. "
            "A tap on a later player’s seat goes on there: all before it played nothing."
        ),
    ),
    Word(
        N_("active"),
        N_("Who may make trumps, where that must be won."),
    ),
    Word(
        N_("passive"),
        N_("Who may not make trumps: the first win goes into becoming active."),
    ),
)
