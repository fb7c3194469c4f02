"""Turn the dataclasses of a source file into plain classes that mypyc compiles completely.

mypyc leaves the methods of a dataclass interpreted: a constructor of six fields takes ten times as long as one that is written
out. So the build writes them out, in its copy of the sources: `__init__`, `__eq__`, `__hash__` and `__repr__` from the declared
fields. Fields of frozen classes become Final, which makes them read-only. `complete_class` adds what `dataclasses` and pattern
matching look for, so that users see no difference.
"""

import ast
from dataclasses import dataclass

HELPER = "goldenspike.core.native_class"
HELPER_SOURCE = '''"""What the build adds to the classes that it wrote out: fields, types, signature, match patterns, copying."""

from dataclasses import field, make_dataclass
from inspect import signature
from typing import Any


def complete_class(
    cls: Any, names: dict[str, Any], declared: tuple[tuple[str, str, str], ...], frozen: bool
) -> None:
    """`declared` has the name, annotation and default of each field as source text; `names` are those of its module."""
    specs: list[tuple[str, Any, Any]] = []
    for name, annotation, default in declared:
        try:
            kind = eval(annotation, names)
        except NameError:
            kind = annotation
        value = eval(default, names) if default else field()
        specs.append((name, kind, value if default.startswith("field(") or not default else field(default=value)))
    twin: Any = make_dataclass(cls.__name__, specs, frozen=frozen)
    cls.__dataclass_fields__ = twin.__dataclass_fields__
    cls.__dataclass_params__ = twin.__dataclass_params__
    cls.__match_args__ = twin.__match_args__
    cls.__annotations__ = twin.__annotations__
    cls.__signature__ = signature(twin)

    def reduce(self: Any) -> tuple[Any, ...]:
        return cls, tuple([getattr(self, name) for name, _, _ in declared])

    cls.__reduce__ = reduce
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


def write_out(source: str) -> str:
    """The source with its dataclasses written out; those that extend another class stay as they are."""
    lines = source.split("\n")
    found = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and _decorator(node) is not None]
    for node in reversed([node for node in found if not node.bases]):
        _rewrite(lines, node)
    if not any(not node.bases for node in found):
        return source
    text = "\n".join(lines)
    return _with_imports(text)


def _decorator(node: ast.ClassDef) -> ast.Call | None:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "dataclass":
            return decorator
        if isinstance(decorator, ast.Name) and decorator.id == "frozen":
            return ast.Call(decorator, [], [ast.keyword("frozen", ast.Constant(True))])
    return None


def _rewrite(lines: list[str], node: ast.ClassDef) -> None:
    """Replace the lines of one class."""
    decorator = _decorator(node)
    assert decorator is not None
    is_frozen = any(word.arg == "frozen" and ast.unparse(word.value) == "True" for word in decorator.keywords)
    fields = [
        Field(
            statement.target.id,
            ast.unparse(statement.annotation),
            ast.unparse(statement.value) if statement.value else "",
            statement,
        )
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and not ast.unparse(statement.annotation).startswith("ClassVar")
    ]
    own = {statement.name for statement in node.body if isinstance(statement, ast.FunctionDef)}
    if "__init__" in own or "__post_init__" in own or not fields:
        return
    end = node.end_lineno
    assert end is not None
    declared = "".join(f"({each.name!r}, {each.annotation!r}, {each.default!r}), " for each in fields)
    values = ", ".join(f"self.{each.name}" for each in fields)
    lines[node.lineno - 1 : end] = [
        line.replace("return _copy(self)", f"return {node.name}({values})") for line in lines[node.lineno - 1 : end]
    ]
    lines[end:end] = [
        *_methods(node.name, fields, own, is_frozen),
        "",
        "",
        f"complete_class({node.name}, globals(), ({declared}), {is_frozen})",
    ]
    for each in reversed(fields):
        annotation = f"Final[{each.annotation}]" if is_frozen else each.annotation
        last = each.node.end_lineno
        assert last is not None
        lines[each.node.lineno - 1 : last] = [f"    {each.name}: {annotation}"]
    lines[node.body[0].lineno - 1 : node.body[0].lineno - 1] = ["    __dataclass_fields__: ClassVar[dict[str, Any]]"] * (
        not isinstance(node.body[0], ast.Expr)
    )
    if isinstance(node.body[0], ast.Expr):
        last = node.body[0].end_lineno
        assert last is not None
        lines[last:last] = ["", "    __dataclass_fields__: ClassVar[dict[str, Any]]"]
    place = next(number for number in range(node.lineno - 2, -1, -1) if lines[number].startswith(("@dataclass", "@frozen")))
    del lines[place]


def _methods(name: str, fields: list[Field], own: set[str], is_frozen: bool) -> list[str]:
    parameters = ", ".join(each.parameter for each in fields)
    found = [
        "",
        f"    def __init__(self, {parameters}) -> None:",
        *[f"        {each.assignment}" for each in fields],
    ]
    compared = [each.name for each in fields if each.is_compared]
    if "__eq__" not in own:
        same = " and ".join(f"self.{each} == other.{each}" for each in compared)
        found += ["", "    def __eq__(self, other: object) -> bool:", f"        return isinstance(other, {name}) and {same}"]
    if "__hash__" not in own:
        values = "".join(f"self.{each}, " for each in compared)
        returned = f"return hash(({values}))" if is_frozen else f'raise TypeError("unhashable type: {name!r}")'
        found += ["", "    def __hash__(self) -> int:", f"        {returned}"]
    if "__repr__" not in own:
        shown = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields)
        found += ["", "    def __repr__(self) -> str:", f'        return f"{name}({shown})"']
    return found


def _with_imports(text: str) -> str:
    first = next(node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom))
    lines = text.split("\n")
    lines[first.lineno - 1 : first.lineno - 1] = [
        "from typing import Any, ClassVar, Final",
        f"from {HELPER} import complete_class",
    ]
    return "\n".join(lines)
