"""House rules of Zhao Pengyou as sentences, for the page that people read at the table."""

from scorekeeper.messages import N_
from scorekeeper.web.setup import InWords

IN_WORDS: InWords = {
    "packs": {
        "": N_("The packs: {choice}."),
    },
    "jokers": {
        "": N_("Jokers are kept {choice}."),
    },
    "starter": {
        "": N_("The first card of a deal is taken by {choice}."),
    },
    "making_trumps": {
        "overcall": N_("Trumps are made by laying open cards of one’s own level; more identical cards overcall."),
        "first_is_final": N_("Trumps are made by laying open cards of one’s own level; the first are final."),
        "active_ranks": N_("Trumps are made by laying open cards of any active player’s level."),
        "predetermined": N_("The last hand decides who is trump maker; anyone may show the suit."),
    },
    "nobody_made_trumps": {
        "": N_("When nobody makes trumps, {choice}."),
    },
    "follow": {
        "sets_only": N_("Sets and sequences are followed with sets as large as those led, while the suit has them."),
        "subset_pattern": N_("Sets and sequences are followed with as much of the pattern led as the suit has."),
    },
    "failed_throw": {
        "": N_("When a throw is beaten, {choice}."),
    },
    "after_failed_throw": {
        "": N_("After a beaten throw the play {choice}."),
    },
    "kitty_multiplier": {
        "": N_("When the defenders win the last trick, points in the kitty count for them {choice}."),
    },
    "levels": {
        "plain": N_("Players have levels, and everyone may make trumps."),
        "active_passive": N_("Players have levels, and are active or passive: only active ones make trumps."),
    },
    "end": {
        "above_ace": N_("The game ends when someone rises above the ace."),
        "joker_lap": N_("The game has no end: after the ace come the joker and another lap."),
    },
}
"""By rule: a sentence for a choice, or with an empty key one for all others, in which ``{choice}`` stands."""
