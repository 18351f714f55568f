"""The jobs of helper processes: bot answers, hints, reviews, and positions of records. Plain data in and out."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from repulse.bots import make_bot
from repulse.bots.match_bots import MatchBots
from repulse.engine.contract import Game, RepulseError
from repulse.engine.match import Match
from repulse.engine.record import Answer
from repulse.games import game_named
from repulse.server.guard.limits import MAX_OPTIONS_BYTES
from repulse.server.http.wire import encode
from repulse.server.remote_bots.view_codec import decode_view, opening_view
from repulse.server.rooms.replay_snapshots import make_snapshot
from repulse.table.replays import Replays, replay_step


class Choose(Struct, tag="choose", kw_only=True):
    """Ask a bot for an answer. The game comes as its record; the bot gets only the view of its own seat."""

    room: str
    game: str
    options: dict[str, Any]
    seed: int
    base: int = 0
    """Number of choices that the helper has already; `choices` are those after them."""
    choices: list[tuple[int, list[str]]]
    seat: int
    bot: str
    seconds: float = 0.0
    """Time limit of the bot; 0 for none."""
    fresh: bool = False
    """Whether the bot answers by the position alone, as in a deal of the day."""


class ChooseFromView(Struct, tag="choose-from-view", kw_only=True):
    """Ask a bot on another machine for an answer. It is sent only the view of its seat."""

    room: str
    game: str
    options: dict[str, Any]
    view: dict[str, Any]
    """The view of the seat (`view_codec`)."""
    seat: int
    bot: str
    seed: int
    """Seed of the bot; reveals nothing about the game seed."""
    seconds: float = 0.0


class Show(Struct, tag="show"):
    """Show a position of a record."""

    record: str
    step: int
    viewer: int
    language: str


class Advise(Choose, tag="advise", kw_only=True):
    """Ask for hints: what a strong player would answer, and why. `bot` is not used."""

    language: str = "en"
    names: list[str] = []


class Examine(Struct, tag="examine"):
    """Continue the review of a record for about `seconds`."""

    record: str
    language: str
    seconds: float


class PlayPar(Struct, tag="play-par"):
    """Continue par of a deal of the day for about `seconds`."""

    deal: dict[str, Any]
    """The deal (`Deal.to_data`)."""
    seconds: float


class TakeSnapshot(Struct, tag="take-snapshot"):
    """Show a finished game in a language, to be stored."""

    record: str
    language: str


Job: TypeAlias = Choose | ChooseFromView | Show | Advise | Examine | PlayPar | TakeSnapshot


class BaseReport(Struct, kw_only=True):
    """The part that all reports share."""

    cpu_seconds: float = 0.0
    """The CPU time that the job took."""


class Chosen(BaseReport, tag="chosen"):
    """The tokens of an answer."""

    tokens: list[str]


class MatchUnknown(BaseReport, tag="match-unknown"):
    """The helper does not have the first choices of the match; the job must be sent with all of them."""


class Shown(BaseReport, tag="shown"):
    """A position, as JSON."""

    step: msgspec.Raw


class Advised(BaseReport, tag="advised"):
    """Hints, as JSON."""

    hints: msgspec.Raw


class Examined(BaseReport, tag="examined"):
    """The progress of a review; the review itself, as JSON, once it is done."""

    done: int
    total: int
    # Not `Raw | None`, which can be written but not read.
    review: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def is_finished(self) -> bool:
        """Return whether the review is complete."""
        return bytes(self.review) != b"null"


class ParPlayed(BaseReport, tag="par-played"):
    """The progress of a par: the scores so far."""

    total: int
    scores: list[int]
    wins: float
    version: str
    """Changes with everything besides the deal that par depends on."""


class SnapshotTaken(BaseReport, tag="snapshot-taken"):
    """A game as it is shown, compressed."""

    data: bytes


class Failed(BaseReport, tag="failed"):
    """Why a job could not be done."""

    message: str
    is_invalid: bool
    """Whether the job itself was invalid, rather than failing in the helper."""


Report: TypeAlias = Chosen | MatchUnknown | Shown | Advised | Examined | ParPlayed | SnapshotTaken | Failed

MAX_MATCHES: Final = 256
"""Matches that a helper keeps."""


class UnknownMatchError(RepulseError, LookupError):
    """A job continues a match that this helper does not have."""


class CachedMatch:
    """A match with the bots that play in it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.bots = MatchBots()


