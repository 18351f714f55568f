"""A record on the screen: any position of it, as anybody saw it, forwards and backwards."""

from __future__ import annotations

from repulse.cli import hooks
from repulse.cli.screen import HAPPENED, QUESTION, QUIET, Screen
from repulse.cli.sitting import log_lines
from repulse.engine.contract import SPECTATOR, Game, RepulseError, Seat
from repulse.engine.match import Match, replay
from repulse.engine.record import Record

OPEN = None
"""The viewer who sees everything."""

HELP = """\
  next         one choice on (also: an empty line); next 10 goes ten on
  previous     one choice back; previous 10 goes ten back
  jump N       to the position after N choices; jump end
  as WHO       look as a seat (as 2), as a spectator, or open (all cards)
  log          all that has happened so far
  table        the table again
  quit         leave"""


def read_viewer(text: str, players: int) -> Seat | None:
    """Who looks: a seat counted from 1, `spectator` or `open`."""
    wanted = text.strip().lower()
    if wanted == "open":
        return OPEN
    if wanted == "spectator":
        return SPECTATOR
    if wanted.isdecimal() and 1 <= int(wanted) <= players:
        return int(wanted) - 1
    raise RepulseError(f"One looks as a seat from 1 to {players}, as spectator or open, not as {text!r}.")


def viewer_words(viewer: Seat | None) -> str:
    """Who looks, in words."""
    if viewer is OPEN:
        return "open"
    return "as a spectator" if viewer == SPECTATOR else f"as {hooks.player_name(viewer)}"


class Replay:
    """A record being looked at."""

    def __init__(self, game: Game, record: Record, viewer: Seat | None, screen: Screen) -> None:
        self.game = game
        self.record = record
        self.viewer = viewer
        self.screen = screen
        self.length = len(record.choices)
        self.match: Match = replay(game, record)

    def go(self, number: int) -> None:
        """To the position after so many choices."""
        if not 0 <= number <= self.length:
            raise RepulseError(f"This record has {self.length} choices; there is no position {number}.")
        at = len(self.match.choices)
        if number < at:
            self.match = replay(self.game, self.record, number)
        for seat, words in self.record.choices[at:number]:
            self.match.answer_words(seat, words)

    def show(self) -> None:
        """The position: where it is, what led to it, the table, who is asked what."""
        match, screen, viewer = self.match, self.screen, self.viewer
        at = len(match.choices)
        screen.say(f"After {at} of {self.length} choices, {viewer_words(viewer)}.", QUESTION)
        if at and viewer is OPEN:
            seat, words = match.choices[-1]
            screen.say(f"Last choice: {hooks.player_name(seat)}: {', '.join(words) or 'nothing'}.", QUIET)
        state = match.state if viewer is OPEN else match.state.view(viewer)
        screen.say(hooks.table_text(self.game, state, SPECTATOR if viewer is OPEN else viewer, screen.plain))
        for seat in match.state.seats_owing():
            if viewer in (OPEN, seat):
                asked = self.game.ask_words(state, match.state.decision(seat))
                screen.say(f"{hooks.player_name(seat)} is asked: {asked}")
            else:
                screen.say(f"{hooks.player_name(seat)} is to answer.")
        if not match.state.owing:
            names = " and ".join(hooks.player_name(seat) for seat in match.state.winners())
            screen.say(f"The game is over. Won by: {names}.")

    def log(self) -> None:
        """All that has happened, in words."""
        self.screen.lines(log_lines(self.match, self.viewer), HAPPENED)

    def walk(self) -> None:
        """Step through the record as the person asks."""
        self.screen.say("Type help for what can be typed.", QUIET)
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
                self.screen.say(str(error))

    def command(self, name: str, rest: str) -> None:
        """Do one command."""
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
            self.screen.say(HELP)
        else:
            raise RepulseError(f"{name!r} is no command here; type help.")

    def step(self, at: int, number: int) -> None:
        """Go to a position; on the way forward, read out what happens."""
        if number == at:
            raise RepulseError(
                "This is the last position." if at == self.length else "This is the first position."
            )
        events = len(self.match.all_events())
        self.go(number)
        if number > at:
            self.screen.lines(log_lines(self.match, self.viewer, events), HAPPENED)
        self.show()


def _count(text: str) -> int:
    return _number(text) if text else 1


def _number(text: str) -> int:
    if not text.isdecimal():
        raise RepulseError(f"{text!r} is no number.")
    return int(text)
