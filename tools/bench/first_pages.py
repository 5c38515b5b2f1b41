"""The cost of the first page of each kind after a start, beside the same page again."""

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from scorekeeper.commands.serve import settle_memory
from scorekeeper.web import create_app
from scorekeeper.web.page.compiled_templates import compile_all
from tests.browser import poses, poses_zhao_pengyou
from tests.browser.poses import LATIN, open_pose
from tools.bench.report import Row, find_median
from tools.bench.sizes import Sizes

AGAIN = 3


def scenario(folder: Path, sizes: Sizes) -> Iterator[Row]:
    """Request every pose of the browser tests from a server that has rendered none of them."""
    app = create_app({"DATABASE": str(folder / "first_pages.db"), "RATELIMIT_ENABLED": False})
    # As `serve` does after its start.
    compile_all(app.jinja_env)
    settle_memory()
    both = list[tuple[float, float]]()
    for pose in islice((*poses.POSES.values(), *poses_zhao_pengyou.POSES.values()), None, None, sizes.every):
        if pose.unlinked is None:
            phone, path = open_pose(app, pose, LATIN)
            took = list[float]()
            for _ in range(1 + AGAIN):
                began = time.process_time()
                phone.get(path)
                took.append(time.process_time() - began)
            both.append((took[0] * 1000, min(took[1:]) * 1000))
    middle = tuple(map(find_median, zip(*both, strict=True)))
    worst = max(both, key=lambda one: one[0] - one[1])
    for name, (first, again) in (("p50", middle), ("worst", worst)):
        what = f"first page of each of {len(both)} kinds after a start, {name} (once more)"
        yield Row(what, first, "ms", again, most_ratio=2)
