"""Turn the dataclasses of a source file into plain classes that mypyc compiles completely.

mypyc leaves the methods of a dataclass interpreted: a constructor of six fields takes ten times as long as one that is written
out. So the build writes out, in its copy of the sources, what the engine calls often: `__init__`, and `__eq__` and `__hash__` of
frozen classes. Fields of frozen classes become Final, which makes them read-only. After the last class, `complete_classes` adds
the rest from dataclasses with the same fields, so that users see no difference. It is told the fields in one string, because code
that runs once takes as long to compile as any other.

mypyc's own pickling makes an object without its fields and then sets them, which frozen classes refuse; so all dataclasses, also
those that stay as they are, are told how to be pickled.
"""

import ast
from dataclasses import dataclass, field

HELPER = "goldenspike.core.native_class"
HELPER_SOURCE = '''"""What the build adds to the classes that it wrote out: fields, signature, match patterns, repr, pickling."""

from ast import literal_eval
from dataclasses import field, fields, is_dataclass, make_dataclass
from inspect import signature
from typing import Any

Declared = tuple[tuple[str, str, str], ...]
"""The name, annotation and default of each field as source text."""


def complete_classes(names: dict[str, Any], classes: str) -> None:
    """`names` are those of the module; `classes` lists classes with their fields and the flags of their decorator."""
    for name, declared, flags in literal_eval(classes):
        _complete(names[name], names, declared, flags)


def _complete(cls: Any, names: dict[str, Any], declared: Declared, flags: dict[str, bool]) -> None:
    specs: list[tuple[str, Any, Any]] = []
    for name, annotation, default in declared:
        try:
            kind = eval(annotation, names)
        except NameError:
            kind = annotation
        value = eval(default, names) if default else field()
        specs.append((name, kind, value if default.startswith("field(") or not default else field(default=value)))
    twin: Any = make_dataclass(cls.__name__, specs, **flags)
    twin.__qualname__ = cls.__qualname__
    cls.__dataclass_fields__ = twin.__dataclass_fields__
    cls.__dataclass_params__ = twin.__dataclass_params__
    cls.__match_args__ = twin.__match_args__
    cls.__annotations__ = twin.__annotations__
    cls.__signature__ = signature(twin)
    if cls.__repr__ is object.__repr__:
        cls.__repr__ = twin.__repr__
    if cls.__eq__ is object.__eq__:
        cls.__eq__ = twin.__eq__
        cls.__hash__ = twin.__hash__


def pickle_by_fields(names: dict[str, Any]) -> None:
    """Have the dataclasses of a module copied and pickled by what their constructors take."""
    for cls in list(names.values()):
        is_own = isinstance(cls, type) and is_dataclass(cls) and cls.__module__ == names["__name__"]
        if is_own and cls.__reduce__ is object.__reduce__:
            cls.__reduce__ = _reduce


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), tuple([getattr(self, each.name) for each in fields(self) if each.init])
'''


@dataclass
class Field:
    """One declared field; `default` is source text, empty for none."""

    name: str
    annotation: str
    default: str
    node: ast.AnnAssign

    def _given(self, name: str) -> str:
        """What `field(...)` says of this, empty for nothing."""
        value = self.node.value
        if not isinstance(value, ast.Call) or ast.unparse(value.func) != "field":
            return ""
        return next((ast.unparse(word.value) for word in value.keywords if word.arg == name), "")

    @property
    def factory(self) -> str:
        """The callable of `field(default_factory=...)`, empty for none."""
        return self._given("default_factory")

    @property
    def parameter(self) -> str:
        if self.factory:
            return f"{self.name}: {self.annotation} | None = None"
        default = self._given("default") or self.default
        return f"{self.name}: {self.annotation}" + (f" = {default}" if default else "")

    @property
    def assignment(self) -> str:
        if self.factory:
            return f"self.{self.name} = {self.factory}() if {self.name} is None else {self.name}"
        return f"self.{self.name} = {self.name}"

    @property
    def is_compared(self) -> bool:
        return "compare=False" not in self.default


