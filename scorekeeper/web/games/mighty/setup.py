"""The setup of Mighty: the rule sets by language, the pack for each number of players, and the deal."""

from collections import Counter
from collections.abc import Iterator, Mapping

from scorekeeper.cards import Card
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import Setting
from scorekeeper.games.mighty.payment import compute_table_of_shares
from scorekeeper.house_rules import house_rules
from scorekeeper.messages import N_, Message, Sentence, Sentences, message
from scorekeeper.nearest_presets import Answer, RulesQuestion, question_about
from scorekeeper.web.games.mighty.sample_hands import sample_hands
from scorekeeper.web.page.game_setup import Pack, Setup

SOURCES: Mapping[str, str] = {
    "pagat": N_("pagat.com"),
    "base10": N_("an article on Mighty in Korea"),
    "korean40": N_("Korean board-game rules"),
    "wikipedia_ja": N_("Japanese Wikipedia"),
    "groups": N_("Korean groups"),
}

BATCHES: Mapping[int, tuple[int, ...]] = {10: (1, 2, 3, 4)}
"""The sizes of the rounds of dealing, by the size of a hand; pagat gives them for ten cards only."""

NEXT_DEALER = house_rules(mighty.Rules)["next_dealer"]


def describe_pack(rules: mighty.Rules, _count: int) -> Pack:
    """Describe the pack and the deal under these rules."""
    setting = rules.setting
    out = dict(Counter([*setting.removed * setting.packs, *setting.removed_once]))
    two, both = setting.packs > 1, len(setting.jokers) > 1
    line = ("pack.two_packs" if two else "pack.two_jokers" if both else "pack.one_pack") + ("_less" if out else "")
    batches = BATCHES.get(setting.hand_size, ())
    return Pack(
        message("pack.fact", pack=len(setting.pack), hand=setting.hand_size, kitty=setting.kitty),
        message(line, pack=len(setting.pack) + sum(out.values()), out=sum(out.values())),
        message("pack.jokers_two" if two else "pack.jokers_both" if both else "pack.joker"),
        message("pack.last", kitty=setting.kitty),
        out,
        batches,
        {0: message("part.deals"), 1: message("part.first_cards"), setting.table - 1: message("part.cuts")},
        tuple(deal_notes(rules, setting, in_rounds=bool(batches))),
    )


def deal_notes(rules: mighty.Rules, setting: Setting, *, in_rounds: bool) -> list[Message]:
    """Return the remaining notes about a deal."""
    dealer = NEXT_DEALER.choices[rules.next_dealer]
    said = [message("pack.next_dealer", choice=dealer)]
    if not in_rounds:
        said.insert(0, message("pack.any_rounds", hand=setting.hand_size))
    if setting.sit_out:
        said.append(message("pack.dealer_sits_out" if setting.sit_out == 1 else "pack.two_sit_out"))
    if setting.drop_out:
        said.append(message("pack.drops_out", count=setting.drop_out, play=setting.active))
    return said


def describe_rules(rules: mighty.Rules, _count: int) -> Message:
    """Return the rule set in a line."""
    dealer = NEXT_DEALER.choices[rules.next_dealer]
    return message("rules.digest", count=rules.setting.table, bid=rules.min_bid, choice=dealer)


def describe_number(rules: mighty.Rules, count: int) -> tuple[Message, ...]:
    """Return what so many players need to know to play on under these rules."""
    setting, pack = rules.setting, describe_pack(rules, count)
    makers = 1 + setting.partners
    taken_out = message("number.take_out", cards=tuple(name_cards(pack.removed))) if pack.removed else pack.line
    sides = message("number.sides", makers=makers, defenders=setting.active - makers)
    some_do_not_play = pack.ways[-1:] if setting.sit_out or setting.drop_out else ()
    return (taken_out, message("number.bids", bid=rules.min_bid), sides, pack.fact, *some_do_not_play)


COLOURS = {"SHDC": "number.every_rank", "HD": "number.red_rank", "SC": "number.black_rank"}
"""The names of cards of one rank, by their suits."""


def name_cards(removed: Mapping[Card, int]) -> Iterator[Message]:
    """Yield the names of the cards to take out, those of a rank together."""
    for rank in dict.fromkeys(card.rank for card in removed):
        suits = {card.suit.value for card in removed if card.rank == rank and card.suit}
        name = next((name for colour, name in COLOURS.items() if set(colour) == suits), None)
        if name:
            yield message(name, rank=str(rank))
        else:
            yield from (message("number.card", card=card) for card in removed if card.rank == rank)


