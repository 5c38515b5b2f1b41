"""Groups: their people, nights and hands."""

from scorekeeper.web.groups import group_pages, hand_pages, night_pages, season_pages

BLUEPRINTS = (group_pages.blueprint, night_pages.blueprint, hand_pages.blueprint, season_pages.blueprint)
PARTS = ()
