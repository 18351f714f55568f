"""The user-facing match: play by name, print, save, seat bots."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, overload

from repulse.bots.match_bots import MatchBots
from repulse.engine import match as engine
from repulse.engine.bot import Bot
from repulse.engine.contract import (
    SPECTATOR,
    Choice,
    Data,
    Decision,
    Game,
    IllegalChoice,
    RepulseError,
    S,
    Seat,
)
from repulse.engine.display.display import Display
from repulse.engine.record import BadRecord, Record
from repulse.engine.tokens import read_choice
from repulse.files import read_record_file, write_atomically
from repulse.games import display_of, game_named, game_names
from repulse.notebook import show_pictures
from repulse.overlay_files import with_overlay_files

show_pictures()


@dataclass(frozen=True)
class Question:
    """The pending decision of a seat, printed as in the terminal."""

    seat: Seat
    text: str
    """The question in plain words."""
    words: list[str]
    """The words of the options, for `Match.play`."""
    details: list[str]
    """The description of each option."""
    least: int
    most: int
    """The numbers of options to choose at least and at most."""
    keeps: bool = False
    """The chosen options are kept, and all other options are discarded."""

    def __str__(self) -> str:
        return "\n".join([self.text, *(f"  {detail}" for detail in self.details)])


class Match(engine.Match[S]):
    """A game in play.

    The match of the engine is compiled and pure: it knows choices, undo and the log, but no files, no words for people
    and no bots. This class adds those three and nothing else. It derives from the engine's, so that it has
    everything of it (`state`, `answer`, `undo`, `events`, `record`) and can be used in place of it.

    Seats are counted from 0; texts for people count them from 1.
    """

    def __init__(
        self,
        game: Game[S],
        options: Data,
        seed: int,
        *,
        display: Display[S] | None = None,
        notes: Data | None = None,
    ) -> None:
        """Start a match; `repulse.new` and `repulse.load` are the usual ways to get one.

        Args:
            game: The rules.
            options: The options, in full.
            seed: The seed.
            display: The display of the game; by default the one that works for any game.
            notes: User metadata that is saved with the match.
        """
        super().__init__(game, options, seed)
        self.display = display or Display(game)
        """The display of the game; assign another one for another language or for names of players."""
        self.notes: Data = dict(notes or {})
        """User metadata saved with the match."""
        self._bots = MatchBots()

    # --- viewing ---

    def view(self, seat: Seat = SPECTATOR) -> S:
        """Return the position as a seat may see it."""
        return self.state.view(seat)

    def table(self, seat: Seat = SPECTATOR) -> str:
        """Return the table in plain words, as a seat may see it."""
        return self.display.table_text(self.view(seat), seat, plain=True)

    def question(self, seat: Seat) -> Question:
        """Return the pending decision of a seat.

        Raises:
            IllegalChoice: The seat has no pending decision.
        """
        view = self.view(seat)
        decision = view.decision(seat)
        game, display = self.game, self.display
        keeping = display.keeping(view, decision)
        # Options already held come last, so that the first `least` options are always an answer.
        held = keeping.held if keeping else ()
        options = sorted(decision.options, key=lambda value: value in held)
        return Question(
            seat,
            display.question_text(view, decision),
            [game.token(view, decision.domain, value) for value in options],
            [display.option_text(view, decision, value) for value in options],
            decision.least if keeping is None else keeping.new,
            decision.most if keeping is None else keeping.new,
            keeping is not None,
        )

    def log(self, seat: Seat = SPECTATOR) -> list[str]:
        """Return what has happened, line by line, as a seat may read it."""
        view = self.view(seat)
        lines = [self.display.log_text(view, event) for event in self.events(seat)]
        return [line for line in lines if line]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, engine.Match.record(self), (self.display, self.notes))

    def __repr__(self) -> str:
        mode = self.game.mode_of(self.options)
        name = self.game.name if mode == self.game.name else f"{self.game.name} {mode}"
        return f"<Match {name}, seed {self.seed}, round {self.state.round_number()}, {self._stage()}>"

    def _repr_html_(self) -> str:
        return self.display.html(self.view(SPECTATOR), SPECTATOR)

    def _stage(self) -> str:
        if self.called_off():
            return "called off"
        if self.is_over():
            return f"won by {_seats(self.state.winners())}"
        return f"{_seats(self.state.seats_owing())} to choose"

    def __str__(self) -> str:
        return self.table()

    # --- playing ---

    def play(self, seat: Seat, *words: str) -> None:
        """Choose for a seat by the words of options, as `question` lists and means them.

        Where the question is which options are kept, name those: all of them, or only those kept besides what was held
        before. (`answer` and records have the options that are discarded.) IllegalChoice, with the reason in words, if the
        rules refuse it; nothing has changed then.

        Raises:
            IllegalChoice: The words are no possible answer.
        """
        decision: Decision = self.state.decision(seat)
        try:
            choice = self.display.answer(self.view(seat), decision, self._choice(decision, words))
        except IllegalChoice:
            raise
        except RepulseError as error:
            raise IllegalChoice("no-such-option", message=str(error)) from error
        try:
            self.answer(seat, choice)
        except IllegalChoice as error:
            raise self.display.in_words(self.view(seat), decision, error) from error

    def _choice(self, decision: Decision, words: tuple[str, ...]) -> Choice:
        """Read words as a choice, ignoring case."""
        tokens_by_word = {}
        for value in decision.options:
            token = self.game.token(self.state, decision.domain, value)
            tokens_by_word[token.casefold()] = token
        return read_choice(
            self.game,
            self.state,
            decision,
            tokens=[tokens_by_word.get(word.casefold(), word) for word in words],
        )

    def play_bots(self, bots: str | Mapping[Seat, str | Bot]) -> Self:
        """Let bots answer until a seat without one is to choose, or the game is over.

        `bots` are names (see `bot_names`; `package.module:Class` is a name too) or bots, by seat; one name alone sits in
        every seat. A bot named again in a later call is the same bot and remembers. BotError if one of them
        gives no legal answer.
        """
        seated = dict.fromkeys(range(self.state.players), bots) if isinstance(bots, str) else dict(bots)
        names: dict[Seat, str] = {}
        for seat, bot in seated.items():
            names[seat] = bot if isinstance(bot, str) else type(bot).__name__
            if not isinstance(bot, str):
                self._bots.add(self, seat, names[seat], bot=bot)
        while not self.is_over():
            ready = [seat for seat in self.state.seats_owing() if seat in names]
            if not ready:
                break
            self._bots.play(self, ready[0], names[ready[0]])
        return self

    # --- saving ---

    def record(self) -> Record:
        """Return the record of the match so far, with its notes."""
        record = super().record()
        record.notes = dict(self.notes)
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match to a file, from which `repulse.load` and the command `repulse replay` take it."""
        write_atomically(Path(path), self.record().to_json())

    def at(self, number: int) -> Match[S]:
        """Return a new match with the first `number` choices of this one.

        Raises:
            RepulseError: The match has fewer choices.
        """
        if not 0 <= number <= len(self.choices):
            raise RepulseError(f"There are {len(self.choices)} choices; there is no position {number}.")
        earlier = Match(self.game, self.options, self.seed, display=self.display, notes=self.notes)
        earlier.answer_all(self.choices[:number])
        return earlier

    def replay(self) -> Iterator[Match[S]]:
        """Yield the match from its beginning: always the same object, one choice further each time."""
        again = self.at(0)
        yield again
        for seat, words in self.choices[:]:
            again.answer_tokens(seat, words)
            yield again


