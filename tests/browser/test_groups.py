"""A group in browsers, from its creation to its all-time table, on the phones of two people."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.app_pages import ServedApp, open_page


def read_address(page: Page) -> str:
    """Return the address of the table that was just opened."""
    return page.url.partition("/links")[0]


def test_a_group_from_its_first_night_on(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as ana, open_page(browser) as bo:
        ana.goto(served_app.url + "/")
        ana.get_by_role("link", name="New group").click()
        ana.get_by_label("Name of the group").fill("Friday Mighty")
        ana.get_by_role("button", name="Make the group").click()
        expect(ana.get_by_role("heading", name="Friday Mighty")).to_be_visible()
        for name in ("Ana", "Bo", "Cho", "Dan", "Eun"):
            ana.get_by_label("Another name").fill(name)
            ana.get_by_role("button", name="Add", exact=True).click()
            expect(ana.get_by_role("link", name=name)).to_be_visible()
        group = ana.url

        ana.get_by_role("link", name="New table").click()
        for seat, name in enumerate(("Ana", "Bo", "Cho", "Dan", "Eun"), 1):
            ana.get_by_role("button", name=name, exact=True).click()
            expect(ana.locator(f"#seat-{seat}")).to_contain_text(name)
        ana.get_by_role("button", name="Open the table").click()
        expect(ana.locator("[data-link]").first).to_be_visible()
        table = read_address(ana)

        ana.goto(f"{group}/links")
        link = ana.locator("[data-link]").inner_text()
        bo.goto(link)
        expect(bo.get_by_text("Friday Mighty")).to_be_visible()
        bo.get_by_role("button", name="Join the group").click()
        expect(bo.get_by_role("link", name="Cho")).to_be_visible()

        bo.get_by_role("link", name="Bo").click()
        bo.get_by_label("Name from now on").fill("Bohdan")
        bo.get_by_role("button", name="Rename").click()
        expect(bo.get_by_text("earlier: Bo")).to_be_visible()

        ana.goto(group)
        expect(ana.get_by_role("list", name="Nights").get_by_role("link")).to_have_count(1)
        ana.get_by_role("list", name="Nights").get_by_role("link").click()
        expect(ana.get_by_text("then Bo")).to_be_visible()
        ana.get_by_text("A seat was somebody else’s").click()
        ana.get_by_label("At the table").select_option("Ana")
        ana.get_by_label("That was").select_option("Cho")
        ana.get_by_role("button", name="Move the seat").click()
        expect(ana.get_by_text("then Cho")).to_be_visible()
        ana.get_by_text("Take it out of the group").click()
        ana.get_by_role("button", name="Take it out", exact=True).click()
        expect(ana.get_by_text("No night yet")).to_be_visible()

        ana.goto(table)
        ana.get_by_role("button", name="Menu").click()
        ana.locator("#menu").get_by_text("More", exact=True).click()
        ana.get_by_role("link", name="Group").click()
        ana.get_by_role("button", name="Friday Mighty").click()
        expect(ana.get_by_role("list", name="Nights").get_by_role("link")).to_have_count(1)

        ana.get_by_role("button", name="Menu").click()
        ana.get_by_role("link", name="Leave or delete the group").click()
        ana.get_by_role("button", name="Leave the group").click()
        expect(ana.get_by_text("My groups")).to_be_hidden()
        bo.goto(group)
        bo.get_by_role("button", name="Menu").click()
        bo.get_by_role("link", name="Leave or delete the group").click()
        bo.get_by_text("Delete the group").click()
        bo.get_by_role("button", name="Delete for good").click()
        expect(bo.get_by_role("heading", name="Scorekeeper")).to_be_visible()
        assert bo.goto(group) is not None
        expect(bo.get_by_text("There is nothing at this address.")).to_be_visible()
