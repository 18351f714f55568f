"""A person plays in the terminal: questions line by line, bots in the other seats, every answer saved."""

from __future__ import annotations

from pathlib import Path

from repulse.bots import seat_names
from repulse.bots.match_bots import MatchBots
from repulse.cli import saves
from repulse.cli.messages import Messages, UserError
from repulse.cli.screen import (
    HAPPENED,
    QUESTION,
    QUIET,
    Screen,
)
from repulse.engine.contract import (
    EVERYTHING,
    ONE,
    Decision,
    IllegalChoice,
    RepulseError,
    Seat,
    State,
)
from repulse.engine.display.display import Display
from repulse.engine.display.keeping import Keeping
from repulse.engine.display.reading import option_numbers, read_answer
from repulse.engine.match import Match
from repulse.engine.record import Record
from repulse.files import write_atomically

# The effect of a line: an answer, a command that leaves the question on screen, one that scrolls it out of sight, or one
# that changed the game.
ANSWER, SHORT, LONG, MOVED = range(4)


class Quit(Exception):
    """The person has left the table; the game is saved."""


class PlayLoop:
    """One game with one person in it."""

    def __init__(
        self, match: Match, display: Display, screen: Screen, *, seat: Seat, bots: list[str], place: Path
    ) -> None:
        self.match = match
        self.messages = Messages(display.language)
        self.own_name = display.player_name(seat)
        names = seat_names(bots)
        names[seat] = self.messages.say("own_name", player=self.own_name)
        self.display = display.with_names(names)
        self.seat = seat
        self.bots = bots
        """The names of the bots per seat; empty for the person's own seat."""
        self.seated = MatchBots()
        self.place = place
        self.screen = screen
        self.shown = 0
        """Number of events of the log that have been shown."""
        self.taken_back = False
        """Whether answers were taken back after something new had been shown."""

    # --- saving ---

    def record(self) -> Record:
        """Return the game so far, with who sits where."""
        record = self.match.record()
        record.notes = {"seat": self.seat, "bots": list(self.bots)}
        if self.taken_back:
            record.notes["taken_back"] = True
        return record

    def save(self) -> None:
        """Save the game as it is now."""
        write_atomically(self.place, self.record().to_json())

    # --- playing ---

    def play(self) -> None:
        """Play to the end, or until the person leaves (Quit)."""
        self.save()
        if self.screen.plain:
            view = self.match.state.view(self.seat)
            self.screen.say(self.display.table_text(view, self.seat, plain=True))
        while not self.match.is_over():
            self.turn()
        self.show_news()
        self.show_end()
        finished = saves.finish(self.place)
        self.screen.say(self.messages.say("kept", path=finished), QUIET)

    def turn(self) -> None:
        """Get one answer. The person comes first: an answer that nobody has reacted to can be undone without a trace."""
        match = self.match
        owing = match.state.seats_owing()
        if self.seat not in owing:
            self.play_bot(owing[0])
            self.save()
            return
        if match.advance_forced(lambda seat, decision: seat == self.seat and not self.last_chance(decision)):
            self.save()
            return
        self.show_news()
        self.ask(match.state.decision(self.seat))

    def play_bot(self, seat: Seat) -> None:
        """Let the bot in a seat answer."""
        self.seated.play(self.match, seat, self.bots[seat])

    def last_chance(self, decision: Decision) -> bool:
        """Return whether giving the only possible answer would make an earlier one impossible to undo."""
        if not self.match.can_undo(self.seat):
            return False
        state: State = self.match.state
        after = state.clone()
        after.apply(self.seat, decision.forced_choice())
        return after.step_id != state.step_id or after.reveal_count != state.reveal_count

    def ask(self, decision: Decision) -> None:
        """Ask until the rules accept an answer, or one is undone."""
        numbers, words = self.question(decision)
        prompt = _prompt(
            self.messages, decision, self.display.keeping(self.match.state.view(self.seat), decision)
        )
        while True:
            try:
                line = self.screen.ask(prompt)
            except EOFError:
                raise Quit from None
            try:
                meaning = self.command(line)
                if meaning == ANSWER:
                    chosen = read_answer(decision, line, numbers=numbers, texts=words)
                    view = self.match.state.view(self.seat)
                    choice = self.display.answer(view, decision, chosen)
                    try:
                        self.match.answer(self.seat, choice)
                    except IllegalChoice as error:
                        raise self.display.in_words(view, decision, error) from error
                    self.save()
                    return
            except RepulseError as error:
                self.screen.say(self.messages.error(error))
                continue
            if meaning == MOVED:
                return
            if meaning == LONG:
                self.question(decision)

    def question(self, decision: Decision) -> tuple[list[int], list[str]]:
        """Show the question with its options; return their numbers and texts."""
        game, display, screen = self.match.game, self.display, self.screen
        view = self.match.state.view(self.seat)
        numbers = option_numbers(game, view, decision)
        words = [display.option_text(view, decision, value) for value in decision.options]
        screen.say()
        if not screen.plain:
            # Above every question, so that the table never scrolls out of sight.
            screen.draw(display.board(view, self.seat, screen.width))
            screen.say()
        screen.say(display.question_text(view, decision), QUESTION)
        width = len(str(max(numbers, default=0)))
        drawn = _drawn(decision, display.keeping(view, decision))
        for number, text, is_drawn in zip(numbers, words, drawn, strict=True):
            screen.item(f"  {number:>{width}}  ", self.messages.say("drawn", text=text) if is_drawn else text)
        return numbers, words

    # --- commands ---

    def command(self, line: str) -> int:
        """Carry out a line if it is a command, and return what it was."""
        name, _, rest = line.partition(" ")
        name, rest = name.lower(), rest.strip()
        if line.startswith("?"):
            name, rest = "help", line[1:].strip()
        screen, match = self.screen, self.match
        if name == "help":
            view = match.state.view(self.seat)
            screen.say(self.display.help_text(rest, view) if rest else self.messages.say("help"))
            return SHORT
        if name == "save":
            self.save_as(rest)
            return SHORT
        if rest:
            return ANSWER
        if name in ("quit", "exit", "q"):
            raise Quit
        if name == "undo":
            self.undo()
            return MOVED
        if name == "table":
            screen.say(self.display.table_text(match.state.view(self.seat), self.seat, screen.plain))
        elif name == "log":
            screen.lines(log_lines(match, self.display, self.seat), HAPPENED)
        elif name == "score":
            screen.lines(self.score_lines())
        elif name in ("hint", "h"):
            self.hint()
            return SHORT
        elif name != "options":
            return ANSWER
        return LONG

    def hint(self) -> None:
        """Show what a strong player would answer."""
        try:
            from repulse.cli.advice import play_hint
        except ModuleNotFoundError as error:
            raise UserError("unclear.no_hints", name=error.name) from error
        play_hint(self.match, self.seat, display=self.display, screen=self.screen)

    def undo(self) -> None:
        """Undo the last answer that had an alternative, also after the bots have reacted to it."""
        match = self.match
        if match.can_undo(self.seat):
            match.undo(self.seat)
            while match.state.decision(self.seat).forced() and match.can_undo(self.seat):
                match.undo(self.seat)
        elif (length := match.last_choice(self.seat)) >= 0:
            match.rewind(length)
            self.taken_back = True
            self.recall_bots()
        else:
            raise UserError("unclear.no_undo")
        self.shown = min(self.shown, len(match.all_events()))
        self.save()
        self.screen.say(self.messages.say("taken_back"), QUIET)

    def recall_bots(self) -> None:
        """Seat the bots as if they had only ever played this game: then they answer the same as before."""
        self.seated = MatchBots()
        names = [name if seat != self.seat else "" for seat, name in enumerate(self.bots)]
        self.seated.recall(self.match, names)

    def save_as(self, name: str) -> None:
        """Write the game to a file the person names."""
        if not name:
            raise UserError("unclear.save_where")
        path = Path(name).expanduser()
        if path.exists():
            raise UserError("unclear.there", path=path)
        write_atomically(path, self.record().to_json())
        self.screen.say(self.messages.say("written", path=path), QUIET)

    # --- output ---

    def show_news(self) -> None:
        """Show what has happened since the last time."""
        lines = log_lines(self.match, self.display, self.seat, first=self.shown)
        self.shown = len(self.match.all_events())
        self.screen.lines(lines, HAPPENED)

    def score_lines(self) -> list[str]:
        """Return the scores of all seats and what they are made of."""
        view = self.match.state.view(self.seat)
        return [line for seat in range(view.players) for line in self.display.score_lines(view, seat)]

    def show_end(self) -> None:
        """Show how it ended."""
        state = self.match.state
        self.screen.say()
        self.screen.lines(self.score_lines())
        messages = self.messages
        if self.match.called_off():
            self.screen.say(messages.say("called_off", n=self.match.round_limit), QUESTION)
            return
        names = [
            messages.say("you") if seat == self.seat else self.display.player_name(seat)
            for seat in state.winners()
        ]
        self.screen.say(messages.say("over", names=messages.listing(names)), QUESTION)
        if self.taken_back:
            self.screen.say(messages.say("moves_taken_back"), QUIET)


