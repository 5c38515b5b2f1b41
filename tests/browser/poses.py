"""Poses: screens of Mighty and of the pages around a table, each with the moves that lead to it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.games import GAMES
from scorekeeper.store import StoreUnavailable
from scorekeeper.web.page.access import Forbidden, Role
from tests.web.fixing import correct_hand
from tests.web.hands import POOR
from tests.web.phones import Phone, Table, open_table

LATIN = (
    *("Ana", "Bo", "김아름", "Bartholomew Longname", "Maximiliane-Antoin", "Dan", "Eun", "Fay"),
    *("Gil", "Hye", "Ian", "Wolfeschlegelstein"),
)
KOREAN = (
    *("남궁아리따운", "민준", "서연", "가나다라마바사아자차카타파하", "도윤", "하은", "지호", "김수한무거북이"),
    *("예준", "시우", "황보관창", "독고영재와동무들"),
)
MIXED = (
    *("محمد عبد الرحمن", "남궁아리따운빛나래가람슬기롭고하늘보다푸른별", "🎉🎉", "Bartholomew Longname III"),
    *("김아름 🇰🇷", "👨‍👩‍👧 Ana", "עמית (2)", "عبد الله محمد الأنصاري", "Wolfeschlegelsteinhausen", "❤️ Zoë"),
    *("1️⃣ Ngọc Đặng", "欧阳🀄"),
)
"""Names of both directions, of signs alone, and as long as a name may be."""

Step = tuple[str, Mapping[str, Any]]

NO_SEAT = -1


class Pose(NamedTuple):
    """A screen, the moves that lead to it, and the role that looks.

    `steps` are taps at a table of that preset; `at` follows its address; `modes` are the ways of recording that the
    table chose. `seat` is that of the host's phone; a seat of 0 stands for a guest, `NO_SEAT` for somebody who may
    sit down and has not. `unlinked` are the selectors tapped without a connection, or None to keep the connection;
    `meanwhile` are the steps that others record until it is back. `late` are the selectors tapped after `meanwhile`
    was recorded and before the phone has heard of it. `sent` are forms of other pages, by their address below the
    table's. `refused` is a form of the page with values that are refused. `checked` are the cards picked on the
    page, which no address holds, and `claimed` the buttons tapped after them. `others` are the seats of other
    phones at the table, `tapped` the selectors tapped at last.
    """

    preset: str = "pagat"
    steps: Iterable[Step] = ()
    at: str = ""
    modes: tuple[str, ...] = ()
    players: int = 0
    seat: int = 4
    game: str = "mighty"
    rules: Mapping[str, Any] = {}
    unlinked: tuple[str, ...] | None = None
    meanwhile: tuple[Step, ...] = ()
    sent: tuple[Step, ...] = ()
    late: tuple[str, ...] = ()
    refused: Step | None = None
    checked: tuple[str, ...] = ()
    claimed: tuple[str, ...] = ()
    others: tuple[int, ...] = ()
    tapped: tuple[str, ...] = ()


def check_hand(page: Page, pose: Pose) -> None:
    """Send the cards of the pose as a browser without scripts does, then tap on the pages that answer."""
    if not pose.checked:
        return
    with page.expect_navigation():
        page.evaluate(PICK, list(pose.checked))
    for button in pose.claimed:
        with page.expect_navigation():
            page.locator(button).evaluate("button => button.form.requestSubmit(button)")


PICK = """cards => {
  const form = document.querySelector(".dock--pack");
  for (const box of form.elements.cards) box.checked = cards.includes(box.value);
  form.requestSubmit();
}"""


def send_refused(page: Page, pose: Pose) -> None:
    """Send the pose's refused form, if there is one. The page comes back with the reason."""
    if pose.refused is None:
        return
    action, fields = pose.refused
    form = f"form[action$='{action}']"
    with page.expect_navigation():
        page.evaluate(FILL, [form, {name: str(value) for name, value in fields.items()}])
    expect(page.locator(f":is({form}, main) .problem").first).to_be_in_viewport()


FILL = """([selector, fields]) => {
  const form = document.querySelector(selector);
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name];
    if (field.type === "checkbox") field.checked = true; else field.value = value;
  }
  form.requestSubmit();
}"""


