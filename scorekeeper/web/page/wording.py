"""Turning messages and values into text in the reader's language."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, singledispatch
from itertools import chain, combinations
from unicodedata import bidirectional

from babel.support import NullTranslations
from flask import Flask
from markupsafe import Markup

from scorekeeper.cards import SYMBOLS, Card, Rank, Suit
from scorekeeper.errors import Problem, problem
from scorekeeper.export import wording as plain
from scorekeeper.games.game import Game
from scorekeeper.messages import N_, Message, Sentence, Sentences
from scorekeeper.settlement import Amount
from scorekeeper.table.sentences import PLAYER_FACTS
from scorekeeper.table.state import TableState
from scorekeeper.web.page.escaping import NOTHING, escape, html
from scorekeeper.web.page.language import catalogue, gettext, join_list, translate
from scorekeeper.web.page.screens import SCREENS


def init_app(app: Flask) -> None:
    """Make the wording known to templates."""
    app.jinja_env.filters.update(
        say=say,
        list_refusals=list_refusals,
        word=word,
        face=face,
        plain_text=plain_text,
        apart=set_apart,
        isolated=isolate,
        key_name=isolate_leftward,
        number=number,
        with_sign=with_sign,
    )
    app.jinja_env.globals.update(isolate=isolate)


SUIT_LETTERS = {symbol: suit.value for suit, symbol in SYMBOLS.items()}
SUIT_SIGNS = {**{letter: f"{symbol}\ufe0e" for symbol, letter in SUIT_LETTERS.items()}, "BJ": "☆"}
"""As a sign of the text, not as a picture. Jokers are "★", the black one, which is lower, "☆"."""
SUIT_NAMES = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
JOKER_NAMES = {Rank.JOKER: N_("joker"), Rank.BLACK_JOKER: N_("black joker"), Rank.RED_JOKER: N_("red joker")}
HALVES = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


TYPED_FACTS = frozenset({"name", "reason", "text"})
"""Facts with text that people typed. It is never translated, even where it is a word of the program."""


WEB_SENTENCES: Sentences = {
    "access.no_link": Sentence(N_("This table is open to those who have its link. Scan the QR at the table.")),
    "access.player_only": Sentence(N_("Only those who have a seat may do that. Take one first.")),
    "access.host_only": Sentence(N_("Only the host of this table may do that.")),
    "access.scorer_only": Sentence(N_("Only those who keep the score may do that.")),
    "access.may_not_open": Sentence(
        N_("New tables are opened here by a link from whoever runs this server. Ask them for it.")
    ),
    "access.link_dead": Sentence(N_("This link is no longer valid. Ask for a new one at the table.")),
    "access.no_code": Sentence(N_("No table with this code.")),
    "host.here": Sentence(N_("A host's phone was here a moment ago. Ask the host.")),
    "host.nobody": Sentence(N_("No other phone that sat here while a host was there can say yes.")),
    "host.late": Sentence(N_("Phones that sat down after the host was last here have no say in this.")),
    "host.no_request": Sentence(N_("Nobody asks to host any more.")),
    "host.deputy": Sentence(N_("Only a host who was here from the start may do that. You host until one is back.")),
    "host.asked": Sentence(N_("{player} asked to host: no host was there")),
    "host.said_yes": Sentence(N_("{player} said yes")),
    "host.became": Sentence(N_("{player} hosts too")),
    "host.ended": Sentence(N_("The request of {player} to host ended")),
    "host.over": Sentence(N_("{player} hosts no longer")),
    "access.own_claim": Sentence(N_("Somebody else at the table must let you in.")),
    "group.too_many": Sentence(N_("This phone has {most} groups already. Leave one of them first.")),
    "group.unknown_person": Sentence(N_("There is no such person in this group any more.")),
    "group.same_night": Sentence(N_("They sat at one table in the same night. Move the seat of that night first.")),
    "group.has_played": Sentence(N_("Who has played stays in the group.")),
    "group.another": Sentence(N_("This table belongs to another group. Take it out there first.")),
    "turn.between": Sentence(N_("Not dealt yet")),
    "sheet.refused_today": Sentence(N_("Today’s rules would have refused something in this hand ({code}).")),
    "referee.no_such_choice": Sentence(N_("{text} cannot be chosen here: {what}.")),
    "form.not_an_amount": Sentence(N_("Write an amount such as 100 or 0.50: {what}.")),
    "field.worth": Sentence(N_("what a point is worth")),
    "field.coin": Sentence(N_("the smallest coin")),
    "field.group": Sentence(N_("a group")),
    "field.person": Sentence(N_("a person")),
    "field.into": Sentence(N_("a person")),
    "field.count": Sentence(N_("the number of players")),
    "field.player": Sentence(N_("a player")),
    "field.leader": Sentence(N_("who begins")),
    "field.amount": Sentence(N_("the amount")),
    "field.amount_of": Sentence(N_("the amount of {player}")),
    "field.amount_in_hand": Sentence(N_("the amount of {player} in hand {number}")),
    "field.total": Sentence(N_("the total")),
    "field.hands": Sentence(N_("the number of hands")),
    "field.number": Sentence(N_("the hand")),
    "field.one": Sentence(N_("the first player")),
    "field.other": Sentence(N_("the second player")),
    "doubt.same_again": Sentence(N_("Hand {number} had just this result, seconds ago. Confirm if it is another hand.")),
    "amount.uneven": Sentence(N_("The amounts sum to {sum}, not to {due}.")),
    "amount.uneven_hand": Sentence(N_("Hand {number} sums to {sum}, not to {due}.")),
    "session.limit_passed": Sentence(
        N_("{hands} hands have been played or are on, so the number cannot be lower. End the session instead.")
    ),
    "rules.set_without_name": Sentence(N_("Name these rules to save them.")),
    "form.missing": Sentence(N_("Pick {what}.")),
    "form.missing_several": Sentence(N_("Pick {what} and {more}.")),
    "form.not_a_number": Sentence(N_("Write a whole number: {what}.")),
    "form.several_names": Sentence(N_("Is this a list of players? {names}")),
    "form.unreadable": Sentence(N_("That form cannot be read. Load the page again.")),
    "form.stale": Sentence(N_("{player} has just recorded something. Look again; what you had chosen is kept.")),
    "form.overtaken": Sentence(N_("Your tap is not saved. {player} recorded first.")),
    "form.overtaken_unknown": Sentence(N_("Your tap is not saved. Somebody recorded first.")),
    "form.same": Sentence(N_("{player} has just recorded the same.")),
    "form.same_unknown": Sentence(N_("Someone has just recorded the same.")),
    "form.stale_unknown": Sentence(N_("Someone has just recorded something. Look again; what you had chosen is kept.")),
}
"""The sentences of the screens that belong to no game: access, forms, links."""


@lru_cache(maxsize=10_000)
def sentence(code: str, game: Game | None) -> Sentence:
    """The English sentence of a code."""
    screens = SCREENS.get(game.key) if game else None
    for sentences in (WEB_SENTENCES, screens.explaining.sentences if screens else {}):
        if code in sentences:
            return sentences[code]
    kind, _, field = code.partition(".")
    return Sentence(field) if kind == "field" else plain.find_sentence(code, game)  # fields nobody sees have no words


def say(said: Message | None, state: TableState | None = None, game: Game | None = None) -> Markup:
    """A message in the reader's language, or nothing; players by the names they have at `state`'s table."""
    if said is None:
        return NOTHING
    game = game or (state.game if state else plain.game_of(said))
    if not said.facts:
        return say_without_facts(said.code, game, catalogue())
    facts = {name: say_fact(name, value, state, game) for name, value in said.facts.items()}
    return Markup(html_pattern(sentence(said.code, game).choose_text(said.facts), catalogue()).format_map(facts))


def merge_missing(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with all missing fields in one sentence."""
    missing = [each for each in problems if each.code == "form.missing"]
    if len(missing) < 2:
        return list(problems)
    *what, more = (each.facts["what"] for each in missing)
    merged = problem("form.missing_several", what=tuple(what), more=more)
    return [merged if each is missing[0] else each for each in problems if each not in missing[1:]]


