"""What a game can show besides the contract: its table, its scores, its cards. Games without it get plain answers."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType

from repulse.cli.messages import Said, speech_of
from repulse.engine.contract import Game, Seat, State


def _module(game: Game, name: str) -> ModuleType | None:
    full = f"repulse.games.{game.name}.display.{name}"
    try:
        return import_module(full) if find_spec(full) else None
    except ModuleNotFoundError:
        return None


def table_text(game: Game, view: State, viewer: Seat, plain: bool = False) -> str:
    """The table as somebody sees it; `plain` asks for no drawings, where the game has any."""
    table_words = getattr(game, "table_words", None)
    if table_words is not None:
        return str(table_words(view, viewer, plain))
    module = _module(game, "text_table")
    if module is not None and hasattr(module, "table_text"):
        draws = "plain" in signature(module.table_text).parameters
        return str(
            module.table_text(view, viewer, plain=True)
            if plain and draws
            else module.table_text(view, viewer)
        )
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in view.data().items()
        if value not in (None, [], {})
    ]
    return "\n".join(lines)


def score_lines(game: Game, view: State) -> list[str]:
    """The score of every seat, with what it is made of where the game tells (`score_lines` of a seat)."""
    tell = getattr(game, "score_lines", None)
    if tell is not None:
        return [line for seat in range(view.players) for line in tell(view, seat)]
    speech = speech_of(game)
    return [
        speech.say("score", player=speech.player(seat), n=score) for seat, score in enumerate(view.scores())
    ]


def describe(game: Game, view: State, topic: str) -> str:
    """What a card is, in words: by `help_words` of a game, or from all its `descriptions`."""
    help_words = getattr(game, "help_words", None)
    if help_words is not None:
        return str(help_words(topic, view))
    descriptions = getattr(game, "descriptions", None)
    named: list[tuple[str, str]] = [] if descriptions is None else descriptions(view)
    wanted = topic.lower()
    exact = [text for name, text in named if name.lower() == wanted]
    found = exact or [text for name, text in named if wanted in name.lower()]
    if not found:
        raise Said("unclear.topic", topic=topic)
    return "\n\n".join(dict.fromkeys(found))
