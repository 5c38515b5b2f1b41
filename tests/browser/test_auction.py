"""The auction's scripts: the suggested bid, the echo of a choice, keys that exclude each other, and the card pad."""

from playwright.sync_api import expect

from tests.browser.app import BrowserPhone, NewPhone
from tests.web.hands import people_of


def post_form(phone: BrowserPhone, path: str, **fields: object) -> str:
    """Post a form outside the page. Return the address that the answer leads to."""
    token = phone.page.locator('input[name="csrf_token"]').first.get_attribute("value")
    assert token
    form: dict[str, str | float | bool] = {"csrf_token": token, **{name: str(value) for name, value in fields.items()}}
    response = phone.page.request.post(phone.url + path, form=form, headers={"Referer": phone.url})
    assert response.ok, response.text()
    return response.url


def deal_hand(phone: BrowserPhone, seat: int, preset: str = "pagat") -> str:
    """Open a table with a dealt hand, and give the phone the seat and the scorer's role. Return the path."""
    phone.open("/")
    names = {f"name_{number}": name for number, name in enumerate(people_of(preset), 1)}
    path = "/t/" + post_form(phone, "/new", game="mighty", preset=preset, **names).split("/t/")[1].split("/")[0]
    post_form(phone, f"{path}/seat", player=seat)
    phone.open(path)
    post_form(phone, f"{path}/record/start_hand", version=phone.read_version())
    phone.open(path)
    return path


def read_choices(phone: BrowserPhone) -> list[str]:
    """Return the chosen values in the dock."""
    boxes = phone.page.locator(".dock input:checked")
    return [str(box.get_attribute("value")) for box in boxes.all()]


def read_primary(phone: BrowserPhone) -> str:
    return phone.page.locator(".dock .actions > :last-child").inner_text()


def tap_last(phone: BrowserPhone) -> None:
    """Tap the last button of the dock, once it accepts taps."""
    button = phone.page.locator(".dock .actions > :last-child")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    phone.tap(button)


def test_the_cheapest_bid_is_offered_on_the_phone_whose_turn_it_is(new_phone: NewPhone) -> None:
    """One tap bids it. Then it is another's turn, and this phone suggests nothing."""
    phone = new_phone()
    deal_hand(phone, 1)
    assert read_choices(phone) == ["13", "S"]
    tap_last(phone)
    expect(phone.page.locator(".turn")).to_contain_text("Bo to bid")
    assert read_choices(phone) == []
    assert read_primary(phone) == "Bo bids …"
    phone.choose("level", 14)
    phone.choose("trump", "H")
    assert read_primary(phone).startswith("Bo bids 14")
    tap_last(phone)
    expect(phone.page.locator(".head__fact")).to_contain_text("14")
    assert phone.taps == 4, "any bid is three taps"


def test_a_suit_is_chosen_with_the_next_number_where_only_no_trump_is_legal_with_this(new_phone: NewPhone) -> None:
    phone = new_phone()
    deal_hand(phone, 2)
    phone.choose("level", 13)
    phone.choose("trump", "H")
    tap_last(phone)
    expect(phone.page.locator('input[name="trump"][value="NT"]')).to_be_checked()
    assert read_choices(phone) == ["13", "NT"]
    phone.choose("trump", "S")
    assert read_choices(phone) == ["14", "S"], "with the lowest number that is legal"
    expect(phone.page.locator("#alert")).to_be_hidden()
    phone.choose("level", 13)
    assert read_choices(phone) == ["13", "NT"], "the choice moves to what is legal"


def test_a_contract_is_four_taps_and_the_head_says_what_is_chosen(new_phone: NewPhone) -> None:
    phone = new_phone()
    path = deal_hand(phone, 3)
    phone.open(path)
    phone.choose_mode("auction", "Final contract")
    phone.choose("declarer", 3)
    phone.choose("level", 16)
    phone.choose("trump", "H")
    expect(phone.page.locator(".head__fact")).to_contain_text("16")
    expect(phone.page.locator(".head__fact")).to_contain_text("by Cho")
    expect(phone.page.locator(".fact-grid--prices")).to_contain_text("+12")
    record = phone.page.locator(".dock .actions > :last-child")
    assert record.inner_text().startswith("Cho: 16")
    own = record.evaluate("each => getComputedStyle(each).boxShadow")
    phone.choose("declarer", 2)
    assert record.evaluate("each => getComputedStyle(each).boxShadow") != own, "for another it is outlined"
    tap_last(phone)
    phone.wait_for_phase("contract")
    assert phone.taps == 5, "four, and one that changed the player"


def test_a_hand_is_checked_one_tap_a_card(new_phone: NewPhone) -> None:
    """The value follows each tap, however fast."""
    phone = new_phone()
    path = deal_hand(phone, 1)
    phone.open(f"{path}/referee/redeal")
    for card in ("S9", "S7", "S4", "HK", "H8", "H5", "D10", "D6", "C3", "JK"):
        phone.tap(phone.page.locator(f'label:has(input[value="{card}"])'))
    expect(phone.page.locator(".head__fact")).to_contain_text("½")
    expect(phone.page.locator("#redeal-question")).to_contain_text("10 of 10")
    phone.tap("Claim redeal you deal")
    phone.wait_for_phase("auction")
    expect(phone.page.locator(".shown-cards li")).to_have_count(10)
    assert phone.taps == 11


def test_two_copies_of_a_card(new_phone: NewPhone) -> None:
    """A second tap adds a copy, a third removes both."""
    phone = new_phone()
    path = deal_hand(phone, 1, "double_eight")
    phone.open(f"{path}/referee/redeal")
    key = phone.page.locator('label:has(input[value="HK"])')
    for picked, total in ((1, "1"), (2, "2"), (0, "0"), (1, "1")):
        key.click(position={"x": 20, "y": 20})
        expect(key.locator("input:checked")).to_have_count(picked)
        expect(phone.page.locator(".head__fact > span")).to_have_text(total)
