"""Offences that the cards shown prove, without any hand being known.

A play is judged again whenever its player shows another card, which was in their hand at the play: as soon
as the known cards would have forbidden the play, it was an offence. So the rules of leads and follows need no
second form.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, refuse
from scorekeeper.games.game import Player
from scorekeeper.games.mighty.cards import Colour
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.following import check_follow_card, find_duty, is_always_legal_follow
from scorekeeper.games.mighty.kitty import check_kept_cards, derive_discards
from scorekeeper.games.mighty.known_cards import KnownCards
from scorekeeper.games.mighty.leading import check_lead_card, is_always_legal_lead
from scorekeeper.games.mighty.trick import Play, number_plays
from scorekeeper.games.packs import check_in_pack
from scorekeeper.messages import Message, message

if TYPE_CHECKING:
    from scorekeeper.games.mighty.hand import Hand

CODES: Mapping[str, str] = {
    "follow.suit": "offence.revoke",
    "follow.lone_mighty": "offence.revoke",
    "follow.joker_called": "offence.called_joker_kept",
    "follow.card_called": "offence.called_joker_kept",
    "play.joker_barred": "offence.joker_played",
    "play.joker_due": "offence.joker_kept",
    "lead.trump": "offence.trump_led",
    "lead.joker": "offence.joker_led",
    "lead.mighty": "offence.mighty_led",
    "lead.joker_call": "offence.joker_call_led",
}
"""The offence of a play that is refused for each reason."""


Judge = Callable[[Sequence[Card]], Iterable[Problem]]
"""The reasons against a play that some cards of its player's hand give."""


@dataclass(frozen=True, slots=True)
class Offence:
    """An offence and what proves it: `player` played `card` to `trick`, and `proof` was shown in trick `proven`.

    `trick` is None for an offence before the play, such as a discarded card. `card` is None where an own card
    is said to have been called and nobody recorded which.
    """

    code: str
    player: Player
    trick: int | None
    card: Card | None
    proven: int
    proof: Card | None

    @property
    def message(self) -> Message:
        """The offence in words."""
        return message(
            self.code,
            player=self.player,
            trick=self.trick,
            card=self.card,
            proven=self.proven,
            proof=self.proof,
        )


@dataclass(slots=True)
class SuspectPlay:
    """A play that cards shown later may prove wrong, with its judge, the known cards and the offences found so far.

    Only cards of `suits` can prove anything; None is the suit of the joker.
    """

    play: Play
    trick: int
    judge: Judge
    suits: Container[Suit | None]
    known: list[Card] = field(default_factory=list)
    found: set[str] = field(default_factory=set)

    def learn(self, card: Card, trick: int) -> Iterator[Offence]:
        """Add a shown card, and yield the offences that it newly proves."""
        if card.suit not in self.suits:
            return
        self.known.append(card)
        for reason in self.judge(self.known):
            code = CODES[reason.code]
            if code not in self.found:
                self.found.add(code)
                yield Offence(code, self.play.player, self.trick, self.play.card, trick, card)


def find_offences(
    conditions: Conditions,
    declarer: Player,
    tricks: Sequence[Sequence[Play]],
    called: Sequence[Card] = (),
    discards: Sequence[Card] | None = None,
) -> tuple[Offence, ...]:
    """Return every proven offence, in the order of the proofs.

    `tricks` are the plays of each from the first, the last of which may still be going on; one whose cards were not
    written down is empty. `called` are the cards that were called, `discards` those of the declarer once shown.
    Raises `RuleError` for called or discarded cards that this table does not have.
    """
    refuse(check_in_pack(conditions.rules.setting.copies, {*called, *(discards or ())}))
    return prove_offences(conditions, declarer, tricks, called, discards)


def prove_offences(
    conditions: Conditions,
    declarer: Player,
    tricks: Sequence[Sequence[Play]],
    called: Sequence[Card] = (),
    discards: Sequence[Card] | None = None,
) -> tuple[Offence, ...]:
    """Return every proven offence, without checking the arguments."""
    return (
        *find_misplays(conditions, tricks),
        *find_excess_cards(conditions, tricks, discards or ()),
        *find_own_cards_called(conditions, declarer, tricks, called, discards),
        *find_unfit_discards(conditions, declarer, tricks),
    )


# --- Leads and follows ---


def find_misplays(conditions: Conditions, tricks: Sequence[Sequence[Play]]) -> Iterator[Offence]:
    """Yield revokes, called jokers kept back, illegal first leads, and jokers played or kept at a forbidden time."""
    suspects: dict[Player, list[SuspectPlay]] = defaultdict(list)
    for trick, plays in enumerate(tricks, 1):
        for place, play in enumerate(plays):
            suspect = find_suspect(conditions, trick, plays[:place], play)
            if suspect:
                suspects[play.player].append(suspect)
            for suspect in suspects[play.player]:
                yield from suspect.learn(play.card, trick)


def find_suspect(conditions: Conditions, trick: int, before: Sequence[Play], play: Play) -> SuspectPlay | None:
    """Return `play`, made after `before` in its trick, as a suspect; None when every hand allows it."""
    if not before:
        if is_always_legal_lead(conditions, trick, play.card):
            return None
        judge = partial(check_lead_card, conditions, trick, play.card)
        return SuspectPlay(play, trick, judge, (*Suit, None) if trick == 1 else (None,))
    asked = find_duty(conditions, trick, before)
    if is_always_legal_follow(conditions, asked, play.card):
        return None
    suits = asked.suit.suits if isinstance(asked.suit, Colour) else (asked.suit,)
    return SuspectPlay(play, trick, partial(check_follow_card, conditions, asked, play.card), (*suits, None))


