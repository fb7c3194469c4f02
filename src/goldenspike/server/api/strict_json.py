"""Values in the body of a request have the types that the document gives them.

The framework converts what looks like another type, such as 0 to false and "1" to 1.
"""

import msgspec
from litestar.exceptions import ValidationException

from goldenspike.server.requests import AnyRequest


async def check_types(request: AnyRequest) -> None:
    """Before a request is handled."""
    field = request.route_handler.parsed_data_field
    if field is None or not field.is_subclass_of(msgspec.Struct):
        return
    try:
        msgspec.json.decode(await request.body(), type=field.annotation)
    except msgspec.ValidationError as error:
        raise ValidationException(extra=[{"message": str(error)}]) from None
    except msgspec.DecodeError:
        # The framework refuses what is no JSON at all.
        return
