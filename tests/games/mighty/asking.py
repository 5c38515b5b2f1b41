"""Short questions about a set of house rules, with the answers of the library as people give them at the table.

>>> ask(rules("pagat"), "say 14D 14NT")
'yes'
"""

import re
from collections.abc import Callable, Iterable, Mapping

from scorekeeper.cards import Card, Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import mighty
from scorekeeper.games.game import Move
from scorekeeper.games.mighty.cards import Buried, is_point
from scorekeeper.games.mighty.conditions import Conditions
from scorekeeper.games.mighty.following import can_follow, check_follow, legal_cards
from scorekeeper.games.mighty.kitty import check_discard
from scorekeeper.games.mighty.leading import can_lead, check_lead, legal_leads
from scorekeeper.games.mighty.offences import Offence, find_offences
from scorekeeper.games.mighty.trick import Play, find_winner
from tests.games.mighty.paying import FriendCase, settle_outcome
from tests.games.mighty.play import bid, call, cards, codes, do, missing_facts, seats_for, tricks
from tests.games.mighty.tricks import parse_tricks, play, plays
from tests.games.moves import describe_facts, find_problems, make_moves

Answer = bool | int | str
NOBODY: frozenset[Buried] = frozenset()


def ask(these: mighty.Rules, question: str) -> str:
    """Return the answer to a question whose first word is one of `QUESTIONS`."""
    about, _, rest = question.partition(" ")
    found = QUESTIONS[about](these, rest)
    return {True: "yes", False: "no"}[found] if isinstance(found, bool) else str(found)


def deal(these: mighty.Rules, session: mighty.Session | None = None) -> mighty.Hand:
    """Return a hand that is not the first: player 1 bids first, and deals unless the dealer has no cards."""
    seats = seats_for(these)
    dealer = seats[-1] if these.setting.sit_out else 1
    return mighty.deal(these, session or mighty.Session(dealer, 1, opening=False), seats)


def after_calls(these: mighty.Rules, said: str) -> mighty.Hand:
    """Return the hand after calls like "13S - 14NT", each by whose turn it is. Raises `RuleError`."""
    hand = deal(these)
    for word in said.split():
        turn = hand.auction.turn
        assert turn is not None
        hand = do(hand, mighty.Pass(turn) if word == "-" else mighty.PlaceBid(turn, bid(word)))
    return hand


def may(*parts: Callable[[], object]) -> bool:
    """Return whether none of these is refused."""
    try:
        for part in parts:
            part()
    except (RuleError, AssertionError):
        return False
    return True


def find_end(these: mighty.Rules, said: str) -> Answer:
    """Answer "2 plays 14S", "dealt again", or from which bid on the auction goes on."""
    hand = after_calls(these, said)
    if hand.declarer is not None:
        return f"{hand.declarer} plays {hand.contract_bid}"
    lowest = next(bid for bid in mighty.legal_bids(hand.auction) if bid.trump)
    return "dealt again" if hand.redeals else f"from {lowest}"


def may_claim(these: mighty.Rules, rest: str) -> Answer:
    """Answer whether players may claim a redeal one after the other: "2 after 13S", "1 1 after"."""
    claimers, _, said = rest.partition("after")
    claims = [mighty.ClaimRedeal(int(player)) for player in claimers.split()]
    return may(lambda: do(after_calls(these, said), *claims))


def find_redealer(these: mighty.Rules, rest: str) -> Answer:
    """Answer who deals and bids first after such a claim."""
    claimer, _, said = rest.partition("after")
    session = do(after_calls(these, said), mighty.ClaimRedeal(int(claimer))).session
    return f"{session.begins} deals, {session.first} bids"


def is_redealable(these: mighty.Rules, held: str) -> Answer:
    """Answer whether a hand of these cards, and worthless ones, is good for a redeal."""
    shown = cards(held) if held else ()
    low = [card for card in these.setting.pack if card.suit and not is_point(card)]
    hand = (*shown, *low[: these.setting.hand_size - len(shown)])
    return may(lambda: do(deal(these), mighty.ClaimRedeal(1, hand)))


