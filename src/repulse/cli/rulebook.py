"""The command `rules`: show or search the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from repulse.cli.messages import Messages
from repulse.cli.options import read_options
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import Data, RepulseError
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.rulebook import (
    Rulebook,
    Section,
    plain,
    terms_of,
)
from repulse.engine.display.words import check_language
from repulse.games import display_of, entries, rulebook_of

WORDS = "words"
"""Given instead of a mode: the terms in all languages."""


def show_rules(
    game: str | None, words: list[str], screen: Screen, *, language: str, overlays: Sequence[str] = ()
) -> None:
    """Show the rules of a game and mode, or search them.

    Args:
        game: The game; without one, all games and modes are listed.
        words: A mode, words to search for, or both.
        screen: Where to print.
        language: The language of the rules.
        overlays: Files or names of overlays to apply.
    """
    if game is None:
        check_language(language)
        for entry in entries():
            if entry.display_class.has_rulebook():
                _show_modes(rulebook_of(entry.name, language), screen)
        return
    check_language(language)
    book = _book(game, language, overlays)
    mode, search = _read_words(book, words)
    if mode is None and search == WORDS:
        _show_terms(book, screen)
    elif search:
        for section, parts in _search(book, mode, search):
            _show_section(section, parts, screen)
    elif mode is None and len(book.modes) > 1:
        _show_modes(book, screen)
    else:
        _show_page(book, mode or book.modes[0], screen)


def rules_data(
    game: str | None, words: list[str], language: str, *, overlays: Sequence[str] = ()
) -> list[Data]:
    """Return the same as data: modes, sections or terms."""
    check_language(language)
    if game is None:
        books = [
            rulebook_of(entry.name, language) for entry in entries() if entry.display_class.has_rulebook()
        ]
        return [mode for book in books for mode in _modes_data(book)]
    book = _book(game, language, overlays)
    mode, search = _read_words(book, words)
    if mode is None and search == WORDS:
        return _terms_data(book)
    if search:
        return [_section_data(section, parts) for section, parts in _search(book, mode, search)]
    if mode is None and len(book.modes) > 1:
        return _modes_data(book)
    mode = mode or book.modes[0]
    sections = [*book.page(mode), *book.rulings(mode)]
    return [_section_data(section, section.paragraphs) for section in sections]


def _book(game: str, language: str, overlays: Sequence[str]) -> Rulebook:
    """Return the rules of a game, with overlays applied if there are any."""
    if not overlays:
        return rulebook_of(game, language)
    options = read_options([f"overlays={overlay}" for overlay in overlays], None)
    display = display_of(game, language)
    return display.with_options(display.game.check_options(options)).rulebook()


def _modes_data(book: Rulebook) -> list[Data]:
    return [
        {"game": book.game, "mode": mode, "name": book.mode_name(mode), "text": book.mode_text(mode)}
        for mode in book.modes
    ]


def _section_data(section: Section, parts: list[str]) -> Data:
    return {"level": section.level, "heading": section.heading, "paragraphs": parts}


def _terms_data(book: Rulebook) -> list[Data]:
    """Return each term by language, and the languages in which it is our own translation."""
    catalogues = {language: rulebook_of(book.game, language).catalogue for language in LANGUAGES}
    tables = {language: terms_of(catalogue) for language, catalogue in catalogues.items()}
    english = tables[LANGUAGES[0]]
    return [
        {
            **{language: table.get(term, english[term]) for language, table in tables.items()},
            "ours": [name for name in LANGUAGES[1:] if f"ours.{term}" in catalogues[name].texts],
        }
        for term in english
    ]


def _read_words(book: Rulebook, words: list[str]) -> tuple[str | None, str]:
    """Return a mode, if the words begin with one, and what to search for."""
    mode = words[0].lower() if words and words[0].lower() in book.modes else None
    return mode, " ".join(words if mode is None else words[1:]).strip()


def _show_modes(book: Rulebook, screen: Screen) -> None:
    for mode in book.modes:
        screen.say(f"{book.game} {mode}: {book.mode_name(mode)}", QUESTION)
        screen.say(f"  {book.mode_text(mode)}")
    how = Messages(book.language).say("rules.how", game=book.game, words=WORDS, n=len(LANGUAGES))
    screen.say(how, QUIET)


def _show_page(book: Rulebook, mode: str, screen: Screen) -> None:
    title = book.text("page.title", game=book.game, mode=book.mode_name(mode))
    screen.say(f"# {title}", QUESTION)
    if book.untranslated(mode):
        screen.say(book.text("page.untranslated"), QUIET)
    for section in book.page(mode):
        _show_section(section, section.paragraphs, screen)
    screen.say()
    screen.say(f"## {book.text('page.rulings')}", QUESTION)
    for group in book.rulings(mode):
        _show_section(group, group.paragraphs, screen)


def _show_section(section: Section, parts: list[str], screen: Screen) -> None:
    screen.say()
    screen.say(f"{'#' * (section.level + 1)} {section.heading}", QUESTION)
    for part in parts:
        screen.say(part)


def _search(book: Rulebook, mode: str | None, search: str) -> list[tuple[Section, list[str]]]:
    """Return the sections that match, with their matching paragraphs."""
    sections = book.sections() if mode is None else book.page(mode) + book.rulings(mode)
    query = plain(search)
    matches = [(section, parts) for section in sections if (parts := section.about(query))]
    if not matches:
        if mode is not None or len(book.modes) == 1:
            raise RepulseError(f"The rules of {book.game} {mode or book.modes[0]} do not mention {search!r}.")
        raise RepulseError(
            f"The rules of {book.game} do not mention {search!r}, nor is it a mode: "
            f"there are {', '.join(book.modes)}."
        )
    return matches


def _show_terms(book: Rulebook, screen: Screen) -> None:
    """Show the terms in all languages side by side; a star marks our own translations."""
    screen.say(f"# {book.text('page.terms')}", QUESTION)
    for term in _terms_data(book):
        ours = cast("list[str]", term["ours"])
        others = [f"{term[language]}{'*' if language in ours else ''}" for language in LANGUAGES[1:]]
        screen.say(" · ".join([str(term[LANGUAGES[0]]), *others]))
    screen.say(book.text("page.ours"), QUIET)