def _drawn(decision: Decision, keeping: Keeping | None) -> list[bool]:
    """Return for each option whether it was just drawn, to be told from the cards held before."""
    held = list(keeping.held) if keeping is not None else []
    drawn = []
    for value in decision.options:
        is_held = value in held
        if is_held:
            held.remove(value)
        drawn.append(keeping is not None and bool(keeping.held) and not is_held)
    return drawn


def _prompt(messages: Messages, decision: Decision, keeping: Keeping | None) -> str:
    """Return the prompt of the input line."""
    if decision.forced():
        return messages.say("prompt.forced")
    if keeping is not None:
        return messages.say(
            "prompt.exchange" if keeping.held else "prompt.keep", n=keeping.new, all=keeping.count
        )
    if decision.kind == ONE:
        return messages.say("prompt.one")
    if decision.least == decision.most:
        return messages.say("prompt.some", n=decision.least)
    return messages.say("prompt.range", least=decision.least, most=decision.most)


def log_lines(match: Match, display: Display, viewer: Seat, *, first: int = 0) -> list[str]:
    """Return the log from event `first` on, in words, as a viewer (or EVERYTHING) may read it."""
    if viewer == EVERYTHING:
        events = match.all_events()[first:]
        state = match.state
    else:
        events = match.events(viewer)[first:]
        state = match.state.view(viewer)
    lines = [display.log_text(state, event) for event in events]
    return [line for line in lines if line]
