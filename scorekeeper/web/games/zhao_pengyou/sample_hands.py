"""The results by which two rule sets of Zhao Pengyou are compared: every total at which either pays otherwise."""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.game import Side
from scorekeeper.games.zhao_pengyou.promotion import list_totals
from scorekeeper.messages import N_, Sentence, Sentences, message
from scorekeeper.settlement import Amount
from scorekeeper.web.page.game_setup import SampleHand

SIDES: Mapping[Side, str] = {"makers": N_("makers"), "defenders": N_("defenders")}

SAMPLE_SENTENCES: Sentences = {"sample.total": Sentence(N_("Defenders with {points} points"))}


def sample_hands(compared: Sequence[zpy.Rules], players: Sequence[int]) -> Iterator[SampleHand]:
    """Yield the totals of the defenders, from none, at which the levels won change under any of the rules."""
    settings = [zpy.find_setting(rules, count) for rules, count in zip(compared, players, strict=True)]
    totals = [list_totals(rules, setting) for rules, setting in zip(compared, settings, strict=True)]
    before: tuple[Mapping[str, Amount] | None, ...] = ()
    for total in max(totals, key=len):
        paid = tuple(
            pay(rules, setting, total) if total in known else None
            for rules, setting, known in zip(compared, settings, totals, strict=True)
        )
        if paid != before:
            yield SampleHand(message("sample.total", points=total), paid)
        before = paid


def pay(rules: zpy.Rules, setting: zpy.Setting, total: int) -> Mapping[str, Amount]:
    """Return the levels that the side which rises wins against or with a full team; nothing where none does."""
    verdict = zpy.judge_total(rules, setting, total, setting.most_makers)
    return {SIDES[verdict.side]: verdict.levels} if verdict.side else {}
