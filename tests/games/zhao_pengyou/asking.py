"""Short questions about a set of house rules, with the answers of the library as people give them at the table.

>>> ask(rules("pagat"), "show 4 3 6 7 7 7 7 7: 1:C4 2:S3+S3")
'yes'
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.errors import Problem, RuleError
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Move
from scorekeeper.games.zhao_pengyou.combinations import check_sequence, check_set
from scorekeeper.games.zhao_pengyou.counting import LED_SINGLE, LastLead
from scorekeeper.games.zhao_pengyou.demotion import WON_OTHERWISE, LastWin
from scorekeeper.games.zhao_pengyou.following import check_revoke, find_forced_cards
from scorekeeper.games.zhao_pengyou.promotion import explain_levels
from scorekeeper.games.zhao_pengyou.sentences import PLAYER_FACTS, SENTENCES
from scorekeeper.games.zhao_pengyou.throws import is_unbeaten
from scorekeeper.games.zhao_pengyou.trick import check_plays, find_winner
from scorekeeper.messages import in_english
from tests.games.moves import describe_facts, find_problems, make_moves
from tests.games.zhao_pengyou.play import calls, cards, codes, level, seats, session
from tests.games.zhao_pengyou.tricks import ALL_KINDS, find_winning_play, join_words, read_trumps

Answer = bool | str


def ask(these: zpy.Rules, question: str) -> str:
    """Return the answer to a question whose first word is one of `QUESTIONS`."""
    about, _, rest = question.partition(" ")
    found = QUESTIONS[about](these, rest)
    return {True: "yes", False: "no"}[found] if isinstance(found, bool) else found


def may(act: Callable[[], object]) -> bool:
    try:
        act()
    except RuleError:
        return False
    return True


def describe_deal(these: zpy.Rules, players: str) -> Answer:
    setting = zpy.find_setting(these, int(players))
    out = f", {len(setting.left_out)} out" if setting.left_out else ""
    return f"{setting.packs} packs, {setting.hand_size} each, {setting.kitty_size} down{out}"


def deal(these: zpy.Rules, levels: str, maker: int | None = None) -> zpy.Hand:
    """Return a deal among players at these levels; where the last hand decides the trump maker, that is player 1."""
    maker = maker or (1 if these.making_trumps == "predetermined" else None)
    return zpy.deal(these, session(levels, maker=maker), seats(len(levels.split())))


def show(these: zpy.Rules, rest: str) -> zpy.Hand:
    """Return the deal after exposures: "9 9 9 9 9: 1:C9 2:S9+S9". Raises `RuleError`."""
    levels, _, shown = rest.partition(": ")
    hand = deal(these, levels)
    for word in shown.split():
        player, laid = word.split(":")
        hand = zpy.do(hand, zpy.ExposeCards(int(player), cards(laid.replace("+", " "))))
    return hand


def find_maker(these: zpy.Rules, rest: str) -> Answer:
    """Answer who is trump maker after exposures and of which trumps: "2 S3"."""
    hand = zpy.do(show(these, rest), zpy.EndDeal())
    return f"{hand.maker} {hand.trumps}"


def turn_kitty(these: zpy.Rules, rest: str) -> Answer:
    """Answer the same where nobody shows and the kitty is turned: "9 2 5 7 7: RJ C9", or that cards are dealt again."""
    levels, _, turned = rest.partition(":")
    hand = zpy.do(deal(these, levels), zpy.EndDeal())
    while hand.redeals and turned and hand.phase == "trumps" and hand.redeals < 3:
        hand = zpy.do(hand, zpy.EndDeal())
    if hand.phase != "turn":
        return "dealt again"
    done = zpy.do(hand, zpy.TurnKitty(cards(turned)))
    assert done.maker
    assert done.trumps
    assert zpy.can(hand, zpy.EnterTrumps(done.maker, done.trumps.suit))
    return f"{done.maker} {done.trumps}"


def may_call(these: zpy.Rules, rest: str) -> Answer:
    """Answer whether cards may be called among so many players: "5 H6: CA#1"."""
    return find_refusal(these, rest) == "nothing"


def find_refusal(these: zpy.Rules, rest: str) -> Answer:
    """Answer what is against a call, "nothing" or the code of the first reason: "5 H6: CA#1"."""
    players, trumps, called = rest.replace(":", "").split(" ", 2)
    problems = zpy.check_calls(these, zpy.find_setting(these, int(players)), read_trumps(trumps), calls(called))
    return next(iter(codes(problems)), "nothing")


def may_call_after(these: zpy.Rules, rest: str) -> Answer:
    """Answer whether a card may be called after exposures: "9 9 9 9 9: 1:C9 calls C9#2"."""
    shown, _, called = rest.partition(" calls ")
    return zpy.can(zpy.do(show(these, shown), zpy.EndDeal()), zpy.CallFriends(calls(called)))


def read_conditions(these: zpy.Rules, trumps: str) -> zpy.Conditions:
    """Return the conditions of a hand of twelve, who have the most packs."""
    return zpy.Conditions(these, zpy.find_setting(these, 12), read_trumps(trumps))


def name_lead(these: zpy.Rules, rest: str) -> Answer:
    """Answer what cards are that are led together: "H5: C8 C8 C7 C7"."""
    trumps, _, led = rest.partition(": ")
    under = read_conditions(these, trumps)
    return zpy.say(zpy.read_lead(under, cards(led)).name) if zpy.can_lead(under, cards(led)) else "no"


def may_follow(these: zpy.Rules, rest: str) -> Answer:
    """Answer whether cards may be played: "C9: HJ HJ with HA H6 of HA H10 H10 H6"."""
    trumps, _, rest = rest.partition(": ")
    led, _, rest = rest.partition(" with ")
    played, _, held = rest.partition(" of ")
    under = read_conditions(these, trumps)
    return not list(zpy.check_follow(under, zpy.read_lead(under, cards(led)), cards(held), cards(played)))


def find_trick_winner(these: zpy.Rules, rest: str) -> Answer:
    """Answer which play wins: "H9: SA SA SK / H5 H5 HQ / H6 H6 H3"."""
    trumps, _, played = rest.partition(": ")
    plays = played.split(" / ")
    return plays[find_winning_play(read_conditions(these, trumps), [cards(each) for each in plays])]


def number_winner(these: zpy.Rules, rest: str) -> Answer:
    """Answer which play wins, by its number: "DQ: S8, SA, SA, SK"; there are four packs with all jokers."""
    trumps, _, played = rest.partition(": ")
    plays = [zpy.Play(player, cards(each)) for player, each in enumerate(played.split(", "), 1)]
    under = zpy.Conditions(these, ALL_KINDS, read_trumps(trumps))
    winner = find_winning_play(under, [each.cards for each in plays]) + 1
    assert codes(check_plays(under, plays)) or find_winner(under, plays) == winner
    return str(winner)


def read_words(these: zpy.Rules, rest: str, *separators: str) -> tuple[zpy.Conditions, list[str]]:
    """Return conditions with four packs and all jokers, and what else is told, with these separators between."""
    trumps, _, told = rest.partition(":")
    words = [told.strip()]
    for separator in separators:
        words[-1:] = words[-1].split(separator)
    return zpy.Conditions(these, ALL_KINDS, read_trumps(trumps)), words


def tell_codes(problems: Iterable[Problem]) -> str:
    return " ".join(codes(problems)) or "nothing"


def describe_lead(these: zpy.Rules, rest: str) -> Answer:
    """Answer the kind of a lead, its parts and its name: "H5: SA SK SJ SJ"."""
    under, [led] = read_words(these, rest)
    lead = zpy.read_lead(under, cards(led))
    assert lead.size == len(lead.cards) == len(cards(led))
    parts = " / ".join(join_words(part.cards) for part in lead.parts)
    return f"{lead.kind}: {parts} ({lead.name.code.removeprefix('lead.')})"


def is_sequence(these: zpy.Rules, rest: str) -> Answer:
    """Answer whether cards are a sequence: "sequence D4: DA DA S4 S4"."""
    under, [led] = read_words(these, rest.removeprefix("sequence "))
    is_one = zpy.read_lead(under, cards(led)).kind == "sequence"
    assert is_one == (not codes(check_sequence(under, cards(led))))
    return is_one


def find_against_sequence(these: zpy.Rules, rest: str) -> Answer:
    under, [led] = read_words(these, rest)
    return tell_codes(check_sequence(under, cards(led)))


def find_against_set(these: zpy.Rules, rest: str) -> Answer:
    under, [led] = read_words(these, rest)
    return tell_codes(check_set(under, cards(led)))


def find_against_lead(these: zpy.Rules, rest: str) -> Answer:
    under, [led] = read_words(these, rest)
    assert zpy.can_lead(under, cards(led)) == (not codes(zpy.check_lead(under, cards(led))))
    return tell_codes(zpy.check_lead(under, cards(led)))


def find_against_play(these: zpy.Rules, rest: str) -> Answer:
    """Answer what is against a play: "C9: HJ HJ with HA H6 of HA H10 H10 H6"."""
    under, [led, played, held] = read_words(these, rest, " with ", " of ")
    return tell_codes(zpy.check_follow(under, zpy.read_lead(under, cards(led)), cards(held), cards(played)))


def find_forced(these: zpy.Rules, rest: str) -> Answer:
    """Answer which cards every play has in it: "C9: HJ HJ of HA H10 H10 H6"."""
    under, [led, held] = read_words(these, rest, " of ")
    return join_words(find_forced_cards(under, zpy.read_lead(under, cards(led)), cards(held))) or "none"


def find_revoke(these: zpy.Rules, rest: str) -> Answer:
    """Answer what cards shown later prove of a play: "C9: HJ HJ with HA H6 then H10 H10"."""
    under, [led, played, later] = read_words(these, rest, " with ", " then ")
    return tell_codes(check_revoke(under, zpy.read_lead(under, cards(led)), cards(played), cards(later)))


def list_challenges(these: zpy.Rules, rest: str) -> Answer:
    """Answer which parts of a throw another hand beats, and by what: "D4: SA SK / SA SA D2"."""
    under, [thrown, held] = read_words(these, rest, " / ")
    lead, hands = zpy.read_lead(under, cards(thrown)), {3: cards(held)}
    found = zpy.find_challenges(under, lead, hands)
    assert is_unbeaten(under, lead, hands) == (not found)
    return "; ".join(f"{join_words(each.part.cards)} by {join_words(each.shown)}" for each in found) or "none"


def find_against_calls(these: zpy.Rules, rest: str) -> Answer:
    """Answer what is against calls, with the trump maker's hand if it is told: "5 S5: HA#other of HA S3"."""
    before, _, told = rest.partition(": ")
    players, trumps = before.split()
    called, _, held = told.partition(" of ")
    setting, hand = zpy.find_setting(these, int(players)), cards(held) if held else None
    return tell_codes(zpy.check_calls(these, setting, read_trumps(trumps), calls(called), hand))


