"""The settings of a room, which stay as they were when it was created."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from repulse.table.wire.views import Clock


@dataclass(slots=True)
class RoomSettings:
    """The settings of a room besides its game, its seed and its seats."""

    rules: str = ""
    """The version of the rules that the game is played by."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options of the game, in full."""
    name: str = ""
    password: str = ""
    """A hash; empty for a room without a password."""
    chosen_seed: bool = False
    """Whether the host chose the seed, and so may know what is hidden."""
    clock: Clock = field(default_factory=Clock)
    chat: bool = True
    """Whether people may chat when the room opens; the host can change it."""
    hints: bool = True
    """Whether people may ask for hints."""
    lesson: str = ""
    """The id of the lesson that is taught here; empty for an ordinary game."""
    free_undo: bool = True
    """Whether a person who plays against bots alone may take back anything."""
    deal: str = ""
    """The id of the deal of the day that is played here; empty for any other game."""
    rated_try: bool = False
    """Whether this is the rated try of the deal: nothing is taken back, and nobody helps."""

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> RoomSettings:
        """Return stored settings; a setting of a later feature may be missing.

        Strangers meet in rooms older than chat: there the host has to allow it.

        Raises:
            KeyError: A setting is missing that every version has stored.
            TypeError: The data are not settings.
        """
        clock = data.get("clock") or {}
        return cls(
            rules=data["rules"],
            options=dict(data["options"]),
            name=data["name"],
            password=data["password"],
            chosen_seed=bool(data["chosen_seed"]),
            clock=Clock(clock.get("kind", "none"), clock.get("seconds", 0)),
            chat=bool(data.get("chat", False)),
            hints=bool(data.get("hints", True)),
            lesson=data.get("lesson", ""),
            free_undo=bool(data.get("free_undo", True)),
            deal=data.get("deal", ""),
            rated_try=bool(data.get("rated_try", False)),
        )

    def to_data(self) -> dict[str, Any]:
        """Return the settings as they are stored."""
        return {
            **({"lesson": self.lesson} if self.lesson else {}),
            **({"deal": self.deal, "rated_try": self.rated_try} if self.deal else {}),
            "name": self.name,
            "options": self.options,
            "password": self.password,
            "chosen_seed": self.chosen_seed,
            "rules": self.rules,
            "clock": {"kind": self.clock.kind, "seconds": self.clock.seconds},
            "chat": self.chat,
            "hints": self.hints,
            "free_undo": self.free_undo,
        }

    @classmethod
    def from_json(cls, text: str) -> RoomSettings:
        """Return the settings that `to_json` wrote, in this version or an older one."""
        return cls.from_data(json.loads(text))

    def to_json(self) -> str:
        """Return the settings as text to be stored."""
        return json.dumps(self.to_data(), ensure_ascii=False, separators=(",", ":"))
