"""Stylesheets and scripts that pages load as one file each, joined at start from the small files in ``static``.

Nothing is minified: a joined file is its parts, each below its name, without the comments of stylesheets. Of ECMAScript
modules the parts may use two forms only, ``import { a, b } from "./part.js";`` and ``export`` before a function or
constant; anything else is refused. What a script loads later, by ``import("./part.js")``, stays a file of its own, and
so must everything that it imports.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

IMPORT = re.compile(r'^import \{ ((?:\w+, )*\w+) \} from "(\.{1,2}/[\w/-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function (\w+)|const (\w+))", re.MULTILINE)
OTHER_FORM = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/\n*", re.DOTALL)
DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.{1,2}/[\w/-]+\.js)"\)')

ON_EVERY_PAGE = (
    *(
        "page/tokens.css",
        "page/page.css",
        "page/components.css",
        "page/keys.css",
        "page/forms.css",
        "page/app.css",
        "board/play.css",
        "board/result.css",
    ),
    *("board/ready.css", "evening/sheet.css"),
)


class Unjoinable(Exception):
    """A script that cannot be joined, and why."""


def join_styles(static: Path, names: Iterable[str], printed: str) -> str:
    """Return stylesheets without their comments one after the other, and last the one that holds on paper alone."""
    *parts, on_paper = (f"/* {name} */\n{COMMENT.sub('', (static / name).read_text())}" for name in (*names, printed))
    return "\n".join([*parts, f"@media print {{\n{on_paper}}}\n"])


def join_scripts(static: Path, names: Iterable[str]) -> str:
    """Return classic scripts one after the other."""
    return ";\n".join(read_part(static, name) for name in names)


def join_unless_old(static: Path, join: Callable[[Path, Iterable[str]], str], names: Iterable[str]) -> str:
    """Return joined scripts that stop at once where `old_browser.js` has found that they would run half."""
    is_old = 'document.documentElement.classList.contains("old-browser")'
    return f"if ({is_old}) throw new Error('This browser is too old.');\n{join(static, names)}"


def join_modules(static: Path, names: Iterable[str]) -> str:
    """Return modules, and before each what it imports, as one module. Raises `Unjoinable`."""
    joined: dict[str, str] = {}
    for name in names:
        join_module(static, name, joined, ())
    text = "\n".join(joined.values())
    if twice := joined.keys() & {name.removeprefix("./") for name in DYNAMIC_IMPORT.findall(text)}:
        raise Unjoinable(f"{min(twice)} is joined, and loaded later as well")
    return text


def join_module(static: Path, name: str, joined: dict[str, str], importing: tuple[str, ...]) -> None:
    """Put a module into `joined`, after all that it imports. Raises `Unjoinable`."""
    if name in joined:
        return
    if name in importing:
        raise Unjoinable(f"{name} imports itself by way of {importing[-1]}")
    source = read_part(static, name)
    for _, imported in IMPORT.findall(source):
        join_module(static, resolve_import(name, imported), joined, (*importing, name))
    exported = ", ".join("".join(each) for each in EXPORT.findall(source))
    own = partial(resolve_import, name)
    body = EXPORT.sub(
        "", IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {module_variable(own(found[2]))};", source)
    )
    body = DYNAMIC_IMPORT.sub(lambda found: f'import("./{own(found[1])}")', body)  # a joined file is in the root
    if strange := OTHER_FORM.search(body):
        raise Unjoinable(f"{name} has a form that is not joined: {strange[0]}")
    joined[name] = f"const {module_variable(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def resolve_import(name: str, imported: str) -> str:
    """Return the name, among the static files, of what the script `name` imports."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))


def module_variable(name: str) -> str:
    """Return the name that a joined module has in its joined file."""
    return re.sub(r"\W", "_", name)


def read_part(static: Path, name: str) -> str:
    """Return the source of a file, below its name."""
    return f"/* {name} */\n{(static / name).read_text()}"


BUNDLES: Mapping[str, Callable[[Path], str]] = {
    "pages.css": partial(join_styles, names=ON_EVERY_PAGE, printed="page/print.css"),
    "first.js": partial(join_scripts, names=("page/appearance.js",)),
    "first-live.js": partial(join_scripts, names=("page/appearance.js", "page/early_taps.js")),
    "pages.js": partial(join_modules, names=("page/phone.js", "page/keys.js")),
    "live-pages.js": partial(
        join_unless_old,
        join=join_modules,
        names=(
            "board/kept_choices.js",
            *("board/early_keys.js", "board/outbox.js", "board/live.js", "board/folded_docks.js", "board/given_way.js"),
            *("board/refusals.js", "board/my_turn.js", "page/phone.js", "page/keys.js", "board/keyboard.js"),
        ),
    ),
    "htmx.js": partial(
        join_unless_old, join=join_scripts, names=("vendor/htmx-4.0.1.min.js", "vendor/htmx-sse-4.0.1.min.js")
    ),
}
"""By its name among the static files, how each joined file is made of those in the folder."""