def find_called(_these: zpy.Rules, rest: str) -> Answer:
    """Answer who turn out to be friends of a trump maker, "-" for nobody yet: "9: HA#1 in 1:HA 2:HA"."""
    maker, _, told = rest.partition(": ")
    called, played = told.split(" in ")
    words = (word.split(":") for word in played.split())
    plays = [zpy.Play(int(player), cards(laid.replace("+", " "))) for player, laid in words]
    found = zpy.find_friends(calls(called), int(maker), plays)
    team = zpy.list_team(int(maker), found)
    assert (team[0], {*team}) == (int(maker), {int(maker), *found} - {None})
    return " ".join(str(player or "-") for player in found)


def find_part(these: zpy.Rules, rest: str) -> Answer:
    """Answer which part of a throw stays if the next in turn holds these cards: "S4: DK DK DQ D9 / DA D10 D5"."""
    trumps, _, played = rest.partition(": ")
    thrown, held = map(cards, played.split(" / "))
    under = read_conditions(these, trumps)
    found = zpy.find_challenges(under, zpy.read_lead(under, thrown), {2: held})
    return join_words(found[0].part.cards) if found else "all"


def record(these: zpy.Rules, levels: str, makers: str, points: str, **more: Any) -> zpy.Hand:
    """Return a hand of players at these levels with these makers, recorded at once."""
    first, *friends = map(int, makers.split())
    hand = deal(these, levels, first if these.making_trumps == "predetermined" else None)
    suit = None if levels.split()[first - 1].rstrip("+") == "JK" else Suit.SPADES
    last = more.pop("last", "makers")
    return zpy.do(hand, zpy.RecordHand(first, suit, tuple(friends), int(points), last, **more))


