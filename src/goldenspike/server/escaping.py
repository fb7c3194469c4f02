"""What templates do most, done quickly: escaping, since most of what pages show is short text without any special character,
and calling macros and functions, since few of them want to know the context from which they are called.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType, MethodType
from typing import Any, Final

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

_has_special_character: Final = re.compile("[&<>'\"]").search


def escape_text(value: Any) -> str:
    """The same text as `escape` returns. Output is joined at once, so it need not be Markup."""
    kind = type(value)
    if kind is str:
        return value if _has_special_character(value) is None else escape(value)
    return value if kind is Markup else str(value) if kind is int else escape(value)


class QuickGenerator(CodeGenerator):
    """Compiles templates in which output is escaped by `escape_text`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escape_text(")


@lru_cache(maxsize=256)
def _instances_want_context(kind: type) -> bool:
    return hasattr(getattr(kind, "__call__", None), "jinja_pass_arg")  # noqa: B004


def _wants_context(callee: Any) -> bool:
    """Whether something that a template calls must be told by what it is called. Of functions each says so itself."""
    kind: Any = type(callee)
    return hasattr(callee, "jinja_pass_arg") if kind in (FunctionType, MethodType) else _instances_want_context(kind)


class QuickContext(Context):
    """Calls at once what does not want the context. Macros do, but only to learn whether to escape."""

    def call(self, callee: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        is_macro = type(callee) is Macro
        if not is_macro and _wants_context(callee):
            return super().call(callee, *args, **kwargs)
        if kwargs:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
        return self._call_macro(callee, args, kwargs) if is_macro else callee(*args, **kwargs)

    def _call_macro(self, macro: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Most macros take only arguments with names: then the values of these are all that its function needs."""
        is_plain = not (macro.caller or macro.catch_kwargs or macro.catch_varargs) and len(args) <= len(macro.arguments)
        others = macro.arguments[len(args) :]
        if is_plain and self.eval_ctx.autoescape and (not kwargs or kwargs.keys() <= set(others)):
            return str.__new__(Markup, macro._func(*args, *[kwargs.get(name, missing) for name in others]))
        return macro(self.eval_ctx, *args, **kwargs)


class QuickEnvironment(Environment):
    code_generator_class = QuickGenerator
    context_class = QuickContext
    escape_text = staticmethod(escape_text)
