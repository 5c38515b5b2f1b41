"""The question how many levels a side rises: every total of the defenders, and the steps of the one looked at."""

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.games.zhao_pengyou.promotion import list_totals
from scorekeeper.web.games.zhao_pengyou.demotion_rows import list_demotion_rows
from scorekeeper.web.page.questions import Inquiry, Reply, Verdict


def answer_promotion(inquiry: Inquiry) -> Reply:
    """Answer what each total gives by the size of the maker's team, and why for one total. Raises `RuleError`."""
    setting = zpy.find_setting(inquiry.rules, inquiry.players)
    totals = list_totals(inquiry.rules, setting)
    sizes = range(setting.most_makers, 0, -1)
    total = inquiry.number("total", totals)
    makers = inquiry.number("makers", range(1, setting.most_makers + 1)) or setting.most_makers
    facts = {
        "lines": zpy.build_promotion_table(inquiry.rules, setting),
        "falls": [(fall.cards, "", fall.words) for fall in list_demotion_rows(inquiry.rules, setting)],
        "sizes": list(sizes),
        "totals": list(totals),
        "smallest": POINT_STEP,
        "total": total,
        "makers": makers,
    }
    public = {"makers": str(makers), "total": "" if total is None else str(total)}
    if total is None:
        return Reply(public, facts)
    verdict = zpy.judge_total(inquiry.rules, setting, total, makers)
    look: Verdict = "yes" if verdict.side else "maybe"
    return Reply(public, {**facts, "verdict": verdict}, look, tuple(step.why for step in verdict.steps))
