"""The OpenAPI document describes what the API does: generated requests get documented responses, and never an internal error."""

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from goldenspike.record.wire import from_wire, to_wire
from goldenspike.server.api.document import TYPES
from goldenspike.server.api.examples import EXAMPLES as EXAMPLES_OF_TYPES
from goldenspike.titles.catalogue import make
from server_helpers import Program, served

pytestmark = pytest.mark.programs


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served("--data", str(tmp_path_factory.mktemp("schema")), "--unlimited") as (address, _):
        yield address


@pytest.fixture(scope="module")
def tester(server: str) -> Iterator[Program]:
    with httpx.Client(base_url=server, timeout=PATIENCE) as client:
        yield Program(client, "Tester")


PATIENCE = 60
"""Seconds: what takes a moment may take long on a busy machine."""
EXAMPLES = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def operations(server: str) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{server}/schema/openapi.json", timeout=PATIENCE).exclude(path_regex="/live$")
    found = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(found) > 15
    return found


def test_requests_that_the_document_does_not_allow_are_refused(operations: list[Any], tester: Program) -> None:
    """Such as 0 for a boolean, a negative seat or a word for a number."""
    table = tester.new_table("me", "local")["id"]
    with_body = [operation for operation in operations if operation.body.items]
    assert len(with_body) > 15
    checked = 0
    for operation in with_body:

        @EXAMPLES
        @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
        def check(case: schemathesis.Case[Any]) -> None:
            if case.meta is None or not case.meta.components[ParameterLocation.BODY].mode.is_negative:
                return
            nonlocal checked
            checked += 1
            if "table_id" in case.path_parameters:
                case.path_parameters["table_id"] = table
            case.call_and_validate(headers=tester.headers, checks=[not_a_server_error, negative_data_rejection], timeout=PATIENCE)

        check()
    assert checked > 5 * len(with_body)


def test_generated_requests_get_documented_answers(operations: list[Any], tester: Program) -> None:
    table = tester.new_table("me", "local")["id"]
    # Leaving comes last, for then the table is nobody's.
    for operation in sorted(operations, key=lambda operation: str(operation.path).endswith("/leave")):

        @EXAMPLES
        @given(case=operation.as_strategy())
        def check(case: schemathesis.Case[Any]) -> None:
            if "table_id" in case.path_parameters and case.path_parameters["table_id"] != "0":
                case.path_parameters["table_id"] = table
            # Registering and revoking end the token.
            headers = {} if case.path.endswith(("/people", "/tokens/current")) else tester.headers
            case.call_and_validate(headers=headers, checks=CHECKS, timeout=PATIENCE)

        check()


def test_the_document_is_complete(server: str) -> None:
    document = httpx.get(f"{server}/schema/openapi.json", timeout=PATIENCE).json()
    paths = document["paths"]
    for path in ("/titles", "/tables", "/tables/{table_id}/view", "/tables/{table_id}/legal", "/tables/{table_id}/actions"):
        assert f"/api/v1{path}" in paths
    assert all(path.startswith("/api/v1/") for path in paths)
    answers = paths["/api/v1/tables/{table_id}/actions"]["post"]["responses"]
    assert {"200", "400", "401", "403", "404", "409", "422", "429"} <= set(answers)
    assert "application/problem+json" in answers["409"]["content"]


def test_everything_that_is_sent_has_a_valid_example(server: str) -> None:
    document = httpx.get(f"{server}/schema/openapi.json", timeout=PATIENCE).json()
    schemas = document["components"]["schemas"]
    bodies = [
        body["content"]["application/json"]["schema"]
        for path in document["paths"].values()
        for operation in path.values()
        if (body := operation.get("requestBody"))
    ]
    sent = {one["$ref"].rpartition("/")[2] for body in bodies for one in body.get("anyOf", [body]) if "$ref" in one}
    assert len(sent) > 15 and [name for name in sorted(sent) if not schemas[name].get("examples")] == []
    kinds = {kind.__name__: kind for kind in TYPES}
    setup = make("1830", "classic", 3)
    for name, example in EXAMPLES_OF_TYPES.items():
        assert schemas[name]["examples"] == [example]
        value = msgspec.convert(example, kinds[name])
        for action in (getattr(value, "action", None), *getattr(value, "actions", [])):
            assert action is None or to_wire(setup, from_wire(setup, action)) == action


def test_titles_describe_every_option(server: str) -> None:
    """An option has values to choose from, or it is a number with a highest one (S-6: the random map)."""
    options = httpx.get(f"{server}/api/v1/titles").json()["options"]
    assert all(bool(option["values"]) != bool(option["most"]) for option in options)
    assert [option["name"] for option in options if option["most"]] == ["random_map"]
