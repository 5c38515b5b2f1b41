"""`scorekeeper export`, `import` and `check_document`: files on standard output, troubles on standard error, 0 or 1."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from openpyxl import load_workbook

from scorekeeper.bookkeeper import Bookkeeper, Recorder, apply_move
from scorekeeper.export import LARGEST_FILE, check_document, export_csv
from scorekeeper.export.datasette import render_metadata
from scorekeeper.store import default_database, open_store
from scorekeeper.table import moves as t
from scorekeeper.table.ledger import Ledger
from tests.cases import for_each
from tests.export.conftest import Run
from tests.export.evenings import BO, Evening
from tests.postgresql import PostgresqlServer
from tests.toy import Draw

pytestmark = pytest.mark.programs


def test_tables_are_listed(run: Run, evening: Evening, database: Path) -> None:
    with open_store(database) as store:
        other = Evening(store, "toy", "plain", "Ana", "보").do(t.StartHand(), Draw(BO))
    listed = run("export")
    assert listed.exit_code == 0
    lines = {line.split()[0]: line.split("  ")[2:] for line in listed.stdout.splitlines()}
    assert lines == {
        other.id: ["Climb, 1 hand", "Ana rung 0, 보 rung 1"],
        evening.id: ["Mighty, 4 hands", "Ana -83, Bo 3, 조 162, Dan -78, Eun -4"],
    }


def test_no_tables(run: Run, database: Path) -> None:
    open_store(database).close()
    listed = run("export")
    assert (listed.exit_code, listed.output) == (0, "")


def test_a_document_on_standard_output(run: Run, evening: Evening) -> None:
    exported = run("export", evening.id)
    assert (exported.exit_code, exported.stderr) == (0, "")
    assert check_document(exported.stdout_bytes).ledger.state.standings == evening.ledger.state.standings


def test_a_spreadsheet_in_a_file(run: Run, evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "evening.csv"
    exported = run("export", evening.id, "--format", "csv", "-o", file)
    assert (exported.exit_code, exported.stdout, exported.stderr) == (0, "", f"Wrote {file}.\n")
    assert file.read_bytes() == export_csv(evening.ledger.state)


def test_a_workbook_in_a_file(run: Run, evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "evening.xlsx"
    assert run("export", evening.id, "--format", "xlsx", "-o", file).exit_code == 0
    sheet, _standings, _rules = load_workbook(file)
    assert next(iter(sheet.values))[0] == "Hand"


def test_a_history_of_everything_and_again(run: Run, evening: Evening, database: Path, tmp_path: Path) -> None:
    file, about = tmp_path / "league.db", tmp_path / "metadata.yaml"
    first = run("export", "--to", file, "--metadata", about)
    assert (first.exit_code, first.stdout) == (0, "")
    assert first.stderr.splitlines()[-1] == f"Wrote {file}: 1 evening, 1 new, 0 changed, 0 as before."
    assert about.read_text(encoding="utf-8") == render_metadata("league")
    with open_store(database) as store:
        Evening(store, "toy", "plain", "Ana", "보").do(t.StartHand(), Draw(BO))
        opening = t.CreateTable("toy", "plain", {}, ("To", "Try"))
        opened = apply_move(Ledger(), opening, Recorder())
        until = "2999-01-01T00:00:00.000+00:00"
        store.events.create_planned(Bookkeeper(store.events).plan_played(opening, [opened], until=until))
    again = run("export", "--to", file)
    assert again.stderr.splitlines()[-1] == f"Wrote {file}: 2 evenings, 1 new, 0 changed, 1 as before."
    with closing(sqlite3.connect(file)) as db:
        assert sorted(game for (game,) in db.execute("select game from evenings")) == ["Climb", "Mighty"]
        assert db.execute("select count(*) from players where name in ('To', 'Try')").fetchone() == (0,)


def test_a_history_of_a_group_or_a_table(run: Run, evening: Evening, database: Path, tmp_path: Path) -> None:
    with open_store(database) as store:
        other = Evening(store, "toy", "plain", "Ana", "보").do(t.StartHand(), Draw(BO))
        store.groups.create("g", "Freitag", night=other.id, names={1: "Ana", 2: "보"})
        for group in ("h", "i"):
            store.groups.create(group, "Montag")
    for file, arguments, game in (("g.db", ("--group", "freitag"), "Climb"), ("t.db", (evening.id,), "Mighty")):
        assert run("export", "--to", tmp_path / file, *arguments).exit_code == 0
        with closing(sqlite3.connect(tmp_path / file)) as db:
            assert db.execute("select game from evenings").fetchall() == [(game,)]
    for arguments, told in (
        (("--group", "Samstag"), "There is no group called Samstag."),
        (("--group", "Montag"), "There are 2 groups called Montag."),
        (("nowhere",), "There is no table nowhere. `scorekeeper export` lists them all."),
    ):
        refused = run("export", "--to", tmp_path / "no.db", *arguments)
        assert (refused.exit_code, refused.stderr) == (1, f"Error: {told}\n")
    assert not (tmp_path / "no.db").exists()


@for_each(
    (("--to", "h.db", "-o", "x.json"), "--to and --output exclude each other."),
    (("--group", "Friday"), "--group and --metadata need --to."),
    (("--metadata", "m.yaml"), "--group and --metadata need --to."),
    (("--to", "h.db", "table", "--group", "Friday"), "Name a table or a group, not both."),
)
def test_options_of_a_history_that_make_no_sense_together(
    arguments: tuple[str, ...], told: str, *, run: Run, evening: Evening
) -> None:
    refused = run("export", *arguments)
    assert (refused.exit_code, refused.stderr.splitlines()[-1]) == (2, f"Error: {told}")
    assert not Path("h.db").exists()


def test_a_history_is_not_written_over_the_database(run: Run, evening: Evening, database: Path) -> None:
    before = run("export", evening.id, "--format", "csv").stdout
    refused = run("export", "--to", database)
    assert refused.exit_code == 1
    assert refused.stderr.splitlines()[-1] == f"Error: {database} is somebody else's database: name a new file."
    assert run("export", evening.id, "--format", "csv").stdout == before
    assert run("check").exit_code == 0


def test_another_database(run: Run, evening: Evening, database: Path, tmp_path: Path) -> None:
    moved = database.rename(tmp_path / "moved.db")
    assert run("export", evening.id).exit_code == 1
    assert run("export", evening.id, "--database", moved).exit_code == 0
    assert run("export", evening.id, "--database", f"sqlite:///{moved}?mode=ro").exit_code == 0, "only reading will do"


def test_check_says_that_a_file_is_right(run: Run, evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    run("export", evening.id, "-o", file)
    checked = run("check", file)
    assert checked.exit_code == 0
    assert checked.stdout == f"{file} is right: 4 hands. Ana -83, Bo 3, 조 162, Dan -78, Eun -4\n"


def test_check_says_that_an_older_file_was_not_refereed(run: Run, evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(json.dumps({**json.loads(run("export", evening.id).stdout), "edition": 1}), encoding="utf-8")
    checked = run("check", file)
    assert checked.exit_code == 0
    last = checked.stdout.splitlines()[-1]
    assert last == "Edition 1 of the rules wrote it: its figures agree, but it was not refereed."


def test_check_names_the_first_disagreement(run: Run, evening: Evening, tmp_path: Path) -> None:
    document = json.loads(run("export", evening.id).stdout)
    document["hands"][1]["gains"]["4"]["amount"] += 1
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    for command in ("check", "import"):
        refused = run(command, file)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr.startswith("Error: Hand 2, gain of Dan: the file says ")
    assert len(run("export").stdout.splitlines()) == 1, "nothing was imported"


def test_import_makes_the_same_table(run: Run, evening: Evening, database: Path, tmp_path: Path) -> None:
    exported = run("export", evening.id).stdout_bytes
    database.unlink()
    open_store(database).close()
    imported = run("import", "-", input=exported)
    assert imported.exit_code == 0, imported.output
    sentence, link = imported.stdout.splitlines()
    table = sentence.removeprefix("Kept as table ").partition(".")[0]
    with open_store(database) as store:
        assert [info.table_id for info in store.events.tables()] == [table]
        grant = store.grants.find(link.removeprefix("/l/"))
    assert grant is not None
    assert (grant.table_id, grant.kind) == (table, "host")
    again = json.loads(run("export", table).stdout_bytes)
    assert again | {"exported": ""} == json.loads(exported) | {"exported": ""}


def test_an_evening_that_is_here_is_kept_twice_only_when_told_to(run: Run, evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    run("export", evening.id, "-o", file)
    for answer, tables in (("n", 1), ("", 1), ("y", 2)):
        asked = run("import", file, input=f"{answer}\n")
        assert f"This evening is here already, as table {evening.id}." in asked.stdout
        assert (asked.exit_code, len(run("export").stdout.splitlines())) == (answer != "y", tables)
    assert run("import", file, "--again").exit_code == 0


def test_a_refused_import_makes_no_database(run: Run, database: Path, tmp_path: Path) -> None:
    assert run("import", "-", input=b"{}").exit_code == 1
    assert not database.exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("export", "nowhere"), "There is no table nowhere. `scorekeeper export` lists them all."),
        (("export", "{id}", "-o", "{folder}/no/folder.json"), "{folder}/no/folder.json: No such file or directory."),
        (
            ("export", "--database", "{folder}/none.db"),
            "There is no database at {folder}/none.db. There is one at {folder}/evening.db.",
        ),
        (
            ("export", "--database", "mysql://x"),
            "Not a database this program can open: 'mysql://x' (try sqlite:///path or postgresql://host/name).",
        ),
        (("export", "--database", "{folder}/notes.txt"), "{folder}/notes.txt is no SQLite file."),
        (("import", "{folder}/none.json"), "{folder}/none.json: No such file or directory."),
        (("check", "{folder}"), "{folder} is a folder: name a file."),
        (("check", "{folder}/notes.txt"), "This is not a JSON file. Choose the one that “Export” made."),
        (("check", "{folder}/large.json"), "This file is over 8 MB. No evening is that large."),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_said(
    arguments: tuple[str, ...], told: str, run: Run, evening: Evening, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("Remember the milk. " * 100, encoding="utf-8")
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    names = {"id": evening.id, "folder": str(tmp_path)}
    refused = run(*(argument.format(**names) for argument in arguments))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == f"Error: {told.format(**names)}\n"


def test_the_installed_command(evening: Evening, database: Path, tmp_path: Path) -> None:
    """Once as it is used: a program with an exit code, its output through a pipe."""
    assert default_database() == str(database)
    program = [str(Path(sys.executable).with_name("scorekeeper"))]
    exported = subprocess.run([*program, "export", evening.id], capture_output=True, check=True)
    checked = subprocess.run([*program, "check", "-"], input=exported.stdout, capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, b"")
    spoiled = exported.stdout.replace(b'"points":9', b'"points":8')
    refused = subprocess.run([*program, "check", "-"], input=spoiled, capture_output=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert b"Traceback" not in refused.stderr


def test_all_of_it_works_on_postgresql(
    run: Run, evening: Evening, postgresql: PostgresqlServer, tmp_path: Path, database: Path
) -> None:
    url = postgresql.make_empty_database()
    file = tmp_path / "evening.json"
    assert run("export", evening.id, "-o", file).exit_code == 0
    assert run("import", file, "--database", url).exit_code == 0
    (line,) = run("export", "--database", url).stdout.splitlines()
    assert line.split("  ")[2:] == ["Mighty, 4 hands", "Ana -83, Bo 3, 조 162, Dan -78, Eun -4"]
    checked = run("check", "--database", url)
    assert (checked.exit_code, checked.stdout) == (0, "postgresql:///postgres is whole: 1 table.\n")
    assert run("host", "--database", url).exit_code == 0
    assert run("export", "--to", tmp_path / "history.db", "--database", url).exit_code == 0
    with closing(sqlite3.connect(tmp_path / "history.db")) as db:
        assert db.execute("select name, points from standings where rank = 1").fetchall() == [("조", 162)]
    assert run("backup", tmp_path / "copy.db", "--database", url).exit_code == 0
    assert run("export", "--database", tmp_path / "copy.db").stdout == f"{line}\n"
    refused = run("restore", database, "--database", url)
    assert (refused.exit_code, "scorekeeper copy" in refused.stderr) == (1, True)
