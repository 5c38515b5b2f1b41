"""What a phone asks for to put the program on its home screen."""

import json

from flask import Blueprint, Response, url_for

blueprint = Blueprint("phone", __name__)

ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-512.png", "512x512", "maskable"),
)
"""Files, sizes and purposes. The mark keeps clear of the edge, where phones cut icons round."""

DAY = 24 * 3600


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What stands on the home screen, and that it opens full screen."""
    told = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3f1ec",
        "theme_color": "#f3f1ec",
        "icons": [
            {"src": url_for("static", filename=file), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for file, sizes, purpose in ICONS
        ],
    }
    response = Response(json.dumps(told), mimetype="application/manifest+json")
    response.cache_control.public = True
    response.cache_control.max_age = DAY
    return response
