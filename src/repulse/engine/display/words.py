"""Message catalogues: every sentence a person reads has an id, and a text for it in each language.

A catalogue is a TOML file; nested tables make dotted ids (`[event] draw = "..."` is `event.draw`). In a text
`{name}` is a fact, and `{n|card|cards}` one of several forms, chosen by the number `n`: one form for each plural category
of the language, in the order of `languages.json`, and the last for all others.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import Final, TypeAlias

from repulse.engine.contract import RepulseError
from repulse.engine.display.languages import BY_ID, LANGUAGES, Language

SLOT = re.compile(r"\{(\w+)((?:\|[^|{}]*)+)?\}")
"""A fact in a text, and the forms that it selects from, each after a bar."""


_Part: TypeAlias = tuple[str, str, list[str] | None]
"""A piece of a text: what stands before a slot, the fact of the slot (empty at the end), and the forms that it selects from."""

_MAX_REMEMBERED: Final = 1000
"""The forms of numbers from 0 to this are looked up, not computed."""


class Catalogue:
    """The texts of one language, falling back on another for what is not translated."""

    def __init__(
        self,
        language: str,
        texts: dict[str, str],
        behind: Catalogue | None = None,
        *,
        rules: Language | None = None,
    ) -> None:
        self.language = language
        self.rules = rules or BY_ID[language]
        self.texts = texts
        self.behind = behind
        self._parts: dict[str, list[_Part]] = {}
        """The pieces of texts that were used."""
        self._forms: dict[int, int] = {}
        """The index of the form of numbers that were used."""

    def __contains__(self, ident: str) -> bool:
        return ident in self.texts or (self.behind is not None and ident in self.behind)

    def template(self, ident: str) -> str:
        """Return the text with its slots.

        Raises:
            KeyError: No language has the text.
        """
        return self.source(ident).texts[ident]

    def source(self, ident: str) -> Catalogue:
        """Return the catalogue that has the text of `ident`: this one, or one behind it.

        Raises:
            KeyError: No language has the text.
        """
        if ident in self.texts:
            return self
        if self.behind is None:
            raise KeyError(ident)
        return self.behind.source(ident)

    def text(self, ident: str, facts: dict[str, object] | None = None) -> str:
        """Return the text of `ident` with the facts filled in."""
        values = facts or {}
        source = self if ident in self.texts else self.source(ident)
        parts = source._parts.get(ident)
        if parts is None:
            parts = source._parts[ident] = _parts_of(source.texts[ident])
        text = ""
        for before, name, forms in parts:
            text += before
            if forms is not None:
                text += forms[min(source._form_index(values[name]), len(forms) - 1)]
            elif name:
                text += str(values[name])
        return text

    def _form_index(self, number: object) -> int:
        # A truth value counts like 0 or 1, and is one as a key.
        if not isinstance(number, int) or not 0 <= number <= _MAX_REMEMBERED:
            return self.rules.form_index(number)
        index = self._forms.get(number)
        if index is None:
            index = self._forms[number] = self.rules.form_index(number)
        return index


def _parts_of(text: str) -> list[_Part]:
    """Cut a text at its slots."""
    parts: list[_Part] = []
    end = 0
    for slot in SLOT.finditer(text):
        forms = None if slot[2] is None else slot[2][1:].split("|")
        parts.append((text[end : slot.start()], slot[1], forms))
        end = slot.end()
    if end < len(text):
        parts.append((text[end:], "", None))
    return parts


def check_language(language: str) -> str:
    """Return the language, if it is supported.

    Raises:
        RepulseError: The game has no words in this language.
    """
    if language not in LANGUAGES:
        languages = f"{', '.join(LANGUAGES[:-1])} and {LANGUAGES[-1]}"
        raise RepulseError(f"There are no words for the language {language!r}; there are {languages}.")
    return language


def flatten(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    """Flatten nested tables to dotted keys."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = str(value)
    return flat


def load_catalogue(package: str, language: str = "en") -> Catalogue:
    """Return the catalogue of a package (its `words` folder), with English as the fallback of every other language."""
    source = resources.files(package) / "words" / f"{language}.toml"
    if not source.is_file():
        raise RepulseError(f"There are no words for the language {language!r}.")
    texts = flatten(tomllib.loads(source.read_text(encoding="utf-8")))
    return Catalogue(language, texts, None if language == "en" else load_catalogue(package, "en"))


@lru_cache(maxsize=8)
def engine_words(language: str = "en") -> Catalogue:
    """Return the texts that all games share, in a language."""
    return load_catalogue("repulse.engine", language)


def percent(share: float) -> str:
    """Return a share as text, such as `25%`."""
    return f"{100 * share:.0f}%"
