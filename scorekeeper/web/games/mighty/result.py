"""The screen of the result: the friend, the points and the payments before confirmation, and the panel afterwards."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.errors import Problem, RuleError, problem
from scorekeeper.games import mighty
from scorekeeper.games.game import Player
from scorekeeper.messages import N_, Message, Sentence, Sentences, message
from scorekeeper.settlement import Amount
from scorekeeper.table.state import HandRecord, TableState
from scorekeeper.values import remember_recent
from scorekeeper.web.board.hand_result import deltas, play_checked, warn_of_repeat
from scorekeeper.web.games.mighty.forms import hand_of, read_result
from scorekeeper.web.games.mighty.keys import ALONE, SideKey, side_key, side_keys
from scorekeeper.web.games.result_preview import ResultPreview, preview_or_refusal
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.escaping import escape, html, join_html
from scorekeeper.web.page.forms import Form
from scorekeeper.web.page.language import gettext, join_clauses, join_list, with_facts
from scorekeeper.web.page.screens import ResultPanel, SeatCaption
from scorekeeper.web.page.template_helpers import both_wordings, isolated_name, render_side, tag_html, you_or_name
from scorekeeper.web.page.wording import say, with_sign, word

TENS = ("0", "1", "2", "3")
"""The tens of the points with two packs; the last has eleven points."""


class PointKey(NamedTuple):
    """A key for the points, with the zone of its result."""

    makers: int
    defenders: int
    zone: str
    problem: Problem | None

    @property
    def tens(self) -> int:
        """The tab of tens on which it stands, with two packs; 40 stands with the thirties."""
        return min(self.makers // 10, 3)


class ResultPad(NamedTuple):
    """The choices of a result under the rules of a hand."""

    friends: list[SideKey]
    alone: list[SideKey]
    second: list[Player]
    points: list[PointKey]
    level: int
    back_run: int | None
    buried: list[str]
    joker_holders: tuple[Player, ...]
    revokers: tuple[Player, ...]
    known: Markup | None = None
    """The friends, once they are known, and how they were found."""
    points_follow: bool = False
    """Whether the points follow from the friends, as all tricks are recorded."""
    counted: Mapping[str, int] = {}
    """The points by the value of each side, where they follow and there is one friend at most."""

    @property
    def open_points(self) -> tuple[PointKey, ...]:
        """The points that are not ruled out."""
        return tuple(key for key in self.points if not key.problem)

    @property
    def runs(self) -> list[list[PointKey]]:
        """The points in runs of one zone and ten, all ruled out or none."""
        return [[*run] for _, run in groupby(self.points, lambda key: (key.tens, key.zone, bool(key.problem)))]

    def open_tens(self, chosen: Mapping[str, str]) -> int:
        """Return the tab of tens to draw: the one chosen, else that of the points chosen, else that of the contract."""
        if (tens := chosen.get("tens", "")) in TENS:
            return int(tens)
        made = {str(key.makers): key.tens for key in self.points}
        open_keys = self.open_points or self.points
        possible = open_keys[0].makers <= self.level <= open_keys[-1].makers
        return made.get(chosen.get("points", ""), self.points[self.level].tens if possible else open_keys[0].tens)


def result_context(state: TableState, hand: mighty.Hand, _modes: Collection[str]) -> Context:
    """Return the choices, the values that follow from the tricks, and the payments they lead to."""
    derived = derived_fields(hand)
    pad = result_pad(state, hand)
    known: Context = {}
    with suppress(RuleError):  # where something else is asked as well, it shows once that is chosen
        known = preview_whole_result(state, MultiDict(derived)) if "points" in derived and "side" in derived else {}
    return {
        "pad": pad,
        "derived": derived,
        "preview": ResultPreview(),
        "offences": hand.offences,
        "may_change": may_change_contract(hand),
        **known,
    }


def may_change_contract(hand: mighty.Hand) -> bool:
    """Return whether the contract may still change: a bid is no word on it, a contract entered without any bid is."""
    if hand.phase not in ("contract", "call") or not hand.auction.calls:
        return False
    when = (False,) if hand.kitty_taken or hand.contract_changed else (True, False)
    changes = (mighty.lowest_changes(hand.rules, hand.declaration.bid, before_kitty=before) for before in when)
    return any(bid for each in changes for bid in each.values())


def derived_fields(hand: mighty.Hand) -> dict[str, str]:
    """Return the fields filled in beforehand, as they follow from the moves so far."""
    shown: dict[str, str] = {}
    if hand.call and hand.friend_known:
        shown["side"] = f"{hand.call}|{hand.friend or ALONE}"
        shown |= {"second_friend": str(hand.second_friend)} if hand.second_friend is not None else {}
    derived = mighty.derive_result(hand) if hand.call else None
    if derived:
        shown |= {"points": str(derived.points)} if "side" in shown else {}
        shown |= {f"buried_{magic}": "yes" for magic in derived.buried}
        shown |= {"joker_holder": str(derived.joker_holder)} if derived.joker_holder is not None else {}
    return shown


def result_pad(state: TableState, hand: mighty.Hand) -> ResultPad:
    """Return the keys of the result of the hand in progress."""
    every = possible_sides(hand)
    open_sides = [side for side in every if side.problem is None]
    rules, bid = hand.rules, hand.declaration.bid
    known = render_known_friend(state, hand)
    follow = mighty.derive_result(hand) is not None and not known
    friends = [side for side in every if side.friend is not None]
    possible = set().union(
        *(mighty.result_range(hand, (*hand.friends, *friend)) for friend in possible_friends(open_sides))
    )
    counted = {
        side.value: mighty.result_range(hand, () if side.friend is None else (side.friend,))[-1]
        for side in every
        if follow and rules.setting.partners < 2
    }
    asks_holder = rules.next_dealer == "joker_holder" and mighty.find_joker_holder_by_cards(hand) is None
    others = tuple(seat for seat in hand.active if seat != hand.declarer)
    return ResultPad(
        friends,
        [side for side in every if side.friend is None],
        list(others) if rules.setting.partners > 1 and friends else [],
        point_keys(rules, bid, possible),
        bid.level,
        mighty.back_run_limit(rules, bid),
        magic_cards_asked(rules) if hand.discards is None else [],
        hand.active if asks_holder else (),
        hand.active,
        known,
        follow,
        counted,
    )


def possible_friends(every: list[SideKey]) -> list[tuple[Player, ...]]:
    """Return the friends that each side may have; no friends where there are no sides."""
    return [() if side.friend is None else (side.friend,) for side in every] or [()]


def point_keys(rules: mighty.Rules, bid: mighty.Bid, possible: Collection[int]) -> list[PointKey]:
    """Return keys for all points: made, failed or a back run, and the reason where the tricks rule them out."""
    most, back = rules.setting.points, mighty.back_run_limit(rules, bid)
    zone = [
        "made" if mighty.is_made(rules, bid, points) else "back" if back is not None and points <= back else "failed"
        for points in range(most + 1)
    ]
    least, last = min(possible, default=0), max(possible, default=most)
    return [
        PointKey(
            points,
            most - points,
            zone[points],
            None if points in possible else problem("result.not_the_tally", points=points, least=least, most=last),
        )
        for points in range(most + 1)
    ]


def magic_cards_asked(rules: mighty.Rules) -> list[str]:
    """Return the magic cards whose discard matters under the rules."""
    asked = {"mighty": rules.buried_mighty_double, "joker": rules.buried_joker_double}
    return [magic for magic, double in asked.items() if double != "off"]


@remember_recent
def possible_sides(hand: mighty.Hand) -> tuple[SideKey, ...]:
    """Return the ways in which the hand in progress may have been played, after what was recorded."""
    if hand.declarer is None or hand.contract_bid is None:
        return ()
    if hand.call is None:
        return tuple(side_keys(hand.rules, hand.active, hand.declarer, hand.contract_bid))
    friends: list[Player | None] = [*(seat for seat in hand.active if seat != hand.declarer), None]
    rules = replace(hand.rules, secret_solo=True)
    ways = (side_key(rules, hand.active, hand.declarer, hand.contract_bid, hand.call, friend) for friend in friends)
    return tuple(with_friend_problem(hand, side) for side in ways if side.problem is None)


def with_friend_problem(hand: mighty.Hand, side: SideKey) -> SideKey:
    """Return a side with the reason why its friend contradicts what was recorded."""
    friends = () if side.friend is None else (side.friend,)
    if not hand.friend_known or side.friend == hand.friend:
        return side
    against = mighty.check_friends(hand, friends)
    return side._replace(problem=against[0] if against else problem("result.other_friend", friend=hand.friend))


def render_known_friend(state: TableState, hand: mighty.Hand) -> Markup | None:
    """Render the friend and how they were found, once known; None before, and where there can be none."""
    if hand.call is None or not hand.friend_known:
        return None
    if not hand.friends:
        alone = {
            "none": N_("No friend"),
            "first_trick": N_("Declarer won trick 1"),
            "last_trick": N_("Declarer won the last trick"),
        }
        return escape(gettext(alone.get(hand.call.kind, N_("Own card"))))
    names = join_html(" + ", (you_or_name(state, friend) for friend in hand.friends))
    by = {
        "card": join_list(with_facts(gettext("by %(card)s"), {"card": word(card)}) for card in hand.call.cards),
        "first_trick": gettext("by trick 1"),
        "last_trick": gettext("by the last trick"),
        "player": gettext("named"),
    }[hand.call.kind]
    return html(
        "{} <b>{}</b>{}",
        gettext("Friend:"),
        names,
        html('<span class="roomy-only">{}{}</span>', gettext(", "), by) if by else "",
    )


# --- What it would pay ---


def preview_result(state: TableState, form: Form) -> Context:
    """Return what the screen shows while the result is filled in: points, payments, warnings or refusals."""
    return preview_or_refusal(preview_whole_result, state, form, "result.joker_holder")


def preview_whole_result(state: TableState, form: Form) -> Context:
    """Return the preview of a complete result. Raises `RuleError`."""
    hand, result = hand_of(state), read_result(state, form)
    after: mighty.Hand = play_checked(state, result)
    assert after.settlement is not None
    warnings = (
        *mighty.find_unlikely_results(hand, after),
        *warn_of_repeat(state, after, "declarer", "contract_bid", "result"),
    )
    return {
        "preview": ResultPreview(
            build_headline(after, result.points), render_makers_gains(state, after, after.settlement.amounts), warnings
        ),
        "formula": after.settlement.accounts[0],
        "scores": deltas(after.settlement.amounts),
        "captions": {
            **dict.fromkeys(state.seating, caption_sitting_out(state)),
            **{player: render_role_caption(state, after, player) for player in hand.seats},
        },
    }


def caption_sitting_out(state: TableState) -> SeatCaption:
    """Return the caption of a player who sits out: the seats are narrow where more are here than any hand takes."""
    return SeatCaption(escape(gettext("sits out") if len(state.seating) <= 8 else gettext("out")), "out")


class ResultHeadline(NamedTuple):
    """The result in the head of the screen: the points, and the sentence about them."""

    points: int
    line: Message


def build_headline(after: mighty.Hand, points: int) -> ResultHeadline:
    """Return the headline of a finished hand in which the declarer's side took so many points."""
    level = after.declaration.bid.level
    others = after.rules.setting.points - points
    code = "over" if points > level else "just" if points == level else "short"
    return ResultHeadline(points, message(f"screen.{code}", count=abs(points - level), others=others))