def find_levels(these: zpy.Rules, rest: str) -> Answer:
    """Answer the levels after a hand: "9 A 2 2 2; 1 2; 75"; ">A" above the ace where that ends the game.

    A fourth part is what won the last trick for the defenders: "1 trump", "2", "2x3", "0" if no card of the rank.
    """
    levels, makers, points, *won = rest.split("; ")
    hand = record(these, levels, makers, points, last="defenders" if won else "makers", won_last=read_win(won))
    after = zpy.advance_session(hand).levels
    said = " ".join(f"{after[player]}" for player in sorted(after))
    return said.replace("JK", ">A") if these.end == "above_ace" else said


def find_why(these: zpy.Rules, rest: str) -> Answer:
    """Answer why somebody has not the levels of their side after a hand, as the history says it, or "nobody"."""
    levels, makers, points = rest.split("; ")
    last = "makers" if int(points) < 100 else "defenders"
    return "; ".join(explain(record(these, levels, makers, points, last=last))) or "nobody"


def explain(hand: zpy.Hand) -> list[str]:
    assert hand.promotions
    names = {player: "ABCDE"[player - 1] for player in hand.seats}
    return [in_english(each, SENTENCES, PLAYER_FACTS, names) for each in explain_levels(hand.promotions)]


def read_win(won: list[str]) -> LastWin:
    if not won or won[0] == "0":
        return WON_OTHERWISE
    size, _, length = won[0].partition(" ")[0].partition("x")
    return LastWin(int(size), int(length or 1), of_trumps="trump" in won[0])


