"""JSON Schemas of everything that the API sends and receives, derived from the types.

Those of actions and events follow from their fields (see `core.fields`), so a new one needs no code here.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable
from dataclasses import fields
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import Any, Final, get_args

import msgspec

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.fields import FieldInfo, Kind, fields_of
from goldenspike.core.reasons import Reason
from goldenspike.core.state import State
from goldenspike.protocol.field_meanings import MEANINGS
from goldenspike.record.wire import INDICES, TRADES

Schema = dict[str, Any]
_REF: Final = "#/components/schemas/{name}"
_PLAYER: Final[Schema] = {"type": "integer", "minimum": 0, "description": "A player, by seat number from 0."}
_NUMBERS: Final[Schema] = {"type": "array", "items": {"type": "integer"}}


def _named(what: str, example: str) -> Schema:
    return {"type": "string", "description": what, "examples": [example]}


_PLACE: Final = _named("A city or town: its hex and its number there.", "E19/0")
_FIELDS: Final[dict[Kind, Schema]] = {
    Kind.NUMBER: {"type": "integer"},
    Kind.FLAG: {"type": "boolean"},
    Kind.PLAYER: _PLAYER,
    Kind.PRIVATE: _named("A private company.", "MH"),
    Kind.COMPANY: _named("A railroad.", "PRR"),
    Kind.HEX: _named("A hex of the board.", "H10"),
    Kind.TILE: _named("A tile, by its old number or its id.", "57"),
    Kind.TRAIN: _named("A type of train.", "3"),
    Kind.HOLDER: {
        "oneOf": [{"type": "integer"}, {"type": "string"}],
        "description": "A player's number, a railroad, or the bank or pool.",
        "examples": [0, "PRR", "bank", "pool"],
    },
    Kind.PLAYERS: {**_NUMBERS, "description": "Players by seat number."},
    Kind.PRIVATES: {**_NUMBERS, "description": "Private companies by number."},
    Kind.AMOUNTS: {**_NUMBERS, "description": "Amounts of money."},
    Kind.PLACES: {"type": "array", "items": _PLACE},
    Kind.ROUTES: {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "train": _named("A type of train.", "3"),
                "stops": {"type": "array", "items": _PLACE},
                "sides": {"type": "array", "items": _named("A side of a hex that the route crosses.", "E19/3")},
            },
            "required": ["train", "stops", "sides"],
        },
    },
}
_PLAIN_DATA: Final[dict[tuple[str, str], Schema]] = {
    ("Record", "actions"): {"type": "array", "items": {"$ref": _REF.format(name="Action")}},
    ("SavedState", "state"): {"$ref": _REF.format(name="State")},
    ("SavedRun", "routes"): _FIELDS[Kind.ROUTES],
}
"""What records keep as plain data, which `record` checks itself."""


def components(types: Iterable[Any]) -> dict[str, Schema]:
    """The schemas of some types and of all that they refer to, by name."""
    _, found = msgspec.json.schema_components(types, ref_template=_REF)
    for kind in _classes(types):
        _add_descriptions(kind, found.get(kind.__name__, {}))
    for (name, field), schema in _PLAIN_DATA.items():
        if name in found:
            found[name]["properties"][field] = schema
    return {name: _complete(schema) for name, schema in {**found, **_wire_components()}.items()}


def _complete(schema: Schema) -> Schema:
    """A schema as it is published: everything in it is described."""
    schema = _without_types_beside_refs(schema)
    for name, field in schema.get("properties", {}).items():
        if "description" not in field and name in MEANINGS:
            schema["properties"][name] = {**field, "description": MEANINGS[name]}
    return schema


@cache
def _wire_components() -> dict[str, Schema]:
    """Actions and events: one schema for each class, and their unions."""
    schemas: dict[str, Schema] = {}
    for union, tag, what in ((Action, "do", "An action."), (Event, "is", "Something that happened.")):
        name = "Action" if tag == "do" else "Event"
        kinds = get_args(union)
        schemas |= {f"{kind.__name__}{name}": _of_class(kind, tag) for kind in kinds}
        schemas[name] = {
            "description": what,
            "oneOf": [{"$ref": _REF.format(name=f"{kind.__name__}{name}")} for kind in kinds],
            "discriminator": {
                "propertyName": tag,
                "mapping": {kind.__name__: _REF.format(name=f"{kind.__name__}{name}") for kind in kinds},
            },
        }
    schemas["State"] = _of_state()
    schemas["Reason"] = {
        "description": "Why the rules forbid an action.",
        "type": "string",
        "enum": [reason.code for reason in Reason],
    }
    return schemas


def _of_class(kind: type, tag: str) -> Schema:
    infos = fields_of(kind)
    return {
        "title": kind.__name__,
        "description": _description_of(kind),
        "type": "object",
        "properties": {tag: {"const": kind.__name__, "description": "What it is."}}
        | {info.name: _of_field(info, _may_be_null(kind, info)) for info in infos},
        "required": [tag, *[info.name for info in infos if not info.is_optional]],
        "additionalProperties": False,
    }


def _description_of(kind: type) -> str:
    """The docstring, or else the name in words: "BidMade" is "Bid made."."""
    written = inspect.getdoc(kind)
    if written and not written.startswith(f"{kind.__name__}("):  # what a dataclass without a docstring gets
        return written
    words = re.findall("[A-Z][a-z]+", kind.__name__)
    return " ".join([words[0], *[word.lower() for word in words[1:]]]) + "."


def _may_be_null(kind: type, info: FieldInfo) -> bool:
    """Whether a field of an event may have no value: an index that names nothing, or a price that is not told."""
    return kind in get_args(Event) and (info.kind in INDICES or (kind in TRADES and info.name == "price"))


def _of_field(info: FieldInfo, may_be_null: bool) -> Schema:
    if info.kind is Kind.CHOICE:
        members: Iterable[IntEnum] = info.type
        return {"type": "string", "enum": [member.name.lower() for member in members]}
    schema = dict(_FIELDS[info.kind])
    if may_be_null:
        schema["type"] = [schema["type"], "null"]
    return schema


def _of_state() -> Schema:
    """The snapshot in a record. Positions in its lists are those of the title's data; docs/schema.md explains them."""
    said = {name: {"description": text} for name, text in documented_fields(State).items()}
    return {
        "description": "The state of a game as numbers, for programs that resume it with this package.",
        "type": "object",
        "properties": {
            field.name: {"description": "See docs/schema.md.", **_STATE_TYPES.get(field.type, {}), **said.get(field.name, {})}
            for field in fields(State)
            if field.name != "networks"
        },
    }


