"""New tables, house rules, rule sets and the pack."""

from scorekeeper.web.setup import comparison, new_table, rule_files, rule_sets, rules_in_force

BLUEPRINTS = (
    new_table.blueprint,
    rules_in_force.blueprint,
    rule_sets.blueprint,
    rule_files.blueprint,
    comparison.blueprint,
)
PARTS = ()
