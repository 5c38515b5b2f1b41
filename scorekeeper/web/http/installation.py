"""The manifest and the service worker, by which a phone installs the program and shows the last score offline."""

import json

from flask import Blueprint, Response, current_app, url_for

blueprint = Blueprint("phone", __name__)

ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-512.png", "512x512", "maskable"),
)
"""Files, sizes and purposes. The mark keeps clear of the edge, where phones cut icons round."""


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the manifest of pages that belong to no table."""
    return describe_installation()


def describe_installation(start: str = "/") -> Response:
    """Return a manifest: the name and icons on the home screen, the display mode, and the page to start with."""
    told = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3f1ec",
        "theme_color": "#f3f1ec",
        "icons": [
            {"src": url_for("static", filename=file), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for file, sizes, purpose in ICONS
        ],
    }
    return Response(json.dumps(told), mimetype="application/manifest+json")


@blueprint.get("/worker.js")
def worker() -> Response:
    """The script that stands between a phone's pages and the network: at the root, since it is for all pages below."""
    return current_app.send_static_file("page/worker.js")
