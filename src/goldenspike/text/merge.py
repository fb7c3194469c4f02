"""Adds missing messages to the catalogues as empty entries for translators."""

import re
from pathlib import Path

from goldenspike.text.catalogue import FALLBACK, LANGUAGES, source, subjects
from goldenspike.text.required import required, texts

_ID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
_NEW_SUBJECT = "table"
"""The file for messages without related ones."""


def merge() -> list[Path]:
    """Add an empty entry for each missing message; returns the files that changed."""
    changed = []
    for language in LANGUAGES:
        files = {file: file.read_text("utf-8").rstrip("\n").split("\n\n") for file in subjects(language)}
        lacking = [id for id in required() if source(language).get(id) is None]
        for id in lacking:
            file, position = _place(id, files)
            files[file].insert(position, entry(id, language))
            if file not in changed:
                changed.append(file)
        for file in changed:
            if file in files:
                file.write_text("\n\n".join(files[file]) + "\n", "utf-8")
    return changed


def _place(id: str, files: dict[Path, list[str]]) -> tuple[Path, int]:
    """The position after the last of the messages whose ids share the longest prefix."""
    best = (0, next(file for file in files if file.stem == _NEW_SUBJECT), -1)
    for file, blocks in files.items():
        for position, block in enumerate(blocks):
            found = _ID.search(block)
            nearness = _common(id, found[1]) if found else 0
            if nearness and nearness >= best[0]:
                best = (nearness, file, position + 1)
    _, file, position = best
    return file, position if position >= 0 else len(files[file])


def _common(id: str, other: str) -> int:
    """The length of the common prefix of two ids, in parts."""
    ours, theirs = id.split("."), other.split(".")
    return next((n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))


def entry(id: str, language: str) -> str:
    """An empty entry, with the English text as a hint for the translator."""
    lines = [f"#. {text}" for text in texts(id, FALLBACK)]
    shared = source(FALLBACK).get(id)
    if shared is not None and shared.pluralizable:
        plurals = range(source(language).num_plurals)
        return "\n".join([*lines, f'msgid "{id}"', f'msgid_plural "{id}"', *(f'msgstr[{number}] ""' for number in plurals)])
    return "\n".join([*lines, f'msgid "{id}"', 'msgstr ""'])