def find_total(these: zpy.Rules, rest: str) -> Answer:
    """Answer the points of the defenders who win the last trick: "85 15 3x1", in tricks, in the kitty, the lead."""
    points, kitty, led = rest.split()
    size, length = map(int, led.split("x"))
    lead = LastLead(size, length) if these.kitty_by_lead != "fixed" else LED_SINGLE
    hand = record(these, "2 2 2 2 2", "1 2", points, last="defenders", kitty_points=int(kitty), led_last=lead)
    assert hand.promotions
    return str(hand.promotions.total)


def find_throw_cost(these: zpy.Rules, rest: str) -> Answer:
    """Answer what 50 points of the defenders become when the trump maker, or player 4, takes so many cards back."""
    number, _, leader = rest.partition(" ")
    hand = record(these, "2 2 2 2 2", "1 2", "50", throws=(zpy.FailedThrow(int(leader or 1), int(number)),))
    assert hand.promotions
    return str(hand.promotions.total)


def find_fault(these: zpy.Rules, _rest: str) -> Answer:
    """Answer the levels after a beaten throw of the trump maker, who plays with player 2, that ended the play."""
    hand = record(these, "2 2 2 2 2", "1 2", "0", throws=(zpy.FailedThrow(1, 3),))
    return " ".join(str(each) for _, each in sorted(zpy.advance_session(hand).levels.items()))


def judge(these: zpy.Rules, rest: str) -> Answer:
    """Answer who rises how far: "6 30 2", so many players, points, and makers; "full" for a full team."""
    players, points, makers = rest.split()
    setting = zpy.find_setting(these, int(players))
    verdict = zpy.judge_total(these, setting, int(points), setting.most_makers if makers == "full" else int(makers))
    return f"{verdict.side} +{verdict.levels}" if verdict.side else "nobody"


