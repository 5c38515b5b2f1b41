"""Files for people: written beside their place, flushed and renamed, so that no name ever stands for half a file."""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PART = ".part"
"""The end of the name of a file that is not whole yet."""

BESIDE = ("", "-journal", "-wal", "-shm")
"""The ends that SQLite adds to the name of a database for the files beside it."""


@contextmanager
def write_whole(path: Path, *, replace: bool = False) -> Iterator[Path]:
    """Yield a path at which to write a new file. After the block the file is flushed and takes the name `path`.

    A block that fails leaves nothing; a program that is killed meanwhile leaves what `find_parts` finds. With `replace`
    the file takes the place of an earlier one, and its owner and mode. Raises `FileExistsError` without,
    and `IsADirectoryError`.
    """
    if path.exists() and not path.is_file() and not path.is_dir():  # such as /dev/stdout
        yield path
        return
    path = path.resolve()  # of a link the file is replaced, not the link
    check_free(path, replace=replace)
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}{PART}")
    with lock_folder(path.parent):
        try:
            yield part
            flush(part)
            if replace and path.exists():
                take_owner(part, path)
                part.replace(path)
            else:
                rename_new(part, path)
            flush(path.parent)
        finally:
            for end in BESIDE:
                part.with_name(f"{part.name}{end}").unlink(missing_ok=True)


def check_free(path: Path, *, replace: bool) -> None:
    """Raise `OSError` where a new file cannot have the name `path`."""
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not replace:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def find_parts(path: Path) -> list[Path]:
    """Return the files that commands left which were killed while they wrote a file beside `path`, sorted."""
    return sorted(each for each in path.parent.glob(f"*{PART}") if len(each.suffixes) > 1)


def find_left_parts(path: Path) -> list[Path]:
    """Return what `find_parts` does, and nothing while a file is being written there: it may be one of them."""
    if not path.parent.is_dir():
        return []
    with lock_folder(path.parent, alone=True) as is_alone:
        return find_parts(path) if is_alone else []


@contextmanager
def lock_folder(folder: Path, *, alone: bool = False) -> Iterator[bool]:
    """Hold a folder together with all who write a file into it, or `alone`. Yields False where others have it then.

    The system ends the lock with the process, whatever ends that. The age of a file would be a guess, and a number of a
    process in its name would be another's one day. Windows has no such lock: there every folder is held alone.
    """
    try:
        import fcntl
    except ImportError:
        yield True
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
        is_held = True
    except OSError as error:  # others have it, or the file system has no locks
        is_held = error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    try:
        yield is_held
    finally:
        os.close(handle)


def rename_new(part: Path, path: Path) -> None:
    """Rename a file. Raises `FileExistsError` where another program has made `path` meanwhile."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        check_free(path, replace=False)
        part.rename(path)


def take_owner(part: Path, path: Path) -> None:
    """Give a file the owner and the mode of the one whose place it takes, as far as the user may."""
    found = path.stat()
    with suppress(PermissionError, AttributeError):
        os.chown(part, found.st_uid, found.st_gid)
    part.chmod(stat.S_IMODE(found.st_mode))


def flush(path: Path) -> None:
    """Write what the system holds of a file or a folder to the disk. Windows cannot do so for a folder."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
