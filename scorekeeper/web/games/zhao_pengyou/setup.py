"""The setup of Zhao Pengyou: the packs for each number of players, and the deal."""

from collections.abc import Iterator, Mapping

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.pack import PLAYERS, Setting
from scorekeeper.messages import N_, Message, Sentence, Sentences, message
from scorekeeper.nearest_presets import question_about
from scorekeeper.web.games.zhao_pengyou.demotion_rows import list_demotion_rows
from scorekeeper.web.games.zhao_pengyou.sample_hands import sample_hands
from scorekeeper.web.page.escaping import escape
from scorekeeper.web.page.game_setup import DrawnResult, Pack, ResultTable, Setup
from scorekeeper.web.page.language import gettext, ngettext

SOURCES: Mapping[str, str] = {"pagat": N_("pagat.com"), "groups": N_("Groups that wrote their rules down")}


def players_among(count: int) -> int:
    """Return the number of players when so many people come."""
    return min(max(count, PLAYERS[0]), PLAYERS[-1])


def describe_pack(rules: zpy.Rules, count: int) -> Pack:
    """Describe the pack and the deal for this number of players."""
    players = players_among(count)
    setting = zpy.find_setting(rules, players)
    return Pack(
        message("pack.fact", pack=setting.pack_size, hand=setting.hand_size, kitty=setting.kitty_size),
        message("pack.packs", packs=setting.packs),
        describe_jokers(setting),
        message("pack.until", kitty=setting.kitty_size),
        batches=(1,),
        parts={0: message("part.first_card"), players - 1: message("part.cuts")},
        ways=(*describe_left_out(setting), message("pack.nobody_deals"), message("pack.starter")),
    )


def build_result_table(rules: zpy.Rules, count: int) -> ResultTable:
    """Return who rises how far for each total of the defenders against a full team, and who falls by the last trick."""
    setting = zpy.find_setting(rules, players_among(count))
    lines = zpy.build_promotion_table(rules, setting)
    rows = tuple(build_result_row(line, line.verdicts[setting.most_makers]) for line in lines)
    falls = tuple(
        DrawnResult(fall.cards, "defenders", escape(fall.words)) for fall in list_demotion_rows(rules, setting)
    )
    title = ngettext(
        "Points of the defenders, with %(num)s pack", "Points of the defenders, with %(num)s packs", setting.packs
    )
    return ResultTable("result", escape(title), rows + falls)


def build_result_row(line: zpy.PromotionRange, verdict: zpy.Verdict) -> DrawnResult:
    """Return the row of a band of totals."""
    totals = str(line.least) if line.most == line.least else f"{line.least}–{line.most}"
    if verdict.side is None:
        return DrawnResult(totals, "", escape(gettext("Nobody rises")))
    said = gettext("Makers up %(levels)s") if verdict.side == "makers" else gettext("Defenders up %(levels)s")
    return DrawnResult(totals, verdict.side, escape(said % {"levels": verdict.levels}))


def describe_jokers(setting: Setting) -> Message:
    """Return the sentence on which jokers to keep; black ones are never kept alone."""
    if setting.black_jokers:
        return message("pack.jokers", red=setting.red_jokers, black=setting.black_jokers)
    return message("pack.red_jokers", red=setting.red_jokers) if setting.red_jokers else message("pack.no_jokers")


def describe_left_out(setting: Setting) -> Iterator[Message]:
    """Yield the sentence on low cards that are taken out; none where hands come out equal."""
    if setting.left_out:
        yield message("pack.left_out", count=len(setting.left_out))


def describe_rules(rules: zpy.Rules, count: int) -> Message:
    """Return the rule set in a line."""
    setting = zpy.find_setting(rules, players_among(count))
    if setting.calls == 1:
        return message("rules.digest_of_one", count=setting.players, packs=setting.packs)
    return message("rules.digest", count=setting.players, packs=setting.packs, calls=setting.calls)


SETUP_SENTENCES: Sentences = {
    "rules.digest_of_one": Sentence(N_("{count} players, {packs} packs, 1 friend")),
    "rules.digest": Sentence(N_("{count} players, {packs} packs, {calls} friends")),
    "pack.fact": Sentence(N_("{pack} cards, {hand} each, {kitty} down")),
    "pack.packs": Sentence(N_("{packs} packs of 52, shuffled together")),
    "pack.jokers": Sentence(N_("Keep these jokers: {red} red, {black} black")),
    "pack.red_jokers": Sentence(N_("Keep these jokers: {red} red")),
    "pack.no_jokers": Sentence(N_("Take out every joker")),
    "pack.left_out": Sentence(
        N_(
            "Take out the lowest cards of a rank at which nobody makes trumps: {count} in all, of clubs, diamonds, "
            "hearts and spades in turn."
        )
    ),
    "pack.until": Sentence(N_("until {kitty} lie there")),
    "pack.nobody_deals": Sentence(
        N_("Nobody deals: the pack lies in the middle, and everyone in turn takes one card.")
    ),
    "pack.starter": Sentence(N_("Whoever takes the first card shuffles; the neighbour on their left cuts.")),
    "part.first_card": Sentence(N_("first card")),
    "part.cuts": Sentence(N_("cuts")),
}

SETUP = Setup(
    fan=("H7", "H7", "D10", "S5"),
    native=("找朋友", "zh"),
    tagline=N_("Climb from two to ace"),
    clockwise=False,
    sources=SOURCES,
    questions=tuple(
        question_about(zpy.Rules, key) for key in ("packs", "making_trumps", "failed_throw", "levels", "end")
    ),
    lots=N_("Draw who takes the first card"),
    sample_hands=sample_hands,
    digest=describe_rules,
    pack=describe_pack,
    results=build_result_table,
)