@dataclass
class Class:
    """One dataclass with the flags of its decorator."""

    node: ast.ClassDef
    flags: dict[str, bool]
    fields: list[Field] = field(init=False)

    def __post_init__(self) -> None:
        self.fields = [
            Field(
                statement.target.id,
                ast.unparse(statement.annotation),
                ast.unparse(statement.value) if statement.value else "",
                statement,
            )
            for statement in self.node.body
            if isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and not ast.unparse(statement.annotation).startswith("ClassVar")
        ]

    @property
    def is_frozen(self) -> bool:
        return self.flags.get("frozen", False)

    @property
    def own_methods(self) -> set[str]:
        return {statement.name for statement in self.node.body if isinstance(statement, ast.FunctionDef)}

    @property
    def is_plain(self) -> bool:
        """Whether it can be written out: it has fields, extends nothing, and leaves the constructor to its decorator."""
        return bool(self.fields) and not self.node.bases and not self.own_methods & {"__init__", "__post_init__"}

    @property
    def declaration(self) -> tuple[str, tuple[tuple[str, str, str], ...], dict[str, bool]]:
        """What `complete_classes` must know."""
        declared = tuple([(each.name, each.annotation, each.default) for each in self.fields])
        return self.node.name, declared, {name: value for name, value in self.flags.items() if name != "slots"}


def write_out(source: str) -> str:
    """The source with its dataclasses written out, but for those that others in it extend."""
    lines = source.split("\n")
    found = [each for node in ast.parse(source).body if isinstance(node, ast.ClassDef) if (each := _class_of(node)) is not None]
    extended = {ast.unparse(base) for each in found for base in each.node.bases}
    classes = [each for each in found if each.is_plain and each.node.name not in extended]
    if not classes:
        return source
    listed = repr([each.declaration for each in classes])
    last = classes[-1].node.end_lineno
    assert last is not None
    lines[last:last] = ["", "", f"complete_classes(globals(), {listed!r})"]
    for each in reversed(classes):
        _rewrite(lines, each)
    return with_imports("\n".join(lines), "from typing import Any, ClassVar, Final", f"from {HELPER} import complete_classes")


def pickle_dataclasses(source: str) -> str:
    """The source with a call that has all its dataclasses pickled by their fields, if it has any."""
    if not any(_class_of(node) is not None for node in ast.parse(source).body if isinstance(node, ast.ClassDef)):
        return source
    return with_imports(f"{source}\n\npickle_by_fields(globals())\n", f"from {HELPER} import pickle_by_fields")


def _class_of(node: ast.ClassDef) -> Class | None:
    """The class, if it has a decorator that makes it a dataclass."""
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else ast.Call(decorator, [], [])
        name = ast.unparse(call.func)
        if name in ("dataclass", "frozen"):
            flags = {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg is not None}
            return Class(node, {"frozen": True} if name == "frozen" else flags)
    return None


def _rewrite(lines: list[str], each: Class) -> None:
    """Replace the lines of one class."""
    node, name, fields = each.node, each.node.name, each.fields
    end = node.end_lineno
    assert end is not None
    values = ", ".join(f"self.{one.name}" for one in fields)
    lines[node.lineno - 1 : end] = [
        line.replace("return _copy(self)", f"return {name}({values})") for line in lines[node.lineno - 1 : end]
    ]
    lines[end:end] = _methods(each)
    for one in reversed(fields):
        annotation = f"Final[{one.annotation}]" if each.is_frozen else one.annotation
        last = one.node.end_lineno
        assert last is not None
        lines[one.node.lineno - 1 : last] = [f"    {one.name}: {annotation}"]
    first = node.body[0]
    assert first.end_lineno is not None
    place = first.end_lineno if isinstance(first, ast.Expr) else first.lineno - 1  # After the docstring, if there is one.
    lines[place:place] = ["", "    __dataclass_fields__: ClassVar[dict[str, Any]]"]
    place = next(number for number in range(node.lineno - 2, -1, -1) if lines[number].startswith(("@dataclass", "@frozen")))
    del lines[place]


def _methods(each: Class) -> list[str]:
    name, own = each.node.name, each.own_methods
    parameters = ", ".join(one.parameter for one in each.fields)
    found = [
        "",
        f"    def __init__(self, {parameters}) -> None:",
        *[f"        {one.assignment}" for one in each.fields],
    ]
    if not each.is_frozen or not each.flags.get("eq", True):
        return found
    compared = [one.name for one in each.fields if one.is_compared]
    if "__eq__" not in own:
        same = " and ".join(f"self.{one} == other.{one}" for one in compared)
        found += [
            "",
            "    def __eq__(self, other: object) -> bool:",
            f"        if not isinstance(other, {name}) or type(other) is not type(self):",
            "            return NotImplemented",
            f"        return {same}",
        ]
    if "__hash__" not in own:
        values = "".join(f"self.{one}, " for one in compared)
        found += ["", "    def __hash__(self) -> int:", f"        return hash(({values}))"]
    return found


def with_imports(text: str, *added: str) -> str:
    """The source with more imports before its first one."""
    first = next(node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom))
    lines = text.split("\n")
    lines[first.lineno - 1 : first.lineno - 1] = added
    return "\n".join(lines)
