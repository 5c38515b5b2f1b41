"""Immutable values: those written as a short text, such as a card "SA", and properties derived from them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, Self, TypeVar, overload

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Derived = TypeVar("Derived")


def text_value(kind: type[Value]) -> type[Value]:
    """Decorate a frozen dataclass whose ``parse(text)`` and ``str(value)`` are inverse, so that JSON holds that text.

    msgspec writes what lists dataclass fields as an object and builds it past `parse`, unchecked. Without
    that list the class is one it does not know, and it asks the hooks in `codec`. `dataclasses.replace`,
    pickling and ``slots=True`` need the list, so such a class does without them.
    """
    del kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind


UNASKED = object()


class derived(Generic[Derived]):  # noqa: N801  (as `property` is)
    """A property of values that cannot change, worked out once while the same value is asked again and again.

    A check, a board and the history ask two hands for the same dozens of times: the one before the tap and the one
    after it. The answers for the last two values are kept here. `functools.cached_property` would keep them in a
    dictionary of each value: of hands there is one for every action, and a ledger would take 16 % more memory.
    """

    def __init__(self, work_out: Callable[[Any], Derived]) -> None:
        self.work_out = work_out
        self.latest: tuple[Any, ...] = (UNASKED, None, UNASKED, None)
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, value: None, owner: type) -> Self: ...

    @overload
    def __get__(self, value: object, owner: type | None = None) -> Derived: ...

    def __get__(self, value: object, owner: type | None = None) -> Self | Derived:
        """Return the derived value."""
        if value is None:
            return self
        latest, found, earlier, found_earlier = self.latest
        if latest is value:
            return found  # type: ignore[no-any-return]
        if earlier is value:
            return found_earlier  # type: ignore[no-any-return]
        worked_out = self.work_out(value)
        self.latest = (value, worked_out, latest, found)
        return worked_out


def remember_recent(work_out: Callable[[Value], Derived]) -> Callable[[Value], Derived]:
    """Decorate a function of an immutable value: its results for the last two values are kept.

    Every audience of a board asks the same of the same hand. The answer may not change, nor depend on a language.
    """
    known = derived(work_out)

    @wraps(work_out)
    def ask(value: Value) -> Derived:
        return known.__get__(value)

    return ask


class RecentValues(OrderedDict[Key, Value]):
    """The values kept last, by key: beyond `most`, the oldest makes room. Safe to call from several threads."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._lock = Lock()

    def keep(self, key: Key, value: Value) -> Value:
        """Remember a value, and return it."""
        with self._lock:
            self[key] = value
            self.move_to_end(key)
            if len(self) > self._most:
                self.popitem(last=False)
        return value
