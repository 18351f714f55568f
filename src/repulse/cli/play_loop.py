"""A person at the table: questions asked and answered line by line, bots in the other seats, every answer saved."""

from __future__ import annotations

from pathlib import Path

from repulse.bots import make_bot
from repulse.bots.seated import SeatedBots
from repulse.cli import saves
from repulse.cli.messages import Said, Speech
from repulse.cli.reading import option_numbers, read_answer
from repulse.cli.screen import (
    HAPPENED,
    QUESTION,
    QUIET,
    Screen,
)
from repulse.engine.contract import (
    ONE,
    Decision,
    RepulseError,
    Seat,
    State,
)
from repulse.engine.display.display import Display
from repulse.engine.match import Match, replay
from repulse.engine.record import BadRecord, Record

RECENT = 8
"""How many events are read out when a game is taken up again."""

# What a typed line was: an answer, a command after which the question still stands to be read, one after which it is
# out of sight, or one that changed the game.
ANSWER, SHORT, LONG, MOVED = range(4)


class Left(Exception):
    """The person has left the table; the game is saved."""


class Sitting:
    """One game with one person in it."""

    def __init__(
        self, match: Match, display: Display, seat: Seat, bots: list[str], place: Path, screen: Screen
    ) -> None:
        self.match = match
        self.display = display
        self.seat = seat
        self.bots = bots
        """The names of the bots by seat; the person's own seat has none."""
        self.seated = SeatedBots()
        self.place = place
        self.screen = screen
        self.speech = Speech(display.language)
        self.shown = 0
        """How many events of the log have been read out."""

    # --- saving ---

    def record(self) -> Record:
        """The game so far, with who sits where."""
        record = self.match.record()
        record.notes = {"seat": self.seat, "bots": list(self.bots)}
        return record

    def save(self) -> None:
        """Write the game down as it is now."""
        saves.write_whole(self.place, self.record().to_json())

    # --- playing ---

    def play(self) -> None:
        """Play to the end, or until the person leaves (Left)."""
        self.save()
        view = self.match.state.view(self.seat)
        self.screen.say(self.display.table_text(view, self.seat, self.screen.plain))
        while self.match.state.owing:
            self.turn()
        self.tell_news()
        self.tell_end()
        finished = saves.finish(self.place)
        self.screen.say(self.speech.say("kept", path=finished), QUIET)

    def turn(self) -> None:
        """Get one answer. The person comes first: once a bot has moved on, nothing can be taken back."""
        match = self.match
        owing = match.state.seats_owing()
        if self.seat not in owing:
            match.answer(owing[0], self.seated.answer(match, owing[0], self.bots[owing[0]]))
            self.save()
            return
        decision = match.state.decision(self.seat)
        if decision.forced() and not self.last_chance(decision):
            match.answer(self.seat, decision.forced_choice())
            self.save()
            return
        self.tell_news()
        self.ask(decision)

    def last_chance(self, decision: Decision) -> bool:
        """Whether giving the only possible answer would end the chance to take an earlier one back."""
        if not self.match.can_undo(self.seat):
            return False
        state: State = self.match.state
        after = state.clone()
        after.apply(self.seat, decision.forced_choice())
        return after.moment != state.moment or after.news != state.news

    def ask(self, decision: Decision) -> None:
        """Ask until there is an answer that the rules take, or one is taken back."""
        numbers, words = self.question(decision)
        while True:
            try:
                typed = self.screen.ask(_prompt(self.speech, decision))
            except EOFError:
                raise Left from None
            try:
                meant = self.command(typed)
                if meant == ANSWER:
                    choice = read_answer(decision, numbers, words, typed)
                    view = self.match.state.view(self.seat)
                    refused = self.display.refusal_text(view, decision, choice)
                    if refused:
                        self.screen.say(refused)
                        continue
                    self.match.answer(self.seat, choice)
                    self.save()
                    return
            except RepulseError as error:
                self.screen.say(self.speech.error(error))
                continue
            if meant == MOVED:
                return
            if meant == LONG:
                self.question(decision)

    def question(self, decision: Decision) -> tuple[list[int], list[str]]:
        """Put the question with its options; their numbers and words."""
        game, display, screen = self.match.game, self.display, self.screen
        view = self.match.state.view(self.seat)
        numbers = option_numbers(game, view, decision)
        words = [display.option_text(view, decision, value) for value in decision.options]
        screen.say()
        screen.say(display.question_text(view, decision), QUESTION)
        width = len(str(max(numbers, default=0)))
        for number, text in zip(numbers, words, strict=True):
            screen.say(f"  {number:>{width}}  {text}")
        return numbers, words

    # --- commands ---

    def command(self, typed: str) -> int:
        """Do what was typed, if it is a command; what it was."""
        name, _, rest = typed.partition(" ")
        name, rest = name.lower(), rest.strip()
        if typed.startswith("?"):
            name, rest = "help", typed[1:].strip()
        screen, match = self.screen, self.match
        if name == "help":
            view = match.state.view(self.seat)
            screen.say(self.display.help_text(rest, view) if rest else self.speech.say("help"))
            return SHORT
        if name == "save":
            self.save_as(rest)
            return SHORT
        if rest:
            return ANSWER
        if name in ("quit", "exit", "q"):
            raise Left
        if name == "undo":
            self.undo()
            return MOVED
        if name == "table":
            screen.say(self.display.table_text(match.state.view(self.seat), self.seat, screen.plain))
        elif name == "log":
            screen.lines(log_lines(match, self.display, self.seat), HAPPENED)
        elif name == "score":
            screen.lines(self.score_lines())
        elif name != "options":
            return ANSWER
        return LONG

    def undo(self) -> None:
        """Take back the last answer that was a choice at all."""
        match = self.match
        if not match.can_undo(self.seat):
            raise Said("unclear.no_undo")
        match.undo(self.seat)
        while match.state.decision(self.seat).forced() and match.can_undo(self.seat):
            match.undo(self.seat)
        self.shown = min(self.shown, len(match.all_events()))
        self.save()
        self.screen.say(self.speech.say("taken_back"), QUIET)

    def save_as(self, name: str) -> None:
        """Write the game to a file the person names."""
        if not name:
            raise Said("unclear.save_where")
        path = Path(name).expanduser()
        if path.exists():
            raise Said("unclear.there", path=path)
        saves.write_whole(path, self.record().to_json())
        self.screen.say(self.speech.say("written", path=path), QUIET)

    # --- telling ---

    def tell_news(self) -> None:
        """Read out what has happened since the last time."""
        lines = log_lines(self.match, self.display, self.seat, self.shown)
        self.shown = len(self.match.all_events())
        self.screen.lines(lines, HAPPENED)

    def score_lines(self) -> list[str]:
        """The scores of all seats and what they are made of."""
        view = self.match.state.view(self.seat)
        return [line for seat in range(view.players) for line in self.display.score_lines(view, seat)]

    def tell_end(self) -> None:
        """Say how it ended."""
        state = self.match.state
        self.screen.say()
        self.screen.lines(self.score_lines())
        speech = self.speech
        names = [speech.say("you") if seat == self.seat else speech.player(seat) for seat in state.winners()]
        self.screen.say(speech.say("over", names=speech.listing(names)), QUESTION)