def may_change(these: mighty.Rules, rest: str) -> Answer:
    """Answer whether a contract may become another with the kitty in hand: "15S 17H"."""
    old, new = map(bid, rest.split())
    return mighty.can_change(these, old, new, before_kitty=False)


def may_change_before(these: mighty.Rules, rest: str) -> Answer:
    old, new = map(bid, rest.split())
    return mighty.can_change(these, old, new, before_kitty=True)


def find_lowest(these: mighty.Rules, rest: str) -> Answer:
    """Answer the lowest level of a change with the kitty in hand, "before" it, or "no": "15S H", "before 15S NT"."""
    before, contract, to = rest.rpartition("before ")[1], *rest.split()[-2:]
    return mighty.lowest_level(these, bid(contract), bid(f"15{to}").trump, before_kitty=bool(before)) or "no"


def judge_hand(these: mighty.Rules, held: str) -> Answer:
    """Answer what a hand is worth for a redeal, and why it is one, or why it is none: "1/2, poor"."""
    value = mighty.value_hand(these, cards(held))
    assert value.qualifies == bool(value.reasons)
    assert codes(mighty.check_move(deal(these), mighty.ClaimRedeal(1, cards(held)))) == codes(value.problems)
    reasons = [code.removeprefix("redeal.") for code in codes(value.reasons or value.problems)]
    return f"{value.total}{',' if value.qualifies else ', not:'} {' '.join(reasons)}"


def may_call(these: mighty.Rules, rest: str) -> Answer:
    contract, friend = rest.split()
    return mighty.can_call(these, bid(contract), call(friend))


def record(these: mighty.Rules, how: str, level: int, points: int) -> mighty.RecordHand:
    """Return the record of a hand of player 1: "alone", with an "own" card called, else with the next but one."""
    setting, without = these.setting, how != ""
    named = "none" if how == "alone" or not setting.partners else "SA" if setting.partners == 1 else "HK+D9"
    out = seats_for(these)[1 : 1 + setting.drop_out]
    friend = None if without or not setting.partners else 4 if 3 in out else 3
    second = 4 if friend and setting.partners > 1 else None
    joker = 2 if these.next_dealer == "joker_holder" else None
    contract = mighty.Bid(level, Suit.HEARTS)
    return mighty.RecordHand(1, contract, call(named), points, friend, NOBODY, joker, second, out)


def may_call_own_card(these: mighty.Rules, _rest: str) -> Answer:
    return may(lambda: do(deal(these), record(these, "own", 16, 16)))


def find_next(these: mighty.Rules, how: str) -> Answer:
    """Answer who deals and who bids first after a hand of player 1: "made", "failed alone".

    Player 3 dealt and was the friend, if not the last who then has no cards.
    """
    dealer, level = seats_for(these)[-1] if these.setting.sit_out else 3, these.min_bid + 2
    result, _, way = how.partition(" ")
    dealt = deal(these, mighty.Session(dealer, 1, opening=False))
    played = do(dealt, record(these, way, level, level if result == "made" else level - 1))
    then = deal(these, mighty.advance_session(played))
    return f"{then.session.begins} deals, {then.auction.first} bids"


def find_next_bidder(these: mighty.Rules, how: str) -> Answer:
    return str(find_next(these, how)).partition(", ")[2]


def read_conditions(these: mighty.Rules, trump: str) -> Conditions:
    return Conditions(these, bid(f"15{trump}").trump)


def number_trick(under: Conditions, trick: str) -> int:
    return under.tricks if trick == "last" else int(trick)


def fill_hand(these: Conditions, trick: int, held: str, led: str = "") -> tuple[Card, ...]:
    """Return a hand for a trick: these cards, and more of the suit of the last, then of minor suits but trumps."""
    shown = cards(held)
    gone = [*shown, *(play.card for play in plays(led))] if led else [*shown]
    suits = [shown[-1].suit, *(suit for suit in (Suit.CLUBS, Suit.DIAMONDS) if shown[-1].suit is not these.trump)]
    more = [card for suit in suits for card in these.rules.setting.pack if card.suit is suit and card not in gone]
    hand = (*shown, *dict.fromkeys(more))[: these.hand_size(trick)]
    assert all(card.suit is not these.trump for card in hand[len(shown) :]) or shown[-1].suit is these.trump
    return hand


