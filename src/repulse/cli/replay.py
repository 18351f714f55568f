"""A record on the screen: any of its positions, as any viewer saw it, forwards and backwards."""

from __future__ import annotations

from repulse.cli.messages import Messages, UserError
from repulse.cli.play_loop import log_lines
from repulse.cli.screen import (
    HAPPENED,
    QUESTION,
    QUIET,
    Screen,
)
from repulse.engine.contract import (
    EVERYTHING,
    SPECTATOR,
    RepulseError,
    Seat,
)
from repulse.engine.display.display import Display
from repulse.engine.match import Match, replay
from repulse.engine.record import Record


def read_viewer(text: str, players: int) -> Seat:
    """The viewer: a seat counted from 1, `spectator` or `open`."""
    wanted = text.strip().lower()
    if wanted == "open":
        return EVERYTHING
    if wanted == "spectator":
        return SPECTATOR
    if wanted.isdecimal() and len(wanted) < 9 and 1 <= int(wanted) <= players:
        return int(wanted) - 1
    raise UserError("replay.viewer", n=players, typed=text)


def viewer_words(messages: Messages, viewer: Seat) -> str:
    """The viewer, in words."""
    if viewer == EVERYTHING:
        return messages.say("replay.open")
    if viewer == SPECTATOR:
        return messages.say("replay.spectator")
    return messages.say("replay.seat", player=messages.player(viewer))


class Replay:
    """A record being viewed."""

    def __init__(self, display: Display, record: Record, viewer: Seat, screen: Screen) -> None:
        self.display = display
        self.game = display.game
        self.record = record
        self.viewer = viewer
        self.screen = screen
        self.messages = Messages(display.language)
        self.length = len(record.choices)
        self.match: Match = replay(self.game, record)

    def go(self, number: int) -> None:
        """Go to the position after a number of choices."""
        if not 0 <= number <= self.length:
            raise UserError("replay.none", n=self.length, wanted=number)
        at = len(self.match.choices)
        if number < at:
            self.match = replay(self.game, self.record, number)
        for seat, words in self.record.choices[at:number]:
            self.match.answer_tokens(seat, words)

    def show(self) -> None:
        """The position: where it is, what led to it, the table, who is asked what."""
        match, screen, viewer, messages = self.match, self.screen, self.viewer, self.messages
        at = len(match.choices)
        looks = viewer_words(messages, viewer)
        screen.say(messages.say("replay.at", n=at, all=self.length, viewer=looks), QUESTION)
        if at and viewer == EVERYTHING:
            seat, words = match.choices[-1]
            said = ", ".join(words) or messages.say("nothing")
            screen.say(messages.say("replay.choice", player=messages.player(seat), words=said), QUIET)
        state = match.state if viewer == EVERYTHING else match.state.view(viewer)
        screen.say(
            self.display.table_text(state, SPECTATOR if viewer == EVERYTHING else viewer, screen.plain)
        )
        for seat in match.state.seats_owing():
            if viewer in (EVERYTHING, seat):
                asked = self.display.question_text(state, match.state.decision(seat))
                screen.say(messages.say("replay.asked", player=messages.player(seat), question=asked))
            else:
                screen.say(messages.say("replay.owing", player=messages.player(seat)))
        if not match.state.owing:
            names = messages.listing([messages.player(seat) for seat in match.state.winners()])
            screen.say(messages.say("over", names=names))

    def log(self) -> None:
        """Everything that has happened, in words."""
        self.screen.lines(log_lines(self.match, self.display, self.viewer), HAPPENED)

    def walk(self) -> None:
        """Step through the record as the person asks."""
        self.screen.say(self.messages.say("type_help"), QUIET)
        self.show()
        while True:
            try:
                typed = self.screen.ask("replay> ")
            except EOFError:
                return
            name, _, rest = typed.lower().partition(" ")
            if name in ("quit", "exit", "q"):
                return
            try:
                self.command(name, rest.strip())
            except RepulseError as error:
                self.screen.say(self.messages.error(error))

    def command(self, name: str, rest: str) -> None:
        """Carry out one command."""
        at = len(self.match.choices)
        if name in ("", "next", "n"):
            self.step(at, min(self.length, at + _count(rest)))
        elif name in ("previous", "prev", "p"):
            self.step(at, max(0, at - _count(rest)))
        elif name == "jump" or name.isdecimal():
            wanted = rest or name
            self.step(at, self.length if wanted == "end" else _number(wanted))
        elif name == "as":
            self.viewer = read_viewer(rest, self.match.state.players)
            self.show()
        elif name == "log":
            self.log()
        elif name == "table":
            self.show()
        elif name in ("help", "?"):
            self.screen.say(self.messages.say("replay.help"))
        else:
            raise UserError("replay.command", typed=name)

    def step(self, at: int, number: int) -> None:
        """Go to a position; when moving forward, show what happens."""
        if number == at:
            raise UserError("replay.last" if at == self.length else "replay.first")
        events = len(self.match.all_events())
        self.go(number)
        if number > at:
            self.screen.lines(log_lines(self.match, self.display, self.viewer, events), HAPPENED)
        self.show()


def _count(text: str) -> int:
    return _number(text) if text else 1


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise UserError("replay.number", typed=text)
    return int(text)
