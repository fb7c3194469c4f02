"""All codes of problem documents, with their sentences and paragraphs."""

from dataclasses import dataclass

from goldenspike.core.reasons import Reason
from goldenspike.text import SETUP_FACTS, message, name_paragraph
from goldenspike.text.pages import written

_PREFIX = "problem."
_HEADINGS = frozenset({"title", "back"})
"""Messages of the page that shows a problem, which are no problems themselves."""
_PLURAL = 2


@dataclass(frozen=True, slots=True)
class KnownProblem:
    code: str
    sentence: str
    """With the names of its facts in braces."""
    paragraph: str = ""


def of_the_server() -> list[str]:
    codes = [id.removeprefix(_PREFIX) for id in written() if id.startswith(_PREFIX)]
    return sorted({*codes, *SETUP_FACTS} - _HEADINGS)


def of_the_rules() -> list[str]:
    return [reason.code for reason in Reason]


def known_problems(language: str) -> list[KnownProblem]:
    """Those of the server and of new tables, then those of the rules. A few codes are in both."""

    def sentence(code: str) -> str:
        subject = "setup." if code in SETUP_FACTS else _PREFIX
        return message(f"{subject}{code}", language, _PLURAL) or code

    def of_reason(reason: Reason) -> KnownProblem:
        found = message(f"reason.{reason.code}", language, _PLURAL) or reason.code
        return KnownProblem(reason.code, found, name_paragraph(reason.paragraph, language))

    return [*[KnownProblem(code, sentence(code)) for code in of_the_server()], *[of_reason(reason) for reason in Reason]]
