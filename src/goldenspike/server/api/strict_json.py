"""Values in the body of a request have the types that the document gives them.

The framework converts what looks like another type, such as 0 to false and "1" to 1.
"""

from typing import Any

import msgspec
from litestar.exceptions import ValidationException

from goldenspike.server.requests import AnyRequest


async def check_types(request: AnyRequest) -> None:
    """Before a request is handled."""
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    body = await request.body()
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise ValidationException(extra=[{"message": str(error)}]) from None
    if not field.is_subclass_of(msgspec.Struct):
        return
    try:
        sent = _with_whole_numbers(msgspec.json.decode(body))
    except msgspec.DecodeError:
        # The framework refuses what is no JSON at all.
        return
    try:
        msgspec.convert(sent, type=field.annotation)
    except msgspec.ValidationError as error:
        raise ValidationException(extra=[{"message": str(error)}]) from None


def _with_whole_numbers(value: Any) -> Any:
    """To JSON, 3.0 and 3 are the same number."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_with_whole_numbers(item) for item in value]
        case dict():
            return {name: _with_whole_numbers(item) for name, item in value.items()}
    return value
