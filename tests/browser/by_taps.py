"""Evenings recorded by taps alone, with a phone for each player and a television: the parts that all games share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Locator, expect

from tests.browser.app import BrowserPhone, NewPhone, join_table, open_table

TELEVISION = {"viewport": {"width": 1920, "height": 1080}, "is_mobile": False, "has_touch": False}

FREE = ":not([aria-disabled]):not(:disabled)"


@dataclass
class TapEvening:
    """A table: the phones by seat, and a television."""

    phones: dict[int, BrowserPhone]
    television: BrowserPhone
    latest: BrowserPhone = field(init=False)

    def __post_init__(self) -> None:
        self.latest = self.phones[1]

    @property
    def table(self) -> Locator:
        """The board on the phone that was tapped last, which is always up to date."""
        return self.latest.page.locator("#table")

    @property
    def phase(self) -> str:
        """The phase of the hand."""
        return self.table.get_attribute("data-phase") or ""

    def use_phone(self, seat: int | None = None) -> BrowserPhone:
        """Return the phone of `seat`, or of the player in turn, once it shows the latest version."""
        phone = self.phones[seat or int(self.table.get_attribute("data-turn") or 1)]
        phone.wait_for_version_of(self.latest)
        self.latest = phone
        return phone

    def check_standings(self) -> dict[str, str]:
        """Return everyone's standing on the television. Each phone must show the same for the players it shows."""
        for phone in (*self.phones.values(), self.television):
            phone.wait_for_version_of(self.latest)
        for _ in range(200):  # the board of the last tap may still be drawn
            stands = self.television.read_balances()
            shown = [phone.read_balances() for phone in self.phones.values()]
            if all(len(each) >= min(len(stands), 3) and each.items() <= stands.items() for each in shown):
                return stands
        raise AssertionError(f"{shown} on phones, {stands} on the television")


def seat_everyone(new_phone: NewPhone, preset: str, names: Sequence[str], game: str = "mighty") -> TapEvening:
    """Open a table at which everyone has taken a seat, and a television."""
    host = new_phone()
    link = open_table(host, preset, names, game=game)
    watch = host.page.locator("[data-link]").nth(1).text_content() or ""
    host.page.get_by_role("button", name=names[0]).click()
    others = [join_table(new_phone, link, name) for name in names[1:]]
    host.open(others[0].page.url)
    television = new_phone(**TELEVISION)
    television.open(watch)
    return TapEvening(dict(enumerate([host, *others], 1)), television)


def tap_and_wait(phone: BrowserPhone, what: Locator) -> None:
    """Tap an element that records, and wait for the new version and for keys that accept taps."""
    version = phone.read_version()
    phone.tap(what)
    expect(phone.page.locator("#table")).not_to_have_attribute("data-version", str(version))
    expect(phone.page.locator('[data-command] button[aria-disabled="true"]:not([data-reason])')).to_have_count(0)


def find_primary(phone: BrowserPhone) -> Locator:
    """Return the primary button of the dock."""
    return phone.page.locator(".dock .button--main")


DEPTHS = ("Trick by trick", "Card by card", "Result only")


def change_modes(evening: TapEvening) -> None:
    """Change on each phone in turn how the table records the play, as all phones then show."""
    for seat in evening.phones:
        evening.use_phone(seat).choose_mode("play", DEPTHS[seat % len(DEPTHS)])


def undo_and_redo(evening: TapEvening) -> None:
    """Undo the last action on one phone and redo it on another. All standings must be as before."""
    before = evening.check_standings()
    tap_and_wait(evening.use_phone(1), evening.latest.page.get_by_role("button", name="Undo"))
    evening.use_phone(3)
    tap_and_wait(evening.latest, evening.latest.page.get_by_role("button", name="Redo"))
    assert evening.check_standings() == before


def correct_hand(evening: TapEvening, number: int, tap: Callable[[BrowserPhone], None]) -> None:
    """Correct a recorded hand by `tap` on the host's phone, which shows what the correction changes."""
    host = evening.use_phone(1)
    table = host.page.url
    host.open(f"{table}/sheet/{number}")
    host.tap("Fix this hand")
    expect(host.page.locator("#dock-result")).to_be_visible()
    tap(host)
    expect(host.page.locator(".htmx-request")).to_have_count(
        0
    )  # what it changes is drawn, and not what another tap did
    expect(host.page.locator("#changes input[name=seen]")).to_be_attached()
    host.tap(host.page.locator(".dock .button--main"))
    host.wait_for_text("Earlier versions")
    host.open(table)
    expect(host.page.locator("#table")).to_be_visible()
