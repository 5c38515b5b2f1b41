"""The parts of every page: language, wording, dates, forms, rights, templates, and what a game contributes."""

from scorekeeper.web.page import dates, errors, jinja, language, template_helpers, wording

BLUEPRINTS = (language.blueprint,)
PARTS = (jinja, language, errors, wording, template_helpers, dates)