def may_lead(these: mighty.Rules, rest: str) -> Answer:
    """Answer whether a card may be led to the first trick: "H: HK of SA HK HQ", see `fill_hand`."""
    trump, card, held = split(rest, ": ", " of ")
    under = read_conditions(these, trump)
    return Card.parse(card) in legal_leads(under, 1, fill_hand(under, 1, held))


def may_follow(these: mighty.Rules, rest: str) -> Answer:
    """Answer whether a card may be played to what was led: "2 H: C3! with SA of SA JK C5", see `fill_hand`."""
    trick, trump, led, card, held = split(rest, " ", ": ", " with ", " of ")
    under = read_conditions(these, trump)
    hand = fill_hand(under, int(trick), held, led)
    return Card.parse(card) in legal_cards(under, int(trick), plays(led), hand)


def find_trick_winner(these: mighty.Rules, rest: str) -> Answer:
    """Answer which card wins: "1 H: C8 SA C9", "last H: C8 JK C9"."""
    trick, trump, played = split(rest, " ", ": ")
    made = plays(played)
    under = read_conditions(these, trump)
    winner = find_winner(under, number_trick(under, trick), made)
    return next(str(play.card) for play in made if play.player == winner)


def tell_winner(these: mighty.Rules, rest: str) -> Answer:
    """Answer which card wins, and why: "2 H: CK HA JK SA C2"."""
    trick, trump, played = split(rest, " ", ": ")
    won = mighty.explain_winner(read_conditions(these, trump), int(trick), plays(played))
    return f"{next(each.card for each in plays(played) if each.player == won.player)}: {mighty.say(won.why)}"


def list_cards(these: mighty.Rules, rest: str) -> Answer:
    """Answer which cards of a hand may be played to what was led: "8 H: C4 of C5 D5 H5"."""
    trick, trump, led, held = split(rest, " ", ": ", " of ")
    under, made, hand = read_conditions(these, trump), plays(led), cards(held)
    legal = legal_cards(under, int(trick), made, hand)
    assert all(can_follow(under, int(trick), made, Play(9, card), hand) == (card in legal) for card in hand)
    return " ".join(map(str, legal))


def list_leads(these: mighty.Rules, rest: str) -> Answer:
    """Answer which cards of a hand the declarer may lead to the first trick: "H: HK HQ C4 S2"."""
    trump, held = rest.split(": ")
    return " ".join(map(str, legal_leads(read_conditions(these, trump), 1, cards(held))))


def find_against(these: mighty.Rules, rest: str) -> Answer:
    """Answer what is against a card, out of a hand or of any: "8 H: C4 with H5 of C5 JK H5", "8 H: C4 with JK>C"."""
    trick, trump, led, told = split(rest, " ", ": ", " with ")
    card, _, held = told.partition(" of ")
    under, made = read_conditions(these, trump), plays(led)
    return tell_codes(check_follow(under, int(trick), made, play(card, len(made) + 1), cards(held) if held else None))


def find_against_lead(these: mighty.Rules, rest: str) -> Answer:
    """Answer what is against a lead with hearts as trumps, out of a hand or of any: "2: JK>C", "9: C4 of C4 C5"."""
    trick, told = rest.split(": ")
    led, _, held = told.partition(" of ")
    under, hand = read_conditions(these, "H"), cards(held) if held else None
    problems = tell_codes(check_lead(under, int(trick), play(led), hand))
    assert hand or can_lead(under, int(trick), play(led)) == (problems == "nothing")
    return problems


def find_against_discards(these: mighty.Rules, rest: str) -> Answer:
    """Answer what is against discards: "H: JK H2 H3 of JK HK HQ …"."""
    trump, discards, held = split(rest, ": ", " of ")
    return tell_codes(check_discard(read_conditions(these, trump), cards(held), cards(discards)))


