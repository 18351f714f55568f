"""What the command line itself says while a game is on the screen, by ids, in the language of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from repulse.engine.contract import Decision, Game, IllegalChoice, RepulseError, Seat
from repulse.engine.words import Catalogue, load_catalogue


@lru_cache(maxsize=8)
def cli_words(language: str = "en") -> Catalogue:
    """The words of the command line."""
    return load_catalogue("repulse.cli", language)


class Said(RepulseError):
    """Something a person did wrong, by the id of its words; as an error it is told in English."""

    def __init__(self, ident: str, **facts: object) -> None:
        super().__init__(cli_words().text(ident, facts))
        self.ident = ident
        self.facts = facts


class Speech:
    """The words of the command line in one language."""

    def __init__(self, language: str = "en") -> None:
        self.words = cli_words(language)

    def say(self, ident: str, **facts: object) -> str:
        """A text with its facts."""
        return self.words.text(ident, facts).removeprefix("\n")

    def player(self, seat: Seat) -> str:
        """What a seat is called: people count from 1."""
        return self.say("player", n=seat + 1)

    def listing(self, items: Sequence[str]) -> str:
        """Some things in one phrase."""
        text = items[0] if items else self.say("nothing")
        for item in items[1:]:
            text = self.say("and", first=text, last=item)
        return text

    def error(self, error: RepulseError, decision: Decision | None = None, count: int = 0) -> str:
        """An error in words; what only the rules of a game can say is told as they say it.

        `decision` and `count` are what was asked and how many options the answer had, if it was an answer.
        """
        if isinstance(error, Said):
            return self.say(error.ident, **error.facts)
        ident = f"illegal.{error.reason}" if isinstance(error, IllegalChoice) else ""
        if decision is None or ident not in self.words:
            return str(error)
        return self.say(ident, least=decision.least, most=decision.most, count=count)


def speech_of(game: Game) -> Speech:
    """The words of the command line in the language of a game."""
    return Speech(str(getattr(game, "language", "en")))
