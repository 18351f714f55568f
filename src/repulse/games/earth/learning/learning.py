"""Earth for learners: actions and features as an engine `Learning`."""

from __future__ import annotations

from repulse.engine.contract import Decision
from repulse.engine.features import FeatureLayout
from repulse.engine.learning import Learning
from repulse.engine.picks.space import ActionSpace
from repulse.games.earth.learning.action_space import action_space
from repulse.games.earth.learning.features import layout_of, write_features
from repulse.games.earth.rules.state import EarthState


class EarthLearning(Learning[EarthState]):
    """The learners' side of earth."""

    def action_space(self, state: EarthState) -> ActionSpace:
        """Return the actions of the configuration."""
        return action_space(state)

    def feature_layout(self, state: EarthState) -> FeatureLayout:
        """Return what the numbers of a position mean."""
        return layout_of(state).layout

    def features(self, view: EarthState, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write a position as numbers."""
        write_features(view, decision, picked, out)
