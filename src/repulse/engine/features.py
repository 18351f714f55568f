"""Features: a position as a fixed-length row of small numbers, for a neural net to read.

`Game.feature_layout` says what the numbers of a configuration mean; `Game.features` writes them into a `bytearray`, as
the seat being asked sees the position. A number is between 0 and 255; divided by its scale it is at most about 1.
The same thing has the same name in all configurations of a game, so one net can serve them all. Who plays many games and wants
the numbers of each as it goes on uses a `FeatureWriter`, which is faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from repulse.engine import mypyc_attr
from repulse.engine.contract import Decision, Game, State

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST: Final = 255
"""Larger numbers are written as this."""


class Block:
    """A run of adjacent numbers of one kind."""

    __slots__ = ("entries", "name", "scale", "start", "what")

    def __init__(self, name: str, entries: list[str], what: str, scale: int, start: int) -> None:
        self.name = name
        """The common prefix of their names."""
        self.entries = entries
        """The rest of each name; a single empty one for a number on its own."""
        self.what = what
        """What they are, in words."""
        self.scale = scale
        self.start = start


class FeatureLayout:
    """What the numbers of `features` mean in a configuration of a game."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """The stable name of each number."""
        self.scales: list[int] = []
        """The divisor of each number."""
        self.blocks: list[Block] = []
        self.size = 0

    def block(self, name: str, entries: Sequence[str], what: str, scale: int = 1) -> int:
        """Add a run of numbers and return its start."""
        start = self.size
        self.blocks.append(Block(name, list(entries), what, scale, start))
        for entry in entries:
            self.names.append(f"{name}/{entry}" if entry else name)
            self.scales.append(scale)
        self.size += len(entries)
        return start

    def number(self, name: str, what: str, scale: int) -> int:
        """Add a single number and return its index."""
        return self.block(name, [""], what, scale)


def seat_name(away: int) -> str:
    """How features name a seat: by its distance from the one being asked."""
    return f"seat+{away}" if away else "me"


def table_of(layout: FeatureLayout) -> list[str]:
    """The layout as lines of a Markdown table."""
    lines = ["| from | numbers | name | scale | what |", "|---:|---:|---|---:|---|"]
    for block in layout.blocks:
        count = len(block.entries)
        name = block.name if block.entries == [""] else f"{block.name}/{_some(block.entries)}"
        lines.append(f"| {block.start} | {count} | `{name}` | {block.scale} | {block.what} |")
    return lines


def _some(entries: list[str]) -> str:
    return "|".join(entries).replace("|", " ") if len(entries) <= 6 else f"{entries[0]} ... {entries[-1]}"


# --- writing a game as it goes on ---


@mypyc_attr(allow_interpreted_subclasses=True)
class FeatureWriter:
    """Writes the numbers of one game in play, from the complete position.

    They are those that `Game.features` writes for the view of the seat being asked. A game may have a writer of its own
    that makes no view, and remembers what it wrote last (`Game.feature_writer`).
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def write(self, state: State, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write the numbers for a decision of `state` after the picks so far."""
        self.game.features(state.view(decision.seat), decision, picked, out)

    def write_pick(self, state: State, decision: Decision, picked: list[int], out: bytearray) -> None:
        """The same, where `out` still holds the numbers for all picks but the last."""
        self.write(state, decision, picked, out)


# --- the layout any game can have ---


def plain_layout(game: Game, state: State) -> FeatureLayout:
    """A layout that works for any game: the question, the round and the scores."""
    layout = FeatureLayout()
    layout.block("prompt", [prompt.ident for prompt in game.prompts()], "the question")
    layout.number("ask/least", "so many options at least", 8)
    layout.number("ask/most", "so many options at most", 8)
    layout.number("round", "the round", 20)
    for away in range(state.players):
        layout.number(f"{seat_name(away)}/score", "the score if the game ended now", 50)
    layout.block("picked", game.action_space(state).names, "how often an action was picked in this answer")
    return layout


def write_plain(game: Game, view: State, decision: Decision, picked: list[int], out: bytearray) -> None:
    """Write the numbers of `plain_layout`."""
    prompts = game.prompts()
    at = len(prompts)
    for i in range(at):
        out[i] = 1 if prompts[i].ident == decision.prompt else 0
    out[at] = small(decision.least)
    out[at + 1] = small(decision.most)
    out[at + 2] = small(view.round_number())
    scores = view.scores()
    at += 3
    players = view.players
    for away in range(players):
        out[at + away] = small(scores[(decision.seat + away) % players])
    at += players
    for i in range(at, len(out)):
        out[i] = 0
    for pick in picked:
        out[at + pick] += 1


def small(number: int) -> int:
    """The nearest number that can be written."""
    return 0 if number < 0 else MOST if number > MOST else number