_STATE_TYPES: Final[dict[Any, Schema]] = {int: {"type": "integer"}, bool: {"type": "boolean"}}


def _classes(types: Iterable[Any]) -> set[type]:
    """All classes with fields that the types refer to."""
    found: set[type] = set()
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(types))
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType(cls=kind, fields=members) | msgspec.inspect.DataclassType(cls=kind, fields=members):
                if kind not in found:
                    found.add(kind)
                    waiting += [member.type for member in members]
            case msgspec.inspect.UnionType(types=parts) | msgspec.inspect.TupleType(item_types=parts):
                waiting += parts
            case msgspec.inspect.CollectionType(item_type=part) | msgspec.inspect.Metadata(type=part):
                waiting.append(part)
            case msgspec.inspect.DictType(value_type=part):
                waiting.append(part)
    return found


def _add_descriptions(kind: type, schema: Schema) -> None:
    """The strings below the fields of a class, which Python does not keep."""
    properties = schema.get("properties", {})
    for name, text in documented_fields(kind).items():
        if name in properties:
            properties[name] = {**properties[name], "description": text}


def documented_fields(kind: type) -> dict[str, str]:
    """The fields of a class that have a string below them, with its text."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    except (OSError, TypeError):
        return {}
    lines = body.body if isinstance(body, ast.ClassDef) else []
    found: dict[str, str] = {}
    for field, below in pairwise(lines):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            found[field.target.id] = inspect.cleandoc(str(ast.literal_eval(below.value)))
    return found


def _without_types_beside_refs(schema: Any) -> Any:
    """A reference says it all; msgspec adds the type of the Python value."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            return {key: value for key, value in schema.items() if key in ("$ref", "description")}
        return {key: _without_types_beside_refs(value) for key, value in schema.items()}
    return [_without_types_beside_refs(value) for value in schema] if isinstance(schema, list) else schema
