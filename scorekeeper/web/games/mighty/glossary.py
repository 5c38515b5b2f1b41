"""The words of Mighty, in the order in which a hand meets them. The terms are those of the screens."""

from scorekeeper.messages import N_
from scorekeeper.web.page.screens import Word

WORDS = (
    Word(
        N_("Redeal"),
        N_("Cards are dealt again because somebody’s hand is too poor, as the house rules say."),
    ),
    Word(
        N_("bid"),
        N_("How many points somebody promises to take, and with which trumps."),
    ),
    Word(
        N_("pass"),
        N_("To bid no more in this hand."),
    ),
    Word(
        N_("Declarer"),
        N_("Who bid the most and plays for it, with the friend against all others."),
    ),
    Word(
        N_("contract"),
        N_("What the declarer has promised: so many points, with these trumps."),
    ),
    Word(
        N_("trumps"),
        N_("The suit that beats every other. The declarer names it."),
    ),
    Word(
        N_("no-trump"),
        N_("A contract without a trump suit."),
    ),
    Word(
        N_("Kitty"),
        N_("The cards nobody is dealt. The declarer takes them and discards as many."),
    ),
    Word(
        N_("friend"),
        N_("The declarer’s partner: mostly who holds the card that is called, and shows it by playing it."),
    ),
    Word(
        N_("Own card"),
        N_("The declarer calls a card of their own, and so plays without a friend in secret."),
    ),
    Word(
        N_("defender"),
        N_("Who plays against the declarer and the friend."),
    ),
    Word(
        N_("Mighty"),
        N_("The ace of spades, or of diamonds when spades are trumps: it beats every other card."),
    ),
    Word(
        N_("joker"),
        N_("Beats all but the Mighty, unless it is called. In the first and the last trick the house rules decide."),
    ),
    Word(
        N_("joker call"),
        N_("A card that, when it is led, can take the power of the joker and make its holder play it."),
    ),
    Word(
        N_("Trick"),
        N_("One card of each player. The highest takes them all, and its player leads to the next."),
    ),
    Word(
        N_("Trick 1"),
        N_("The first trick. Its winner may be the friend, and special cards have limits in it."),
    ),
    Word(
        N_("revoke"),
        N_("Not following the suit led though one could. It is against the rules."),
    ),
    Word(
        N_("run"),
        N_("All points for the declarer’s side."),
    ),
    Word(
        N_("back run"),
        N_("A failure by so much that many rules pay it twice."),
    ),
)