def unlink(page: Page, pose: Pose, phone: Phone, path: str) -> None:
    """Disconnect a page and tap on it. Where others record meanwhile, connect it again."""
    expect(page.locator("#phones")).to_be_visible()  # going offline does not cut a stream that is still being opened
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_be_visible()
    for tapped in pose.unlinked or ():
        page.locator(tapped).first.click()
    if pose.unlinked:
        expect(page.locator(".dock__ask--kept-tap")).to_be_visible()
    if pose.meanwhile:
        table = Table(phone, path.split("/")[2])
        other = table.take_seat(2)
        for form, fields in pose.meanwhile:
            table.record(form, fill_in_turn(table, fields), by=other)
        page.context.set_offline(False)
        expect(page.locator("#dock-conflict")).to_be_visible()
        expect(page.locator("#banner")).to_be_hidden()


def overtake(page: Page, pose: Pose, phone: Phone, path: str) -> None:
    """Record what others do while a page takes no frames, then tap on it."""
    page.evaluate("document.getElementById('table').dataset.overlay = 'late'")
    table = Table(phone, path.split("/")[2])
    other = table.take_seat(2)
    for form, fields in pose.meanwhile:
        table.record(form, fill_in_turn(table, fields), by=other)
    for tapped in pose.late:
        page.locator(tapped).first.click()
    expect(page.locator(".alert--notice")).to_be_visible()


def open_pose(app: Flask, pose: Pose, names: tuple[str, ...]) -> tuple[Phone, str]:
    """Record the moves of a pose. Return the phone that looks, and the path of its page."""
    rules = GAMES[pose.game].presets[pose.preset].rules.change(pose.rules)
    count = pose.players or GAMES[pose.game].seat_counts(rules)[0]
    table = open_table(app, pose.preset, names[:count], game=pose.game, **pose.rules)
    table.choose_modes(*pose.modes)
    for form, fields in pose.steps:
        table.record(form, fill_in_turn(table, fields))
    for path, fields in pose.sent:
        if path == "/fix":
            correct_hand(table, **fields)
            continue
        answer = table.host.post(table.path + path, {"version": table.version, **fields})
        assert answer.status_code in (302, 303), answer.text
    for other in pose.others:
        table.take_seat(other)
    if pose.seat <= 0:
        return table.joiner() if pose.seat == NO_SEAT else table.watcher(), table.path + pose.at
    phone, path = table.host, table.path + pose.at
    phone.post(f"{table.path}/seat", {"player": min(pose.seat, count)})
    while "/fix" in path and (answer := phone.get(path)).status_code == 302:
        path = answer.headers["Location"]
    return phone, path


