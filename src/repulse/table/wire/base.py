"""The common part of all messages.

A message is a JSON object, identified by its `type` if it has one: `to_json` writes it, and a server reads it
(`repulse.server.http.wire`). The position itself is a *screen*, made by the display of the game; answers go back as the
stable tokens of the options, so no client ever handles the internal numbers of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final, Literal, TypeAlias

Stage: TypeAlias = Literal["lobby", "playing", "over"]
SeatKind: TypeAlias = Literal["open", "person", "bot"]
ANY_SCREEN: Final = "the screen of any game"
Screen: TypeAlias = Annotated[Mapping[str, Any], ANY_SCREEN]
"""The table of a game, identified by `game`; the schema has each game's own type in its place."""


@dataclass(slots=True)
class Message:
    """Anything that is sent; a `type`, if it has one, identifies it."""


def to_json(message: Message) -> str:
    """Return a message as JSON."""
    return json.dumps(message, default=_data, ensure_ascii=False, separators=(",", ":"))


def _data(message: object) -> dict[str, Any]:
    if not isinstance(message, Message):
        raise TypeError(f"{message!r} cannot be sent.")
    return {item.name: getattr(message, item.name) for item in fields(message)}