def list_offences(these: mighty.Rules, tricks: str) -> Answer:
    """Answer what the tricks of a hand with hearts as trumps prove; the declarer leads each: "C4 C5 D6 / D4 D5 C7"."""
    found = find_offences(read_conditions(these, "H"), 1, parse_tricks(tricks))
    assert not any(missing_facts(each.message) for each in found)
    return "; ".join(map(describe_offence, found)) or "none"


def describe_offence(offence: Offence) -> str:
    """Return its player, trick and card, and the trick and the card that prove it."""
    code = offence.code.removeprefix("offence.")
    return f"{code} {offence.player} {offence.trick or '-'} {offence.card} {offence.proven} {offence.proof}"


def tell_codes(problems: Iterable[Problem]) -> str:
    return " ".join(codes(problems)) or "nothing"


def may_name_suit(these: mighty.Rules, rest: str) -> Answer:
    trick, trump, card = rest.split()
    return bool(read_conditions(these, trump).suits_to_name(int(trick), Card.parse(card)))


def may_call_joker(these: mighty.Rules, rest: str) -> Answer:
    """Answer whether the joker may be called: "2 H C3"."""
    trick, trump, card = rest.split()
    under = read_conditions(these, trump)
    return under.may_call_joker(number_trick(under, trick), Card.parse(card))


def split(text: str, *separators: str) -> list[str]:
    """Return the parts of a text between these separators, one after the other."""
    parts = []
    for separator in separators:
        part, _, text = text.partition(separator)
        parts.append(part)
    return [*parts, text]


FRIENDS: Mapping[str, FriendCase] = {
    "none": FriendCase("none", 0),
    "own": FriendCase("SA", 0),
    "first_trick": FriendCase("first_trick", 1),
    "own_first_trick": FriendCase("first_trick", 0),
    "own_last_trick": FriendCase("last_trick", 0),
    "SA": FriendCase("SA", 1),
    "HK": FriendCase("HK", 1),
    "two": FriendCase("HK+D9", 2),
    "one_of_two": FriendCase("HK+D9", 1),
    "none_of_two": FriendCase("HK+D9", 0),
}


def find_amounts(these: mighty.Rules, rest: str) -> Answer:
    """Answer what the declarer, friends and defenders get, in this order: "15H SA 16"."""
    contract, friend, points = rest.split()
    amounts = settle_outcome(these, bid(contract), FRIENDS[friend], int(points)).amounts
    return " ".join(map(str, amounts.values()))


def list_steps(these: mighty.Rules, rest: str) -> Answer:
    """Answer how the declarer's payment is made up: "17H HK 13", with what was discarded: "17H HK 17 mighty"."""
    contract, friend, points, *buried = rest.split()
    magic: frozenset[Buried] = frozenset(buried)  # type: ignore[arg-type]
    account = settle_outcome(these, bid(contract), FRIENDS[friend], int(points), magic).accounts[0]
    assert not any(missing_facts(step.why) for step in account.steps)
    signs = {"add": "+", "times": "×"}
    return ", ".join(
        f"{step.why.code.removeprefix('score.')} {signs[step.effect]}{step.amount}" for step in account.steps
    )


def find_score(these: mighty.Rules, rest: str) -> Answer:
    """Answer what each defender pays: "15H none 16", or "15H 16" with a friend if the rules have one."""
    contract, *named, points = rest.split()
    friend = named[0] if named else "SA" if these.setting.partners else "none"
    return str(-list(settle_outcome(these, bid(contract), FRIENDS[friend], int(points)).amounts.values())[-1])


def describe_deal(these: mighty.Rules, _rest: str) -> Answer:
    """Answer "53 cards, 10 each, 3 down", with who has no cards or leaves, and what the declarer then takes."""
    setting = these.setting
    said = [f"{len(setting.pack)} cards", f"{setting.hand_size} each", f"{setting.kitty} down"]
    said += [f"{setting.sit_out} out"] if setting.sit_out else []
    said += [f"{setting.drop_out} leave, the declarer takes {setting.taken}"] if setting.drop_out else []
    return ", ".join(said)