def render_role_caption(state: TableState, after: mighty.Hand, player: Player) -> SeatCaption:
    """Render the role of a player in a finished hand, in the colour of the side."""
    if player in after.out:
        return SeatCaption(escape(gettext("out")), "out")
    role = "declarer" if player == after.declarer else "friend" if player in after.friends else "defender"
    return SeatCaption(say(message(f"role.{role}"), state), "defenders" if role == "defender" else "makers")


def render_makers_gains(state: TableState, after: mighty.Hand, amounts: Mapping[Player, Amount]) -> Markup:
    """Render what the makers get by confirming: "you +24, Eun +12"."""
    makers = [player for player in (after.declarer, *after.friends) if player is not None]
    return join_html(", ", (html("{} {}", you_or_name(state, player), with_sign(amounts[player])) for player in makers))


# --- After it ---


def build_result_panel(state: TableState, record: HandRecord) -> ResultPanel:
    """Return the panel of a finished hand: who played what, made or failed, run or back run."""
    hand: mighty.Hand = record.hand
    (declarer, bid), result = hand.declaration, hand.result
    assert result is not None
    total = hand.rules.setting.points
    steps = hand.settlement.accounts[0].steps if hand.settlement else ()
    codes = {step.why.code for step in steps if step.effect == "times"}
    run, back, made = "score.run" in codes, "score.back_run" in codes, mighty.is_made(hand.rules, bid, result.points)
    sign = "✓" if made else "✗"
    return ResultPanel(
        label=html("{} · {}", render_side(state, (declarer, *hand.friends)), word(bid)),
        fact=render_fact(bid.level, result.points, total, run=run),
        outcome="run" if run else "back" if back else "makers" if made else "defenders",
        stamp=gettext("RUN ×2") if run else gettext("BACK RUN ×2") if back else "",
        points=(result.points, total),
        brief=f"{sign}{result.points}" + (" ×2" if run or back else ""),
        won=made,
    )