def preview_offences(hand: "Hand", cards: Iterable[Card]) -> Mapping[Card, Offence]:
    """Return the first offence that each of `cards` would prove if the next player played it, where there is one."""
    suspects = list_suspects(hand)
    proofs = {card: next(find_new_offences(suspects, card, len(hand.tricks) + 1), None) for card in cards}
    return {card: offence for card, offence in proofs.items() if offence}


def list_suspects(hand: "Hand") -> tuple[SuspectPlay, ...]:
    """Return the plays of the next player that a card may still prove wrong."""
    found: list[SuspectPlay] = []
    for trick, plays in enumerate((*(each.plays for each in hand.tricks), hand.table), 1):
        for place, play in enumerate(plays):
            if play.player == hand.turn:
                suspect = find_suspect(hand.conditions, trick, plays[:place], play)
                found += [suspect] if suspect else []
                for each in found:
                    tuple(each.learn(play.card, trick))
    return tuple(found)


def find_new_offences(suspects: Iterable[SuspectPlay], card: Card, trick: int) -> Iterator[Offence]:
    """Yield the offences that `card`, played to `trick`, would newly prove."""
    for suspect in suspects:
        reasons = suspect.judge([*suspect.known, card]) if card.suit in suspect.suits else ()
        for code in (CODES[reason.code] for reason in reasons):
            if code not in suspect.found:
                yield Offence(code, suspect.play.player, suspect.trick, suspect.play.card, trick, card)


# --- Cards that cannot be there ---


def find_excess_cards(
    conditions: Conditions, tricks: Sequence[Sequence[Play]], discards: Sequence[Card]
) -> Iterator[Offence]:
    """Yield plays of more copies than the pack has, discards counted."""
    copies = conditions.rules.setting.copies
    seen = Counter(discards)
    for trick, _, play in number_plays(tricks):
        seen[play.card] += 1
        if seen[play.card] > copies.get(play.card, 0):
            yield Offence("offence.played_too_often", play.player, trick, play.card, trick, play.card)


def find_own_cards_called(
    conditions: Conditions,
    declarer: Player,
    tricks: Sequence[Sequence[Play]],
    called: Sequence[Card],
    discards: Sequence[Card] | None,
) -> Iterator[Offence]:
    """Yield calls of the declarer's own cards, where the house rules forbid them.

    The discards are known once they are shown, or once the last trick has shown every other card.
    """
    if conditions.rules.secret_solo:
        return
    plays = [(trick, play) for trick, _, play in number_plays(tricks)]
    setting = conditions.rules.setting
    if discards is None:
        discards = derive_discards(setting, Counter(play.card for _, play in plays))
    for card in called:
        own = [trick for trick, play in plays if play.card == card and play.player == declarer]
        buried = (discards or ()).count(card)
        if len(own) + buried < setting.copies.get(card, 1):
            continue
        if buried:
            yield Offence("offence.called_card_discarded", declarer, None, card, len(tricks), card)
        else:
            yield Offence("offence.called_own_card", declarer, None, card, own[-1], card)


def find_false_friends(known: KnownCards) -> Iterator[Offence]:
    """Yield players who passed for a friend by a card that was not theirs (pagat, Variations: Play)."""
    for told in known.told:
        if told.card is not None and not known.may_be_true(told):
            shown = [trick for trick, _, play in known.plays if play.card == told.card]
            when = len(known.tricks) if told.card in (known.discards or ()) else shown[-1]
            yield Offence("offence.false_friend", told.player, told.trick, told.card, when, told.card)


def find_unfit_discards(
    conditions: Conditions, declarer: Player, tricks: Sequence[Sequence[Play]]
) -> Iterator[Offence]:
    """Yield the offence of a declarer who kept only trumps and the joker, where that is not allowed."""
    kept = [play.card for *_, play in number_plays(tricks) if play.player == declarer]
    if len(kept) == conditions.tricks and check_kept_cards(conditions, kept):
        joker, last = next(card for card in kept if card in conditions.jokers), conditions.tricks
        yield Offence("offence.trumps_and_joker_kept", declarer, None, joker, last, kept[-1])


# --- What is said ---


def list_admitted_offences(hand: "Hand", by_cards: Sequence[Offence]) -> Iterator[Offence]:
    """Yield offences that the result states: a revoke, or a call of an own card, unless the cards prove the call."""
    if hand.result is not None and hand.result.revoked is not None:
        yield Offence("offence.revoke_told", hand.result.revoked, None, None, len(hand.tricks), None)
    shown = any(offence.code in OWN_CARD_CALLED for offence in by_cards)
    if hand.result is None or not hand.result.own_card_called or hand.rules.secret_solo or shown:
        return
    card = next(iter(hand.call.cards), None) if hand.call else None
    yield Offence("offence.own_card_called", hand.declaration.declarer, None, card, len(hand.tricks), card)


OWN_CARD_CALLED = ("offence.called_own_card", "offence.called_card_discarded")
"""The codes of the proof by cards."""
