"""Commands that write files, killed at random moments: the old file is there whole, or the new one is."""

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.commands.killed import COMMANDS, count_moments, fill_folder, read_content, run_command
from tools.faults.cluster import Cluster, Fault

SOURCE = "evening.db"
"""The database that the commands read. `restore --replace` alone may change it."""


@dataclass(frozen=True, slots=True)
class CommandKills:
    """Kills of one command after the other, each in a fresh copy of the same folder."""

    what: str = "kill -9 of commands that write a file"
    share: float = 0.2
    servers: int = 1

    async def run(self, cluster: Cluster, times: int) -> None:
        """Kill `times` commands, half of them before or after a call that changes a file, half at any instant."""
        folder, names = cluster.path.parent / "folder", [*COMMANDS]
        table = await asyncio.to_thread(fill_folder, folder)
        cluster.random.shuffle(names)
        for time in range(times):
            name = names[time % len(names)]
            arguments = [each.format(id=table) for each in COMMANDS[name]]
            kill = partial(kill_command, cluster, folder, name, arguments, at_a_call=time % 2 == 1)
            cluster.faults += await asyncio.to_thread(kill)
            cluster.tried += 1


def kill_command(cluster: Cluster, folder: Path, name: str, arguments: list[str], *, at_a_call: bool) -> list[Fault]:
    """Run the command that writes the file `name` once to its end, once until it is killed, and return the faults."""
    scratch = start_again(folder)
    before, source = read_content(scratch / name), read_content(scratch / SOURCE)
    moments = count_moments(scratch, *arguments)
    after = read_content(scratch / name)
    scratch = start_again(folder)
    if at_a_call:
        run_command(scratch, *arguments, moment=cluster.random.randint(1, moments.calls))
    else:
        run_command(scratch, *arguments, seconds=cluster.random.uniform(0, moments.seconds))
    said = " ".join(arguments)
    return [Fault(kind, f"{what} ({said})") for kind, what in find_faults(scratch, name, before, after, source)]


def start_again(folder: Path) -> Path:
    """Return a fresh copy of a folder."""
    scratch = folder.with_name("scratch")
    shutil.rmtree(scratch, ignore_errors=True)
    return Path(shutil.copytree(folder, scratch))


def find_faults(folder: Path, name: str, before: object, after: object, source: object) -> Iterator[tuple[str, str]]:
    """Yield what is wrong in a folder after a command was killed."""
    found = read_content(folder / name)
    if found is None and before is not None:
        yield "lost", f"{name} is gone"
    elif found not in (before, after):
        yield "half", f"{name} is neither the old file nor the new one"
    if name != SOURCE and read_content(folder / SOURCE) != source:
        yield "lost", f"{SOURCE} is not as it was"
    for aside in folder.glob("*-before-*.db"):
        if read_content(aside) != before:
            yield "half", f"{aside.name} is not what was replaced"
