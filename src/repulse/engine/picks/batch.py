"""Many games at once, answered pick by pick: one row of numbers and one mask for each."""

from __future__ import annotations

from repulse.engine.contract import Data
from repulse.engine.learning import Learning
from repulse.engine.picks.session import GAME_OVER, PickSession


class PickBatch:
    """Games of one configuration, each up to its next pick: what the seat that is to pick sees, and what is open to it.

    A game that has ended keeps its row until another is dealt there.
    """

    def __init__(self, learning: Learning, options: Data, count: int) -> None:
        self.game = game = learning.game
        self.options = options
        first = game.start(options, 0)
        rounds = game.round_limit(options)
        numbers = learning.feature_layout(first).size
        actions = learning.action_space(first).size
        self.plays = [PickSession(learning, first.clone(), rounds) for _ in range(count)]
        self.features = [bytearray(numbers) for _ in range(count)]
        self.masks = [bytearray(actions) for _ in range(count)]

    def deal(self, row: int, seed: int) -> None:
        """Begin a new game in a row."""
        self.plays[row].begin(self.game.start(self.options, seed))
        self.write(row)

    def pick(self, actions: list[int]) -> None:
        """Take a pick in every game that has not ended.

        Raises:
            IllegalChoice: One of them is not open; nothing has changed.
        """
        plays = self.plays
        for row in range(len(plays)):
            play = plays[row]
            if play.seat != GAME_OVER and not play.is_legal(play.seat, actions[row]):
                error = play.illegal_action(play.seat, actions[row])
                error.add_note(f"This is game {row} of {len(plays)}.")
                raise error
        for row in range(len(plays)):
            play = plays[row]
            if play.seat != GAME_OVER:
                play.pick(play.seat, actions[row])
                self.write(row)

    def write(self, row: int) -> None:
        """Write the row of a game, unless it has ended."""
        play = self.plays[row]
        seat = play.seat
        if seat != GAME_OVER:
            play.mask(seat, self.masks[row])
            play.features(seat, self.features[row])

    def seats(self) -> list[int]:
        """Return the seat that is to pick in each game; GAME_OVER where it has ended."""
        return [play.seat for play in self.plays]

    def ended(self) -> list[int]:
        """Return the rows of the games that have ended."""
        return [row for row in range(len(self.plays)) if self.plays[row].seat == GAME_OVER]
