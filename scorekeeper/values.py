"""Values that people write as a short text: a card "SA", a bid "16NT"."""

from typing import TypeVar

Value = TypeVar("Value")


def text_value(kind: type[Value]) -> type[Value]:
    """Decorate a frozen dataclass whose ``parse(text)`` and ``str(value)`` are inverse, so that JSON holds that text.

    msgspec writes what lists dataclass fields as an object and builds it past `parse`, unchecked. Without
    that list the class is one it does not know, and it asks the hooks in `codec`. `dataclasses.replace`,
    pickling and ``slots=True`` need the list, so such a class does without them.
    """
    del kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind
