"""Which language a reader gets: the one they chose, else what their phone asks for."""

import re

from flask import Blueprint, Flask, current_app, redirect, request, session
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response

LANGUAGES = {"en": "English", "ko": "한국어"}
"""Languages that are whole, by tag. A new one appears here when its catalogue is complete."""

OWN_ADDRESS = re.compile(r"/(?![/\\])[!-~]*")
"""An address of this site. Browsers take a backslash for a slash, and leave out tabs and ends of lines."""

blueprint = Blueprint("language", __name__)


def init_app(app: Flask) -> None:
    """Set up translation, and tell templates the language they speak."""
    app.config.setdefault("BABEL_DEFAULT_LOCALE", "en")
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", "translations")
    Babel(app, locale_selector=chosen)
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["return_address"] = return_address


def chosen() -> str:
    """The reader's language: chosen, or the best match of what the browser asks for."""
    own = session.get("language")
    return own if own in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"


def language() -> str:
    """The tag of the language being spoken, for ``lang``."""
    locale = get_locale()
    return str(locale).replace("_", "-") if locale else "en"


@blueprint.post("/language")
def choose() -> Response:
    """Remember a choice of language and go back to where it was made."""
    wanted = request.form.get("language", "")
    if wanted in LANGUAGES:
        session["language"] = wanted
        session.permanent = True
    back = request.form.get("back", "")
    return redirect(back if OWN_ADDRESS.fullmatch(back) else "/")


def return_address() -> str:
    """The address to come back to: of this page, or of the page whose form is being answered."""
    if request.method in ("GET", "HEAD"):
        return request.full_path
    path, addresses = request.path, current_app.create_url_adapter(request)
    while path and not (addresses and addresses.test(path, "GET")):
        path = path.rpartition("/")[0]
    return path or "/"
