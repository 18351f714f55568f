"""The rules of a game for people: sections by id, in every language, for each mode, and the numbered rulings.

A game keeps them in its folder `words/rules`: `outline.toml` lists the sections and the modes they belong to;
`en.toml`, `fr.toml`, ... hold the texts by section id. A slot such as `{settle}` is a term of `words/terms/<language>.toml`, given
in the reader's language even where the text itself is not translated. Lists made from a game's data come from its
`Display`. The rulings are those of `docs/rules`, which an installed package includes as data.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias

from repulse.engine.contract import RepulseError
from repulse.engine.display.words import Catalogue, check_language, flatten

_RULING = re.compile(r"- (R-(\w+)-\w+): (.*)")
_SLOT = re.compile(r"(^(?:- )?|[.!?] )?\{(\w+)\}", re.MULTILINE)
"""A slot, with what comes before it if it begins a sentence."""


Lists: TypeAlias = Callable[[str], dict[str, list[str]]]
"""The lists that a game makes from its data in a mode, by the ids of the sections they belong to."""


class Section:
    """One heading of a page and the text under it."""

    def __init__(
        self,
        ident: str,
        level: int,
        heading: str,
        *,
        paragraphs: list[str],
        also: str,
        prompts: Sequence[str] = (),
    ) -> None:
        self.ident = ident
        self.level = level
        """1 for a part of the page, 2 for a section of it."""
        self.heading = heading
        self.paragraphs = paragraphs
        """Paragraphs and list items, one by one."""
        self.also = also
        """The same in English, for searches with an English word."""
        self.prompts = list(prompts)
        """The questions that it is about."""

    def about(self, words: str) -> list[str]:
        """Return the paragraphs that contain the words; all of them if the heading does."""
        paragraphs = [part for part in self.paragraphs if words in plain(part)]
        if words in plain(self.heading) or (not paragraphs and words in plain(self.also)):
            return self.paragraphs
        return paragraphs


class Rulebook:
    """The rules of one game in one language."""

    def __init__(
        self,
        game: str,
        language: str,
        outline: dict[str, Any],
        *,
        catalogue: Catalogue,
        lists: Lists,
        facts: Mapping[str, object] | None = None,
        hidden: Collection[str] = (),
    ) -> None:
        self.game = game
        self.language = language
        self.outline = outline
        self.catalogue = catalogue
        self.english = catalogue.behind or catalogue
        self.modes: list[str] = list(outline["modes"])
        self.lists = lists
        self.facts = facts or {}
        """The values that texts take from the game's data, by the names of their slots."""
        self.hidden = hidden
        """The ids of sections that do not apply."""

    # --- texts ---

    def terms(self) -> dict[str, str]:
        """Return the terms of the reader's language by their ids."""
        return terms_of(self.english) | terms_of(self.catalogue)

    def text(self, ident: str, **facts: object) -> str:
        """Return a text with its terms and facts filled in."""
        return fill(self.catalogue.template(ident), {**self.terms(), **self.facts, **facts})

    def english_text(self, ident: str) -> str:
        """Return a text in English, in any language's rulebook."""
        return fill(self.english.template(ident), {**terms_of(self.english), **self.facts})

    def own_mode(self, mode: str) -> str:
        """Return the rules' name of a mode; a game with a single mode may call it something else."""
        return mode if mode in self.modes else self.modes[0]

    def mode_name(self, mode: str) -> str:
        """Return the name of a mode."""
        return self.text(f"mode.{mode}.name")

    def mode_text(self, mode: str) -> str:
        """Describe a mode in a sentence."""
        return self.text(f"mode.{mode}.text")

    def untranslated(self, mode: str) -> list[str]:
        """Return the sections of a mode whose texts are in English because a translation is missing."""
        ids = [str(entry["id"]) for entry in self._entries("section", mode)]
        return [ident for ident in ids if f"text.{ident}" not in self.catalogue.texts]

    # --- pages ---

    def page(self, mode: str) -> list[Section]:
        """Return the rules of a mode, in reading order."""
        lists = self.lists(mode)
        return [self._section(entry, lists) for entry in self._entries("section", mode)]

    def rulings(self, mode: str) -> list[Section]:
        """Return the numbered rulings of a mode, by subject. They are not translated."""
        read = read_rulings(tuple(self.outline["rulings"]))
        groups = []
        for entry in self._entries("group", mode):
            ident = str(entry["id"])
            heading = self.text(f"group.{ident}")
            lines = [text for group, text in read if group == ident]
            groups.append(
                Section(ident, 2, heading, paragraphs=lines, also=self.english_text(f"group.{ident}"))
            )
        return groups

    def sections(self) -> list[Section]:
        """Return every section and group of rulings of all modes, once; where modes differ, the longest version."""
        by_id: dict[str, Section] = {}
        for mode in self.modes:
            for section in self.page(mode) + self.rulings(mode):
                earlier = by_id.setdefault(section.ident, section)
                if len(section.paragraphs) > len(earlier.paragraphs):
                    by_id[section.ident] = section
        return list(by_id.values())

    def _entries(self, table: str, mode: str) -> list[dict[str, Any]]:
        if mode not in self.modes:
            raise RepulseError(f"{self.game} has no mode {mode!r}; there are {', '.join(self.modes)}.")
        return [
            entry
            for entry in self.outline[table]
            if mode in entry.get("modes", self.modes) and entry["id"] not in self.hidden
        ]

    def _section(self, entry: dict[str, Any], lists: dict[str, list[str]]) -> Section:
        ident = str(entry["id"])
        also = f"{self.english_text(f'heading.{ident}')}\n{self.english_text(f'text.{ident}')}"
        parts = paragraphs(self.text(f"text.{ident}")) + lists.get(ident, [])
        level = int(entry.get("level", 1))
        return Section(
            ident,
            level,
            self.text(f"heading.{ident}"),
            paragraphs=parts,
            also=also,
            prompts=entry.get("prompts", ()),
        )