def list_refusals(problems: Sequence[Problem]) -> list[tuple[str, list[Problem]]]:
    """Return what is said of a refused form: all, then what is left once some of the missing fields are filled in.

    Each comes with the names of the fields that are missing then, separated by spaces.
    """
    missing = {missing_field(each): each for each in problems if each.code == "form.missing"}
    fewer = chain.from_iterable(combinations(missing, count) for count in range(len(missing) - 1, 0, -1))
    rest = [(" ".join(names), merge_missing([missing[name] for name in names])) for names in fewer]
    return [(" ".join(missing), merge_missing(problems)), *rest]


def missing_field(refusal: Problem) -> str:
    """Return the name of the field that was not filled in."""
    what = refusal.facts["what"]
    return what.code.partition(".")[2] if isinstance(what, Message) else str(what)


@lru_cache(maxsize=10_000)
def html_pattern(text: str, catalogue: NullTranslations) -> str:
    """A sentence in a language as HTML, which facts that are HTML as well are put into."""
    return str(escape(translate(catalogue, text)))


@lru_cache(maxsize=10_000)
def say_without_facts(code: str, game: Game | None, catalogue: NullTranslations) -> Markup:
    """The sentence of a code that needs no facts."""
    return Markup(html_pattern(sentence(code, game).text, catalogue).format_map({}))


def say_fact(name: str, value: object, state: TableState | None, game: Game | None = None) -> Markup:
    """Return one fact of a message, as shown."""
    if isinstance(value, Message):
        return say(value, state, game)
    if isinstance(value, tuple) and value and all(isinstance(each, Message | int) for each in value):
        return join_list(say_fact(name, each, state, game) for each in value)
    if isinstance(value, int):
        is_player = name in PLAYER_FACTS or (game is not None and name in game.player_facts)
        if is_player and state:
            return isolate(state.name(value))
        return format_integer(value) if type(value) is int else word(value)
    if name in TYPED_FACTS and isinstance(value, str):
        return isolate(value)
    return word(game.adapt_value(state.rules, value) if game and state else value)


