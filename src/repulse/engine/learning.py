"""The part of a game for learners: actions, positions as numbers, memories as numbers.

A part of its own, since a game can be played without it. `Learning` works for any game; a game of which nets are to learn
more than the question and the scores derives its own and names it in its entry (`repulse.games.GameEntry.learning`).
"""

from __future__ import annotations

from typing import Any, Generic

from repulse.engine import mypyc_attr
from repulse.engine.contract import Choice, Decision, Game, Memory, S, State
from repulse.engine.features import FeatureLayout, seat_name, small
from repulse.engine.picks.space import ActionSpace, plain_space


@mypyc_attr(allow_interpreted_subclasses=True)
class Learning(Generic[S]):
    """The learners' side of a game. This one writes the question, the round and the scores."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)

    def idle_answer(self, state: S, decision: Decision) -> Choice:
        """Return the answer that changes nothing, where a question cannot change its outcome; empty elsewhere.

        People are asked all the same. Bots that use a net give this answer without evaluating it.
        """
        return []

    def policy_bias(self, temperament: str, view: S, decision: Decision) -> list[float]:
        """Return the bias of a temperament for the logit of each action; an empty list where it has no preference.

        Args:
            temperament: One of the temperaments that the entry of the game declares.
            view: The position.
            decision: The pending decision.
        """
        return []

    def action_space(self, state: S) -> ActionSpace:
        """Return the actions with which every decision of a configuration can be answered, pick by pick.

        The same for every position and view of a configuration. By default every domain is numbers.
        """
        return plain_space(self.game.prompts())

    def feature_layout(self, state: S) -> FeatureLayout:
        """Return what the numbers of `features` mean: the same for every position and view of a configuration."""
        layout = FeatureLayout()
        layout.block("prompt", [prompt.ident for prompt in self.game.prompts()], "the question")
        layout.number("ask/least", "the least number of options to choose", 8)
        layout.number("ask/most", "the largest number of options to choose", 8)
        layout.number("round", "the round", 20)
        for away in range(state.players):
            layout.number(f"{seat_name(away)}/score", "the score if the game ended now", 50)
        layout.block(
            "picked", self.action_space(state).names, "how often an action was picked in this answer"
        )
        return layout

    def features(self, view: S, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write a position as numbers, as the seat that owes `decision` sees it after the picks so far.

        `out` is as long as the layout. It does not depend on anything this seat cannot see.
        """
        prompts = self.game.prompts()
        start = len(prompts)
        for i in range(start):
            out[i] = 1 if prompts[i].ident == decision.prompt else 0
        out[start] = small(decision.least)
        out[start + 1] = small(decision.most)
        out[start + 2] = small(view.round_number())
        scores = view.scores()
        start += 3
        players = view.players
        for away in range(players):
            out[start + away] = small(scores[(decision.seat + away) % players])
        start += players
        for i in range(start, len(out)):
            out[i] = 0
        for pick in picked:
            out[start + pick] += 1

    def feature_writer(self, state: S) -> FeatureWriter:
        """Return what writes the numbers of one game in play, move after move; `state` is a position of it."""
        return FeatureWriter(self)

    def memory_layout(self, state: S) -> FeatureLayout:
        """Return what the numbers of `write_memory` mean: the same for every position of a configuration."""
        return FeatureLayout()

    def write_memory(self, memory: Memory[S], view: S, out: bytearray) -> None:
        """Write what a player remembers beyond the latest view as numbers; `out` is as long as the layout."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FeatureWriter:
    """Writes the numbers of one game in play, from the complete position.

    They are those that `Learning.features` writes for the view of the seat being asked. A game may have a writer of its own
    that makes no view, and remembers what it wrote last.
    """

    def __init__(self, learning: Learning) -> None:
        self.learning = learning

    def write(self, state: State, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write the numbers for a decision of `state` after the picks so far."""
        self.learning.features(state.view(decision.seat), decision, picked, out)

    def write_pick(self, state: State, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write the same where `out` still holds the numbers for all picks but the last."""
        self.write(state, decision, picked, out)
