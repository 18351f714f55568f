"""Playing a lesson through as its steps say, to see that it still fits the rules."""

from __future__ import annotations

from collections.abc import Callable

from repulse.bots import default_bot
from repulse.bots.match_bots import MatchBots
from repulse.engine.contract import RepulseError
from repulse.engine.display.lesson import BadLesson, Lesson
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import lesson_table
from repulse.table.seats import bots_for
from repulse.table.wire.commands import Answer, Next


def rehearse(lesson: Lesson, watch: Callable[[RoomDriver], None] = lambda table: None) -> RoomDriver:
    """Play a lesson to its last step; BadLesson, naming the step, where it does not fit the rules.

    The player gives the first answer that each step takes (or the one that is laid out, or else a bot's), and plays as a
    bot where a step lets them. Bots must play their parts. `watch` is called before everything that the player does.
    """
    table = lesson_table(lesson)
    player = _Player(table, lesson)
    progress = player.progress
    player.let_bots_play()
    while progress.step is not None:
        watch(table)
        if progress.waits_for_reader():
            player.read()
        else:
            player.answer()
        player.let_bots_play()
    for number, seat in enumerate(lesson.seats):
        for play in seat.plays:
            if (number, play) not in player.played:
                where = f"seat {number}: plays: round {play.round}, {play.prompt}"
                raise BadLesson(f"{lesson.ident}.toml, {where}: {', '.join(play.words)} was never played")
    return table


class _Player:
    def __init__(self, table: RoomDriver, lesson: Lesson) -> None:
        self.table = table
        self.lesson = lesson
        assert table.room.progress is not None
        self.progress = table.room.progress
        self.bots = MatchBots()
        self.sent = 0
        self.played: set[tuple[int, object]] = set()

    def command_id(self) -> str:
        self.sent += 1
        return str(self.sent)

    def bad(self, why: str) -> BadLesson:
        step = self.progress.step
        ident = step.ident if step else "?"
        return BadLesson(f"{self.lesson.ident}.toml, step {ident}: {why}")

    def read(self) -> None:
        self.table.command("me", Next(self.command_id()))

    def let_bots_play(self) -> None:
        """Let all bots answer, and note the answers that the lesson gives them."""
        table = self.table
        while seats := table.bots_to_move():
            seat = seats[0]
            match = table.room.playing
            decision = match.state.decision(seat)
            words = table.play_of_lesson(seat)
            now = match.state.round_number()
            for play in self.lesson.seats[seat].plays:
                if words is not None and (play.round, play.prompt, list(play.words)) == (
                    now,
                    decision.prompt,
                    words,
                ):
                    self.played.add((seat, play))
            table.play_bot(seat)
        while table.play_next() is not None:
            pass

    def answer(self) -> None:
        """Do what the step says."""
        room, step = self.table.room, self.progress.step
        assert step is not None
        seat = self.lesson.seat
        if room.stage != "playing" or not room.pending.is_asked(seat):
            raise self.bad("the player is not asked anything")
        decision = room.playing.state.decision(seat)
        if step.prompt and decision.prompt != step.prompt:
            raise self.bad(f"the player is asked {decision.prompt!r}, not {step.prompt!r}")
        words = list(step.accept[0]) if step.accept else self.own_words()
        try:
            self.table.command("me", Answer(self.command_id(), room.questions[seat].number, words))
        except RepulseError as error:
            raise self.bad(f"{', '.join(words) or 'nothing'}: {error}") from error

    def own_words(self) -> list[str]:
        """Return what a bot would answer in the player's seat."""
        room, seat = self.table.room, self.lesson.seat
        ask = self.table.event("me").ask
        if ask is not None and ask["suggested"]:
            return ask["suggested"]
        bot = default_bot(bots_for(self.lesson.game))
        return room.tokens(room.playing.state.decision(seat), self.bots.answer(room.playing, seat, bot))
