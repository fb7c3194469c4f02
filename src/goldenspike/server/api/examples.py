"""Examples in the OpenAPI document: one of everything that is sent, and of what comes unasked."""

from typing import Any, Final

_BID: Final = {"do": "Bid", "player": 0, "private": "CA", "amount": 180}
_LOGIN: Final = {"name": "Ada", "password": "correct horse 77", "label": "my bot"}

EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "ActionRequest": {"ply": 1, "undos": 0, "action": _BID},
    "BotRequest": {"seat": 1, "bot": "greedy"},
    "ChatRequest": {"text": "Good luck!"},
    "GuestRequest": {"name": "Ada", "label": "my bot"},
    "JoinRequest": {"invite": "", "seat": None},
    "News": {"kind": "game", "revision": 12, "ply": 9},
    "OrderRequest": {"order": {"order": "bid", "private": "CA", "most": 200}, "seat": 0},
    "PlanChange": {"name": "Float the PRR", "actions": [_BID]},
    "PlanRequest": {"name": "Float the PRR", "actions": [_BID], "assumed": {}, "seat": 0},
    "PreviewRequest": {"actions": [_BID]},
    "ProblemDocument": {
        "type": "/help/problems#bid_too_low",
        "title": "The bid must be at least $45. [C-2.2.1]",
        "status": 422,
        "code": "bid_too_low",
        "paragraph": "C-2.2.1",
        "facts": {"least": 45},
    },
    "Record": {
        "format": 1,
        "title": "1830",
        "version": "classic",
        "players": ["Ada", "Bob", "Cleo"],
        "options": {"knowledge": "open"},
        "actions": [{"do": "Pass", "player": 0}, {"do": "Bid", "player": 1, "private": "CA", "amount": 165}],
    },
    "RegisterRequest": _LOGIN,
    "SeatWanted": {"seat": 1},
    "StandInRequest": {"seat": 1, "bot": "greedy"},
    "StandInVote": {"agree": True},
    "TableRequest": {
        "title": "1830",
        "version": "classic",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}],
        "options": {"knowledge": "open"},
    },
    "TimeOutVote": {"seat": 1, "choice": "wait"},
    "TokenRequest": _LOGIN,
    "UndoRequest": {"ply": 12, "undos": 0, "to_ply": 9},
    "UndoVote": {"grant": True},
    "WhyRequest": {"action": _BID},
}
