"""The bots of a room: asks them in helper processes, and gives the answers of players who have no choice."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from repulse.engine.bot import bot_seed
from repulse.engine.contract import RepulseError, Seat, State
from repulse.server import metrics
from repulse.server.db.storage import StorageError
from repulse.server.helpers.jobs import Choose, ChooseFromView, Chosen, Report
from repulse.server.helpers.pool import HelperError
from repulse.server.remote_bots.hosts import NoBotHostError
from repulse.server.remote_bots.view_codec import ViewCodecError, encode_view, opening_view
from repulse.server.rooms.committer import Committer
from repulse.server.rooms.forced_delay import ForcedDelay
from repulse.server.rooms.presence import PresenceTracker
from repulse.server.rooms.services import RoomServices
from repulse.server.tasks import Tasks
from repulse.table.entries import Answered, Trouble
from repulse.table.pending import Turn
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_state import RoomState

_LOG: Final = logging.getLogger("repulse.server")

RETRY_SECONDS: Final = 1.0
"""Pause after a fault in the program: what failed once may keep failing."""


def log_facts(room: RoomState, seat: Seat) -> dict[str, Any]:
    """Return the facts of a log line about a seat: the room, the seat and the number of its question."""
    question = room.questions.get(seat)
    return {"room": room.id, "seat": seat, "decision": question.number if question else -1}


class BotRunner:
    """Gets an answer for every seat that a bot plays, and for players who have no choice."""

    def __init__(
        self,
        table: RoomDriver,
        presence: PresenceTracker,
        committer: Committer,
        *,
        services: RoomServices,
        tasks: Tasks,
    ) -> None:
        self.delay = ForcedDelay(services.quotas.forced_seconds)
        """The delays of forced answers."""
        self.thinking: set[Seat] = set()
        """The seats whose answer is being computed or delayed."""
        self._table = table
        self._room = table.room
        self._presence = presence
        self._committer = committer
        self._services = services
        self._tasks = tasks
        self._openings: dict[Seat, State] = {}
        """The opening view of each seat, which the views for other machines are compared with."""

    def wake(self) -> None:
        """Ask every bot that owes an answer and is not yet thinking about it; answer for players who have no choice.

        Absent players must return first: an answer from an absent player was certainly not chosen. The actor is decided
        here, and handed on: by the time a task runs, a person may have taken the seat back.
        """
        if not self._committer.is_open():
            return
        self.delay.ask(self._room.questions)
        for seat in [*self._table.bots_to_move(), *self._room.pending.automatic_seats()]:
            turn = self._room.pending.turn(seat)
            if turn is not None and seat not in self.thinking and self._is_due(turn):
                self.thinking.add(seat)
                self._tasks.start(self._think(turn))

    def has_people(self) -> bool:
        """Return whether any seat is a person's."""
        return any(seat.kind == "person" for seat in self._room.seats)

    def _is_due(self, turn: Turn) -> bool:
        """Return whether an answer is still owed, and still by the same bot; or by the table, for a present player."""
        is_playing = bool(turn.bot) or self._presence.is_present(turn.seat)
        return is_playing and self._room.pending.turn(turn.seat) == turn and self._committer.is_open()

    async def _think(self, turn: Turn) -> None:
        """Get one answer from a bot, or from its stand-in; or give a player's only answer, in due time."""
        seat = turn.seat
        try:
            if not self.has_people():
                await self._services.background.take(1)
            if not self._is_due(turn):
                return
            answer = await self._answer_for(turn)
            async with self._committer.lock:
                if not self._is_due(turn):
                    return
                if answer is not None:
                    self.delay.chose(seat)
                else:
                    self.delay.gave(seat)
                try:
                    commit = self._apply_answer(seat, answer)
                except RepulseError:
                    self._committer.check_table()
                    raise
                await self._committer.commit(commit)
        except StorageError:
            # The storage has logged why; the bot is asked again when the room is reloaded.
            _LOG.info("bot answer not stored", extra=log_facts(self._room, seat))
        except Exception as error:
            is_fault = not isinstance(error, RepulseError)
            _LOG.error(
                "bot task failed: %s",
                type(error).__name__,
                exc_info=is_fault,
                extra=log_facts(self._room, seat),
            )
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            self.thinking.discard(seat)
            if not self._committer.is_broken:
                self.wake()

    async def _answer_for(self, turn: Turn) -> list[str] | HelperError | None:
        """Return the answer of a seat: None for its only possible one, after the delay of a chosen one."""
        if self._table.is_forced(turn.seat):
            if self._room.pending.is_watched(turn.seat):
                await asyncio.sleep(self.delay.wait(turn.seat, bool(turn.bot)))
            return None
        with metrics.BOT_ANSWERS.time():
            return await self._bot_answer(turn)

    async def _bot_answer(self, turn: Turn) -> list[str] | HelperError:
        """Return the answer of a bot, or why it has none."""
        answer = self._table.known_answer(turn.seat)
        if answer is not None:
            return answer
        match = self._room.playing
        job = Choose(
            room=self._room.id,
            game=self._room.stored.game,
            options=match.options,
            seed=match.seed,
            choices=list(match.choices),
            seat=turn.seat,
            bot=self._table.program_of(turn.bot),
            seconds=self._services.bot_seconds,
            fresh=self._table.is_deal,
        )
        try:
            report = await self._report(job)
        except HelperError as error:
            return error
        assert isinstance(report, Chosen)
        return report.tokens

    async def _report(self, job: Choose) -> Report:
        """Return the report of a helper; after a crash once more, since another game's bot may have caused it."""
        try:
            return await self._first_report(job)
        except HelperError as error:
            if error.ident != "crashed":
                raise
        _LOG.warning(
            "helper crashed while a bot was thinking; retrying", extra=log_facts(self._room, job.seat)
        )
        return await self._local_report(job)

    async def _first_report(self, job: Choose) -> Report:
        """Return the report of another machine if one is available, else of a helper of this server."""
        hosts = self._services.bot_hosts
        # The bots of other machines have seeds of their own; a deal of the day is the same everywhere.
        if hosts is not None and hosts.available() and not job.fresh:
            try:
                with self._services.work.charged():
                    remote_job = self._remote_job(job)
                return await hosts.do(remote_job, self._services.bot_seconds, urgent=self.has_people())
            except NoBotHostError:
                pass
            except ViewCodecError as error:
                facts = log_facts(self._room, job.seat)
                _LOG.warning("view not sent to a bot host: %s", error, extra=facts)
        return await self._local_report(job)

    async def _local_report(self, job: Choose) -> Report:
        return await self._services.helpers.do(
            job.room, job, self._services.bot_seconds, urgent=self.has_people()
        )

    def _remote_job(self, job: Choose) -> ChooseFromView:
        """Return the same job for another machine, with the view of the seat in place of the game."""
        match = self._room.playing
        if job.seat not in self._openings:
            self._openings[job.seat] = opening_view(match.game, match.options, job.seat)
        return ChooseFromView(
            room=job.room,
            game=job.game,
            options=job.options,
            view=encode_view(match.state.view(job.seat), self._openings[job.seat]),
            seat=job.seat,
            bot=job.bot,
            seed=bot_seed(job.seed, job.seat, len(job.choices)),
            seconds=job.seconds,
        )

    def _apply_answer(self, seat: Seat, answer: list[str] | HelperError | None) -> Commit:
        if answer is None:
            return self._table.answer_forced(seat)
        facts = log_facts(self._room, seat)
        if isinstance(answer, HelperError):
            commit = self._table.answer_for_failed_bot(seat, answer.ident, answer.facts)
        else:
            commit = self._table.answer_as_bot(seat, answer)
        first = commit.entries[0]
        if isinstance(first, Answered) and first.trouble is not None:
            _log_failure(first.trouble, facts)
        return commit


def _log_failure(trouble: Trouble, facts: dict[str, Any]) -> None:
    """Log that a bot failed, without its error message: that may name the cards that it holds."""
    metrics.BOT_FAILURES.inc()
    if trouble.stand_in:
        line = "bot %s failed (%s); %s answered in its place"
        _LOG.warning(line, trouble.bot, trouble.id, trouble.stand_in, extra=facts)
    else:
        metrics.DEFAULT_MOVES.inc()
        line = "bot %s failed (%s), and so did its stand-ins: a default move was played"
        _LOG.error(line, trouble.bot, trouble.id, extra=facts)
