"""Templates are compiled by the first start of a program, and read by later ones.

Compiling all of them takes over a second, reading what they were compiled to a twentieth of that.
"""

from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from platformdirs import user_cache_path

from scorekeeper.source_tree import PACKAGE, find_instance_folder


class CompiledTemplates(FileSystemBytecodeCache):
    """The compiled templates in a folder. One counts as long as neither it nor what compiles it has changed.

    Where nothing can be kept in the folder, each start compiles; what is damaged there is compiled anew.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def get_source_checksum(self, source: str) -> str:
        """Return a mark of a template's source and of what compiles it. Jinja's own is one of the source alone."""
        return f"{super().get_source_checksum(source)} {compiler_fingerprint()}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read what a template was compiled to, if that is there and whole."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # after a power cut it may be anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to, if it can be kept."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def default_folder() -> Path:
    """Return where compiled templates are kept: with a source tree, or else in the user's cache."""
    return (find_instance_folder() or user_cache_path("scorekeeper", appauthor=False)) / "templates"


@cache
def compiler_fingerprint() -> str:
    """Return a hash of Jinja's version and this program, whose filters Jinja applies to constants as it compiles."""
    files = sorted(PACKAGE.rglob("*.py"))
    return sha256(b"".join([version("jinja2").encode(), *(file.read_bytes() for file in files)])).hexdigest()


def compile_all(environment: Environment) -> None:
    """Load every template, so that the first page of its kind is drawn as quickly as the next."""
    for name in environment.list_templates():
        environment.get_template(name)
