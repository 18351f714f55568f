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
from repulse.table.replays import names_in_record


def read_viewer(text: str, players: int) -> Seat:
    """Return the viewer: a seat counted from 1, `spectator` or `open`."""
    name = text.strip().lower()
    if name == "open":
        return EVERYTHING
    if name == "spectator":
        return SPECTATOR
    if name.isdecimal() and len(name) < 9 and 1 <= int(name) <= players:
        return int(name) - 1
    raise UserError("replay.viewer", n=players, typed=text)


def viewer_words(messages: Messages, display: Display, viewer: Seat) -> str:
    """Return the viewer, in words."""
    if viewer == EVERYTHING:
        return messages.say("replay.open")
    if viewer == SPECTATOR:
        return messages.say("replay.spectator")
    return messages.say("replay.seat", player=display.player_name(viewer))


class TerminalReplay:
    """A record being viewed."""

    def __init__(self, display: Display, record: Record, screen: Screen, *, viewer: Seat) -> None:
        self.game = display.game
        self.record = record
        self.viewer = viewer
        self.screen = screen
        self.messages = Messages(display.language)
        self.length = len(record.choices)
        self.match: Match = replay(self.game, record)
        self.display = display.with_names(names_in_record(record, self.match.state.players))

    def go(self, number: int) -> None:
        """Go to the position after a number of choices."""
        if not 0 <= number <= self.length:
            raise UserError("replay.none", n=self.length, wanted=number)
        position = len(self.match.choices)
        if number < position:
            self.match = replay(self.game, self.record, number)
        for seat, tokens in self.record.choices[position:number]:
            self.match.answer_tokens(seat, tokens)

    def show(self) -> None:
        """Show the position: its number, the last choice, the table, and the pending questions."""
        match, screen, viewer, messages = self.match, self.screen, self.viewer, self.messages
        position = len(match.choices)
        viewer_text = viewer_words(messages, self.display, viewer)
        screen.say(messages.say("replay.at", n=position, all=self.length, viewer=viewer_text), QUESTION)
        if position and viewer == EVERYTHING:
            seat, tokens = match.choices[-1]
            choice = ", ".join(tokens) or messages.say("nothing")
            screen.say(
                messages.say("replay.choice", player=self.display.player_name(seat), words=choice), QUIET
            )
        state = match.state if viewer == EVERYTHING else match.state.view(viewer)
        screen.say(
            self.display.table_text(state, SPECTATOR if viewer == EVERYTHING else viewer, screen.plain)
        )
        for seat in match.state.seats_owing():
            if viewer in (EVERYTHING, seat):
                asked = self.display.question_text(state, match.state.decision(seat))
                screen.say(
                    messages.say("replay.asked", player=self.display.player_name(seat), question=asked)
                )
            else:
                screen.say(messages.say("replay.owing", player=self.display.player_name(seat)))
        if not match.state.owing:
            names = messages.listing([self.display.player_name(seat) for seat in match.state.winners()])
            screen.say(messages.say("over", names=names))

    def log(self) -> None:
        """Show everything that has happened."""
        self.screen.lines(log_lines(self.match, self.display, self.viewer), HAPPENED)

    def walk(self) -> None:
        """Step through the record as the person asks."""
        self.screen.say(self.messages.say("type_help"), QUIET)
        self.show()
        while True:
            try:
                line = self.screen.ask("replay> ")
            except EOFError:
                return
            name, _, rest = line.lower().partition(" ")
            if name in ("quit", "exit", "q"):
                return
            try:
                self.command(name, rest.strip())
            except RepulseError as error:
                self.screen.say(self.messages.error(error))

    def command(self, name: str, rest: str) -> None:
        """Carry out one command."""
        position = len(self.match.choices)
        if name in ("", "next", "n"):
            self.step(position, min(self.length, position + _count(rest)))
        elif name in ("previous", "prev", "p"):
            self.step(position, max(0, position - _count(rest)))
        elif name == "jump" or name.isdecimal():
            target = rest or name
            self.step(position, self.length if target == "end" else _number(target))
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

    def step(self, start: int, number: int) -> None:
        """Go to a position; when moving forward, show what happens."""
        if number == start:
            raise UserError("replay.last" if start == self.length else "replay.first")
        events = len(self.match.all_events())
        self.go(number)
        if number > start:
            self.screen.lines(log_lines(self.match, self.display, self.viewer, first=events), HAPPENED)
        self.show()


def _count(text: str) -> int:
    return _number(text) if text else 1


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise UserError("replay.number", typed=text)
    return int(text)
