"""The referee's numbering of powers, converted to ours."""

from __future__ import annotations

import json
from pathlib import Path

from repulse.games.galaxy.codes import no_card

Position = list[object]
"""The referee's name of a power: a card and a number."""


class PowerWords:
    """Our record tokens for the powers that the referee names."""

    def __init__(self, path: Path) -> None:
        self._positions: dict[str, list[int]] = json.loads(path.read_text(encoding="utf-8"))

    def word(self, power: Position | None) -> str:
        """Return the token of a referee's power; its `None` is the Produce bonus."""
        if power is None:
            return no_card.TOKENS[no_card.PRODUCE_BONUS]
        card, index = str(power[0]), int(str(power[1]))
        position = self._positions[card][index]
        if card == "Outlaw World":
            # The first-edition card lacks the Military power that comes first on ours.
            position -= 1
        return f"{card} #{position + 1}"
