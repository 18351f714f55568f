"""Galaxy for learners: actions, features and memories as an engine `Learning`."""

from __future__ import annotations

from repulse.engine.contract import Choice, Decision, Memory
from repulse.engine.features import FeatureLayout
from repulse.engine.learning import FeatureWriter, Learning
from repulse.engine.picks.space import ActionSpace
from repulse.games.galaxy.codes import prompts
from repulse.games.galaxy.learning.action_space import action_space
from repulse.games.galaxy.learning.features import GalaxyWriter, layout_of
from repulse.games.galaxy.learning.temperaments import policy_bias
from repulse.games.galaxy.rules.card_table import learner_table
from repulse.games.galaxy.rules.memory import GalaxyMemory
from repulse.games.galaxy.rules.phases.invasion import NO_MORE, is_decided
from repulse.games.galaxy.rules.state import GalaxyState


class GalaxyLearning(Learning[GalaxyState]):
    """The learners' side of galaxy."""

    def idle_answer(self, state: GalaxyState, decision: Decision) -> Choice:
        """Use no more powers where they can change neither the outcome of an attack nor when the game ends (R-INV-32)."""
        if decision.prompt != prompts.INVASION_DEFEND.ident:
            return []
        seat = decision.seat
        if len(state.tableau[seat]) >= state.tableau_limit or not is_decided(state, seat):
            return []
        return [NO_MORE]

    def policy_bias(self, temperament: str, view: GalaxyState, decision: Decision) -> list[float]:
        """Return what a temperament adds to the logit of each action."""
        return policy_bias(view.cards, action_space(view), temperament, decision=decision)

    def action_space(self, state: GalaxyState) -> ActionSpace:
        """Return the actions of the configuration."""
        return action_space(state)

    def feature_layout(self, state: GalaxyState) -> FeatureLayout:
        """Return what the numbers of a position mean."""
        return layout_of(state).layout

    def features(self, view: GalaxyState, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write a position as numbers."""
        GalaxyWriter(self, view).write(view, decision, picked, out)

    def feature_writer(self, state: GalaxyState) -> FeatureWriter:
        """Return what writes the numbers of one game in play."""
        return GalaxyWriter(self, state)

    def memory_layout(self, state: GalaxyState) -> FeatureLayout:
        """Return the layout of a memory: a number for each card."""
        layout = FeatureLayout()
        names = learner_table(state.cards).names[1:]
        layout.block("known_discards", names, "how many of a card are known to be in the discards", scale=2)
        return layout

    def write_memory(self, memory: Memory[GalaxyState], view: GalaxyState, out: bytearray) -> None:
        """Write how many of each card are known to be in the discards."""
        assert isinstance(memory, GalaxyMemory)
        for card in range(len(out)):
            out[card] = 0
        for pile in memory.discards_known(view):
            for card in pile:
                out[card - 1] += 1
