"""The game to play: a new one, or a saved one."""

from __future__ import annotations

import os
from pathlib import Path

from repulse.bots import bot_names, bot_of_character, default_bot, make_bot
from repulse.cli import saves
from repulse.cli.menu import ask_wish
from repulse.cli.messages import Messages
from repulse.cli.play_loop import PlayLoop, Quit
from repulse.cli.screen import QUIET, Screen, note, on_terminal
from repulse.engine.contract import Data, RepulseError, Seat
from repulse.engine.display.display import Display
from repulse.engine.match import Match, replay
from repulse.engine.record import BadRecord, Record
from repulse.files import read_record_file
from repulse.games import display_of, game_names

RECENT = 8
"""Number of events shown when a game is resumed."""


def choose_game(
    screen: Screen,
    *,
    game: str | None,
    options: Data,
    seed: int | None,
    seat: Seat,
    bots: list[str],
    load: Path | None,
    resume: bool,
    language: str,
) -> PlayLoop:
    """Return a new or a saved game, ready to be played; at a terminal, ask a person who names no game.

    Raises:
        RepulseError: There is no saved game, or an argument does not fit the game.
        EOFError: The person leaves instead of answering.
    """
    if load is not None:
        return _load(load, screen, language)
    if resume or (game is None and _wants_to_resume(screen, language)):
        unfinished = saves.unfinished()
        if not unfinished:
            raise RepulseError("There is no saved game to resume.")
        return _load(unfinished[0], screen, language, place=unfinished[0])
    if game is None and not options and not bots and on_terminal():
        wish = ask_wish(screen, language)
        game, options, bots = wish.game, wish.options, [wish.level]
    name = game or game_names()[0]
    return new_game(
        display_of(name, language),
        screen,
        options=options,
        seed=int.from_bytes(os.urandom(4), "big") if seed is None else seed,
        seat=seat,
        bots=bots or [default_bot(bot_names(name))],
    )


def _wants_to_resume(screen: Screen, language: str) -> bool:
    """Ask whether to resume a saved game, if there is one and somebody to ask."""
    unfinished = saves.unfinished() if on_terminal() else []
    if not unfinished:
        return False
    try:
        record = read_record_file(unfinished[0])
        messages = Messages(language)
        answer = screen.ask(messages.say("menu.resume", game=record.game, n=len(record.choices)))
    except RepulseError as error:
        note(f"repulse: {error}")
        return False
    except EOFError:
        return False
    return answer.lower() in ("", "y", "yes")


def _load(path: Path, screen: Screen, language: str, *, place: Path | None = None) -> PlayLoop:
    record = read_record_file(path)
    try:
        # A file saved by hand is left unchanged; the game continues in its own file.
        display = display_of(record.game, language)
        return resume_game(display, record, screen, place=place or saves.new_place(record))
    except RepulseError as error:
        raise RepulseError(f"{path}: {error}") from error


def new_game(
    display: Display, screen: Screen, *, options: Data, seed: int, seat: Seat, bots: list[str]
) -> PlayLoop:
    """Return a new game; with fewer bots than seats, they are repeated.

    Raises:
        RepulseError: The seat does not exist, or there are too many bots.
    """
    match = Match(display.game, options, seed)
    players = match.state.players
    if not 0 <= seat < players:
        raise RepulseError(f"There is no seat {seat + 1}: this game has the seats 1 to {players}.")
    others = players - 1
    if not 1 <= len(bots) <= others:
        raise RepulseError(f"There are {others} other seats: name 1 to {others} bots, not {len(bots)}.")
    for name in bots:
        make_bot(name, match.game.name, 0)
    names = [bot_of_character(bots[i % len(bots)]) for i in range(others)]
    names.insert(seat, "")
    return PlayLoop(match, display, screen, seat=seat, bots=names, place=saves.new_place(match.record()))


def resume_game(display: Display, record: Record, screen: Screen, *, place: Path) -> PlayLoop:
    """Return a game that continues a record and is saved to `place` from now on.

    Raises:
        BadRecord: The record was not made by `repulse play`.
    """
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
    loop = PlayLoop(match, display, screen, seat=seat, bots=bots, place=place)
    loop.taken_back = record.notes.get("taken_back") is True
    loop.recall_bots()
    # Only the last few events are shown again.
    loop.shown = max(0, len(match.all_events()) - RECENT)
    return loop


def play_game(loop: PlayLoop) -> None:
    """Play a game until it is over or the person leaves."""
    match, screen, messages = loop.match, loop.screen, loop.messages
    others = messages.say("comma").join(
        messages.say("is", player=loop.display.player_name(seat), name=messages.bot(name))
        for seat, name in enumerate(loop.bots)
        if seat != loop.seat
    )
    begin = messages.say("begin", game=match.game.name, seed=match.seed, player=loop.own_name, others=others)
    screen.say(begin, QUIET)
    screen.say(messages.say("type_help"), QUIET)
    try:
        loop.play()
    except Quit:
        screen.say(messages.say("saved"), QUIET)
    except KeyboardInterrupt:
        screen.say(f"\n{messages.say('saved')}", QUIET)
        raise
