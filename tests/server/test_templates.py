"""Templates stay readable, and are filled in quickly as Jinja fills them in."""

from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, pass_context, pass_environment
from jinja2.runtime import Context

import goldenspike.server
from goldenspike.server.escaping import QuickEnvironment

TEMPLATES = Path(goldenspike.server.__file__).parent / "templates"
LONGEST_LINE = 200


def test_lines_of_templates_are_short() -> None:
    """The formatter breaks no line within text or a macro, so somebody has to."""
    found = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)} characters"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert not found


@pass_context
def of_context(context: Context, name: str) -> str:
    return f"{name}={context.get(name)}"


@pass_environment
def of_environment(environment: Environment, text: str) -> str:
    return f"{text} {environment.autoescape}"


class Greeting:
    def __call__(self, name: str, /, **facts: object) -> str:
        return f"<{name}> {facts}"

    @pass_context
    def method(self, context: Context) -> str:
        return str(context["shown"])


class InContext:
    @pass_context
    def __call__(self, context: Context, number: int) -> str:
        return f"{context['shown']} {number}"


@pytest.mark.parametrize(
    "source",
    [
        "{% macro row(a, b='<b>') %}{{ a }}{{ b }}{{ caller() if caller else '' }}{% endmacro %}"
        "{{ row('<a>') }} {{ row('x', b=shown) }} {% call row(1) %}<i>{{ shown }}</i>{% endcall %}",
        "{% macro plain(a, b='<b>', c=a) %}{{ a }}{{ b }}{{ c }}{% endmacro %}"
        "{% macro rest() %}{{ varargs }}{{ kwargs }}{% endmacro %}"
        "{{ plain('<a>') }} {{ plain('x', c=shown) }} {{ plain(1, 2, 3) }} {{ plain(b=1, a=2) }} {{ rest(1, b='<b>') }}"
        "{% autoescape false %}{{ plain(shown) }}{% endautoescape %}",
        "{% for n in [1, 2] %}{{ of_context('n') }} {{ of_context('loop') }} {{ greeting('you', n=n) }}{% endfor %}",
        "{% set n = 3 %}{% block inside %}{{ of_context('n') }}{% endblock %}{{ of_environment('a') }}",
        "{{ greeting.method() }} {{ in_context(4) }} {{ shown.upper() }} {{ range(3)|list }} {{ dict(a=1) }}",
    ],
)
def test_calls_in_templates_do_what_jinja_does(source: str) -> None:
    facts: dict[str, Any] = {"shown": "<&>", "greeting": Greeting(), "in_context": InContext()}
    facts |= {"of_context": of_context, "of_environment": of_environment}
    written = [kind(autoescape=True).from_string(source).render(facts) for kind in (Environment, QuickEnvironment)]
    assert written[0] == written[1] and written[0].strip()


@pytest.mark.parametrize("call", ["row(1, 2)", "row(b=1)", "row(1, a=2)"])
def test_wrong_calls_of_macros_are_refused_as_jinja_refuses_them(call: str) -> None:
    said = []
    for kind in (Environment, QuickEnvironment):
        with pytest.raises(TypeError) as refusal:
            kind(autoescape=True).from_string("{% macro row(a) %}{{ a }}{% endmacro %}{{ " + call + " }}").render()
        said.append(str(refusal.value))
    assert said[0] == said[1]
