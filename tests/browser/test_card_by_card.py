"""A whole hand of eight on one phone, card by card and by what counts alone, by taps alone, which are counted."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.web.games.zhao_pengyou.board import RECORDING_MODES
from tests.browser.app import BrowserPhone, open_phone
from tests.browser.app_pages import PHONE, ServedApp
from tests.browser.by_taps import find_primary, tap_and_wait
from tests.browser.poses import LATIN, open_pose
from tests.browser.poses_zhao_pengyou import call_step, trump_steps
from tests.browser.poses_zhao_pengyou import zpy as zpy_pose
from tests.games.zhao_pengyou.note_taker import list_what_counts
from tests.games.zhao_pengyou.play import calls, rules
from tests.games.zhao_pengyou.random_hand import RandomHand
from tests.games.zhao_pengyou.real_hand import RealHand

TWO_PACKS: dict[str, Any] = {"packs": "two", "jokers": "one_of_each_per_pack"}
CALLED = "CA#1 DA#2 SK#2"
MOST_TAPS = {"every card": 150, "what counts": 100}


class OrderlyHand(RealHand):
    """A hand of which everyone follows suit and leads the highest set: Dan makes hearts trumps."""

    def __init__(self, luck: Random) -> None:
        RandomHand.__init__(self, rules(**TWO_PACKS), 8, luck)
        self.calls, self.daring, self.tricks = calls(CALLED), 0.0, []
        for move in (zpy.EnterTrumps(4, "H"), zpy.CallFriends(self.calls)):  # type: ignore[arg-type]
            self.try_move(move)
        self.play()

    def choose_follow(self, player: int) -> tuple[Card, ...]:
        lead = self.hand.lead
        assert lead
        return zpy.suggest_follow(self.hand.conditions, lead, self.held[player])

    def settle_by_tally(self) -> zpy.Hand:
        """Return the hand with the same tricks tallied, the friends told and the same result."""
        result = zpy.derive_result(self.hand)
        assert result
        tally = (zpy.RecordTrick(trick.winner, trick.points) for trick in self.hand.tricks)
        hand = zpy.do(self.dealt, zpy.EnterTrumps(4, self.suit), zpy.CallFriends(None), *tally)
        return zpy.do(hand, result)


def tap_cards(phone: BrowserPhone, hand: zpy.Hand, cards: tuple[Card, ...], *, leads: bool) -> None:
    """Tap cards suit by suit, opening a suit where it is not open; the last card of a follow plays them."""
    assert hand.trumps
    opened = phone.page.locator('.dock input[name="opened"]')
    for at, card in enumerate(cards):
        group = hand.trumps.group(card)
        value = group if isinstance(group, str) else group.value
        if opened.get_attribute("value") != value:
            phone.tap(phone.page.locator(f'.dock button[name="group"][value="{value}"]'))
            expect(opened).to_have_attribute("value", value)
        key = phone.page.locator(f'.pad label:has(input[value="{card}"])')
        if at + 1 < len(cards) or leads:
            phone.tap(key)
        else:
            tap_and_wait(phone, key)
    if leads:
        expect(phone.page.locator("#gives")).not_to_be_empty()
        tap_and_wait(phone, find_primary(phone))


def tap_unseen(phone: BrowserPhone, move: zpy.PlayUnseen) -> None:
    """Tap who plays next, or the points of the rest, to which "Points" leads and "+" goes on, or that it has none."""
    if move.until is not None:
        return tap_and_wait(phone, phone.page.locator(f'.seat__key[value="{move.until}"]'))
    rest, more = (phone.page.locator(f".dock button{which}") for which in ("[name=rest_points]", "[name=first]"))
    points = phone.page.locator(f'.dock button[name="rest_points"][value="{move.rest_points}"]')
    nothing = phone.page.locator('.dock button[formaction$="/play_unseen"]')
    if nothing.count() and not move.rest_points:
        return tap_and_wait(phone, nothing.last)
    if nothing.count():
        phone.tap(phone.page.locator('.dock button[name="view"][value="points"]'))
        expect(rest.nth(1)).to_be_attached()
    while not points.count():
        following = more.get_attribute("value")
        phone.tap(more)
        expect(rest.first).to_have_text(following or "")
    return tap_and_wait(phone, points)


def record_play(phone: BrowserPhone, hand: zpy.Hand, moves: Iterable[zpy.Move]) -> None:
    """Tap the play move by move: cards, and who or what goes unseen."""
    leads = True
    for move in moves:
        if isinstance(move, zpy.PlayCards):
            tap_cards(phone, hand, move.cards, leads=leads)
        elif isinstance(move, zpy.PlayUnseen):
            tap_unseen(phone, move)
        leads = phone.page.locator(".dock[data-plays]").count() == 0


@pytest.mark.full
@pytest.mark.parametrize("told", MOST_TAPS)
def test_a_hand_of_eight_takes_few_taps(browser: Browser, served_app: ServedApp, told: str) -> None:
    """Count the taps of a whole hand, which are those that the key tells, and compare its result with the tally."""
    played = OrderlyHand(Random(8))
    every = [play.move for trick in played.tricks for play in trick.plays]
    pose = zpy_pose(steps=[*trump_steps(), call_step(CALLED)], players=8, rules=TWO_PACKS, modes=("play:cards",))
    phone = open_phone(browser, served_app.url, **PHONE)
    opened, path = open_pose(served_app.app, pose, LATIN)
    served_app.show(phone.page, opened, path)
    record_play(phone, played.hand, list_what_counts(played) if told == "what counts" else every)
    phone.wait_for_phase("result")
    assert phone.taps <= MOST_TAPS[told], phone.taps
    assert RECORDING_MODES["play"][1].cost == f"about {MOST_TAPS['what counts']} taps a hand"
    record = served_app.app.extensions["scorekeeper"].books.ledger(path.split("/")[2]).state.current
    assert record
    result = zpy.derive_result(record.hand)
    assert result
    assert zpy.do(record.hand, result).promotions == played.settle_by_tally().promotions
    assert not phone.errors
    phone.context.close()