@overload
def new(game: str, /, *, seed: int | None = None, **options: object) -> Match[Any]: ...


@overload
def new(game: Game[S], /, *, seed: int | None = None, **options: object) -> Match[S]: ...


def new(game: str | Game[S], /, *, seed: int | None = None, **options: object) -> Match[S]:
    """Return a new match of a game, by its name or by its rules, with options such as `players`.

    The same seed deals the same game; without one, a random seed is used. BadOptions if the options are not valid.
    `overlays` may name files (`overlays=["my.toml"]`), which are read.
    """
    dealt = secrets.randbits(32) if seed is None else seed
    played: Game[S] = game_named(game) if isinstance(game, str) else game
    return Match(played, with_overlay_files(options), dealt, display=_display(played))


def load(path: str | os.PathLike[str]) -> Match[Any]:
    """Return the match in a file.

    Raises:
        BadRecord: The file holds no match that can be played; the message names the file.
    """
    record = read_record_file(Path(path))
    game = game_named(record.game)
    try:
        engine.check_record(game, record)
        match = Match(game, record.options, record.seed, display=_display(game), notes=record.notes)
        match.answer_all(record.choices)
    except RepulseError as error:
        raise BadRecord(f"{path}: {error}") from error
    return match


def _display(game: Game[S]) -> Display[S]:
    """Return the words of a game; a game that is not registered has the plain ones."""
    if game.name in game_names():
        display: Display[S] = display_of(game.name)
        return display
    return Display(game)


def _seats(seats: list[Seat]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(str(seat) for seat in seats[:-1])} and {seats[-1]}" if seats else "nobody"


def _restore(game: Game[S], record: Record, front: tuple[Display[S], Data]) -> Match[S]:
    """Return a match that was pickled; `front` is its display and its notes."""
    display, notes = front
    match = Match(game, record.options, record.seed, display=display, notes=notes)
    match.answer_all(record.choices)
    return match
