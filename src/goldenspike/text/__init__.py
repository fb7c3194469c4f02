"""Text: every sentence about the game, in every language.

The engine emits codes and numbers, which become sentences only when read, so an old game can be read in another language.
All sentences, English included, are in `locale/<language>/LC_MESSAGES/*.po`. A message has a stable id
(`event.ShareMoved.sale`, `reason.certificate_limit`); its placeholders are the names of the facts. See docs/translating.md.
"""

from goldenspike.text.amounts import money, number, percent
from goldenspike.text.catalogue import FALLBACK, LANGUAGES, choose_language, dialect, message, translations, words
from goldenspike.text.explanations import TERMS, Explanation, explain_all, glossary, market_terms
from goldenspike.text.facts import say
from goldenspike.text.hexes import describe_hex, describe_place, describe_track
from goldenspike.text.log import Line, LogWriter, write_log
from goldenspike.text.motives import MOTIVES, explain_comparison, explain_motive, say_fact
from goldenspike.text.names import (
    Context,
    help_private,
    name_company,
    name_hex,
    name_holder,
    name_list,
    name_phase,
    name_player,
    name_private,
    name_round,
    name_tile,
    name_train,
)
from goldenspike.text.question import ask, name_step
from goldenspike.text.rulings import RULINGS, Ruling, name_ruling, note_on_rulings, other_readings, say_ruling
from goldenspike.text.sentences import cite, describe_action, describe_choices, gap_after, join_sentences, say_all, why
from goldenspike.text.since import NewsLine, write_since
from goldenspike.text.switches import (
    SETUP_FACTS,
    explain_exclusion,
    explain_setup,
    help_option,
    help_value,
    help_version,
    name_group,
    name_option,
    name_paragraph,
    name_value,
    name_version,
)
from goldenspike.text.wording import Wording

__all__ = [
    "FALLBACK",
    "LANGUAGES",
    "MOTIVES",
    "RULINGS",
    "SETUP_FACTS",
    "TERMS",
    "Context",
    "Explanation",
    "Line",
    "LogWriter",
    "NewsLine",
    "Ruling",
    "Wording",
    "ask",
    "choose_language",
    "cite",
    "describe_action",
    "describe_choices",
    "describe_hex",
    "describe_place",
    "describe_track",
    "dialect",
    "explain_all",
    "explain_comparison",
    "explain_exclusion",
    "explain_motive",
    "explain_setup",
    "gap_after",
    "glossary",
    "help_option",
    "help_private",
    "help_value",
    "help_version",
    "join_sentences",
    "market_terms",
    "message",
    "money",
    "name_company",
    "name_group",
    "name_hex",
    "name_holder",
    "name_list",
    "name_option",
    "name_paragraph",
    "name_phase",
    "name_player",
    "name_private",
    "name_round",
    "name_ruling",
    "name_step",
    "name_tile",
    "name_train",
    "name_value",
    "name_version",
    "note_on_rulings",
    "number",
    "other_readings",
    "percent",
    "say",
    "say_all",
    "say_fact",
    "say_ruling",
    "translations",
    "why",
    "words",
    "write_log",
    "write_since",
]
