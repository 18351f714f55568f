"""The command line's own messages while a game is on the screen, by id, in the language of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from repulse.engine.contract import RepulseError, Seat
from repulse.engine.display.words import Catalogue, load_catalogue


@lru_cache(maxsize=8)
def cli_words(language: str = "en") -> Catalogue:
    """The words of the command line."""
    return load_catalogue("repulse.cli", language)


class UserError(RepulseError):
    """A user's mistake, by the id of its text; as an exception it reads in English."""

    def __init__(self, ident: str, **facts: object) -> None:
        super().__init__(cli_words().text(ident, facts))
        self.ident = ident
        self.facts = facts


class Messages:
    """The words of the command line in one language."""

    def __init__(self, language: str = "en") -> None:
        self.words = cli_words(language)

    def say(self, ident: str, **facts: object) -> str:
        """A text with its facts filled in."""
        return self.words.text(ident, facts).removeprefix("\n")

    def player(self, seat: Seat) -> str:
        """What a seat is called: people count from 1."""
        return self.say("player", n=seat + 1)

    def bot(self, name: str) -> str:
        """What a bot is called; the bots of other packages keep their names."""
        return self.say(f"bot.{name}") if f"bot.{name}" in self.words else name

    def listing(self, items: Sequence[str]) -> str:
        """A list of things as one phrase."""
        text = items[0] if items else self.say("nothing")
        for item in items[1:]:
            text = self.say("and", first=text, last=item)
        return text

    def error(self, error: RepulseError) -> str:
        """An error in words; errors from elsewhere keep their own text."""
        return self.say(error.ident, **error.facts) if isinstance(error, UserError) else str(error)
