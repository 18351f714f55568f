"""What a game can show besides the contract: its table, its scores, its cards. Games without it get plain answers."""

from __future__ import annotations

import json
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from repulse.engine.contract import Game, RepulseError, Seat, State


def player_name(seat: Seat) -> str:
    """What a seat is called: people count from 1."""
    return f"Player {seat + 1}"


def _module(game: Game, name: str) -> ModuleType | None:
    full = f"repulse.{game.name}.{name}"
    try:
        return import_module(full) if find_spec(full) else None
    except ModuleNotFoundError:
        return None


def table_text(game: Game, view: State, viewer: Seat) -> str:
    """The table as somebody sees it."""
    module = _module(game, "table")
    if module is not None and hasattr(module, "table_text"):
        return str(module.table_text(view, viewer))
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in view.data().items()
        if value not in (None, [], {})
    ]
    return "\n".join(lines)


def score_lines(game: Game, view: State) -> list[str]:
    """The score of every seat, with what it is made of where the game tells."""
    tell = getattr(game, "score_lines", None)
    if tell is not None:
        return [line for seat in range(view.players) for line in tell(view, seat)]
    words = getattr(game, "words", None)
    if words is not None and hasattr(words, "score"):
        return [line for seat in range(view.players) for line in words.score(view, seat)]
    return [f"{player_name(seat)}: {score}" for seat, score in enumerate(view.scores())]


def describe(game: Game, view: State, query: str) -> list[str]:
    """What a card is, in words: every card whose name is the query, or else has it in it."""
    named = _described(game, view)
    wanted = query.lower()
    exact = [text for name, text in named if name.lower() == wanted]
    found = exact or [text for name, text in named if wanted in name.lower()]
    if not found:
        raise RepulseError(f"Nothing in this game is called {query!r}.")
    return found


def _described(game: Game, view: State) -> list[tuple[str, str]]:
    """Everything in a game that has a name and a description."""
    tell = getattr(game, "descriptions", None)
    if tell is not None:
        return list(tell(view))
    if game.name == "galaxy":
        from repulse.galaxy.describe import describe_card
        from repulse.galaxy.facts import SETS, load_cards

        return [(card.name, describe_card(card)) for card in load_cards(SETS)]
    if game.name == "earth":
        from repulse.earth.components import TABLE

        words = cast(Any, game).words
        return [(name, words.gadget(design)) for design, name in enumerate(TABLE.gadget_names)]
    return []


_RULES = {"galaxy": ("base-game", "rulings", "rulings-counterstrike"), "earth": ("earth",)}


def rules_text(game: str) -> str:
    """The rules of a game in our own words: package data of an installation, the folder `docs` of a checkout."""
    folder: Traversable = resources.files("repulse") / "rules"
    if not folder.is_dir():
        folder = Path(str(resources.files("repulse"))).parent.parent / "docs" / "rules"
    sources = [folder / f"{name}.md" for name in _RULES.get(game, ())]
    texts = [source.read_text(encoding="utf-8") for source in sources if source.is_file()]
    if not texts:
        raise RepulseError(f"There is no rules text for {game!r} in this installation.")
    return "\n".join(texts)
