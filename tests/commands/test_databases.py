"""The database that a command works with: by whatever name it is reached, only where it is, and never by a typo."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.commands.serve import take_database
from scorekeeper.store import StoreUnavailable, find_server_address, open_store, serve_database, sqlite
from scorekeeper.table import moves as t
from scorekeeper.whole_files import write_whole
from tests.cases import for_each
from tests.commands.killed import PROCESSES, read_content, run_command
from tests.commands.test_serve import CLI, lines_until, read_refusal
from tests.export.conftest import Run
from tests.export.evenings import BO, Evening
from tests.toy import Draw

pytestmark = pytest.mark.programs

ADDRESS = "http://192.168.0.10:8000"


# --- Names ---


def test_a_link_to_a_served_database_is_served_already(run: Run, evening: Evening, database: Path) -> None:
    copy = database.with_name("copy.db")
    assert run("backup", copy).exit_code == 0
    before = database.read_bytes()
    (link := database.with_name("link.db")).symlink_to(database)
    with serve_database(str(database), ADDRESS):
        for arguments in (("serve", "--database", link), ("restore", copy, "--replace", "--database", link)):
            refused = run(*arguments)
            assert (refused.exit_code, f"serves this database at {ADDRESS}" in refused.output) == (1, True)
    assert (link.is_symlink(), database.read_bytes()) == (True, before)
    assert run("restore", copy, "--replace", "--database", link).exit_code == 0
    assert link.is_symlink(), "the file is replaced, not the link"
    assert run("check", link).exit_code == 0


def test_a_file_with_two_names_is_opened_by_neither(run: Run, evening: Evening, database: Path) -> None:
    """The log of SQLite stands beside one of them: by the other an old state would be read, and written over."""
    (other := database.with_name("other.db")).hardlink_to(database)
    for path in (database, other):
        for arguments in (("serve", "--host", "127.0.0.1"), ("check",), ("backup", "copy.db"), ("export",)):
            refused = run(*arguments, "--database", path)
            assert (refused.exit_code, f"{path} has another name as well" in refused.output) == (1, True)
    other.unlink()
    assert run("check").exit_code == 0


def test_a_file_that_is_mounted_alone_is_refused(
    run: Run, evening: Evening, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its log would lie outside the mount: in a container that is gone with it, or beside another server's."""
    (spaced := database.with_name("our evening.db")).write_bytes(database.read_bytes())
    mounts = database.with_name("mountinfo")
    lines = (f"98 82 254:0 /a {place} rw - ext4 /dev/vda rw" for place in ("/", str(spaced).replace(" ", "\\040")))
    mounts.write_text("\n".join(lines))
    monkeypatch.setattr(sqlite, "MOUNTS", mounts)
    refused = run("check", spaced)
    assert (refused.exit_code, f"{spaced} is mounted as a file" in refused.output) == (1, True)
    assert run("check").exit_code == 0


def test_a_name_that_was_given_half_is_taken_away(run: Run, evening: Evening, database: Path) -> None:
    """A server that makes a database may be killed when the file has its name and still the one before it."""
    (part := database.with_name("evening.db.0123abcd.part")).hardlink_to(database)
    assert run("check").exit_code == 0
    assert not part.exists()


def test_a_note_of_a_killed_server_is_no_address(run: Run, evening: Evening, database: Path) -> None:
    database.with_name("evening.db.server").write_text(f"{ADDRESS}\n")
    assert find_server_address(str(database)) == ""
    assert ADDRESS not in run("host").output


# --- A typo ---


EVERY = [
    *(("serve",), ("export",), ("export", "nowhere"), ("export", "--to", "h.db"), ("check",), ("backup", "copy.db")),
    *(("host",), ("prune", "--unused-for", "1"), ("import", "evening.json"), ("import", "evening.db")),
]


