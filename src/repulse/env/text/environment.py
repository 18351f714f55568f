"""A game in words against bots as an environment: text in, text out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from repulse.bots import make_bot
from repulse.engine.contract import BadOptions, Seat
from repulse.env.core import ILLEGAL_REWARD
from repulse.env.text.guide import how_to_play
from repulse.env.text.table import ReplyError, TextTable
from repulse.games import entry_of

MAX_MISTAKES: Final = 3
"""The number of illegal replies in a row that are allowed before the game is forfeited."""


@dataclass(frozen=True)
class TextStep:
    """The result of a reply."""

    text: str
    """The next observation, the correction of a mistake, what was looked up, or the result of the game."""
    reward: float
    """0 until the game ends, then the share of the win; -1 for a game forfeited by mistakes."""
    done: bool
    accepted: bool
    """Whether the reply was an answer that has been played."""


class TextEnvironment:
    """One seat for the learner, bots in all others."""

    def __init__(
        self,
        game: str,
        *,
        seat: Seat = 0,
        bots: str | Sequence[str] = "sensible",
        language: str = "en",
        max_mistakes: int = MAX_MISTAKES,
        **options: object,
    ) -> None:
        """Create the environment.

        Args:
            game: The name of the game.
            seat: The seat of the learner.
            bots: The bot of all other seats, or one per seat in order.
            language: The language of all texts.
            max_mistakes: The game is forfeited after this many replies in a row that are no legal answer.
            options: The options of the game, such as `players`.

        Raises:
            BadOptions: The options do not fit the game.
            RepulseError: A bot cannot be made.
        """
        rules = entry_of(game).game
        self.game = game
        self.options = rules.check_options(options)
        self.seat = seat
        self.language = language
        self.max_mistakes = max_mistakes
        others = [other for other in range(rules.player_count(self.options)) if other != seat]
        names = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if len(names) != len(others):
            raise BadOptions(f"There are {len(others)} other seats, not {len(names)}.")
        # Fail here rather than in the middle of a game.
        for name in dict.fromkeys(names):
            make_bot(name, game, 0)
        self.bots: dict[Seat, str] = dict(zip(others, names, strict=True))
        self.table: TextTable | None = None
        """The game in play."""
        self.mistakes = 0
        """The replies in a row that were no legal answer."""

    def introduction(self, *, rules: bool = True) -> str:
        """Return how to answer and, if wanted, the rules: what a model reads once, before the first observation."""
        return how_to_play(self.game, self.options, language=self.language, rules=rules)

    def reset(self, seed: int) -> str:
        """Deal the game of a seed and return the first observation."""
        self.mistakes = 0
        self.table = TextTable(self.game, self.options, bots=self.bots, seed=seed, language=self.language)
        return self.table.observation(self.seat)

    def step(self, reply: str) -> TextStep:
        """Take a reply.

        Raises:
            RuntimeError: The environment was not reset, or the game is over.
        """
        table = self.table
        if table is None or table.is_over():
            raise RuntimeError("Call reset before step: no game is in play.")
        try:
            looked_up = table.reply(self.seat, reply)
        except ReplyError as error:
            self.mistakes += 1
            if self.mistakes < self.max_mistakes:
                return TextStep(str(error), 0.0, done=False, accepted=False)
            self.table = None
            return TextStep(str(error), ILLEGAL_REWARD, done=True, accepted=False)
        if looked_up:
            return TextStep(looked_up, 0.0, done=False, accepted=False)
        self.mistakes = 0
        if table.is_over():
            return TextStep(table.result(), table.rewards()[self.seat], done=True, accepted=True)
        return TextStep(table.observation(self.seat), 0.0, done=False, accepted=True)