def _prompt(speech: Speech, decision: Decision) -> str:
    """What stands before the place to type."""
    if decision.forced():
        return speech.say("prompt.forced")
    if decision.kind == ONE:
        return speech.say("prompt.one")
    if decision.least == decision.most:
        return speech.say("prompt.some", n=decision.least)
    return speech.say("prompt.range", least=decision.least, most=decision.most)


def log_lines(match: Match, display: Display, viewer: Seat | None, first: int = 0) -> list[str]:
    """The log from event `first` on, in words, as a viewer may read it; None reads everything."""
    if viewer is None:
        events = match.all_events()[first:]
        state = match.state
    else:
        events = match.events(viewer)[first:]
        state = match.state.view(viewer)
    lines = [display.log_text(state, event) for event in events]
    return [line for line in lines if line]


def new_sitting(
    display: Display, options: dict[str, object], seed: int, seat: Seat, bots: list[str], screen: Screen
) -> Sitting:
    """A new game; fewer bots than seats sit down again and again."""
    match = Match(display.game, options, seed)
    players = match.state.players
    if not 0 <= seat < players:
        raise RepulseError(f"There is no seat {seat + 1}: this game has the seats 1 to {players}.")
    others = players - 1
    if not 1 <= len(bots) <= others:
        raise RepulseError(f"There are {others} other seats: name 1 to {others} bots, not {len(bots)}.")
    for name in bots:
        make_bot(name, match.game.name, 0)
    names = [bots[i % len(bots)] for i in range(others)]
    names.insert(seat, "")
    return Sitting(match, display, seat, names, saves.new_place(match.record()), screen)


def resumed_sitting(display: Display, record: Record, place: Path, screen: Screen) -> Sitting:
    """A game taken up again from its record, saved to `place` from now on."""
    seat, bots = record.notes.get("seat"), record.notes.get("bots")
    match = replay(display.game, record)
    players = match.state.players
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise BadRecord("This record does not say which seat is yours: it can be replayed, not resumed.")
    if not isinstance(bots, list) or len(bots) != players or not all(isinstance(name, str) for name in bots):
        raise BadRecord("This record does not say which bots play: it can be replayed, not resumed.")
    for other, name in enumerate(bots):
        if other != seat:
            make_bot(name, match.game.name, 0)
    sitting = Sitting(match, display, seat, bots, place, screen)
    sitting.seated.recall(match, [name if other != seat else "" for other, name in enumerate(bots)])
    # What the person has read before is not read out again, but for the last of it.
    sitting.shown = max(0, len(match.all_events()) - RECENT)
    return sitting
