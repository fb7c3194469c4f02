"""Write docs/variants.md: every option with its paragraphs, its values and what they mean, from the switches and their words.

Run it after a change of an option or of its English words: `.venv/bin/python tools/document_options.py`. With `--check`
nothing is written; the exit status says whether the page is out of date.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from goldenspike.core.switches import Switch, value_name
from goldenspike.text import message
from goldenspike.titles.catalogue import CATALOGUE, EXCLUSIONS, SWITCHES, Version

PAGE = Path(__file__).resolve().parent.parent / "docs" / "variants.md"

HEAD = """# Options

Every rule that may differ between two tables is an option; a version is a set of them. `goldenspike titles` lists them with
their defaults, the new-game form shows them, and `--option name=value` sets one on the command line. The numbers are the
paragraphs of the rule book (V: variants, C: Classic, S: scenarios, T: tables).

This page is written by `tools/document_options.py` from the switches and their English words; do not edit it by hand.
"""


def words(id: str) -> str:
    return (message(id, "en") or "").replace("\n", " ").replace("|", "\\|")


def value_words(switch: Switch, value: str) -> str:
    """A value with its name and help; on and off speak for themselves."""
    named, help = words(f"option.{switch.name}.{value}"), words(f"option.{switch.name}.{value}.help")
    told = ". ".join(part.rstrip(".") for part in (named, help) if part)
    return f"`{value}`: {told}" if told else f"`{value}`"


def rows(group: str) -> Iterator[str]:
    for switch in SWITCHES:
        if switch.group != group:
            continue
        values = [value_words(switch, value_name(value)) for value in switch.values] or [f"0 to {switch.most}"]
        meaning = f"{words(f'option.{switch.name}')}. {words(f'option.{switch.name}.help')}"
        yield f"| `{switch.name}` | {', '.join(switch.rules)} | {meaning} | {'<br>'.join(values)} |"


def differences(version: Version) -> str:
    """The options in which a version's defaults differ from those of the first one."""
    first = CATALOGUE[0].versions[0]
    changed = [switch for switch in SWITCHES if version.default_of(switch) != first.default_of(switch)]
    return ", ".join(f"`{switch.name}={version.default_of(switch)}`" for switch in changed) or "none"


def page() -> str:
    parts = [HEAD]
    for group in dict.fromkeys(switch.group for switch in SWITCHES):
        parts.append(
            f"\n## {words(f'group.{group}')}\n\n| option | rules | what it decides | values |\n| --- | --- | --- | --- |\n"
        )
        parts.extend(f"{row}\n" for row in rows(group))
    parts.append("\n## Versions\n\n| version | options that differ from Classic |\n| --- | --- |\n")
    for entry in CATALOGUE:
        parts.extend(f"| {entry.name} {version.name} | {differences(version)} |\n" for version in entry.versions)
    parts.append("\n## What does not go together\n\n| option | and | why not |\n| --- | --- | --- |\n")
    for rule in EXCLUSIONS:
        why = words(f"exclusion.{rule.reason}")
        parts.append(f"| `{rule.option}={rule.value}` | `{rule.other}={rule.other_value}` | {why} |\n")
    reasons = dict.fromkeys(reason for entry in CATALOGUE for version in entry.versions for reason in version.reasons)
    parts.append("\nSome choices depend on the version's box. They are refused with one of these reasons:\n\n")
    for reason in reasons:
        told = words(f"exclusion.{reason}")
        parts.append(f"- `{reason}`{': ' + told if told else ''}\n")
    return "".join(parts)


def main() -> int:
    text = page()
    if "--check" in sys.argv:
        return 0 if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
