"""How many levels up? Every total of the defenders at once, and the steps of the one that is looked at."""

from scorekeeper.games import zhao_pengyou as zpy
from scorekeeper.games.zhao_pengyou.pack import POINT_STEP
from scorekeeper.games.zhao_pengyou.promotion import list_totals
from scorekeeper.web.page.questions import Inquiry, Reply, Verdict


def promotion(inquiry: Inquiry) -> Reply:
    """What each total gives, by the size of the trump maker's team; and why, for one of them. Raises `RuleError`."""
    setting = zpy.find_setting(inquiry.rules, inquiry.players)
    totals = list_totals(inquiry.rules, setting)
    sizes = range(setting.most_makers, 0, -1)
    total = inquiry.number("total", totals)
    makers = inquiry.number("makers", range(1, setting.most_makers + 1)) or setting.most_makers
    facts = {
        "lines": zpy.build_promotion_table(inquiry.rules, setting),
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