@pytest.fixture
def here(run: Run, evening: Evening, database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the database, with an exported table."""
    monkeypatch.chdir(database.parent)
    assert run("export", evening.id, "-o", "evening.json").exit_code == 0
    return database.parent


@pytest.mark.parametrize("command", EVERY, ids=" ".join)
def test_a_typo_makes_no_database(command: tuple[str, ...], run: Run, here: Path) -> None:
    before = sorted(here.rglob("*"))
    refused = run(*command, "--database", here / "no" / "such.db")
    assert (refused.exit_code, "Traceback" in refused.output) == (1, False)
    if command != ("serve",):
        refused = run(*command, "--database", "evning.db")
        told = f"Error: There is no database at {here / 'evning.db'}. There is one at {here / 'evening.db'}.\n"
        assert (refused.exit_code, refused.stderr) == (1, told)
    empty = run(*command, "--database", "")
    assert (empty.exit_code, "Name a file, or leave the option out." in empty.stderr) == (2, True)
    assert sorted(here.rglob("*")) == before


def test_a_server_says_that_a_database_is_new_and_what_is_left_of_others(tmp_path: Path) -> None:
    database = tmp_path / "evening.db"
    (part := tmp_path / "evening.db.0123abcd.part").write_bytes(b"SQLite format 3")
    command = [sys.executable, "-c", CLI, "serve", "--host", "127.0.0.1", "--database", str(database)]
    for new in (True, False):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
            said = lines_until(process, "Press Ctrl+C")
            process.kill()
        assert ("There was no database: this is a new one.\n" in said) is new
        assert f"{part} is half a file, which a command left that was interrupted. Delete it." in said


def test_a_file_that_is_being_written_is_not_called_half_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup may run while the server starts, and its file must not be deleted. What is left is named later."""

    def start() -> str:
        with take_database(str(tmp_path / "evening.db"), "", "text", demo=False):
            return capsys.readouterr().out

    (left := tmp_path / "evening.db.0123abcd.part").touch()
    with write_whole(tmp_path / "copy.db") as part, write_whole(tmp_path / "other.db") as other:
        part.touch()
        other.touch()
        assert start() == ""
    assert str(left) in start()


def make_newer_database(database: Path) -> None:
    """Let a database be one that a later version has migrated."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("update _sqlite_migrations set name = 'tournaments' where name = 'people_told_apart'")


def make_newer_moves(database: Path) -> None:
    """Let a database hold a move in the form of a later version."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("update events set schema = schema + 1 where version = 3")


@for_each(
    newer=[make_newer_database, make_newer_moves],
    command=[
        "check FILE",
        "restore FILE --replace",
        "copy FILE new.db",
        "export --database FILE",
        "tables --database FILE",
    ],
)
def test_what_a_newer_version_wrote_is_refused_in_words(
    newer: Callable[[Path], None], command: str, *, run: Run, here: Path
) -> None:
    """It is not damaged, and nothing is written."""
    with write_whole(here / "later.db", replace=True) as part:
        shutil.copy(here / "evening.db", part)
    newer(here / "later.db")
    before = {path: read_content(path) for path in here.glob("*.db")}
    refused = run(*command.replace("FILE", str(here / "later.db")).split())
    assert refused.exit_code == 1
    assert f"Error: {here / 'later.db'}: " in refused.stderr
    assert "newer Scorekeeper" in refused.stderr
    assert "damage" not in refused.output
    assert {path: read_content(path) for path in here.glob("*.db")} == before


def test_half_a_file_is_no_database(run: Run, here: Path) -> None:
    Path("evening.db").rename(part := here / "evening.db.0123abcd.part")
    for arguments in (("check", part), ("restore", part, "--database", "new.db"), ("export", "--database", part)):
        refused = run(*arguments)
        assert (refused.exit_code, "is half a file" in refused.output) == (1, True)
    assert "is half a file" in read_refusal("--database", str(part))


def test_a_demo_leaves_a_database_with_tables_alone(run: Run, evening: Evening, database: Path) -> None:
    before = read_content(database)
    refused = run("demo", "--host", "127.0.0.1", "--keep", database)
    assert (refused.exit_code, f"There are tables in {database}" in refused.output) == (1, True)
    assert read_content(database) == before


# --- Existing files ---


@for_each(
    ("backup", "file.db"), ("copy", "evening.db", "file.db"), ("export", "{id}", "-o", "file.db"),
    ("export", "-o", "file.db"),
)  # fmt: skip
def test_what_is_there_is_written_over_only_when_told_to(
    arguments: tuple[str, ...], *, run: Run, here: Path, evening: Evening
) -> None:
    command = [argument.format(id=evening.id) for argument in arguments]
    (file := here / "file.db").write_bytes(b"something")
    file.chmod(0o640)
    refused = run(*command)
    assert (refused.exit_code, "file.db is there already. --replace writes over it.\n" in refused.stderr) == (1, True)
    assert file.read_bytes() == b"something"
    written = run(*command, "--replace")
    assert (written.exit_code, "file.db" in written.stderr.splitlines()[-1]) == (0, True)
    assert (written.stdout, file.stat().st_mode & 0o777) == ("", 0o640)


def test_a_restored_database_is_its_owners(run: Run, here: Path) -> None:
    """A service of another user could not open what root has restored."""
    assert run("backup", "copy.db").exit_code == 0
    file = here / "evening.db"
    owner = (12345, 12345) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(file, *owner)
    assert run("restore", "copy.db", "--replace").exit_code == 0
    assert (file.stat().st_uid, file.stat().st_gid, file.stat().st_mode & 0o777) == (*owner, 0o600)


def check_as_nobody(path: Path) -> None:
    """Check a database that the user can only read."""
    if os.geteuid() == 0:
        os.setuid(65534)
    with open_store(f"sqlite:///{path}?mode=ro") as store:
        assert store.find_damage() == ()
        assert store.events.tables()


def test_a_copy_that_cannot_be_written_is_read(run: Run, here: Path) -> None:
    shutil.copy("evening.db", "copy.db")
    closed = [each for each in here.parents if not each.stat().st_mode & 0o001]
    for path, mode in ((here / "copy.db", 0o444), (here, 0o555), *((each, 0o755) for each in closed)):
        path.chmod(mode)
    process = PROCESSES.Process(target=check_as_nobody, args=(here / "copy.db",))
    process.start()
    process.join()
    for path in (here, *closed):
        path.chmod(0o700)
    assert process.exitcode == 0


def test_a_copy_of_an_earlier_version_is_checked(run: Run, here: Path) -> None:
    with open_store(here / "evening.db") as store:
        store.database.write(lambda db: db.execute("drop table people_told_apart"))
        store.database.write(lambda db: db.execute("delete from _sqlite_migrations where name = 'people_told_apart'"))
    before = (here / "evening.db").read_bytes()
    checked = run("check", "evening.db")
    assert (checked.exit_code, checked.stdout) == (0, "evening.db is whole: 1 table.\n")
    assert (here / "evening.db").read_bytes() == before


# --- Words ---


def test_a_full_disk_is_said_and_leaves_nothing(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.store.group_commit.GroupCommit.copy_to", fill_disk)
    refused = run("backup", "copy.db")
    assert refused.stderr == "Error: copy.db cannot be written: database or disk is full.\n"
    assert not list(here.glob("copy*"))


def fill_disk(*_: object) -> None:
    """Fail as SQLite does."""
    import sqlite3

    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


@for_each(
    ("check", "{here}"), ("import", "{here}"), ("backup", "{here}"), ("restore", "{here}"),
    ("export", "--database", "{here}"), ("serve", "--database", "{here}"), ("copy", "evening.db", "{here}"),
    ("copy", "{here}", "new.db"), ("export", "-o", "{here}"), ("import", "evening.json", "--database", "{here}"),
)  # fmt: skip
def test_a_folder_is_said_to_be_one(arguments: tuple[str, ...], *, run: Run, here: Path) -> None:
    refused = run(*(argument.format(here=here) for argument in arguments))
    assert (refused.exit_code, refused.stderr) == (1, f"Error: {here} is a folder: name a file.\n")


@for_each(("export",), ("check",), ("serve",), ("host",))
def test_a_server_that_does_not_answer_is_said(command: tuple[str, ...], *, run: Run, here: Path) -> None:
    refused = run(*command, "--database", "postgresql://ana:secret@127.0.0.1:1/cards")
    assert refused.stderr == "Error: No PostgreSQL answers at postgresql://127.0.0.1:1/cards.\n"


def test_a_terminal_without_the_letters_of_a_name(here: Path, database: Path) -> None:
    program = [sys.executable, "-c", CLI]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "SCOREKEEPER_DATABASE": str(database)}
    for arguments in (["export"], ["check", "evening.json"], ["export", "보"], ["check", "보.json"]):
        done = subprocess.run([*program, *arguments], capture_output=True, env=environment, check=False)
        assert b"Traceback" not in done.stderr
        assert rb"\uc870" in done.stdout or rb"\ubcf4" in done.stderr


def test_a_list_of_tables_has_the_hands_of_all_sheets_and_goes_into_a_file(run: Run, here: Path) -> None:
    with open_store(here / "evening.db") as store:
        evening = Evening(store, "toy", "plain", "Ana", "Bo")
        evening.do(t.StartHand(), Draw(BO), t.EndSession(), t.BeginSession(), t.StartHand(), Draw(BO))
    told = run("export").stdout
    assert "Climb, 2 hands" in told
    listed = run("export", "-o", "list.txt")
    assert (listed.stdout, listed.stderr) == ("", "Wrote list.txt.\n")
    assert Path("list.txt").read_text(encoding="utf-8") == told


def test_a_command_that_is_printed_names_the_same_database(run: Run, here: Path) -> None:
    Path("evening.db").rename("other evening.db")
    refused = run("export", "nowhere", "--database", "other evening.db")
    assert "`scorekeeper export --database 'other evening.db'` lists them all." in refused.stderr
    assert run_command(here, "export", "--database", "other evening.db") == 0


def test_an_empty_database_of_an_interrupted_command_is_not_served(tmp_path: Path) -> None:
    (path := tmp_path / "evening.db").touch()
    assert "is empty: there is no database in it" in read_refusal("--database", str(path))
    with pytest.raises(StoreUnavailable):
        open_store(path)