def terms_of(catalogue: Catalogue) -> dict[str, str]:
    """Return the terms of a single catalogue: the rulebooks' (`terms`) and our own (`ours`)."""
    return {
        ident.partition(".")[2]: text
        for ident, text in catalogue.texts.items()
        if ident.startswith(("terms.", "ours."))
    }


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Return a text with its terms and facts filled in, capitalized where one begins a sentence."""

    def put(slot: re.Match[str]) -> str:
        text = str(facts[slot[2]])
        return text if slot[1] is None else slot[1] + text[:1].upper() + text[1:]

    return _SLOT.sub(put, template)


def plain(text: str) -> str:
    """Normalize a text for comparison: lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def paragraphs(text: str) -> list[str]:
    """Return paragraphs and list items, one by one."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _words(package: str) -> Traversable:
    return resources.files(package) / "words"


def has_rulebook(package: str) -> bool:
    """Return whether a package has the rules of its game."""
    return (_words(package) / "rules" / "outline.toml").is_file()


def load_rulebook(
    package: str,
    game: str,
    language: str,
    *,
    lists: Lists,
    facts: Mapping[str, object] | None = None,
    hidden: Collection[str] = (),
) -> Rulebook:
    """Return the rulebook of a game, from the words of its package.

    Raises:
        RepulseError: The game has no rulebook, or none in that language.
    """
    check_language(language)
    if not package or not has_rulebook(package):
        raise RepulseError(f"There are no rules of {game!r} in this installation.")
    outline = _read(_words(package) / "rules" / "outline.toml")
    english = Catalogue("en", _texts(package, "en"))
    catalogue = english if language == "en" else Catalogue(language, _texts(package, language), english)
    return Rulebook(game, language, outline, catalogue=catalogue, lists=lists, facts=facts, hidden=hidden)


def _read(source: Traversable) -> dict[str, Any]:
    return tomllib.loads(source.read_text(encoding="utf-8"))


def _texts(package: str, language: str) -> dict[str, str]:
    """Return the texts of the rules in a language, including its terms."""
    words = _words(package)
    texts = flatten(_read(words / "rules" / f"{language}.toml"))
    terms = words / "terms" / f"{language}.toml"
    return texts | (flatten(_read(terms)) if terms.is_file() else {})


@lru_cache(maxsize=8)
def read_rulings(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the rulings of some files of `docs/rules`, each as the letters of its number and its line."""
    package = resources.files("repulse")
    folders: list[Traversable] = [package / "rules"]
    # A checkout has the package in `src`, or compiled in `build/compiled`.
    folders += [above / "docs" / "rules" for above in Path(str(package)).parents[1:3]]
    for folder in folders:
        sources = [folder / f"{name}.md" for name in names]
        if all(source.is_file() for source in sources):
            text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
            return [(match[2], f"{match[1]}: {match[3]}") for match in _RULING.finditer(text)]
    raise RepulseError("The numbered rulings are missing from this installation.")