def fill_in_turn(table: Table, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return fields in which the marker `TURN` is replaced by the player in turn."""
    if fields.get("player") is not TURN:
        return fields
    assert table.state.current
    hand = table.state.current.hand
    bidding = table.state.game.key == "mighty" and hand.call is None
    return {**fields, "player": hand.auction.turn if bidding else hand.turn}


TURN = object()


def call_steps(*said: str) -> list[Step]:
    """Return a hand and its first calls, such as "14H", or "-" for a pass."""
    steps: list[Step] = [("start_hand", {})]
    for call in said:
        bid = {"level": call[:2], "trump": call[2:]}
        steps.append(("pass", {"player": TURN}) if call == "-" else ("place_bid", {"player": TURN, **bid}))
    return steps


def contract_steps(bid: str = "15NT", declarer: int = 4) -> list[Step]:
    """Return a hand of which only the contract is recorded."""
    return [("start_hand", {}), ("enter_contract", {"declarer": declarer, "level": bid[:2], "trump": bid[2:]})]


def trick_steps(*won: tuple[int, int]) -> list[Step]:
    """Return tricks by winner and points."""
    return [("record_trick", {"winner": winner, "points": points}) for winner, points in won]


def card_steps(played: str) -> list[Step]:
    """Return cards, each played by the player in turn."""
    return [("play_card", {"player": TURN, "card": card}) for card in played.split()]


def result_steps(side: str, points: int, bid: str = "15NT", declarer: int = 4) -> list[Step]:
    """Return a hand of which contract and result are recorded."""
    return [*contract_steps(bid, declarer), ("result", {"side": side, "points": points})]


def call_step(card: str = "JK") -> Step:
    return "call_friend", {"call": "card", "card": card}


PLAY = [*contract_steps(), call_step(), *trick_steps((4, 3), (4, 2), (5, 3), (1, 2))]
KNOWN = [*PLAY, ("reveal_friend", {"player": 5}), *trick_steps((2, 2), (4, 1))]
ALL_TRICKS = [*PLAY, ("reveal_friend", {"player": 5}), *trick_steps((4, 3), (5, 2), (4, 3), (2, 1), (4, 1), (5, 0))]
TIMES_EIGHT = [*contract_steps("16NT"), ("call_friend", {"call": "none"}), *trick_steps(*[(4, 2)] * 10)]
"""A hand that is paid eight times: a run without trumps, without a friend."""
BY_CARDS = [*contract_steps("15H"), call_step("SA"), *card_steps("CK D2 C5 CA C9 DK D3 D4")]
BY_TWO_JOKERS = [*contract_steps("15S"), call_step("RJ"), *card_steps("CK C2 C5 CA C9")]
ASKED = [*contract_steps("20NT"), ("call_friend", {"call": "JK", "suit": "H"}), *trick_steps((4, 3))]
EIGHT = [*contract_steps("27H", 2), ("call_friend", {"call": "SA+HK"})]
EVENING = [
    *result_steps("card|5", 16, "14H", 2),
    *result_steps("card|4", 13, "15S", 1),
    *result_steps("none|-", 14, "15C", 5),
    *result_steps("card|1", 9, "17S", 2),
]
FIVE_OF_TWELVE: Step = ("start_hand", {"choose_seats": "yes", **{f"seat_{seat}": "yes" for seat in range(3, 8)}})
ONE_OF_TWELVE = [*contract_steps("14H", 3)[1:], ("result", {"side": "card|4", "points": 15})]
DROPPED = [
    *contract_steps("15H", 2),
    ("drop", {"card": "SA", "holder": 5}),
    ("drop", {"holder": 6}),
    ("result", {"side": "card|3", "points": 16}),
]
SPENT = ("set_token", {"player": 6, "spent": "yes"})
TRICK = ("label.key:has([name=winner][value='5'])", ".dock [name=points][value='2']")
EXCHANGE = "/draft?contract=15NT"
BID_OUT = [*call_steps("-", "14H", "-", "-"), ("all_pass", {})]
LOST = {"declarer": 1, "level": 16, "trump": "H", "side": "card|3", "points": 15}
"""A hand of which the declarer’s side is one short."""
SEVENTEEN = [*(f"{suit}{rank}" for suit in "CDHS" for rank in "3468"), "C7"]

POSES = {
    "ready": Pose(),
    "ready, twelve people": Pose("korean40", players=12),
    "nobody has bid": Pose(steps=call_steps()),
    "auction of five": Pose(steps=call_steps("13S", "13NT", "-", "14S")),
    "auction of five, your turn": Pose(steps=call_steps("13S", "13NT", "-"), seat=4),
    "a free seat may be mine": Pose(steps=call_steps("13S", "13NT", "-"), seat=NO_SEAT, others=(1, 3)),
    "a free seat of eight may be mine": Pose("double_eight", call_steps("-", "27H"), seat=NO_SEAT, others=(1, 3)),
    "ready, a free seat may be mine": Pose(seat=NO_SEAT, others=(2,)),
    "auction of five, another phone’s turn": Pose(steps=call_steps("13S", "13NT", "-", "14S"), others=(1, 2, 3, 5)),
    "auction of eight, another phone’s turn": Pose(
        "double_eight", call_steps("-", "27H"), others=(1, 2, 3, 5, 6, 7, 8)
    ),
    "all pass, asked again": Pose(steps=call_steps("13S", "-", "-"), tapped=("[data-asks]",)),
    "all passed, asked again": Pose(steps=call_steps(), modes=("auction:contract",), tapped=("[data-asks]",)),
    "a long auction": Pose(
        steps=call_steps("13S", "13NT", "14S", "14NT", "15S", "15NT", "16S", "16NT", "17S", "17NT", "18S")
    ),
    "auction of five among twelve": Pose("korean40", [FIVE_OF_TWELVE, *call_steps("13S", "-")[1:]], players=12),
    "auction of three": Pose("three", call_steps("11H", "12S")),
    "auction of four": Pose("four", call_steps("14H", "-")),
    "auction at a Chicago table": Pose("four_chicago", call_steps("13H")),
    "auction of six": Pose("six_drop", call_steps("14H", "-")),
    "a spent token": Pose("korean40", [("set_token", {"player": 2, "spent": "yes"}), *call_steps("13H")], seat=2),
    "spent tokens among twelve": Pose(
        "korean40", [SPENT, FIVE_OF_TWELVE, *call_steps("13S", "-")[1:]], players=12, seat=6
    ),
    "auction of seven": Pose("seven_drop", call_steps("14H", "-", "15NT")),
    "auction with two packs": Pose("double_eight", call_steps("-", "27H", "-", "28NT", "31C")),
    "auction of eight, a hand before": Pose(
        "double_eight",
        [*EIGHT[:2], ("result", {"side": "card|3", "second_friend": 5, "points": 31}), *call_steps("27H")],
    ),
    "all passed": Pose("wikipedia_ja", call_steps("-", "-", "-", "-", "-")),
    "final contract": Pose(steps=call_steps(), modes=("auction:contract",)),
    "final contract, a hand claimed": Pose(
        steps=[*call_steps(), ("claim_redeal", {"player": 3, "cards": POOR})], modes=("auction:contract",)
    ),
    "final contract of eight": Pose("double_eight", call_steps(), modes=("auction:contract",)),
    "my cards": Pose(steps=call_steps("13H"), at="/referee/redeal"),
    "my cards of two packs": Pose("double_eight", call_steps("25C"), at="/referee/redeal"),
    "a checked hand for somebody": Pose(
        steps=call_steps("13H"), at="/referee/redeal", checked=tuple(POOR), claimed=("[name=others]",)
    ),
    "a checked hand": Pose(steps=call_steps("13H"), at="/referee/redeal", checked=tuple(POOR)),
    "a claim that is refused": Pose(
        steps=call_steps("13H"),
        at="/referee/redeal",
        checked=tuple(POOR),
        claimed=("[name=others]", "[name=player][value='5']"),
    ),
    "somebody else claims": Pose(steps=call_steps("13H"), at="/referee/redeal?others=yes"),
    "a claim": Pose(
        steps=[*call_steps("13C"), ("claim_redeal", {"player": 5, "cards": POOR})],
        rules={"redeal_blocked_by_20": True, "redeal_window": "first_turn"},
    ),
    "who sits out next": Pose(
        players=7, steps=[*call_steps(), ("record_hand", LOST)], rules={"sitting_out": "in_turn"}
    ),
    "a pot": Pose(
        steps=[*call_steps(), ("claim_redeal", {"player": 1, "cards": POOR}), *call_steps("13H")[1:]],
        rules={"redeal_fine": "doubling"},
    ),
    "dealt again, a hand shown": Pose(steps=[*call_steps(), ("claim_redeal", {"player": 1, "cards": POOR})]),
    "dealt again at a table of two packs": Pose(
        "double_six",
        [*call_steps(), ("claim_redeal", {"player": 1, "cards": SEVENTEEN})],
    ),
    "too many cards": Pose(steps=call_steps("13H"), at="/referee/redeal", checked=(*POOR, "CA", "DA")),
    "a token": Pose("korean40", [*call_steps(), ("claim_redeal", {"player": 5})]),
    "my token": Pose("korean40", call_steps(), at="/referee/redeal"),
    "friend": Pose(steps=contract_steps()),
    "friend, another phone’s call": Pose(steps=contract_steps(declarer=2), others=(2,)),
    "friend called": Pose(steps=contract_steps(), at=f"{EXCHANGE}&call=JK"),
    "friend, other trumps": Pose(steps=contract_steps(), at="/draft?contract=17H&call=HK"),
    "result only, asked first": Pose(steps=contract_steps(), at=f"{EXCHANGE}&call=JK&contract=18S&suit=H&view=result"),
    "any card": Pose(steps=contract_steps(), at=f"{EXCHANGE}&call=HK&view=card"),
    "raise": Pose(steps=contract_steps(), at="/draft?when=raise&level=17&trump=H&view=raise"),
    "before the kitty": Pose("base10", contract_steps("14H"), at="/draft?when=before&level=15&trump=D&view=before"),
    "exposed kitty": Pose("wikipedia_ja", contract_steps("14S"), at="/draft?view=kitty&cards=HK&cards=C10&cards=D4"),
    "bids above twenty": Pose(steps=call_steps("21S"), rules={"highest_bid": 25}),
    "all passed, the first bids lower": Pose(
        steps=[*call_steps(), ("all_pass", {})],
        rules={"min_bid": 14, "no_trump_bids": "opens_lower", "all_pass": "first_again"},
    ),
    "the first must bid": Pose(steps=call_steps(), rules={"first_bidder_must_bid": True}),
    "friend by the last trick": Pose(
        steps=contract_steps(),
        at="/draft?call=last_trick",
        rules={"friend_by_last_trick": True, "friend_by_player": True},
    ),
    "another card beside the last trick": Pose(
        steps=contract_steps(), at="/draft?call=H7", rules={"friend_by_last_trick": True}
    ),
    "the last trick finds the friend": Pose(
        steps=[*contract_steps(), ("call_friend", {"call": "last_trick"}), *trick_steps((4, 3))],
        rules={"friend_by_last_trick": True},
    ),
    "friend by name": Pose(steps=contract_steps("20NT"), at="/draft?call=player:3", rules={"friend_by_player": True}),
    "a suit led back": Pose(steps=contract_steps("20NT"), at="/draft?call=JK&suit=H"),
    "two friends": Pose("double_eight", contract_steps("32H", 6), at="/draft?call=SA&second=JK"),
    "two friends, any card": Pose("double_eight", contract_steps("32H", 6), at="/draft?call=SA&view=card"),
    "three players": Pose("three", contract_steps("14H", 1)),
    "Chicago": Pose("four_chicago", contract_steps("16C"), at="/draft?call=SA"),
    "dropping out": Pose("six_drop", contract_steps("15D"), at="/draft?card=HA&holder=2"),
    "dropping out, another phone’s turn": Pose("six_drop", contract_steps("15D", 2), others=(2,)),
    "dropping out, any card": Pose("six_drop", contract_steps("15D"), at="/draft?view=card&card=HQ"),
    "tally": Pose(steps=PLAY),
    "tally, the friend is known": Pose(steps=KNOWN),
    "tally, points before the winner": Pose(steps=PLAY, tapped=(".dock [name=points][value='2']",)),
    "result, nothing chosen": Pose(steps=contract_steps(), modes=("play:result",), tapped=(".dock .button--main",)),
    "who is the friend": Pose(steps=PLAY, at="?at=friend"),
    "a trick corrected": Pose(steps=KNOWN, at="/fix?at=tricks"),
    "a result corrected": Pose(steps=result_steps("card|5", 16, "14H", 2), at="/fix"),
    "a contract corrected": Pose(steps=result_steps("card|5", 16, "14H", 2), at="/fix?at=contract"),
    "piles": Pose(steps=KNOWN, at="?at=piles&pile_1=2&pile_3=1&pile=1&points=2"),
    "piles, the second friend": Pose(
        "double_six", [*contract_steps("30H", 1), ("call_friend", {"call": "SA+HK"})], at="?at=piles&side=SA%2BHK|2"
    ),
    "piles of two friends": Pose(
        "double_six",
        [*contract_steps("30H", 1), ("call_friend", {"call": "SA+HK"})],
        at="?at=piles&side=SA%2BHK|2&second_friend=3&pile_4=3&pile=5&points=4",
    ),
    "piles, all that is paid by": Pose(
        steps=KNOWN,
        at="?at=piles&pile_1=2&pile_3=1&pile=1&points=2",
        rules={"buried_mighty_double": "always", "buried_joker_double": "always"},
    ),
    "result only, after the call": Pose(
        steps=[*contract_steps(), call_step()], modes=("play:result",), rules={"friend_may_announce": True}
    ),
    "a friend shown, result only": Pose(
        steps=[*contract_steps(), call_step()], modes=("play:result",), at="?at=friend"
    ),
    "a suit asked for, tally": Pose(steps=ASKED),
    "a suit asked for, cards": Pose(steps=ASKED, modes=("play:cards",)),
    "a suit asked for, result only": Pose(steps=ASKED, modes=("play:result",)),
    "a friend who may announce, cards": Pose(
        steps=[*contract_steps("15H"), call_step("DA"), *card_steps("CK D2 C5 CA C9")],
        modes=("play:cards",),
        rules={"friend_may_announce": True},
    ),
    "a friend who must announce, cards": Pose(
        "gyeonggi_province",
        [*contract_steps("15H"), call_step("DA"), *card_steps("CK D2 C5 CA C9")],
        modes=("play:cards",),
    ),
    "friends who are late": Pose(
        "gyeonggi_province",
        [*contract_steps("15H"), call_step("DA"), *trick_steps((3, 3), (4, 2), (2, 1))],
        at="?at=friend",
    ),
    "spoken": Pose(steps=PLAY, at="?at=said"),
    "tally of five among twelve": Pose(
        "korean40",
        [FIVE_OF_TWELVE, *contract_steps(declarer=3)[1:], call_step(), *trick_steps((3, 3), (5, 2))],
        players=12,
    ),
    "tally of three": Pose("three", [*contract_steps("14H", 2), ("call_friend", {"call": "none"})]),
    "tally of seven": Pose("double_seven", [*EIGHT, *trick_steps((1, 3), (2, 3), (3, 3))]),
    "tally of eight": Pose("double_eight", [*EIGHT, *trick_steps((1, 3), (2, 3), (3, 3))]),
    "cards": Pose(steps=BY_CARDS, modes=("play:cards",)),
    "two jokers, a friend": Pose("gyeonggi", contract_steps("15S"), at="/draft?contract=15S&call=RJ"),
    "two jokers, a lead": Pose("gyeonggi", BY_TWO_JOKERS, modes=("play:cards",)),
    "two jokers, one led": Pose("gyeonggi", [*BY_TWO_JOKERS, *card_steps("RJ D4")], modes=("play:cards",)),
    "two jokers, one called": Pose("gyeonggi", [*BY_TWO_JOKERS, *card_steps("H3! RJ")], modes=("play:cards",)),
    "two jokers, spoken": Pose("gyeonggi", BY_TWO_JOKERS, at="?at=said", modes=("play:tally",)),
    "two jokers, a card corrected": Pose(
        "gyeonggi", [*BY_TWO_JOKERS, *card_steps("RJ D4")], at="/fix?at=tricks", modes=("play:cards",)
    ),
    "cards, another phone’s turn": Pose(steps=BY_CARDS, modes=("play:cards",), others=(5,)),
    "cards, a lead": Pose(steps=BY_CARDS[:3], modes=("play:cards",)),
    "cards of eight": Pose("double_eight", [*EIGHT, *card_steps("S3 S4 S5 S6 S7")], modes=("play:cards",)),
    "a card corrected": Pose(steps=BY_CARDS, at="/fix?at=tricks", modes=("play:cards",)),
    "cards taken back": Pose(steps=BY_CARDS, at="?at=clear", modes=("play:tally",)),
    "everybody has left": Pose(
        steps=[*result_steps("card|5", 16, "14H", 2), *(("leave", {"player": player}) for player in range(1, 6))]
    ),
    "result only": Pose(steps=contract_steps(), modes=("play:result",)),
    "result only, after bids": Pose(steps=BID_OUT, modes=("play:result",)),
    "the contract changed, result only": Pose(steps=BID_OUT, modes=("play:result",), at="?at=change&view=raise"),
    "result of eight": Pose("double_eight", EIGHT[:2], modes=("play:result",)),
    "result of eight, every trick": Pose(
        "double_eight", [*EIGHT, *trick_steps(*((1 + each % 8, 3) for each in range(12)))]
    ),
    "result of eight, friends known": Pose(
        "double_eight",
        [
            *EIGHT,
            *(("reveal_friend", {"player": player, "card": card}) for player, card in ((3, "SA"), (5, "HK"))),
            *trick_steps(*((1 + each % 8, 3) for each in range(12))),
        ],
    ),
    "result of six": Pose("six_sit_out", contract_steps("15H", 2), modes=("play:result",)),
    "result": Pose(steps=ALL_TRICKS),
    "result times eight": Pose(steps=TIMES_EIGHT),
    "moment times eight": Pose(steps=[*TIMES_EIGHT, ("result", {"side": "none|-", "points": 20})]),
    "moment": Pose(steps=result_steps("card|5", 17)),
    "run": Pose(steps=result_steps("card|5", 20)),
    "back run": Pose(steps=result_steps("card|5", 8, "17S")),
    "moment of eight": Pose(
        "double_eight", [*EIGHT[:2], ("result", {"side": "card|3", "second_friend": 5, "points": 31})]
    ),
    "moment among twelve": Pose(
        "korean40",
        [FIVE_OF_TWELVE, *contract_steps(declarer=3)[1:], ("result", {"side": "card|5", "points": 17})],
        players=12,
    ),
    "over": Pose("korean40", result_steps("none|-", 20, "16C", 2)),
    "over, one eliminated": Pose(
        "korean40",
        [
            ("start_hand", {}),
            ("claim_redeal", {"player": 2}),
            *contract_steps("14H", 2)[1:],
            ("result", {"side": "none|-", "points": 0}),
        ],
    ),
    "over, of twelve": Pose(
        "korean40",
        [
            FIVE_OF_TWELVE,
            ("claim_redeal", {"player": 4}),
            *contract_steps("14H", 4)[1:],
            ("result", {"side": "none|-", "points": 0}),
        ],
        players=12,
    ),
    "over, two tied": Pose(
        steps=[*result_steps("card|4", 17, "16H", 3), *result_steps("card|3", 17, "16H", 4)],
        sent=(("/people/end", {}),),
    ),
    "offline": Pose(steps=KNOWN, unlinked=()),
    "offline, a trick is kept": Pose(steps=KNOWN, unlinked=TRICK),
    "offline, a trick of eight is kept": Pose("double_eight", [*EIGHT, *trick_steps((1, 3), (2, 3))], unlinked=TRICK),
    "offline, a bid is kept": Pose(
        steps=call_steps("13S", "13NT", "-"), unlinked=(".dock .actions .button:last-child",)
    ),
    "offline, a card is kept": Pose(
        steps=BY_CARDS, modes=("play:cards",), unlinked=(".pad button:not([data-reason])",)
    ),
    "offline, a hand is kept": Pose(steps=result_steps("card|5", 17), unlinked=(".button--main",)),
    "offline, a result is kept": Pose(
        "double_eight",
        EIGHT[:2],
        modes=("play:result",),
        unlinked=(".steps label.key", "[name=step][value=points]", ".zone label.key:last-child", ".button--main"),
    ),
    "too late": Pose(steps=KNOWN, unlinked=TRICK, meanwhile=tuple(trick_steps((3, 1)))),
    "too late, by more": Pose(steps=KNOWN, unlinked=TRICK, meanwhile=tuple(trick_steps((3, 1), (2, 1)))),
    "too late, for a result of eight": Pose(
        "double_eight",
        EIGHT[:2],
        modes=("play:result",),
        unlinked=(".steps label.key", "[name=step][value=points]", ".zone label.key:last-child", ".button--main"),
        meanwhile=(("result", {"side": "card|3", "second_friend": 5, "points": 31}),),
    ),
    "overtaken": Pose(steps=KNOWN, late=TRICK, meanwhile=tuple(trick_steps((3, 1)))),
    "not too late": Pose(steps=PLAY, unlinked=TRICK, meanwhile=(("reveal_friend", {"player": 5}),)),
}
"""The screens of a phone at the table."""

PAGES = {
    path: Pose(steps=EVENING, at=f"/{path}")
    for path in (
        *("sheet", "sheet/1", "sheet/1/chips", "rules", "rules/change", "pack", "referee", "people"),
        *("log", "export", "print", "move", "seat", "seat/2/ask", "links", "paper-hands", "forget", "delete", "chart"),
        *("statistics", "statistics/4", "statistics/4/hands?what=hands", "statistics/hands", "settle"),
        "programs",
    )
} | {
    "television": Pose(steps=EVENING, sent=(("/television", {}),), at="/television"),
    "television, without a code": Pose(steps=EVENING, at="/television"),
    "television, for a guest": Pose(steps=EVENING, at="/television", seat=0),
    "is this my seat, which is held": Pose(steps=EVENING, at="/seat/2/ask", seat=NO_SEAT, others=(2,)),
    "is this my seat": Pose(steps=EVENING, at="/seat/2/ask", seat=NO_SEAT),
    "log?hand=1": Pose(
        steps=EVENING,
        sent=(
            ("/fix", {"side": "card|5", "points": 12}),
            ("/log/undo", {}),
            ("/log/redo", {}),
        ),
        at="/log?hand=1",
    ),
    "a pot on the sheet": Pose(
        steps=[*call_steps(), ("claim_redeal", {"player": 1, "cards": POOR}), ("record_hand", LOST)],
        rules={"redeal_fine": 5},
        at="/sheet",
    ),
    "sheet/1, whole numbers": Pose(
        "double_eight",
        [*EIGHT[:2], ("result", {"side": "card|3", "second_friend": 5, "points": 31})],
        rules={"split": "whole"},
        at="/sheet/1",
    ),
    "sheets/1/2": Pose(steps=[*EVENING, ("begin", {})], at="/sheets/1/2"),
    "sheet/1/fix, in progress": Pose(steps=KNOWN, at="/sheet/1/fix/friend"),
    "sheet/1/fix, who dropped out": Pose("seven_drop", DROPPED, at="/sheet/1/fix/call"),
    "sheet/1/fix, of six": Pose("korean40", [FIVE_OF_TWELVE, *ONE_OF_TWELVE], players=12, at="/sheet/1/fix/deal"),
    "people with tokens": Pose("korean40", at="/people"),
    "people, amounts that are uneven": Pose(
        "korean40", at="/people", players=12, refused=("/people/adjust", {"amount_1": "−12", "reason": "paper"})
    ),
    "people, too few hands": Pose(steps=EVENING, at="/people", refused=("/people/limit_hands", {"hands": 2})),
    "paper hands that are uneven": Pose(
        "korean40",
        at="/paper-hands",
        players=12,
        refused=("/paper-hands/earlier", {"played_1": "16♥", "amount_1_1": "14", "amount_2_12": "−7", "amount_3_3": 4}),
    ),
    "paper totals that are uneven": Pose(
        "korean40", at="/paper-hands", players=12, refused=("/paper-hands/totals", {"total_1": 50, "total_2": 29})
    ),
    "earlier, twelve": Pose("korean40", at="/paper-hands?rows=24", players=12),
    "links of twelve": Pose("korean40", at="/links", players=12),
    "settle at the end": Pose(steps=EVENING, sent=(("/people/end", {}),), at="/settle"),
    "settle, all is asked": Pose(steps=EVENING, sent=(("/people/end", {}),), at="/settle?ask=all"),
    "settle, all is paid": Pose(
        steps=EVENING, sent=(("/people/end", {}), ("/settle/pay", {"paid": "all"})), at="/settle"
    ),
    "settle for nothing": Pose(
        steps=EVENING, sent=(("/settle/stakes", {"worth": "1", "coin": 100000, "unit": "€"}),), at="/settle"
    ),
    "help": Pose(steps=[*EVENING, *call_steps("13S")], at="/help"),
    "help for now": Pose(steps=[*EVENING, *call_steps("13S")], at="/help/now"),
    "why it paid that": Pose(steps=EVENING, at="/why/1"),
    "why the trick was won": Pose(steps=BY_CARDS, at="/why/1/1"),
    "sheet of eight": Pose(
        "double_eight",
        [*EIGHT[:2], ("result", {"side": "card|3", "second_friend": 5, "points": 31})],
        at="/sheet",
    ),
    "sheet of twelve": Pose(
        "korean40", [FIVE_OF_TWELVE, *result_steps("card|5", 17, declarer=3)[1:]], players=12, at="/sheet"
    ),
    "chart without a hand": Pose(at="/chart"),
    "settle without a hand": Pose(at="/settle"),
    "settle of eight": Pose(
        "double_eight",
        [*EIGHT[:2], ("result", {"side": "card|3", "second_friend": 5, "points": 31})],
        sent=(("/settle/stakes", {"worth": "0.35", "coin": 5, "unit": "€"}), ("/settle/pay", {"paid": "all"})),
        at="/settle",
    ),
    "settle for levels": Pose("pagat", game="zhao_pengyou", at="/settle"),
    "statistics without a hand": Pose(at="/statistics"),
    "statistics of somebody without a hand": Pose(at="/statistics/1"),
    "statistics of eight": Pose(
        "double_eight",
        [*EIGHT[:2], ("result", {"side": "card|3", "second_friend": 5, "points": 31})],
        at="/statistics",
    ),
    "chart of twelve": Pose(
        "korean40", [FIVE_OF_TWELVE, *result_steps("card|5", 17, declarer=3)[1:]], players=12, at="/chart"
    ),
    "who wins": Pose(steps=BY_CARDS, at="/referee/trick"),
    "may I play": Pose(steps=BY_CARDS, at="/referee/play"),
    "bid or change": Pose(steps=contract_steps("18C"), at="/referee/bid?when=after&new_level=19&new_trump=H"),
    "a bid of eight": Pose("double_eight", call_steps("25C"), at="/referee/bid?when=bid&new_level=26&new_trump=NT"),
    "what it pays": Pose(steps=contract_steps(), at="/referee/payment?points=17"),
    "levels": Pose("pagat", game="zhao_pengyou", players=12, at="/referee/promotion?total=120"),
    "throw": Pose("pagat", game="zhao_pengyou", players=8, at="/referee/lead?suit=H&rank=7&cards=SA+SK+SJ+SJ"),
}
"""The pages around a table."""

TROUBLE: Mapping[str, tuple[Pose, str, Exception]] = {
    "a mistake": (Pose(steps=EVENING), "scorekeeper.web.board.table.render_page", KeyError("mistake")),
    "a mistake without a table": (Pose(), "scorekeeper.web.page.access.Visitor.reaches", KeyError("mistake")),
    "a full disk": (Pose(steps=EVENING), "scorekeeper.web.board.table.render_page", StoreUnavailable("full")),
    "no file": (Pose(), "scorekeeper.store.sqlite.SqliteFile.read", StoreUnavailable("vanished")),
    "no rights": (Pose(), "scorekeeper.web.page.access.Visitor.reaches", Forbidden(Role.HOST)),
}
"""The pages of errors, each with the error raised while a table is requested, and where."""

TELEVISION = {
    name: POSES[name]._replace(at="/watch", seat=0)
    for name in (
        *(
            "ready",
            "nobody has bid",
            "a long auction",
            "auction with two packs",
            "a claim",
            "two friends",
            "tally",
            "tally of eight",
        ),
        *("a pot", "cards", "moment", "moment of eight", "over", "over, one eliminated", "over, of twelve"),
    )
} | {
    f"{name}, others may join": POSES[name]._replace(at="/watch")
    for name in ("ready", "tally", "moment", "moment among twelve")
}
"""The screens of a television."""