def render_fact(level: int, points: int, total: int, *, run: bool) -> Markup:
    """Render the result: made with the points, short by some, or all of them."""
    if run:
        return escape(gettext("All twenty") if total == 20 else gettext("All %(points)s") % {"points": total})
    if points >= level:
        return escape(gettext("Made with %(points)s") % {"points": points})
    return escape(gettext("%(points)s short") % {"points": level - points})


def player_marks(state: TableState, _player: Player, balance: Amount) -> list[Markup]:
    """Return the marks beside a player's balance: out of the game, or a quarter of the bankroll at most."""
    rules: Any = state.rules
    if not rules.eliminate:
        return []
    if balance <= 0:
        return [tag_html(escape(gettext("out")), "bad")]
    return [tag_html(escape(gettext("nearly out")), "plain")] if balance * 4 <= rules.bankroll else []


def render_next_hand(state: TableState, hand: mighty.Hand) -> Markup:
    """Render who deals the next hand, who bids first, and who sits out."""
    starts, out = render_starters(state, hand), [player for player in state.seating if player not in hand.active]
    if not 0 < len(out) <= MOST_NAMED_OUT:
        return starts
    names = join_html(", ", (you_or_name(state, player) for player in out))
    return join_clauses(starts, html("{}{}{}", gettext("out"), gettext(": "), names))