SETUP_SENTENCES: Sentences = {
    "number.take_out": Sentence(N_("Take out {cards}")),
    "number.every_rank": Sentence(N_("every {rank}")),
    "number.red_rank": Sentence(N_("both red {rank}s")),
    "number.black_rank": Sentence(N_("both black {rank}s")),
    "number.card": Sentence("{card}"),
    "number.bids": Sentence(N_("Bids start at {bid}")),
    "number.sides": Sentence(N_("{makers} play against {defenders}")),
    "rules.digest": Sentence(N_("{count} players, bids from {bid}. Next dealer: {choice}")),
    "pack.fact": Sentence(N_("{pack} cards, {hand} each, {kitty} down")),
    "pack.one_pack": Sentence(N_("One pack of 52 and one joker, nothing taken out")),
    "pack.one_pack_less": Sentence(N_("{pack} cards with one joker, {out} of them taken out")),
    "pack.two_packs": Sentence(N_("Two packs, a joker with each: {pack} cards, nothing taken out")),
    "pack.two_packs_less": Sentence(N_("Two packs, a joker with each: {pack} cards, {out} of them taken out")),
    "pack.two_jokers": Sentence(N_("One pack of 52 and two jokers, nothing taken out")),
    "pack.jokers_both": Sentence(N_("Keep both jokers, a black one and a red one")),
    "pack.joker": Sentence(N_("Keep one joker; a second one stays in the box")),
    "pack.jokers_two": Sentence(N_("Keep two jokers, one of each pack")),
    "pack.last": Sentence(N_("the last {kitty} face down")),
    "pack.any_rounds": Sentence(N_("{hand} cards each, in rounds of any size.")),
    "pack.next_dealer": Sentence(N_("The first dealer is drawn by lot; after that: {choice}.")),
    "pack.dealer_sits_out": Sentence(N_("The dealer gets no cards and sits the hand out.")),
    "pack.two_sit_out": Sentence(N_("The dealer and the one before in turn get no cards and sit the hand out.")),
    "pack.drops_out": Sentence(
        N_("After the auction {count} drop out; what they held is dealt again to the {play} who play.")
    ),
    "part.deals": Sentence(N_("deals")),
    "part.cuts": Sentence(N_("cuts")),
    "part.first_cards": Sentence(N_("first cards")),
}


def answer_on_friends(label: str, *ways: str) -> Answer:
    """Return the answer that a friend is called in these ways and in no others."""
    return Answer(label, {f"friend_by_{way}": way in ways for way in ("card", "first_trick", "last_trick", "player")})


def answer_on_passes(label: str, choice: str) -> Answer:
    """Return an answer on what happens when everyone passes, which then can happen."""
    return Answer(label, {"all_pass": choice, "first_bidder_must_bid": False})


FRIEND_QUESTION = RulesQuestion(
    "friend",
    N_("Friend by"),
    {
        "card": answer_on_friends(N_("card"), "card"),
        "first_trick": answer_on_friends(N_("card, first trick"), "card", "first_trick"),
        "name": answer_on_friends(N_("card, first trick, name"), "card", "first_trick", "player"),
        "last_trick": answer_on_friends(N_("card, first or last trick"), "card", "first_trick", "last_trick"),
        "any": answer_on_friends(N_("card, first or last trick, name"), "card", "first_trick", "last_trick", "player"),
        "nobody": answer_on_friends(N_("no friend")),
    },
)

PASSES_QUESTION = RulesQuestion(
    "all_pass",
    N_("When everyone passes"),
    {
        "redeal": answer_on_passes(N_("new deal"), "redeal"),
        "second_round": answer_on_passes(N_("second round"), "second_round"),
        "first_again": answer_on_passes(N_("the first may bid lower"), "first_again"),
        "lowest_falls": answer_on_passes(N_("all bid again, lower"), "lowest_falls"),
        "last_must_bid": answer_on_passes(N_("the last must bid"), "last_must_bid"),
        "first_must_bid": Answer(N_("the first must bid"), {"first_bidder_must_bid": True}),
    },
)

SETUP = Setup(
    fan=("SA", "JK", "HK", "C3"),
    native=("마이티", "ko"),
    tagline=N_("Bid, then call a friend"),
    own_presets={
        "en": ("pagat",),
        "ko": ("base10", "korean40"),
        "ja": ("wikipedia_ja",),
    },
    by_preset=frozenset({"players"}),
    sources=SOURCES,
    questions=(
        question_about(mighty.Rules, "min_bid"),
        FRIEND_QUESTION,
        question_about(mighty.Rules, "made"),
        PASSES_QUESTION,
    ),
    lots=N_("Draw the first dealer"),
    sample_hands=sample_hands,
    digest=describe_rules,
    suggestions={"own_shares": compute_table_of_shares},
    pack=describe_pack,
    number_facts=describe_number,
)