def find_next(these: zpy.Rules, rest: str) -> Answer:
    """Answer who takes the next first card, and who is trump maker if that is decided: "4 1; 100"; five play."""
    makers, points, *last = rest.split("; ")
    after = zpy.advance_session(record(these, "2 2 2 2 2", makers, points, last=last[0] if last else "makers"))
    return f"{after.begins} begins" + (f", {after.maker} makes" if after.maker else "")


def name_passive(these: zpy.Rules, rest: str) -> Answer:
    """Answer who is passive after a hand: "1 2; 75"."""
    makers, points = rest.split("; ")
    return (
        " ".join(map(str, sorted(zpy.advance_session(record(these, "2 2 2 2 2", makers, points)).passive))) or "nobody"
    )


def find_moves_refusals(these: zpy.Rules, rest: str) -> Answer:
    """Answer what is against the last of some moves, or "legal": "2 2 2 2 2: 1:C2 2:S2+S2"; see `deal_to`."""
    hand, moves = deal_to(these, rest)
    return " ".join(codes(find_problems(zpy.GAME, hand, moves, read_word))) or "legal"


def find_facts(these: zpy.Rules, rest: str) -> Answer:
    """Answer how a hand stands after some moves: "phase after 2 2 2 2 2: 1:C2; end_deal"; see `deal_to`."""
    names, _, told = rest.partition(" after ")
    hand, moves = deal_to(these, told)
    return describe_facts(zpy, make_moves(zpy.GAME, hand, moves, read_word), names)


def deal_to(these: zpy.Rules, text: str) -> tuple[zpy.Hand, str]:
    """Return a hand of players at these levels, and the moves: "2 2 2 2 2: 1:C2", "2 2 2 2 2, maker 3, starter 4:"."""
    told, _, moves = text.partition(":")
    levels, *facts = told.split(", ")
    if not facts:
        return deal(these, levels), moves.strip()
    given = dict(fact.split() for fact in facts)
    maker, starter = (int(given[key]) if key in given else None for key in ("maker", "starter"))
    passive = map(int, given.get("passive", "").split("+")) if "passive" in given else ()
    before = session(levels, starter=starter or 1, passive=passive, maker=maker)
    return zpy.deal(these, before, seats(len(levels.split()))), moves.strip()


def read_word(hand: zpy.Hand, word: str) -> Move:
    """Return an exposure, cards of whose turn it is, or the count of a trick: "1:C2+C2", "HA+HA", "2:35"."""
    player, told, laid = word.rpartition(":")
    if not told:
        return zpy.PlayCards(hand.turn or 1, cards(laid.replace("+", " ")))
    if hand.phase == "trumps":
        return zpy.ExposeCards(int(player), cards(laid.replace("+", " ")))
    return zpy.RecordTrick(int(player), int(laid))


QUESTIONS: Mapping[str, Callable[[zpy.Rules, str], Answer]] = {
    "move": find_moves_refusals,
    "see": find_facts,
    "deal": describe_deal,
    "begin": lambda these, _rest: str(zpy.start_session(these, seats(5)).levels[1]),
    "show": lambda these, rest: may(lambda: show(these, rest)),
    "makes": find_maker,
    "kitty": turn_kitty,
    "call": may_call,
    "refused": find_refusal,
    "shown": may_call_after,
    "lead": name_lead,
    "follow": may_follow,
    "trick": find_trick_winner,
    "winner": number_winner,
    "kind": describe_lead,
    "is": is_sequence,
    "sequence": find_against_sequence,
    "set": find_against_set,
    "leads": find_against_lead,
    "against": find_against_play,
    "forced": find_forced,
    "revoke": find_revoke,
    "beats": list_challenges,
    "calls": find_against_calls,
    "found": find_called,
    "throw": find_part,
    "levels": find_levels,
    "stopped": find_why,
    "count": find_total,
    "cost": find_throw_cost,
    "fault": find_fault,
    "total": judge,
    "next": find_next,
    "passive": name_passive,
    "over": lambda these, rest: zpy.find_ending(these, session(rest)) is not None,
    "rise": lambda these, rest: str(zpy.raise_level(these, level(rest.split()[0]), int(rest.split()[1]))),
}
"""By the first word of a question: the rest of it to its answer."""