MOST_NAMED_OUT = 2
"""The most players who are named as sitting out; the seats show more of them."""


def render_starters(state: TableState, hand: mighty.Hand) -> Markup:
    """Render who deals a hand and who bids first."""
    dealer, first = hand.session.begins, hand.session.first
    assert dealer is not None
    assert first is not None
    names = {"dealer": bold_name(state, dealer), "first": bold_name(state, first)}
    if dealer == first:
        return both_wordings(
            dealer,
            Markup(gettext("Next: <b>you</b> deal and bid first")),
            with_facts(gettext("Next: %(dealer)s deals and bids first"), names),
        )
    deals = both_wordings(
        dealer, Markup(gettext("Next: <b>you</b> deal")), with_facts(gettext("Next: %(dealer)s deals"), names)
    )
    bids = both_wordings(
        first, Markup(gettext("<b>you</b> bid first")), with_facts(gettext("%(first)s bids first"), names)
    )
    return join_clauses(deals, bids)


def bold_name(state: TableState, player: Player) -> Markup:
    """Render a name in bold."""
    return html("<b>{}</b>", isolated_name(state, player))


TERMS: Mapping[str, tuple[str, str]] = {
    "bid_over_lowest_twice": (N_("bid"), N_("2 × ({bid} − {lowest})")),
    "extra_points": (N_("over"), N_("({points} − {bid})")),
    "points_over_ten": (N_("points"), N_("({points} − 10)")),
    "points_over_lowest": (N_("points"), N_("({points} − {lowest})")),
    "points_over_lowest_plus_one": (N_("points"), N_("({points} − {lowest} + 1)")),
    "extra_points_plus_one": (N_("over"), N_("({points} − {bid} + 1)")),
    "bid_over_lowest_plus_one": (N_("bid"), N_("({bid} − {lowest} + 1)")),
    "bid_over_lowest_plus_one_twice": (N_("bid"), N_("2 × ({bid} − {lowest} + 1)")),
    "bid_over_lowest_and_half": (N_("bid, rounded down"), N_("1½ × ({bid} − {lowest})")),
    "points_short": (N_("short"), N_("({bid} − {points})")),
    "points_short_twice": (N_("short"), N_("2 × ({bid} − {points})")),
    "at_least": (N_("at least {least}"), ""),
    "run": (N_("run"), ""),
    "back_run": (N_("back run"), ""),
    "no_trump": (N_("no-trump"), ""),
    "no_friend": (N_("no friend"), ""),
    "buried_mighty": (N_("Mighty discarded"), ""),
    "buried_joker": (N_("joker discarded"), ""),
    "bid_of_20": (N_("contract of {bid}"), ""),
}
"""The short words of the formula by code: the label above a step, and its numbers where it is a sum of its own."""

SENTENCES: Sentences = {
    **{f"term.score.{code}": Sentence(label) for code, (label, _) in TERMS.items()},
    **{f"formula.score.{code}": Sentence(numbers) for code, (_, numbers) in TERMS.items() if numbers},
    "screen.over": Sentence(N_("Made with {count} over, {others} to the defenders")),
    "screen.just": Sentence(N_("Just made, {others} to the defenders")),
    "screen.short": Sentence(N_("{count} short, {others} to the defenders")),
    "screen.possible": Sentence(N_("By the tricks recorded, the declarer’s side has from {least} to {most} points.")),
    "field.second_friend": Sentence(N_("the second friend")),
    "field.revoked": Sentence(N_("who revoked")),
}
"""The sentences of the result screens."""
