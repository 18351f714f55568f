"""Message catalogues: every sentence a person reads has an id, and a text for it in each language.

A catalogue is a TOML file; nested tables make dotted ids (`[event] draw = "..."` is `event.draw`). In a text
`{name}` is a fact, and `{n|card|cards}` one of two forms, chosen by the number `n`.
"""

from __future__ import annotations

import re
import tomllib
from importlib import resources

from repulse.engine.contract import RepulseError

LANGUAGES = ("en", "fr", "ja")

SINGULAR = {"en": (1,), "fr": (0, 1), "ja": (1,)}
"""The numbers that take the first of two forms, by language; the page has the same table."""

_SLOT = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


class Catalogue:
    """The texts of one language, falling back on another for what is not translated."""

    def __init__(self, language: str, texts: dict[str, str], behind: Catalogue | None = None) -> None:
        self.language = language
        self.texts = texts
        self.behind = behind

    def __contains__(self, ident: str) -> bool:
        return ident in self.texts or (self.behind is not None and ident in self.behind)

    def template(self, ident: str) -> str:
        """The text with its slots; KeyError if no language has it."""
        text = self.texts.get(ident)
        if text is not None:
            return text
        if self.behind is None:
            raise KeyError(ident)
        return self.behind.template(ident)

    def text(self, ident: str, facts: dict[str, object] | None = None) -> str:
        """The text of `ident` with the facts filled in."""
        given = facts or {}
        one = SINGULAR[self.language]

        def fill(slot: re.Match[str]) -> str:
            value = given[slot[1]]
            if slot[2] is None:
                return str(value)
            return slot[2] if value in one else slot[3]

        return _SLOT.sub(fill, self.template(ident))


def check_language(language: str) -> str:
    """The language, if there are words for it; RepulseError if not."""
    if language not in LANGUAGES:
        known = f"{', '.join(LANGUAGES[:-1])} and {LANGUAGES[-1]}"
        raise RepulseError(f"There are no words for the language {language!r}; there are {known}.")
    return language


def flatten(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    """Nested tables flattened to dotted keys."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = str(value)
    return flat


def load_catalogue(package: str, language: str = "en") -> Catalogue:
    """The catalogue of a package (its `words` folder), with English as the fallback of every other language."""
    source = resources.files(package) / "words" / f"{language}.toml"
    if not source.is_file():
        raise RepulseError(f"There are no words for the language {language!r}.")
    texts = flatten(tomllib.loads(source.read_text(encoding="utf-8")))
    return Catalogue(language, texts, None if language == "en" else load_catalogue(package, "en"))
