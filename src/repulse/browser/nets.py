"""Players that ask a net where there is no numpy: the sums are done outside, by the worker of the page.

They answer as those of `repulse.bots.neural` do; a test compares the two on recorded positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import exp, log
from random import Random
from typing import Final, Protocol

from repulse.bots import WITH_NET
from repulse.bots.neural.lanes import Configuration, configuration_of
from repulse.bots.neural.search import Mind, Searcher
from repulse.bots.neural.worth import SCORE_SCALE
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat, State
from repulse.engine.features import FeatureLayout
from repulse.games import entry_of
from repulse.table.room import Refusal
from repulse.table.seats import bots_for

MASTER_SECONDS: Final = 1.5
"""How long the searching player thinks: rules are slower here, so it takes a little more time than on a server."""


class BoundBrain(Protocol):
    """A net for one configuration; in texts of positions and masks, a character is a number."""

    def likings(self, features: str, mask: str) -> str:
        """How much it likes each action that the mask allows, as a list in JSON."""

    def picks(self, features: str, masks: str, points: str) -> str:
        """An action for each of some positions, as a list in JSON; so are the points."""

    def values(self, features: str) -> str:
        """For each of some positions: its worth, the logit of winning, the score in units of the net; as JSON."""


class Brain(Protocol):
    """A net of a game, outside of Python: only strings go in and out."""

    def bind(self, inputs: str, scales: str, actions: str) -> BoundBrain:
        """The net for the inputs (by name, with their factors) and actions of a configuration; lists in JSON."""


_BRAINS: Final[dict[str, Brain]] = {}


def install(game: str, brain: Brain) -> None:
    """There is a net for a game."""
    _BRAINS[game] = brain


def check_players(game: str, bots: Iterable[str]) -> None:
    """Raise Refusal if one of these bots asks a net, and there is none for the game."""
    known = bots_here(game)
    if any(bot in WITH_NET and bot not in known for bot in bots):
        raise no_net()


def no_net() -> Refusal:
    """Why there is no net: it is loaded after the first visit began, which may have ended too soon."""
    return Refusal(
        "no-net", "This needs a file that is not here yet: go online once, and it is kept from then on."
    )


def bots_here(game: str) -> dict[str, str]:
    """The bots for a game, with those that ask a net if there is one."""
    asking = {
        "expert": f"{__name__}:Expert",
        "learned": f"{__name__}:Learned",
        "master": f"{__name__}:Master",
    }
    return bots_for(game) | (asking if game in _BRAINS else {})


class BrainMind:
    """A net for one configuration, as players ask it."""

    def __init__(self, brain: BoundBrain) -> None:
        self.brain = brain

    def likings(self, features: bytearray, mask: bytearray) -> list[float]:
        """How much it likes each action that the mask allows."""
        found: list[float] = json.loads(self.brain.likings(_text([features]), _text([mask])))
        return found

    def picks(
        self, features: Sequence[bytearray], masks: Sequence[bytearray], points: Sequence[float]
    ) -> list[int]:
        """An action for each position, drawn by its probability; the points, from 0 to 1, are the luck."""
        found: list[int] = json.loads(
            self.brain.picks(_text(features), _text(masks), json.dumps(list(points)))
        )
        return found

    def log_probs(self, features: bytearray, mask: bytearray) -> list[float]:
        """The log-probabilities of the actions that the mask allows, in their order."""
        liked = self.likings(features, mask)
        most = max(liked)
        total = most + log(sum(exp(each - most) for each in liked))
        return [each - total for each in liked]

    def values(self, features: Sequence[bytearray]) -> list[tuple[float, float, float]]:
        """For each position: what it is worth, the chance of winning, and the final score to expect."""
        found: list[tuple[float, float, float]] = json.loads(self.brain.values(_text(features)))
        return [(worth, 1 / (1 + exp(-logit)), score * SCORE_SCALE) for worth, logit, score in found]


def _text(parts: Sequence[bytearray]) -> str:
    return b"".join(parts).decode("latin-1")


class Binding:
    """The net of a game, bound to whatever configuration is asked about."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._layout: FeatureLayout | None = None
        self._bound: tuple[Configuration, BrainMind] | None = None

    def bound(self, view: State) -> tuple[Configuration, BrainMind]:
        """The configuration of a view, and the net for it; RepulseError if there is none."""
        layout = self.game.feature_layout(view)
        if self._bound is None or layout is not self._layout:
            if self.game.name not in _BRAINS:
                raise RepulseError(f"There is no net for {self.game.name} here.")
            configuration = configuration_of(self.game, view)
            lists = (configuration.inputs, configuration.scales, list(configuration.space.names))
            brain = _BRAINS[self.game.name].bind(*map(json.dumps, lists))
            self._bound, self._layout = (configuration, BrainMind(brain)), layout
        return self._bound


class Learned(Bot[State]):
    """Takes what its net prefers; one look at the position for each pick."""

    temperature = 0.0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._dice = Random(seed)
        self._binding: Binding | None = None

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Learn which game it is."""
        self._binding = Binding(game)

    def choose(self, view: State, decision: Decision) -> Choice:
        """The answer, pick by pick."""
        assert self._binding is not None
        configuration, mind = self._binding.bound(view)
        space = configuration.space
        features, mask = bytearray(len(configuration.inputs)), bytearray(space.size)
        picked: list[int] = []
        while not space.finished(decision, picked):
            if space.mask(decision, picked, mask) == 1:
                picked.append(mask.index(1))
                continue
            configuration.game.features(view, decision, picked, features)
            liking = mind.likings(features, mask)
            if self.temperature:
                liking = [
                    each - self.temperature * log(-log(self._dice.random() or 1e-300)) for each in liking
                ]
            best = max(range(len(liking)), key=liking.__getitem__)
            picked.append([action for action, allowed in enumerate(mask) if allowed][best])
        return space.choice(decision, picked)


class Expert(Learned):
    """Takes other answers too, the likelier the better its net thinks of them."""

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Learn which game it is, and how freely to play it."""
        super().begin(game, options, seat)
        self.temperature = entry_of(game.name).expert_temperature


class Thinker(Searcher):
    """Looks ahead with the net of a game."""

    chunk = 1
    """Whatever the time, it has tried each candidate once when it answers."""

    def __init__(self, seed: int, game: str, seconds: float = MASTER_SECONDS) -> None:
        super().__init__(seed, game, seconds)
        self._binding = Binding(self.game)

    def bound(self, view: State) -> tuple[Configuration, Mind]:
        """The configuration of a view, and the net for it."""
        return self._binding.bound(view)


def thinker(game: str, seed: int, seconds: float) -> Searcher:
    """Who gives advice about a game here; Refusal if there is no net for it."""
    if game not in _BRAINS:
        raise no_net()
    return Thinker(seed, game, seconds)


class Master(Bot[State]):
    """Searches; which game it is, it learns when it sits down."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seed = seed
        self._thinker: Searcher | None = None

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Learn which game it is."""
        self._thinker = thinker(game.name, self._seed, MASTER_SECONDS)

    def allow(self, seconds: float) -> None:
        """Stay below a time limit."""
        if self._thinker is not None:
            self._thinker.allow(seconds)

    def observe(self, view: State) -> None:
        """Remember what a view shows."""
        if self._thinker is not None:
            self._thinker.observe(view)

    def choose(self, view: State, decision: Decision) -> Choice:
        """The best of the candidates."""
        assert self._thinker is not None
        return self._thinker.choose(view, decision)
