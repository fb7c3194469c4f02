"""Quick escaping in templates: most of what pages show is short text without any special character."""

import re
from typing import Any, Final

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
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


class QuickEnvironment(Environment):
    code_generator_class = QuickGenerator
    escape_text = staticmethod(escape_text)