def may_announce(these: mighty.Rules, rest: str) -> Answer:
    """Answer whether friend 2 may announce themselves after tricks: "16H 2:3 1:1"."""
    contract, *played = rest.split()
    named = call("SA" if these.setting.partners == 1 else "HK+D9")
    hand = do(deal(these), mighty.EnterContract(1, bid(contract)), mighty.CallFriend(named), *tricks(" ".join(played)))
    if these.setting.partners > 1:
        return may(lambda: do(hand, mighty.RevealFriend(2, card=Card.parse("HK"), announced=True)))
    return may(lambda: do(hand, mighty.RevealFriend(2, announced=True)))


def is_over(these: mighty.Rules, rest: str) -> Answer:
    balances: Mapping[int, int] = {player: int(points) for player, points in enumerate(rest.split(), 1)}
    return mighty.find_ending(these, mighty.Session(balances=balances)) is not None


def find_moves_refusals(these: mighty.Rules, text: str) -> Answer:
    """Answer what is against the last of some moves, or "legal": "13H - 14S; claim_redeal 4"; see `deal_to`."""
    hand, moves = deal_to(these, text)
    return " ".join(codes(find_problems(mighty.GAME, hand, moves, read_word))) or "legal"


def find_facts(these: mighty.Rules, rest: str) -> Answer:
    """Answer how a hand stands after some moves: "phase,auction.turn after 13H - -"; see `deal_to`."""
    names, _, text = rest.partition(" after")
    hand, moves = deal_to(these, text.strip())
    return describe_facts(mighty, make_moves(mighty.GAME, hand, moves, read_word), names)


def deal_to(these: mighty.Rules, text: str) -> tuple[mighty.Hand, str]:
    """Return a hand for some moves, and them: a first hand, or that of "4 deals, 1 bids; 13H -" or "… bids later;"."""
    seats = seats_for(these)
    begun = re.match(r"(\d) deals, (\d) bids( later)?;? ?", text)
    if not begun:
        return mighty.deal(these, mighty.start_session(these, seats), seats), text
    session = mighty.Session(int(begun[1]), int(begun[2]), opening=not begun[3])
    return mighty.deal(these, session, seats), text[begun.end() :]


def read_word(hand: mighty.Hand, word: str) -> Move:
    """Return a call, a card or the count of a trick: "13H", "-", "JK>H", "2:3"."""
    if ":" in word:
        winner, points = word.split(":")
        return mighty.RecordTrick(int(winner), int(points))
    turn = hand.turn or hand.auction.turn or 1
    if hand.phase == "auction":
        return mighty.Pass(turn) if word == "-" else mighty.PlaceBid(turn, bid(word))
    return mighty.PlayCard(turn, *play(word)[1:])


QUESTIONS: Mapping[str, Callable[[mighty.Rules, str], Answer]] = {
    "say": lambda these, said: may(lambda: after_calls(these, said)),
    "ends": find_end,
    "move": find_moves_refusals,
    "see": find_facts,
    "claim": may_claim,
    "redealt": find_redealer,
    "redeal": is_redealable,
    "change": may_change,
    "before": may_change_before,
    "call": may_call,
    "lowest": find_lowest,
    "value": judge_hand,
    "own": may_call_own_card,
    "next": find_next,
    "first": find_next_bidder,
    "shown": lambda these, held: may(
        lambda: do(deal(these), mighty.EnterContract(1, bid("15H")), mighty.TakeKitty(cards(held)))
    ),
    "lead": may_lead,
    "follow": may_follow,
    "trick": find_trick_winner,
    "why": tell_winner,
    "cards": list_cards,
    "leads": list_leads,
    "against": find_against,
    "says": find_against_lead,
    "discard": find_against_discards,
    "offences": list_offences,
    "names": may_name_suit,
    "calls": may_call_joker,
    "pay": find_amounts,
    "steps": list_steps,
    "score": find_score,
    "deal": describe_deal,
    "pack": lambda these, card: Card.parse(card) in these.setting.copies,
    "announce": may_announce,
    "begin": lambda these, _rest: str(mighty.start_session(these, (1,)).balances[1]),
    "over": is_over,
}
"""By the first word of a question: the rest of it to its answer."""
