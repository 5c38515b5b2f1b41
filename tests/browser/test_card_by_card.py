"""A whole hand of eight, card by card on one phone, by taps alone, which are counted."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.cards import Card
from scorekeeper.games import zhao_pengyou as zpy
from tests.browser.app import BrowserPhone, open_phone
from tests.browser.app_pages import PHONE, ServedApp
from tests.browser.by_taps import find_primary, tap_and_wait
from tests.browser.poses import LATIN, open_pose
from tests.browser.poses_zhao_pengyou import trump_steps
from tests.browser.poses_zhao_pengyou import zpy as zpy_pose
from tests.games.zhao_pengyou.play import rules
from tests.games.zhao_pengyou.random_hand import RandomHand
from tests.games.zhao_pengyou.real_hand import RealHand

TWO_PACKS: dict[str, Any] = {"packs": "two", "jokers": "one_of_each_per_pack"}
MOST_TAPS = 150


class OrderlyHand(RealHand):
    """A hand of which everyone follows suit and leads the highest set: Dan makes hearts trumps, calls are not kept."""

    def __init__(self, luck: Random) -> None:
        RandomHand.__init__(self, rules(**TWO_PACKS), 8, luck)
        self.calls, self.daring, self.tricks = (), 0.0, []
        for move in (zpy.EnterTrumps(4, "H"), zpy.CallFriends(None)):  # type: ignore[arg-type]
            self.try_move(move)
        self.play()

    def choose_follow(self, player: int) -> tuple[Card, ...]:
        lead = self.hand.lead
        assert lead
        return zpy.suggest_follow(self.hand.conditions, lead, self.held[player])


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


@pytest.mark.full
def test_a_hand_of_eight_takes_few_taps(browser: Browser, served_app: ServedApp) -> None:
    played = OrderlyHand(Random(8))
    steps = [*trump_steps(), ("call_friends", {"calls": ["-"]})]
    pose = zpy_pose(steps=steps, players=8, rules=TWO_PACKS, modes=("play:cards",))
    phone = open_phone(browser, served_app.url, **PHONE)
    served_app.show(phone.page, *open_pose(served_app.app, pose, LATIN))
    for trick in played.tricks:
        for place, play in enumerate(trick.plays):
            tap_cards(phone, played.hand, play.move.cards, leads=place == 0)
    phone.wait_for_phase("result")
    assert phone.taps <= MOST_TAPS, phone.taps
    assert not phone.errors
    phone.context.close()
