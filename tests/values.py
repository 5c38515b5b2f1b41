"""The value classes of a package, whose instances must not change."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import msgspec


def list_value_classes(package: ModuleType) -> Iterator[type[Any]]:
    """Yield every dataclass, struct and named tuple of a package."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and kind.__module__ == module.name and is_value(kind):
                yield kind


def is_value(kind: type[Any]) -> bool:
    return hasattr(kind, "__dataclass_params__") or issubclass(kind, msgspec.Struct) or hasattr(kind, "_fields")


def is_frozen(kind: type[Any]) -> bool:
    if hasattr(kind, "__dataclass_params__"):
        return bool(kind.__dataclass_params__.frozen)
    return not issubclass(kind, msgspec.Struct) or kind.__struct_config__.frozen


def qualify_name(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__name__}"
