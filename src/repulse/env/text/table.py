"""A game in which some seats answer in words and bots have the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from repulse.bots import seat_names
from repulse.bots.match_bots import MatchBots
from repulse.engine.contract import (
    ONE,
    BadOptions,
    Decision,
    IllegalChoice,
    RepulseError,
    Seat,
)
from repulse.engine.display.display import Display
from repulse.engine.display.reading import UnclearError, option_numbers, read_answer
from repulse.engine.display.words import engine_words
from repulse.engine.match import Match
from repulse.engine.record import Record
from repulse.env.text.replies import answer_in
from repulse.games import entry_of

MAX_LOG_LINES: Final = 24
"""The number of log lines that an observation repeats: a round of four players, mostly."""
MAX_LOOKUPS: Final = 5
"""The number of cards that may be looked up before each answer."""


class ReplyError(RepulseError):
    """A reply that is not a legal answer; the message says what is wrong and how to answer."""


class TextTable:
    """One game of which some seats see observations in words and answer in words."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, object] | None = None,
        *,
        bots: Mapping[Seat, str] | None = None,
        seed: int,
        language: str = "en",
    ) -> None:
        """Deal a game.

        Args:
            game: The name of the game.
            options: Its options.
            bots: The names of bots by seat; all other seats answer in words.
            seed: The seed of the game.
            language: The language of all texts.

        Raises:
            BadOptions: The options do not fit the game, or there is no such seat.
        """
        entry = entry_of(game)
        self.match: Match = Match(entry.game, dict(options or {}), seed)
        self.bots: dict[Seat, str] = dict(bots or {})
        players = self.match.state.players
        for seat in self.bots:
            if not 0 <= seat < players:
                raise BadOptions(f"There is no seat {seat} in a game for {players}.")
        names = seat_names([self.bots.get(seat, "") for seat in range(players)])
        self.display: Display = entry.display_in(language).with_names(names)
        self._words = engine_words(self.display.language)
        self._seated = MatchBots()
        self._shown = [0] * players
        """The number of events of the log that each seat has been shown."""
        self._lookups = 0
        self._advance()

    @property
    def players(self) -> int:
        """The number of players."""
        players: int = self.match.state.players
        return players

    def is_over(self) -> bool:
        """Return whether the game has ended or was abandoned."""
        return self.match.is_over()

    def pending(self) -> Seat | None:
        """Return the lowest seat that has to answer in words; None when the game is over."""
        if self.is_over():
            return None
        owing: list[Seat] = self.match.state.seats_owing()
        return next(seat for seat in owing if seat not in self.bots)

    # --- observing ---

    def observation(self, seat: Seat) -> str:
        """Return what a seat sees: what has happened since its last answer, the table, and its question.

        Raises:
            IllegalChoice: The seat has no pending decision.
        """
        return "\n\n".join([*self._news(seat), self.table_text(seat), self.question(seat)])

    def table_text(self, seat: Seat) -> str:
        """Return the table in few words, as a seat sees it."""
        return self.display.brief_text(self.match.state.view(seat), seat)

    def question(self, seat: Seat) -> str:
        """Return the question of a seat with its numbered options, and how to answer it.

        Raises:
            IllegalChoice: The seat has no pending decision.
        """
        view = self.match.state.view(seat)
        decision = view.decision(seat)
        numbers, texts = self._options(seat, decision)
        lines = [f"{number}. {text}" for number, text in zip(numbers, texts, strict=True)]
        question = self.display.question_text(view, decision)
        return "\n".join([question, *lines, self._form_of_answer(seat, decision)])

    def lookup(self, seat: Seat, topic: str) -> str:
        """Return everything about a card or an action, by its name.

        Raises:
            RepulseError: Nothing has that name.
        """
        return self.display.help_text(topic, self.match.state.view(seat))

    def _news(self, seat: Seat) -> list[str]:
        """Return the lines of the log that the seat has not seen, under a heading; nothing if there are none."""
        view = self.match.state.view(seat)
        events = self.match.events(seat)[self._shown[seat] :]
        lines = [line for line in (self.display.log_text(view, event) for event in events) if line]
        if not lines:
            return []
        cut = max(0, len(lines) - MAX_LOG_LINES)
        heading = self._words.text("answer.since" if not cut else "answer.since_cut", {"n": cut})
        return ["\n".join([heading, *lines[cut:]])]

    def _options(self, seat: Seat, decision: Decision) -> tuple[list[int], list[str]]:
        view = self.match.state.view(seat)
        numbers = option_numbers(self.match.game, view, decision)
        return numbers, [self.display.brief_option(view, decision, value) for value in decision.options]

    def _form_of_answer(self, seat: Seat, decision: Decision) -> str:
        """Return how many options to choose, in words."""
        keeping = self.display.keeping(self.match.state.view(seat), decision)
        if keeping is not None:
            return self._words.text("answer.keep", {"n": keeping.new})
        if decision.kind == ONE:
            return self._words.text("answer.one")
        if decision.least == decision.most:
            return self._words.text("answer.exactly", {"n": decision.least})
        ident = "answer.range" if decision.least else "answer.up_to"
        return self._words.text(ident, {"least": decision.least, "most": decision.most})

    # --- answering ---

    def reply(self, seat: Seat, reply: str) -> str:
        """Take a reply that is an answer, or a question about a card ("? Gem World").

        Returns:
            What was looked up; empty after an answer, which has been played.

        Raises:
            ReplyError: It is neither, or too many cards were looked up; nothing has changed.
        """
        text = answer_in(reply)
        if not text.startswith("?"):
            self.answer(seat, reply)
            return ""
        if self._lookups >= MAX_LOOKUPS:
            raise ReplyError(self._words.text("answer.lookups", {"n": MAX_LOOKUPS}))
        self._lookups += 1
        try:
            return self.lookup(seat, text[1:].strip())
        except RepulseError as error:
            raise ReplyError(str(error)) from error

    def answer(self, seat: Seat, reply: str) -> None:
        """Play the answer in a reply, and let bots play until somebody has to answer in words again.

        Args:
            seat: The seat.
            reply: Numbers or names of options, alone or after "Answer:" at the end of a longer text.

        Raises:
            ReplyError: It is not a legal answer; nothing has changed.
            IllegalChoice: The seat has no pending decision.
        """
        view = self.match.state.view(seat)
        decision = view.decision(seat)
        numbers, texts = self._options(seat, decision)
        seen = len(self.match.all_events())
        try:
            chosen = read_answer(decision, answer_in(reply), numbers=numbers, texts=texts)
            choice = self.display.answer(view, decision, chosen)
            try:
                self.match.answer(seat, choice)
            except IllegalChoice as error:
                raise self.display.in_words(view, decision, error) from error
        except UnclearError as error:
            raise self._correction(seat, decision, error.text_in(self.display.language)) from error
        except IllegalChoice as error:
            raise self._correction(seat, decision, str(error)) from error
        self._after(seat, seen)

    def bot_reply(self, seat: Seat, name: str) -> str:
        """Return the reply of a bot to the pending question of a seat, which it sees as the seat does.

        Args:
            seat: The seat.
            name: The name of the bot; the same bot is kept from answer to answer.
        """
        view = self.match.state.view(seat)
        decision = view.decision(seat)
        choice = self._seated.answer(self.match, seat, name)
        keeping = self.display.keeping(view, decision)
        places = _places(decision.options, choice)
        if keeping is not None:
            places = [place for place in range(len(decision.options)) if place not in places]
        numbers, _ = self._options(seat, decision)
        return ", ".join(str(numbers[place]) for place in places) or "none"

    def answer_by_bot(self, seat: Seat, name: str) -> None:
        """Let a bot give the pending answer of a seat that answers in words, such as one that gave no legal answer.

        Raises:
            BotError: It gives no legal answer.
        """
        seen = len(self.match.all_events())
        self._seated.play(self.match, seat, name)
        self._after(seat, seen)

    def _correction(self, seat: Seat, decision: Decision, problem: str) -> ReplyError:
        facts: dict[str, object] = {"problem": problem, "form": self._form_of_answer(seat, decision)}
        return ReplyError(self._words.text("answer.correction", facts))

    def _after(self, seat: Seat, seen: int) -> None:
        """Go on after an answer of a seat that had seen the first `seen` events."""
        self._shown[seat] = seen
        self._lookups = 0
        self._advance()

    def _advance(self) -> None:
        """Let bots answer, and play answers that have no alternative, until a seat has to answer in words."""
        match = self.match
        while not match.is_over():
            match.advance_forced(lambda seat, decision: True)
            bots = [seat for seat in match.state.seats_owing() if seat in self.bots]
            if not bots or match.is_over():
                return
            self._seated.play(match, bots[0], self.bots[bots[0]])

    # --- the end ---

    def rewards(self) -> list[float]:
        """Return each seat's share of the win: 1 for a sole winner; 0 for all in a game that was abandoned."""
        shares: list[float] = self.match.state.win_shares()
        return shares

    def result(self) -> str:
        """Return the final scores in words."""
        state = self.match.state
        return "\n".join(
            line for seat in range(state.players) for line in self.display.score_lines(state, seat)
        )

    def record(self) -> Record:
        """Return the record of the game so far."""
        return self.match.record()


def _places(options: Sequence[int], choice: Sequence[int]) -> list[int]:
    """Return where the chosen options are in the list; copies of one option are different places."""
    places: list[int] = []
    for value in choice:
        start = max((place + 1 for place in places if options[place] == value), default=0)
        places.append(options.index(value, start))
    return sorted(places)
