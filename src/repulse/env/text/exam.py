"""Rate a language model against bots: mirrored deals, retries, mistakes and cost, resumable.

Every deal is played once from every seat against each opponent, so that the luck of the cards and of the seat is shared.
Each question is a conversation of its own: the rules, the observation, and after a mistake its correction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from repulse.engine.contract import Data, RepulseError, Seat
from repulse.env.text.guide import how_to_play
from repulse.env.text.models import BOT_PREFIX, ChatMessage, Model, ModelReply, ask
from repulse.env.text.table import ReplyError, TextTable
from repulse.env.text.tokens import estimate_tokens
from repulse.games import entry_of

FALLBACK_BOT: Final = "random"
"""Answers where a model has made too many mistakes, so that the game continues and the mistake has its cost."""


@dataclass(frozen=True, kw_only=True)
class ExamPlan:
    """The games to play, and the opponents."""

    game: str = "galaxy"
    options: Data = field(default_factory=dict)
    opponents: tuple[str, ...] = ("beginner", "casual", "sensible")
    """The bots that have all other seats, one level after another."""
    deals: int = 10
    seed: int = 0
    """The seed of the first deal; the others follow it."""
    max_mistakes: int = 3
    """After this many wrong replies to one question a random bot answers it."""
    rules: bool = True
    """Whether the rules are part of every conversation."""
    language: str = "en"

    @property
    def players(self) -> int:
        """The number of players."""
        rules = entry_of(self.game).game
        return rules.player_count(rules.check_options(self.options))


@dataclass(frozen=True, kw_only=True)
class ExamGame:
    """One game of a model."""

    model: str
    game: str
    options: Data
    opponent: str
    deal: int
    """The seed of the deal."""
    seat: Seat
    share: float
    """The model's share of the win."""
    score: int
    best_score: int
    """The score of the best opponent."""
    questions: int
    replies: int
    mistakes: int
    """Replies that were no legal answer."""
    lookups: int
    fallbacks: int
    """Questions that a random bot answered after too many mistakes."""
    input_tokens: int
    output_tokens: int
    cost: float
    seconds: float

    @property
    def key(self) -> str:
        """The key that distinguishes it from the other games of all exams."""
        return _key(
            self.model, self.game, self.options, opponent=self.opponent, deal=self.deal, seat=self.seat
        )


