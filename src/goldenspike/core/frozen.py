"""`frozen`: immutable classes with fields, for what the engine makes most of: actions, interrupts, refusals, offers.

They are frozen dataclasses with a constructor of their own. The one of a frozen dataclass looks up each field by name, since it
must get past its own guard; this one calls the setters of the slots, which it knows, and takes half as long. The build that
compiles core writes these classes out instead (see `tools/native_classes.py`).
"""

from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[Made]) -> type[Made]:
    """A class with the declared fields that cannot be changed; compared, hashed, shown and matched by them."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    made.__init__ = _write_constructor(made)
    found: type[Made] = made
    return found


def _write_constructor(cls: Any) -> Any:
    """`def __init__(self, player, private=NO_PRIVATE): set_player(self, player); set_private(self, private)`."""
    declared = fields(cls)
    names: dict[str, Any] = {f"set_{field.name}": getattr(cls, field.name).__set__ for field in declared}
    names |= {f"default_{field.name}": field.default for field in declared}
    parameters = ", ".join(_parameter(field) for field in declared)
    body = "; ".join(f"set_{field.name}(self, {field.name})" for field in declared) or "pass"
    exec(f"def __init__(self, {parameters}): {body}", names)
    constructor = names["__init__"]
    constructor.__qualname__ = f"{cls.__qualname__}.__init__"
    constructor.__module__ = cls.__module__
    constructor.__annotations__ = {field.name: field.type for field in declared} | {"return": None}
    return constructor


def _parameter(field: Field[Any]) -> str:
    return field.name if field.default is MISSING else f"{field.name}=default_{field.name}"
