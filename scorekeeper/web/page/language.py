"""The reader's language: the one they chose, else the one that their browser asks for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache
from typing import NamedTuple

from babel import Locale
from babel.support import NullTranslations
from flask import Blueprint, Flask, current_app, redirect, request, session
from flask_babel import Babel, Domain, force_locale, get_locale, get_translations
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.web.page.escaping import escape, join_html

LANGUAGES = {"en": "English", "ko": "한국어", "ja": "日本語", "zh-Hans": "简体中文"}
"""Languages that are whole, by tag. A new one appears here when its catalogue is complete."""

OWN_ADDRESS = re.compile(r"/(?![/\\])[!-~]*")
"""An address of this site. Browsers take a backslash for a slash, and leave out tabs and ends of lines."""

blueprint = Blueprint("language", __name__)


class SpokenLanguage(NamedTuple):
    """A language with its catalogue."""

    locale: Locale
    catalogue: NullTranslations


spoken: ContextVar[SpokenLanguage | None] = ContextVar("spoken", default=None)
"""The language of a screen being drawn. Flask-Babel finds it anew for every sentence, and a board has many."""


class Catalogues(Babel):
    """Flask-Babel that reads each catalogue once, and not once a request."""

    @cached_property
    def domain_instance(self) -> Domain:
        """The sentences of the program."""
        return Domain(domain=self.domain)


def init_app(app: Flask) -> None:
    """Set up translation, and tell templates the language they speak."""
    app.config.setdefault("BABEL_DEFAULT_LOCALE", "en")
    app.config.setdefault("BABEL_TRANSLATION_DIRECTORIES", "translations")
    Catalogues(app, locale_selector=lambda: locale_of(reader_language()))  # type: ignore[no-untyped-call]
    app.extensions["speeches"] = {}
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"] = template_gettext
    app.jinja_env.globals["ngettext"] = template_ngettext
    app.jinja_env.globals["pgettext"] = template_pgettext
    del app.jinja_env.globals["npgettext"]
    app.jinja_env.filters["join_list"] = join_list
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.globals["language"] = language
    app.jinja_env.globals["return_address"] = return_address


def reader_language() -> str:
    """Return the reader's language: the chosen one, or the best match of what the browser asks for."""
    own = session.get("language")
    return own if own in LANGUAGES else match_language(request.accept_languages.values())


def match_language(tags: Iterable[str]) -> str:
    """Return the first language of a browser that is spoken here, whatever its country or script; else English."""
    return next((SPOKEN[tag] for tag in map(primary_subtag, tags) if tag in SPOKEN), "en")


def primary_subtag(tag: str) -> str:
    """Return the language alone of a tag: "zh" of "zh-CN" and of "zh_Hans_SG"."""
    return re.split("[-_]", tag, maxsplit=1)[0].lower()


SPOKEN = {primary_subtag(tag): tag for tag in LANGUAGES}


def locale() -> Locale:
    """The language being spoken, as Babel knows it."""
    speech = spoken.get()
    return speech.locale if speech else get_locale() or locale_of("en")


def language() -> str:
    """The tag of the language being spoken, for ``lang``."""
    return str(locale()).replace("_", "-")


@lru_cache(maxsize=50)
def locale_of(tag: str) -> Locale:
    """A language as Babel knows it, which takes its time to read a tag."""
    return Locale.parse(tag, sep="-")


def load_language(known: dict[str, SpokenLanguage], tag: str) -> SpokenLanguage:
    """A language by its tag. Flask-Babel takes its time to find the sentences."""
    if tag not in known:
        with force_locale(locale_of(tag)):
            known[tag] = SpokenLanguage(locale_of(tag), get_translations())
    return known[tag]


@contextmanager
def use_language(tag: str) -> Iterator[None]:
    """Translate into a language within the block, whatever the reader's own is."""
    before = spoken.set(load_language(current_app.extensions["speeches"], tag))
    try:
        yield
    finally:
        spoken.reset(before)


def is_drawn_for_all() -> bool:
    """Return whether a frame is drawn for all readers of a language, and not for the phone of this request."""
    return spoken.get() is not None


def catalogue() -> NullTranslations:
    """The sentences of the language being spoken."""
    speech = spoken.get()
    return speech.catalogue if speech else get_translations()


@lru_cache(maxsize=10_000)
def translate(catalogue: NullTranslations, text: str) -> str:
    """Return a sentence in a language, from a cache. A board says the same few again and again."""
    return str(catalogue.ugettext(text))


def gettext(text: str) -> str:
    """A sentence in the language being spoken."""
    return translate(catalogue(), text)


def ngettext(one: str, other: str, count: int) -> str:
    """A sentence about so many, in the language being spoken."""
    return str(catalogue().ungettext(one, other, count)) % {"num": count}


def pgettext(context: str, text: str) -> str:
    """A sentence in the language being spoken, where that says it otherwise in a context."""
    return str(catalogue().upgettext(context, text))


def join_list(things: Iterable[str]) -> Markup:
    """Return several things with the comma that the current language puts between them."""
    return join_html(pgettext("between things", ", "), things)


def join_clauses(*clauses: str) -> Markup:
    """Join clauses of a sentence, with the comma of the language."""
    return join_html(gettext(", "), clauses)


@lru_cache(maxsize=10_000, typed=True)
def say_sentence(catalogue: NullTranslations, text: str, /, **facts: object) -> Markup:
    """Return a sentence as templates say it, from a cache: with its facts, which are escaped."""
    return with_facts(translate(catalogue, text), facts)


def template_gettext(text: str, /, **facts: object) -> Markup:
    """A sentence in the language being spoken, as templates say it. Every fact can be hashed."""
    return say_sentence(catalogue(), text, **facts)


def template_ngettext(one: str, other: str, count: int, **facts: object) -> Markup:
    """A sentence about so many, as templates say it."""
    return with_facts(str(catalogue().ungettext(one, other, count)), {"num": count, **facts})


def template_pgettext(context: str, text: str) -> Markup:
    """A sentence in a context, as templates say it."""
    return Markup(pgettext(context, text))


def with_facts(text: str, facts: Mapping[str, object]) -> Markup:
    """``Markup(text) % facts``, for facts that are named."""
    return Markup(text % {name: escape(fact) for name, fact in facts.items()})


@blueprint.post("/language")
def choose() -> Response:
    """Remember a choice of language and go back to where it was made."""
    wanted = request.form.get("language", "")
    if wanted in LANGUAGES:
        session["language"] = wanted
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
