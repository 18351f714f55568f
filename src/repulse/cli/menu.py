"""The questions of `repulse play` to a person who names no game: which one, how many players, which level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from repulse.bots import levels
from repulse.cli.messages import Messages
from repulse.cli.screen import QUESTION, Screen
from repulse.engine.contract import Data, GameMode
from repulse.games import GameEntry, entries

DEFAULT_LEVEL: Final = "casual"
"""The level for somebody who just presses Enter."""


@dataclass(frozen=True)
class Wish:
    """The answers."""

    game: str
    options: Data
    level: str


def ask_wish(screen: Screen, language: str) -> Wish:
    """Ask a person what to play; Enter takes the suggestion.

    Raises:
        EOFError: There are no more lines to read.
    """
    messages = Messages(language)
    offers = [(entry, mode) for entry in entries() for mode in entry.game.modes()]
    screen.say(messages.say("menu.game"), QUESTION)
    texts = [_offer_text(entry, mode, language) for entry, mode in offers]
    entry, mode = offers[_number(screen, messages, texts, suggested=1) - 1]
    least, most = mode.players[0], mode.players[-1]
    players = least
    if least < most:
        screen.say(messages.say("menu.players", least=least, most=most), QUESTION)
        players = _number_between(screen, messages, (least, most), suggested=least)
    names = levels(entry.name)
    level = names[0]
    if len(names) > 1:
        screen.say(messages.say("menu.level"), QUESTION)
        suggested = names.index(DEFAULT_LEVEL) + 1 if DEFAULT_LEVEL in names else 1
        texts = [messages.bot(name) for name in names]
        level = names[_number(screen, messages, texts, suggested=suggested) - 1]
    return Wish(entry.name, {**mode.options, "players": players}, level)


def _offer_text(entry: GameEntry, mode: GameMode, language: str) -> str:
    """Return a mode of a game with a sentence about it, if the game has words for that."""
    if not entry.display_class.has_rulebook():
        return entry.name if mode.name == entry.name else f"{entry.name} {mode.name}"
    book = entry.display_in(language).rulebook()
    name = mode.name if mode.name in book.modes else book.modes[0]
    return f"{book.mode_name(name)}: {book.mode_text(name)}"


def _number(screen: Screen, messages: Messages, texts: list[str], *, suggested: int) -> int:
    """Show numbered texts and return the number that is chosen."""
    for number, text in enumerate(texts, 1):
        screen.item(f"  {number:>{len(str(len(texts)))}}  ", text)
    return _number_between(screen, messages, (1, len(texts)), suggested=suggested)


def _number_between(screen: Screen, messages: Messages, bounds: tuple[int, int], *, suggested: int) -> int:
    least, most = bounds
    while True:
        line = screen.ask(f"[{suggested}]> ")
        if not line:
            return suggested
        if line.isdecimal() and least <= int(line) <= most:
            return int(line)
        screen.say(messages.say("menu.wrong", least=least, most=most))
