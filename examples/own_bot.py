"""Your own bot against the sensible one, strictly typed.

python examples/own_bot.py
"""

from __future__ import annotations

import repulse
from repulse import Bot, Choice, Decision
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.state import GalaxyState


class Builder(Bot[GalaxyState]):
    """Places the most expensive card, and otherwise takes the first option."""

    def choose(self, view: GalaxyState, decision: Decision) -> Choice:
        if decision.prompt in ("develop.place", "settle.place"):
            return [max(decision.options, key=lambda card: view.cards.cost[card] if card >= 0 else -1)]
        return sorted(decision.options)[: max(1, decision.least)]


def main() -> None:
    match = repulse.new(GalaxyGame(), players=2, seed=7)
    match.play_bots({0: Builder(1), 1: "sensible"})
    print(match.state.scores(), "won by", match.state.winners())


if __name__ == "__main__":
    main()
