"""Many games at once, answered pick by pick: one row of numbers and one mask for each."""

from __future__ import annotations

from repulse.engine.contract import Data, Game
from repulse.engine.picked_play import NOBODY, PickedPlay


class PickedRows:
    """Games of one configuration, each up to its next pick: what the seat that is to pick sees, and what is open to it.

    A game that has ended keeps its row until another is dealt there.
    """

    def __init__(self, game: Game, options: Data, count: int) -> None:
        self.game = game
        self.options = options
        first = game.start(options, 0)
        rounds = game.round_limit(options)
        numbers = game.feature_layout(first).size
        actions = game.action_space(first).size
        self.plays = [PickedPlay(game, first.clone(), rounds) for _ in range(count)]
        self.features = [bytearray(numbers) for _ in range(count)]
        self.masks = [bytearray(actions) for _ in range(count)]

    def deal(self, row: int, seed: int) -> None:
        """Begin a new game in a row."""
        self.plays[row].begin(self.game.start(self.options, seed))
        self.write(row)

    def pick(self, actions: list[int]) -> None:
        """Take a pick in every game that has not ended; IllegalChoice, and no change, if one of them is not open."""
        plays = self.plays
        for row in range(len(plays)):
            play = plays[row]
            if play.seat != NOBODY and not play.is_open(play.seat, actions[row]):
                error = play.not_open(play.seat, actions[row])
                error.add_note(f"This is game {row} of {len(plays)}.")
                raise error
        for row in range(len(plays)):
            play = plays[row]
            if play.seat != NOBODY:
                play.pick(play.seat, actions[row])
                self.write(row)

    def write(self, row: int) -> None:
        """Write the row of a game, unless it has ended."""
        play = self.plays[row]
        seat = play.seat
        if seat != NOBODY:
            play.mask(seat, self.masks[row])
            play.features(seat, self.features[row])

    def seats(self) -> list[int]:
        """The seat that is to pick in each game; NOBODY where it has ended."""
        return [play.seat for play in self.plays]

    def ended(self) -> list[int]:
        """The rows of the games that have ended."""
        return [row for row in range(len(self.plays)) if self.plays[row].seat == NOBODY]
