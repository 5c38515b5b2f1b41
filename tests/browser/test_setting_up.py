"""Setting up by taps, drags and keys: the form is redrawn in place, and no choice is lost."""

from playwright.sync_api import expect

from tests.browser.app import BrowserPhone, NewPhone

NAMES = ("Ana", "Bo", "김아름", "Dan", "Eun")


def type_names(phone: BrowserPhone, names: tuple[str, ...] = NAMES) -> None:
    """Type names one after the other, without leaving the keyboard."""
    phone.open("/new?game=mighty")
    phone.page.locator("#another").focus()
    for seat, name in enumerate(names, 1):
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
        expect(phone.page.locator(f"#seat-{seat}")).to_contain_text(name)
        expect(phone.page.locator("#another")).to_be_focused()
        expect(phone.page.locator("#another")).to_have_value("")


def expect_order(phone: BrowserPhone, *names: str) -> None:
    expect(phone.page.locator("[data-seats] .pill__name bdi")).to_have_text([*names])


def test_names_are_moved_by_dragging_and_by_arrow_keys(new_phone: NewPhone) -> None:
    phone = new_phone()
    type_names(phone)
    first, third = (phone.page.locator(f"#seat-{seat} i").bounding_box() for seat in (1, 3))
    assert first
    assert third
    phone.page.mouse.move(first["x"] + 6, first["y"] + 20)
    phone.page.mouse.down()
    phone.page.mouse.move(third["x"] + 2, third["y"] + 20, steps=6)
    phone.page.mouse.move(third["x"] + 8, third["y"] + 20)
    phone.page.mouse.up()
    expect_order(phone, "Bo", "김아름", "Ana", "Dan", "Eun")
    assert phone.page.locator("#earlier").count() == 0, "a drag is no tap"
    phone.page.locator("#seat-5").focus()
    phone.page.keyboard.press("ArrowLeft")
    expect_order(phone, "Bo", "김아름", "Ana", "Eun", "Dan")
    expect(phone.page.locator("#seat-4")).to_be_focused()
    phone.page.keyboard.press("ArrowUp")
    expect_order(phone, "Bo", "김아름", "Eun", "Ana", "Dan")


def test_names_may_be_written_faster_than_the_answers_come(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.open("/new?game=zhao_pengyou")
    phone.page.route("**/new/draft", lambda _: None)
    phone.page.locator("#another").focus()
    for name in ("Ana", "Bo", "Cho", "Dan"):
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    phone.page.keyboard.type("Eu")
    expect_order(phone)
    phone.page.unroute("**/new/draft")
    expect_order(phone, "Ana", "Bo", "Cho", "Dan")
    expect(phone.page.locator("#another")).to_have_value("Eu")


def test_a_refused_name_stands_at_its_field_and_its_refusal_goes_when_mended(new_phone: NewPhone) -> None:
    phone = new_phone()
    type_names(phone, ("Ana", "Bo"))
    phone.page.keyboard.type("ana")
    phone.page.keyboard.press("Enter")
    field, refusal = phone.page.locator("#another"), phone.page.locator("#another-about")
    expect(refusal).to_have_text("ana is taken. Add an initial.")
    expect(field).to_be_focused()
    expect(field).to_have_value("ana")
    said, box = refusal.bounding_box(), field.bounding_box()
    assert said
    assert box
    assert 0 <= said["y"] - (box["y"] + box["height"]) < 12, "beneath the field"
    phone.page.keyboard.type("bel")
    expect(refusal).to_have_count(0)
    phone.page.keyboard.press("Enter")
    expect_order(phone, "Ana", "Bo", "anabel")


def test_house_rules_are_chosen_and_the_table_opens_with_them(new_phone: NewPhone) -> None:
    phone = new_phone()
    type_names(phone)
    phone.tap(phone.page.locator('[value="view:presets"]'))
    phone.tap(phone.page.locator('[value="view:rules"]'))
    expect(phone.page.locator("h1")).to_have_text("House rules")
    phone.tap(phone.page.locator('.section-pills label:has([value="session"])'))
    phone.tap(phone.page.locator('label.toggle:has([name="eliminate"])'))
    primary = phone.page.locator(".button--main")
    expect(primary).to_contain_text("1 conflict")
    primary.click(force=True)
    expect(phone.page.locator("#alert")).to_contain_text("more than zero")
    phone.tap(phone.page.locator("#more-bankroll"))
    expect(primary).not_to_contain_text("conflict")
    expect(phone.page.locator(".rule--changed")).to_have_count(2)
    phone.tap(primary)
    expect_order(phone, *NAMES)
    phone.wait_for_text("2 changed")
    phone.tap(phone.page.locator(".button--main"))
    phone.wait_for_text("Invite")
