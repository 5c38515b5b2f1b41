"""Playing tricks in tests: cards written as words, whole hands played at random, house rules drawn at random."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards import Card, Suit
from scorekeeper.games import mighty
from scorekeeper.games.mighty.cards import SETTINGS
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.following import legal_cards
from scorekeeper.games.mighty.kitty import can_discard
from scorekeeper.games.mighty.leading import legal_leads
from scorekeeper.games.mighty.trick import Play, find_winner
from scorekeeper.house_rules import house_rules
from tests.games.mighty.play import rules

TRUMPS: dict[str, Suit | None] = {**{suit.value: suit for suit in Suit}, "NT": None}
PLAY_RULES = {key: rule for key, rule in house_rules(mighty.Rules).items() if rule.block == "play"}
Hands = dict[int, list[Card]]


def conditions(trump: str = "H", preset: str = "pagat", players: str = "five", **changes: Any) -> Conditions:
    """Under a preset's rules with some changed, with so many players whatever else that would ask for."""
    return Conditions(replace(rules(preset, **changes), players=players), TRUMPS[trump])  # type: ignore[arg-type]


def plays(text: str, first: int = 1) -> tuple[Play, ...]:
    """Cards played in turn from player `first`: "JK>H" names hearts, "C3!" calls the joker."""
    return tuple(play(word, player) for player, word in enumerate(text.split(), first))


def play(word: str, player: int = 1) -> Play:
    card, names, suit = word.rstrip("!").partition(">")
    return Play(player, Card.parse(card), Suit.parse(suit) if names else None, word.endswith("!"))


def parse_tricks(text: str) -> tuple[tuple[Play, ...], ...]:
    """The tricks of a hand, each led by player 1: "C4 C5 / D4 D5"; where turns do not matter."""
    return tuple(plays(words) for words in text.split("/"))


# --- At random ---


@st.composite
def any_conditions(draw: st.DrawFn) -> Conditions:
    """Any number of players, trumps and house rules of the play."""
    drawn = {key: draw(st.sampled_from(list(rule.choices))) for key, rule in PLAY_RULES.items()}
    these = replace(rules(), players=draw(st.sampled_from(list(SETTINGS))), **drawn)  # type: ignore[arg-type]
    chosen = Conditions(these, draw(st.sampled_from(list(TRUMPS.values()))))
    if not set(chosen.joker_calls) <= set(these.setting.copies):  # the house cannot choose so
        return Conditions(replace(these, joker_call_under_clubs="S"), chosen.trump)
    return chosen


def deal_whole_hands(these: Conditions, random: Random) -> tuple[Hands, list[Card]]:
    """Hands of so many cards as there are tricks, the declarer's first, and what the declarer discards."""
    setting = these.rules.setting
    pack = list(setting.pack)
    for _ in range(99):
        random.shuffle(pack)
        discards = pack[: setting.discards]
        rest = pack[setting.discards :]
        hands = {
            player + 1: rest[player * setting.tricks : (player + 1) * setting.tricks]
            for player in range(setting.active)
        }
        if can_discard(these, [*discards, *hands[1]], discards):
            return hands, discards
    raise AssertionError("hardly any discard is allowed")


Choose = Callable[[int, Sequence[Play], Sequence[Card]], Sequence[Card]]


def play_whole_hand(
    these: Conditions, hands: Hands, random: Random, choose: Choose | None = None
) -> Iterator[list[Play]]:
    """The tricks of a hand, each when it is complete. `choose` says which cards may be played, else the rules do."""
    turn = list(hands)
    hands = {player: list(cards) for player, cards in hands.items()}
    for trick in range(1, these.tricks + 1):
        made: list[Play] = []
        for player in turn:
            held = hands[player]
            card = random.choice((choose or choose_legal(these))(trick, made, held))
            held.remove(card)
            names = () if made else these.suits_to_name(trick, card)
            calls = not made and these.may_call_joker(trick, card) and random.random() < 0.5
            made.append(Play(player, card, random.choice(names) if names else None, calls))
        yield made
        first = turn.index(find_winner(these, trick, made))
        turn = [*turn[first:], *turn[:first]]


def choose_legal(these: Conditions) -> Choose:
    """The cards that the rules allow."""

    def choose(trick: int, made: Sequence[Play], held: Sequence[Card]) -> Sequence[Card]:
        return legal_cards(these, trick, made, held) if made else legal_leads(these, trick, held)

    return choose
