"""Addresses that a page leads to."""

from collections.abc import Iterator

from tests.web.pages import Element

ADDRESSES = ("href", "src", "action", "formaction", "data-address", "data-share", "data-copy", "data-more-rows")
"""Attributes that hold an address, beside all of htmx."""

NO_ADDRESSES = ("hx-headers", "hx-trigger", "hx-target", "hx-swap", "hx-sync", "hx-include", "hx-morph", "hx-confirm")


def addresses_on(page: Element) -> Iterator[str]:
    """Yield every address of a page or a part of one, and the fields that a GET form or a button adds to its own."""
    for each in page.all():
        for name, value in each.attributes.items():
            if name in ADDRESSES or (name.startswith("hx-") and not name.startswith(NO_ADDRESSES)):
                yield value
        if each.tag == "form" and each.attributes.get("method", "get") == "get" and "hx-post" not in each.attributes:
            yield "".join(f"&{name}={value}" for name, value in each.sends().items(multi=True))
