"""Options and arguments that several commands have."""

from pathlib import Path

import click


def refuse_empty(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Return ``--database``. Raises `click.BadParameter` where it is empty, as an unset variable of a script is."""
    if text is not None and not text.strip():
        raise click.BadParameter("Name a file, or leave the option out.")
    return text


database_option = click.option(
    "--database",
    envvar="SCOREKEEPER_DATABASE",
    callback=refuse_empty,
    help="SQLite file, or postgresql://host/name. [default: a file in your data folder, or in instance/ of a checkout]",
)
replace_option = click.option("--replace", is_flag=True, help="Write over a file that is there.")
file_argument = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
