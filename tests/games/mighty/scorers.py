"""People who write a true hand down, as much of it as they like."""

from random import Random

from scorekeeper.games import mighty
from tests.games.mighty.truth import Found, Truth, points_of


class Scorer:
    """Writes `truth` down in `hand`: how much of it is chance, but all of it is true."""

    def __init__(self, truth: Truth, random: Random) -> None:
        self.truth = truth
        self.random = random
        self.hand = truth.start
        self.said: list[mighty.Move] = []
        self.written: set[int] = set()
        self.depth = random.choice([0.0, 0.3, 0.7, 1.0])
        self.diligence = random.choice([0.3, 0.8, 1.0])
        self.at_once = random.choice([0.0, 0.0, 0.1])
        self.stops = random.choice([0.0, 0.0, 0.03])

    def happens(self, probability: float) -> bool:
        return self.random.random() < probability

    def record(self, *commands: mighty.Move) -> None:
        for command in commands:
            self.said.append(command)
            self.hand = mighty.do(self.hand, command)

    def write_down(self) -> mighty.Hand:
        """The hand once it is paid."""
        for step in (
            self.record_auction,
            self.record_drop_outs,
            self.record_contract,
            self.record_call,
            self.record_play,
            self.record_result,
        ):
            if self.hand.phase != "complete":
                step()
        return self.hand

    def records_rest_at_once(self) -> bool:
        """Record the rest in one move by chance; return whether that happened."""
        if not self.happens(self.at_once):
            return False
        truth, result = self.truth, self.choose_recorded_result()
        self.record(
            mighty.RecordHand(
                truth.declarer,
                truth.bid,
                self.choose_recorded_call(),
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

    def record_auction(self) -> None:
        truth = self.truth
        if not truth.thrown_in or self.happens(0.7) or truth.pot:  # a fine is paid once its redeal is written down
            self.record(*truth.thrown_in)
            calls = truth.calls[: self.random.choice([0, len(truth.calls), self.random.randint(0, len(truth.calls))])]
            if len(calls) < len(truth.calls) and calls and isinstance(calls[-1], mighty.ClaimRedeal):
                calls = truth.calls[: len(calls) + 1]  # a claim that is answered
            self.record(*calls)
        if self.hand.phase == "auction" and not self.records_rest_at_once():
            some = self.random.randint(0, len(truth.dropped))
            self.record(mighty.EnterContract(truth.declarer, truth.won, truth.dropped[:some]))

    def record_drop_outs(self) -> None:
        """Record the named cards, or only the players who drop out."""
        truth = self.truth
        for named in truth.named:
            if self.hand.phase != "drop" or self.records_rest_at_once():
                return
            if self.happens(self.diligence):
                self.record(named)
            elif named.holder not in (None, *self.hand.dropped):
                self.record(mighty.DropOut(named.holder or 0))

    def record_contract(self) -> None:
        truth = self.truth
        if self.records_rest_at_once():
            return
        if truth.early:
            self.record(mighty.ChangeContract(truth.early))
            if self.records_rest_at_once():
                return
        exposed = truth.kitty if truth.rules.kitty_exposed and self.happens(self.diligence) else None
        if truth.late or exposed or self.happens(0.5):
            self.record(mighty.TakeKitty(exposed))
            if self.records_rest_at_once():
                return
        if truth.late:
            self.record(mighty.ChangeContract(truth.late))

    def record_call(self) -> None:
        if not self.records_rest_at_once():
            self.record(mighty.CallFriend(self.choose_recorded_call()))

    def choose_recorded_call(self) -> mighty.Call:
        """Return the call, or by chance only that a card was called."""
        call = self.truth.call
        return mighty.Call("card") if call.cards and self.happens(0.2) else call

    # --- The play ---

    def record_play(self) -> None:
        truth, told = self.truth, [one for one in self.truth.found if self.happens(self.diligence)]
        by_cards = self.happens(self.depth)
        for number, plays in enumerate(truth.tricks, 1):
            if self.happens(0.2):
                by_cards = self.happens(self.depth)
            if number in truth.ordered and self.happens(self.diligence):
                self.record(mighty.GiveWinOrder())
            if by_cards:
                if self.happens(0.3):
                    self.record_reveals(told, number, len(plays) - 1)
                for place, made in enumerate(plays):
                    if self.happens(self.stops):
                        return
                    self.record(mighty.PlayCard(made.player, made.card, made.suit, made.calls_joker))
                    self.record_reveals(told, number, place)
                self.written.add(number)
            else:
                if self.happens(self.stops):
                    return
                before = self.happens(0.5)
                if before:
                    self.record_reveals(told, number, len(plays) - 1)
                self.record(mighty.RecordTrick(truth.winners[number - 1], points_of(plays)))
            self.record_announcement(told, number)
            self.record_reveals(told, number, len(plays) - 1)

    def record_announcement(self, told: list[Found], number: int) -> None:
        for one in [one for one in told if one.announced and one.trick == number]:
            self.record(self.build_reveal(one))

    def record_reveals(self, told: list[Found], number: int, place: int) -> None:
        """Tells what the cards do not: at once, later, or never."""
        for one in tuple(told):
            if one.announced or one.trick > number:
                continue
            if one.trick == number and not self.has_played(one, number, place):
                continue
            known = one.trick in self.written or (one.trick == number and self.hand.table)
            named = self.hand.call is not None and self.hand.call.cards
            if (known or self.is_on_paper(one)) and named:
                told.remove(one)
            elif self.happens(0.6):
                told.remove(one)
                self.record(self.build_reveal(one))

    def is_on_paper(self, one: Found) -> bool:
        return any(play.player == one.player and play.card == one.card for *_, play in self.hand.known.plays)

    def has_played(self, one: Found, number: int, place: int) -> bool:
        plays = self.truth.tricks[number - 1][: place + 1]
        return any((made.player, made.card) == (one.player, one.card) for made in plays)

    def build_reveal(self, one: Found) -> mighty.RevealFriend:
        """Return the reveal, with the card where it is needed and often where it is not."""
        assert self.hand.call is not None
        needless = not self.hand.call.cards or self.hand.only_card_open == one.card
        return mighty.RevealFriend(one.player, one.announced, None if needless and self.happens(0.5) else one.card)

    # --- The end ---

    def choose_recorded_result(self) -> mighty.RecordResult:
        truth = self.truth
        first, second, *_ = (*truth.friends, None, None)
        asked = truth.rules.next_dealer == "joker_holder" or self.happens(0.5)
        matters = {truth.rules.buried_mighty_double, truth.rules.buried_joker_double} != {"off"} or self.happens(0.5)
        buried = truth.buried if matters or self.hand.discards is not None else frozenset()
        return mighty.RecordResult(truth.points, first, buried, truth.joker_holder if asked else None, second)

    def record_result(self) -> None:
        self.record(self.choose_recorded_result())
