"""People who write a true hand down, as much of it as they like."""

from random import Random

from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from tests.games.mighty.truth import Found, Truth, points_of


class Scorer:
    """Writes `truth` down in `hand`: how much of it is chance, but all of it is true."""

    def __init__(self, truth: Truth, random: Random) -> None:
        self.truth = truth
        self.random = random
        self.hand = truth.start
        self.said: list[Move] = []
        self.written: set[int] = set()
        self.depth = random.choice([0.0, 0.3, 0.7, 1.0])
        self.diligence = random.choice([0.3, 0.8, 1.0])
        self.at_once = random.choice([0.0, 0.0, 0.1])
        self.stops = random.choice([0.0, 0.0, 0.03])

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def say(self, *commands: Move) -> None:
        for command in commands:
            self.said.append(command)
            self.hand = mighty.do(self.hand, command)

    def write_down(self) -> mighty.Hand:
        """The hand once it is paid."""
        for step in (self.auction, self.drop, self.contract, self.call, self.play, self.result):
            if self.hand.phase != "complete":
                step()
        return self.hand

    def maybe_all_at_once(self) -> bool:
        """Whether the rest is recorded in one command."""
        if not self.chance(self.at_once):
            return False
        truth, result = self.truth, self.told_result()
        self.say(
            mighty.RecordHand(
                truth.declarer,
                truth.bid,
                self.told_call(),
                result.points,
                result.friend,
                result.buried,
                result.joker_holder,
                result.second_friend,
                truth.dropped,
            )
        )
        return True

    # --- Before the play ---

    def auction(self) -> None:
        truth = self.truth
        if not truth.thrown_in or self.chance(0.7):
            self.say(*truth.thrown_in)
            calls = truth.calls[: self.random.choice([0, len(truth.calls), self.random.randint(0, len(truth.calls))])]
            if len(calls) < len(truth.calls) and calls and isinstance(calls[-1], mighty.ClaimRedeal):
                calls = truth.calls[: len(calls) + 1]  # a claim that is answered
            self.say(*calls)
        if self.hand.phase == "auction" and not self.maybe_all_at_once():
            some = self.random.randint(0, len(truth.dropped))
            self.say(mighty.EnterContract(truth.declarer, truth.won, truth.dropped[:some]))

    def drop(self) -> None:
        """By the cards that were named, or by who is out."""
        truth = self.truth
        for named in truth.named:
            if self.hand.phase != "drop" or self.maybe_all_at_once():
                return
            if self.chance(self.diligence):
                self.say(named)
            elif named.holder not in (None, *self.hand.dropped):
                self.say(mighty.DropOut(named.holder or 0))

    def contract(self) -> None:
        truth = self.truth
        if self.maybe_all_at_once():
            return
        if truth.early:
            self.say(mighty.ChangeContract(truth.early))
            if self.maybe_all_at_once():
                return
        exposed = truth.kitty if truth.rules.kitty_exposed and self.chance(self.diligence) else None
        if truth.late or exposed or self.chance(0.5):
            self.say(mighty.TakeKitty(exposed))
            if self.maybe_all_at_once():
                return
        if truth.late:
            self.say(mighty.ChangeContract(truth.late))

    def call(self) -> None:
        if not self.maybe_all_at_once():
            self.say(mighty.CallFriend(self.told_call()))

    def told_call(self) -> mighty.Call:
        """What was called, or only that it was a card."""
        call = self.truth.call
        return mighty.Call("card") if call.cards and self.chance(0.2) else call

    # --- The play ---

    def play(self) -> None:
        truth, told = self.truth, [one for one in self.truth.found if self.chance(self.diligence)]
        by_cards = self.chance(self.depth)
        for number, plays in enumerate(truth.tricks, 1):
            if self.chance(0.2):
                by_cards = self.chance(self.depth)
            if number in truth.ordered and self.chance(self.diligence):
                self.say(mighty.GiveWinOrder())
            if by_cards:
                if self.chance(0.3):
                    self.reveal(told, number, len(plays) - 1)
                for place, made in enumerate(plays):
                    if self.chance(self.stops):
                        return
                    self.say(mighty.PlayCard(made.player, made.card, made.suit, made.calls_joker))
                    self.reveal(told, number, place)
                self.written.add(number)
            else:
                if self.chance(self.stops):
                    return
                before = self.chance(0.5)
                if before:
                    self.reveal(told, number, len(plays) - 1)
                self.say(mighty.RecordTrick(truth.winners[number - 1], points_of(plays)))
            self.announcement(told, number)
            self.reveal(told, number, len(plays) - 1)

    def announcement(self, told: list[Found], number: int) -> None:
        for one in [one for one in told if one.announced and one.trick == number]:
            self.say(self.reveal_of(one))

    def reveal(self, told: list[Found], number: int, place: int) -> None:
        """Tells what the cards do not: at once, later, or never."""
        for one in tuple(told):
            if one.announced or one.trick > number:
                continue
            if one.trick == number and not self.has_played(one, number, place):
                continue
            known = one.trick in self.written or (one.trick == number and self.hand.table)
            named = self.hand.call is not None and self.hand.call.cards
            if (known or self.shown_on_paper(one)) and named:
                told.remove(one)
            elif self.chance(0.6):
                told.remove(one)
                self.say(self.reveal_of(one))

    def shown_on_paper(self, one: Found) -> bool:
        return any(play.player == one.player and play.card == one.card for *_, play in self.hand.known.plays)

    def has_played(self, one: Found, number: int, place: int) -> bool:
        plays = self.truth.tricks[number - 1][: place + 1]
        return any((made.player, made.card) == (one.player, one.card) for made in plays)

    def reveal_of(self, one: Found) -> mighty.RevealFriend:
        """With the card where it must be said, and often where it need not."""
        assert self.hand.call is not None
        needless = not self.hand.call.cards or self.hand.only_card_open == one.card
        return mighty.RevealFriend(one.player, one.announced, None if needless and self.chance(0.5) else one.card)

    # --- The end ---

    def told_result(self) -> mighty.RecordResult:
        truth = self.truth
        first, second, *_ = (*truth.friends, None, None)
        asked = truth.rules.next_dealer == "joker_holder" or self.chance(0.5)
        matters = {truth.rules.buried_mighty_double, truth.rules.buried_joker_double} != {"off"} or self.chance(0.5)
        buried = truth.buried if matters or self.hand.discards is not None else frozenset()
        return mighty.RecordResult(truth.points, first, buried, truth.joker_holder if asked else None, second)

    def result(self) -> None:
        self.say(self.told_result())