@lru_cache(maxsize=2_000)
def format_integer(value: int) -> Markup:
    """A whole number as shown."""
    return escape(number(value))


@lru_cache(maxsize=2_000)
def isolate(text: str) -> Markup:
    """Return a typed text in ``<bdi>``, whichever way it is written."""
    return html("<bdi>{}</bdi>", text)


@singledispatch
def word(value: object) -> Markup:
    """A value as shown: by its symbol when it has one. Types of a game register their own."""
    return with_suit_icons(getattr(value, "symbol", None) or str(value))


@word.register
def _(value: Fraction) -> Markup:
    return escape(number(value))


@word.register
def _(value: int) -> Markup:
    return escape(number(value))


@word.register
def _(value: bool) -> Markup:
    return escape(gettext("yes") if value else gettext("no"))


@word.register(tuple)
@word.register(list)
def _(value: Iterable[object]) -> Markup:
    return join_list(map(word, value))


@word.register
def _(value: Card) -> Markup:
    """As it is read off the card: the rank, then the suit."""
    return (
        with_suit_icons(f"{value.rank}{value.suit.symbol}") if value.suit else escape(gettext(JOKER_NAMES[value.rank]))
    )


@word.register
def _(value: str) -> Markup:
    """Labels that rules declare are translated."""
    return escape(gettext(value)) if value else NOTHING


def with_suit_icons(text: str) -> Markup:
    """`text` with each suit drawn as its icon, which a screen reader names."""
    if SUIT_LETTERS.keys().isdisjoint(text):
        return escape(text)
    return draw_suits(text, catalogue())


@lru_cache(maxsize=1000)
def draw_suits(text: str, catalogue: NullTranslations) -> Markup:
    """A text with suits in it: a card, a bid. There are few, and a board shows the whole pack."""

    def icon(match: re.Match[str]) -> str:
        letter = SUIT_LETTERS[match[0]]
        return html(
            '<svg class="suit {0}" role="img" aria-label="{1}"><use href="#{0}"/></svg>',
            letter,
            catalogue.ugettext(SUIT_NAMES[letter]),
        )

    return Markup(re.sub("[♠♥♦♣]", icon, str(escape(text))))


@lru_cache(maxsize=1000)
def plain_text(text: Markup) -> str:
    """Return a text without its elements, each suit as its sign, for attributes; typed texts stay set apart."""
    signs = re.sub(r'<svg class="suit(?: (\w+))?".*?</svg>', lambda suit: SUIT_SIGNS.get(suit[1], "★"), str(text))
    return Markup(TYPED.sub(lambda typed: set_apart(typed[1]), signs)).striptags()


TYPED = re.compile("<bdi>([^<]*)</bdi>")
LEFTWARD = frozenset({"R", "AL", "AN"})
"""The classes of the letters that are written from right to left (Unicode, UAX 9)."""


def set_apart(text: str) -> str:
    """Return a typed text for an attribute or an option, where no ``<bdi>`` can stand.

    If any of it is written from right to left it stands between the signs of an isolate, U+2068 and U+2069.
    """
    return f"\u2068{text}\u2069" if is_leftward(text) else text


@lru_cache(maxsize=2_000)
def is_leftward(text: str) -> bool:
    """Return whether any of a text is written from right to left."""
    return any(bidirectional(letter) in LEFTWARD for letter in text)


def isolate_leftward(text: str) -> Markup:
    """Return a typed text that stands alone in a key, in ``<bdi>`` where it needs one: a board has dozens of keys."""
    return isolate(text) if is_leftward(text) else escape(text)


def face(one: Card | Suit) -> Markup:
    """Return the face of a card: its rank, then its suit; a joker or a suit alone as its icon."""
    return draw_face(one, catalogue())


@lru_cache(maxsize=500)
def draw_face(one: Card | Suit, _spoken: NullTranslations) -> Markup:
    """Return the face of a card in the current language."""
    if isinstance(one, Suit):
        return word(one)
    if one.suit:
        return html("{}{}", str(one.rank), with_suit_icons(one.suit.symbol))
    return html('<svg class="suit {0}" role="img" aria-label="{1}"><use href="#{0}"/></svg>', one, word(one))


def number(amount: Amount) -> str:
    """An amount with a true minus sign, and the common fractions as one character."""
    sign = "−" if amount < 0 else ""
    if isinstance(amount, int):
        return f"{sign}{abs(amount)}"
    whole, rest = divmod(abs(amount), 1)
    if not rest:
        return f"{sign}{whole}"
    part = HALVES.get(rest, f"{rest.numerator}/{rest.denominator}")
    return f"{sign}{whole or ''}{part}" if rest in HALVES else f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def with_sign(amount: Amount) -> str:
    """Return an amount with its sign: +32, −16, 0."""
    return f"+{number(amount)}" if amount > 0 else number(amount)
