"""The manifest and the worker by which a phone installs the program."""

from flask import Flask

from tests.web.phones import Phone


def test_every_page_names_the_manifest_whose_icons_are_there(app: Flask, phone: Phone) -> None:
    answer = phone.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = answer.get_json(force=True)
    assert (told["display"], told["start_url"]) == ("standalone", "/")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        found = phone.get(icon["src"])
        assert (found.status_code, found.mimetype) == (200, icon["type"])
        width = int.from_bytes(found.data[16:20])
        assert icon["sizes"] == f"{width}x{width}"
    page = Phone(app).page("/")
    assert page.one("link", rel="manifest").attributes["href"] == "/manifest.webmanifest"