class MatchCache:
    """MatchCache that are likely to continue, by room."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, CachedMatch] = OrderedDict()

    def update(self, job: Choose) -> CachedMatch:
        """Return the match of a job, brought up to date. Its bots are kept when a player undoes an answer.

        Raises:
            UnknownMatchError: The job leaves out choices that are not here.
        """
        cached = self._matches.pop(job.room, None)
        if cached is not None and cached.match.seed != job.seed:
            cached = None
        if job.base and (cached is None or len(cached.match.choices) < job.base):
            raise UnknownMatchError(f"The first {job.base} choices of room {job.room} are not here.")
        if cached is None:
            cached = CachedMatch(_new_match(job))
        choices: list[Answer] = [*cached.match.choices[: job.base], *job.choices]
        if choices[: len(cached.match.choices)] != cached.match.choices:
            cached.match = _new_match(job)
        match = cached.match
        for seat, tokens in choices[len(match.choices) :]:
            match.answer_tokens(seat, tokens)
        self._matches[job.room] = cached
        if len(self._matches) > MAX_MATCHES:
            self._matches.popitem(last=False)
        return cached


def _new_match(job: Choose) -> Match:
    return Match(game_named(job.game), job.options, job.seed)


def choose(matches: MatchCache, job: Choose) -> Chosen:
    """Return the answer of a bot; its errors are passed on."""
    cached = matches.update(job)
    match = cached.match
    bots = MatchBots(fresh=True) if job.fresh else cached.bots
    choice = bots.answer(match, job.seat, job.bot, seconds=job.seconds)
    domain = match.state.decision(job.seat).domain
    return Chosen([match.game.token(match.state, domain, value) for value in choice])


class CachedBot:
    """A bot that answers views, with the opening view that they are compared with."""

    def __init__(self, job: ChooseFromView, game: Game) -> None:
        self.name = job.bot
        self.options = job.options
        self.opening = opening_view(game, job.options, job.seat)
        self.bot = make_bot(job.bot, game.name, job.seed)
        self.bot.begin(game, job.options, job.seat)
        if job.seconds:
            self.bot.allow(job.seconds)


class BotCache:
    """Bots that have been asked before, by room and seat, with their memory."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int], CachedBot] = OrderedDict()

    def bot_for(self, job: ChooseFromView, game: Game) -> CachedBot:
        """Return the bot of a job."""
        key = (job.room, job.seat)
        cached = self._bots.pop(key, None)
        if cached is None or cached.name != job.bot or cached.options != job.options:
            cached = CachedBot(job, game)
        self._bots[key] = cached
        if len(self._bots) > MAX_MATCHES:
            self._bots.popitem(last=False)
        return cached


def choose_from_view(bots: BotCache, job: ChooseFromView) -> Chosen:
    """Return the answer of a bot to a view; its errors are passed on."""
    game = game_named(job.game)
    cached = bots.bot_for(job, game)
    view = decode_view(job.view, cached.opening)
    decision = view.decision(job.seat)
    choice = sorted(cached.bot.choose(view, decision))
    return Chosen([game.token(view, decision.domain, value) for value in choice])


# --- replays ---


def record_views() -> Replays:
    """Return a cache of the records viewed most recently, within the limits of a server."""
    return Replays(MAX_OPTIONS_BYTES)


def show(replays: Replays, job: Show) -> Shown:
    """Return a position of a record as data."""
    step = replay_step(replays, job.record, step=job.step, viewer=job.viewer, language=job.language)
    return Shown(msgspec.Raw(encode(step)))


def take_snapshot(replays: Replays, job: TakeSnapshot) -> SnapshotTaken:
    """Return a game as it is shown in a language."""
    return SnapshotTaken(make_snapshot(replays.replay(job.record), job.language))
