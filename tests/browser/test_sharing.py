"""The picture of the result is offered to a phone's other apps, or saved where that is impossible."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.app_pages import ServedApp, open_page, wait_until
from tests.web.phones import open_table

PNG = b"\x89PNG\r\n\x1a\n"
SHARES = """
  window.shared = [];
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async (data) => {
    const [file] = data.files;
    const bytes = new Uint8Array(await file.arrayBuffer());
    shared.push([Object.keys(data), data.files.length, file.name, file.type, [...bytes]]);
  };
"""
"""A phone whose share sheet takes pictures."""

ONLY_LINKS = """
  navigator.canShare = ({ files }) => !files;
  navigator.share = () => new Promise(() => {});
"""
"""A phone whose share sheet takes no files, and does not report that."""
CANNOT = "delete Navigator.prototype.canShare; delete Navigator.prototype.share;"


def build_refusing_sheet(error: str) -> str:
    """Return a script for a share sheet that opens and fails with `error`."""
    return f"""
      window.asked = 0;
      navigator.canShare = () => true;
      navigator.share = async () => {{ asked += 1; throw new DOMException("", "{error}"); }};
    """


def locate_picture(page: Page, served: ServedApp, phone: str) -> Locator:
    """Return the link to the picture on the export page, on a phone with that share sheet."""
    table = open_table(served.app)
    table.play_hand()
    page.add_init_script(phone)
    served.show(page, table.host, f"{table.path}/export")
    link = page.get_by_role("link", name="Picture")
    expect(link).to_be_visible()
    page.wait_for_load_state()
    return link


def expect_saved(page: Page, link: Locator) -> None:
    """Tap the link: the picture must be saved, and the export page must stay."""
    address = page.url
    with page.expect_download() as saving:
        link.click()
    assert saving.value.path().read_bytes().startswith(PNG)
    assert page.url == address


def test_the_sheet_gets_the_picture_and_nothing_else(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        link = locate_picture(page, served_app, SHARES)
        drawn = page.request.get(str(link.evaluate("link => link.href"))).body()
        link.click()
        wait_until(page, "() => shared.length === 1")
        assert page.evaluate("shared[0]") == [["files"], 1, "result.png", "image/png", list(drawn)]
        assert drawn.startswith(PNG)


def test_a_phone_that_cannot_share_files_saves_the_picture(browser: Browser, served_app: ServedApp) -> None:
    for phone in (CANNOT, ONLY_LINKS):
        with open_page(browser) as page:
            expect_saved(page, locate_picture(page, served_app, phone))


def test_a_sheet_that_fails_saves_the_picture(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        expect_saved(page, locate_picture(page, served_app, build_refusing_sheet("NotAllowedError")))


def test_a_sheet_that_is_closed_saves_nothing(browser: Browser, served_app: ServedApp) -> None:
    with open_page(browser) as page:
        link = locate_picture(page, served_app, build_refusing_sheet("AbortError"))
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for times in (1, 2):  # the second tap comes once the first has taken effect
            link.click()
            wait_until(page, "times => asked === times", times)
        assert asked == [link.evaluate("link => link.href")] * 2
        assert page.url.endswith("/export")
