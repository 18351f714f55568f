"""The command line's own messages while a game is on the screen, by id, in the language of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from repulse.engine.contract import RepulseError
from repulse.engine.display.reading import UnclearError
from repulse.engine.display.words import Catalogue, load_catalogue


@lru_cache(maxsize=8)
def cli_words(language: str = "en") -> Catalogue:
    """Return the words of the command line."""
    return load_catalogue("repulse.cli", language)


class UserError(RepulseError):
    """A user's mistake, by the id of its message; `str` gives it in English."""

    def __init__(self, message_id: str, **facts: object) -> None:
        super().__init__(cli_words().text(message_id, facts))
        self.message_id = message_id
        self.facts = facts


class Messages:
    """The words of the command line in one language."""

    def __init__(self, language: str = "en") -> None:
        self.words = cli_words(language)

    def say(self, message_id: str, **facts: object) -> str:
        """Return a text with its facts filled in."""
        return self.words.text(message_id, facts).removeprefix("\n")

    def bot(self, name: str) -> str:
        """Return what a bot is called; the bots of other packages keep their names."""
        return self.say(f"bot.{name}") if f"bot.{name}" in self.words else name

    def listing(self, items: Sequence[str]) -> str:
        """Return a list of things as one phrase."""
        text = items[0] if items else self.say("nothing")
        for item in items[1:]:
            text = self.say("and", first=text, last=item)
        return text

    def error(self, error: RepulseError) -> str:
        """Return the text of an error; other errors keep their own."""
        if isinstance(error, UnclearError) and error.message_id not in self.words:
            return error.text_in(self.words.language)
        if isinstance(error, UserError | UnclearError):
            return self.say(error.message_id, **error.facts)
        return str(error)
