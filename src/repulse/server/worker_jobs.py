"""What helper processes do for the server: choose a bot's answer, show a position of a record. Plain data in and out."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from repulse.bots import make_bot
from repulse.bots.seated import SeatedBots
from repulse.engine.bot import Bot
from repulse.engine.contract import Game, State
from repulse.engine.match import Match
from repulse.engine.record import Answer
from repulse.games import game_named
from repulse.server.limits import LARGEST_OPTIONS
from repulse.server.shown_games import shown_game
from repulse.server.wire import encode
from repulse.table.replays import Replays, replay_step


class Choose(Struct, tag="choose"):
    """What would this bot answer? The game comes as its record, and the bot gets only its own seat's view."""

    room: str
    game: str
    options: dict[str, Any]
    seed: int
    choices: list[tuple[int, list[str]]]
    seat: int
    bot: str
    seconds: float = 0.0
    """How long the bot may think; 0 for as long as it likes."""


class Think(Struct, tag="think"):
    """What would this bot answer, on another machine? It is sent what its seat sees, and nothing else."""

    room: str
    game: str
    options: dict[str, Any]
    view: bytes
    """The view of the seat, pickled."""
    seat: int
    bot: str
    seed: int
    """The bot's, which tells nothing about that of the game."""
    seconds: float = 0.0


class Show(Struct, tag="show"):
    """A position of a record as data."""

    record: str
    step: int
    viewer: int
    language: str


class Advise(Choose, tag="advise"):
    """What would a strong player answer, and why? `bot` is not used."""

    language: str = "en"
    names: list[str] = []


class Examine(Struct, tag="examine"):
    """Go on with the review of a record for about so many seconds."""

    record: str
    language: str
    seconds: float


class Keep(Struct, tag="keep"):
    """A finished game as it is shown in a language, to be kept."""

    record: str
    language: str


Job: TypeAlias = Choose | Think | Show | Advise | Examine | Keep


class Chosen(Struct, tag="chosen"):
    """The tokens of an answer."""

    words: list[str]


class Shown(Struct, tag="shown"):
    """A position, as JSON."""

    step: msgspec.Raw


class Advised(Struct, tag="advised"):
    """Hints, as JSON."""

    hints: msgspec.Raw


class Examined(Struct, tag="examined"):
    """How far a review has come; the review itself, as JSON, once it is done."""

    done: int
    total: int
    # Not `Raw | None`, which can be written but not read.
    review: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def finished(self) -> bool:
        """Whether the review is there."""
        return bytes(self.review) != b"null"


class KeptShow(Struct, tag="kept"):
    """A game as it is shown, compressed."""

    data: bytes


class Failed(Struct, tag="failed"):
    """Why a job could not be done."""

    words: str
    fault: bool
    """Whether the job itself was invalid, rather than failing in the worker."""


Report: TypeAlias = Chosen | Shown | Advised | Examined | KeptShow | Failed

MOST_MATCHES: Final = 256


class Seating:
    """A match with the bots that play in it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.bots = SeatedBots()


class Matches:
    """Matches that are likely to continue, by room."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Seating] = OrderedDict()

    def seating(self, job: Choose) -> Seating:
        """The match of a job, brought up to date, with its bots. They are kept when somebody undoes an answer."""
        seating = self.known.pop(job.room, None)
        if seating is None or seating.match.seed != job.seed:
            seating = Seating(_new_match(job))
        choices: list[Answer] = job.choices
        if choices[: len(seating.match.choices)] != seating.match.choices:
            seating.match = _new_match(job)
        match = seating.match
        for seat, words in choices[len(match.choices) :]:
            match.answer_tokens(seat, words)
        self.known[job.room] = seating
        if len(self.known) > MOST_MATCHES:
            self.known.popitem(last=False)
        return seating


def _new_match(job: Choose) -> Match:
    return Match(game_named(job.game), job.options, job.seed)


def choose(matches: Matches, job: Choose) -> Chosen:
    """A bot's answer; whatever it raises is passed on."""
    seating = matches.seating(job)
    match = seating.match
    choice = seating.bots.answer(match, job.seat, job.bot, job.seconds)
    domain = match.state.decision(job.seat).domain
    return Chosen([match.game.token(match.state, domain, value) for value in choice])


class Minds:
    """Bots that have been asked before, by room and seat, with what they remember."""

    def __init__(self) -> None:
        self.known: OrderedDict[tuple[str, int], tuple[str, Bot]] = OrderedDict()

    def bot(self, job: Think, game: Game) -> Bot:
        """The bot of a job."""
        key = (job.room, job.seat)
        name, bot = self.known.pop(key, ("", None))
        if bot is None or name != job.bot:
            bot = make_bot(job.bot, game.name, job.seed)
            bot.begin(game, job.options, job.seat)
            if job.seconds:
                bot.allow(job.seconds)
        self.known[key] = (job.bot, bot)
        if len(self.known) > MOST_MATCHES:
            self.known.popitem(last=False)
        return bot


def think(minds: Minds, job: Think) -> Chosen:
    """A bot's answer to a view; whatever it raises is passed on."""
    game = game_named(job.game)
    # Only a server that knows our token is listened to (`far.host`), so this is no more than what it could have us run.
    view: State = pickle.loads(job.view)
    decision = view.decision(job.seat)
    choice = sorted(minds.bot(job, game).choose(view, decision))
    return Chosen([game.token(view, decision.domain, value) for value in choice])


# --- replays ---


def record_views() -> Replays:
    """The records viewed most recently, within the limits of a server."""
    return Replays(LARGEST_OPTIONS)


def show(replays: Replays, job: Show) -> Shown:
    """A position of a record as data."""
    return Shown(msgspec.Raw(encode(replay_step(replays, job.record, job.step, job.viewer, job.language))))


def keep(replays: Replays, job: Keep) -> KeptShow:
    """A game as it is shown."""
    return KeptShow(shown_game(replays.replay(job.record), job.language))
