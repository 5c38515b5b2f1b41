"""The preview of a result before anyone confirms it, for the screens of every game."""

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.errors import Problem, RuleError
from scorekeeper.messages import Message
from scorekeeper.table.state import TableState
from scorekeeper.web.http.services import Context
from scorekeeper.web.page.forms import Form


@dataclass(frozen=True)
class ResultPreview:
    """Preview of what a result would give; empty while its form is not complete."""

    headline: object = None
    """The head of the screen as its game builds it; None while nothing follows from the form."""
    gain_text: Markup | str = ""
    warnings: tuple[Message, ...] = ()
    """Possible but unlikely facts: asked about once before the result is confirmed, never refused."""
    problems: tuple[Problem, ...] = ()

    @property
    def needs_confirmation(self) -> bool:
        """Return whether the result is so unlikely that it is asked about."""
        return bool(self.warnings)


def preview_or_refusal(
    preview: Callable[[TableState, Form], Context], state: TableState, form: Form, *still_to_choose: str
) -> Context:
    """Return the preview of a form, or of a refused one the problems with it but those of what is `still_to_choose`."""
    try:
        return preview(state, form)
    except RuleError as refusal:
        wrong = tuple(one for one in refusal.problems if one.code not in ("form.missing", *still_to_choose))
        return {"preview": ResultPreview(problems=wrong)}