class Examiner:
    """Plays the games of an exam, and keeps each in a file of JSON lines."""

    def __init__(
        self, name: str, model: Model | None, plan: ExamPlan, *, results: Path | None = None
    ) -> None:
        """Prepare an exam.

        Args:
            name: The name of the model in the results; `bot:NAME` lets a bot answer instead of the model.
            model: The model; None for a bot.
            plan: The games to play.
            results: A file of JSON lines to which every game is added; games that it holds are not played again.

        Raises:
            RepulseError: The file holds something else, or there is neither a model nor a bot.
        """
        if model is None and not name.startswith(BOT_PREFIX):
            raise RepulseError(f"Give a model, or name a bot as in 'bot:sensible', not {name!r}.")
        self.name = name
        self.model = model
        self.plan = plan
        self.options = entry_of(plan.game).game.check_options(plan.options)
        self.results = results
        self.games = read_results(results) if results is not None and results.exists() else []
        self._introduction = how_to_play(plan.game, plan.options, language=plan.language, rules=plan.rules)

    def remaining(self) -> list[tuple[str, int, Seat]]:
        """Return the opponent, the deal and the seat of every game that is still to be played."""
        played = {game.key for game in self.games}
        return [
            (opponent, deal, seat)
            for deal in range(self.plan.seed, self.plan.seed + self.plan.deals)
            for opponent in self.plan.opponents
            for seat in range(self.plan.players)
            if _key(self.name, self.plan.game, self.options, opponent=opponent, deal=deal, seat=seat)
            not in played
        ]

    def run(self, progress: Callable[[ExamGame, int], None] | None = None) -> list[ExamGame]:
        """Play the remaining games and return all games of this plan.

        Args:
            progress: Is called after every game with it and the number of games that remain.
        """
        remaining = self.remaining()
        for number, (opponent, deal, seat) in enumerate(remaining, 1):
            game = self.play(opponent, deal, seat)
            self.games.append(game)
            if self.results is not None:
                with self.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(game), sort_keys=True) + "\n")
            if progress is not None:
                progress(game, len(remaining) - number)
        return [game for game in self.games if self._belongs(game)]

    def play(self, opponent: str, deal: int, seat: Seat) -> ExamGame:
        """Play one game."""
        others = {other: opponent for other in range(self.plan.players) if other != seat}
        table = TextTable(self.plan.game, self.options, bots=others, seed=deal, language=self.plan.language)
        tally = _Tally()
        start = monotonic()
        while table.pending() is not None:
            self._answer(table, seat, tally)
        scores = table.match.state.scores()
        return ExamGame(
            model=self.name,
            game=self.plan.game,
            options=self.options,
            opponent=opponent,
            deal=deal,
            seat=seat,
            share=table.rewards()[seat],
            score=scores[seat],
            best_score=max(score for other, score in enumerate(scores) if other != seat),
            seconds=round(monotonic() - start, 3),
            **asdict(tally),
        )

    def _answer(self, table: TextTable, seat: Seat, tally: _Tally) -> None:
        """Ask one question until there is a legal answer, or too many mistakes."""
        messages: list[ChatMessage] = [
            {"role": "system", "content": self._introduction},
            {"role": "user", "content": table.observation(seat)},
        ]
        tally.questions += 1
        for _ in range(self.plan.max_mistakes):
            reply = self._reply(table, seat, messages, tally=tally)
            try:
                looked_up = table.reply(seat, reply.text)
                while looked_up:
                    tally.lookups += 1
                    messages += _turn(reply.text, looked_up)
                    reply = self._reply(table, seat, messages, tally=tally)
                    looked_up = table.reply(seat, reply.text)
            except ReplyError as error:
                tally.mistakes += 1
                messages += _turn(reply.text, str(error))
            else:
                return
        tally.fallbacks += 1
        table.answer_by_bot(seat, FALLBACK_BOT)

    def _reply(
        self, table: TextTable, seat: Seat, messages: list[ChatMessage], *, tally: _Tally
    ) -> ModelReply:
        if self.model is None:
            reply = ModelReply(table.bot_reply(seat, self.name.removeprefix(BOT_PREFIX)))
        else:
            reply = ask(self.model, messages)
        tally.replies += 1
        tally.input_tokens += reply.input_tokens or sum(
            estimate_tokens(message["content"]) for message in messages
        )
        tally.output_tokens += reply.output_tokens or estimate_tokens(reply.text)
        tally.cost += reply.cost
        return reply

    def _belongs(self, game: ExamGame) -> bool:
        plan = self.plan
        return (
            (game.model, game.game, game.options) == (self.name, plan.game, self.options)
            and game.opponent in plan.opponents
            and plan.seed <= game.deal < plan.seed + plan.deals
        )


@dataclass
class _Tally:
    """The cost of a game so far."""

    questions: int = 0
    replies: int = 0
    mistakes: int = 0
    lookups: int = 0
    fallbacks: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0


def read_results(path: Path) -> list[ExamGame]:
    """Return the games in a file of results.

    Raises:
        RepulseError: A line is not a game; the message names it.
    """
    return list(_read_lines(path))


def _read_lines(path: Path) -> Iterator[ExamGame]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield ExamGame(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise RepulseError(f"{path}, line {number}, is not a game of an exam: {error}.") from error


def _key(model: str, game: str, options: Mapping[str, Any], *, opponent: str, deal: int, seat: Seat) -> str:
    return json.dumps([model, game, dict(options), opponent, deal, seat], sort_keys=True)


def _turn(reply: str, answer: str) -> Sequence[ChatMessage]:
    return [{"role": "assistant", "content": reply}, {"role": "user", "content": answer}]
