"""Bots with a neural net where there is no numpy: the page's worker evaluates the net in JavaScript.

They answer as those of `repulse.bots.neural` do; a test compares the two on recorded positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import exp, log
from typing import Final, Protocol

from repulse.bots import NET_BOTS
from repulse.bots.neural.candidates import Evaluator
from repulse.bots.neural.exact import ExactPolicyBot
from repulse.bots.neural.returns import SCORE_SCALE
from repulse.bots.neural.rollouts import Configuration, configuration_of
from repulse.bots.neural.search import Searcher
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat, State
from repulse.engine.features import FeatureLayout
from repulse.games import entry_of, learning_of
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.seats import bots_for

MASTER_SECONDS: Final = 1.5
"""The time that the searching bot takes: a little more than on a server, since the rules are slower here."""


class BoundJsNet(Protocol):
    """A net for one configuration of a game. In texts of features and masks, each character is a number."""

    def logits(self, features: str, mask: str) -> str:
        """Return the logits of the actions that the mask allows, as a JSON list."""

    def picks(self, features: str, masks: str, uniforms: str) -> str:
        """Return an action for each position, sampled with the numbers in `uniforms`; both are JSON lists."""

    def values(self, features: str) -> str:
        """Return for each position its value, the logit of winning and the scaled score, as a JSON list."""


class JsNet(Protocol):
    """The net of a game, in JavaScript: only strings go in and out."""

    def bind(self, inputs: str, scales: str, actions: str) -> BoundJsNet:
        """Return the net for the inputs (names and scales) and actions of a configuration, which are JSON lists."""


_NETS: Final[dict[str, JsNet]] = {}
_BINDINGS: Final[dict[str, Binding]] = {}
"""By game, shared by all bots: binding a net takes longer than asking it."""


def install(game: str, net: JsNet) -> None:
    """Make the net of a game available."""
    _NETS[game] = net
    _BINDINGS.pop(game, None)


def check_bots(game: str, bots: Iterable[str]) -> None:
    """Raise RefusalError if one of these bots needs a net that is not available."""
    available = available_bots(game)
    if any(bot in NET_BOTS and bot not in available for bot in bots):
        raise net_missing_error()


def net_missing_error() -> RefusalError:
    """Return the refusal for a net that is not available.

    It is downloaded after the page, so a short first visit may end too soon.
    """
    return RefusalError(
        RefusalCode.NO_NET,
        "The neural net has not been downloaded yet. Go online once and it will be cached.",
    )


def available_bots(game: str) -> dict[str, str]:
    """Return the bots for a game, with those that need a net if it is available."""
    with_net = {
        "expert": f"{__name__}:Expert",
        "learned": f"{__name__}:Learned",
        "master": f"{__name__}:Master",
    }
    available = with_net if game in _NETS else {}
    tempered = {
        f"{name}@{temperament}": f"{place}@{temperament}"
        for name, place in available.items()
        for temperament in entry_of(game).temperaments
    }
    return bots_for(game) | available | tempered


class JsEvaluator:
    """A net for one configuration, as bots use it."""

    def __init__(self, net: BoundJsNet) -> None:
        self.net = net

    def logits(self, features: bytearray, mask: bytearray) -> list[float]:
        """Return the logits of the actions that the mask allows."""
        logits: list[float] = json.loads(self.net.logits(_text([features]), _text([mask])))
        return logits

    def picks(
        self, features: Sequence[bytearray], masks: Sequence[bytearray], uniforms: Sequence[float]
    ) -> list[int]:
        """Return an action for each position, sampled by its probability with numbers from 0 to 1."""
        actions: list[int] = json.loads(
            self.net.picks(_text(features), _text(masks), json.dumps(list(uniforms)))
        )
        return actions

    def log_probs(self, features: bytearray, mask: bytearray) -> list[float]:
        """Return the log-probabilities of the actions that the mask allows, in their order."""
        logits = self.logits(features, mask)
        largest = max(logits)
        total = largest + log(sum(exp(logit - largest) for logit in logits))
        return [logit - total for logit in logits]

    def values(self, features: Sequence[bytearray]) -> list[tuple[float, float, float]]:
        """Return for each position its value, the chance of winning, and the expected final score."""
        rows: list[tuple[float, float, float]] = json.loads(self.net.values(_text(features)))
        return [(value, 1 / (1 + exp(-logit)), score * SCORE_SCALE) for value, logit, score in rows]


def _text(parts: Sequence[bytearray]) -> str:
    return b"".join(parts).decode("latin-1")


class Binding:
    """The net of a game, bound to the configuration of the latest view."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.learning = learning_of(game)
        self._layout: FeatureLayout | None = None
        self._bound: tuple[Configuration, JsEvaluator] | None = None

    def bound(self, view: State) -> tuple[Configuration, JsEvaluator]:
        """Return the configuration of a view, and the net for it.

        Raises:
            RepulseError: The net is not available.
        """
        layout = self.learning.feature_layout(view)
        if self._bound is None or layout is not self._layout:
            if self.game.name not in _NETS:
                raise RepulseError(f"The net for {self.game.name} is not available.")
            configuration = configuration_of(self.game, view)
            lists = (configuration.inputs, configuration.scales, list(configuration.space.names))
            net = _NETS[self.game.name].bind(*map(json.dumps, lists))
            self._bound, self._layout = (configuration, JsEvaluator(net)), layout
        return self._bound


def _binding_of(game: Game) -> Binding:
    if game.name not in _BINDINGS:
        _BINDINGS[game.name] = Binding(game)
    return _BINDINGS[game.name]


class Learned(ExactPolicyBot):
    """Takes the action with the highest logit, one evaluation per pick."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._binding: Binding | None = None

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Bind the net to the game, or a stand-in where the net has no input for the options."""
        super().begin(game, options, seat)
        self._binding = _binding_of(game)

    def bound(self, view: State) -> tuple[Configuration, JsEvaluator]:
        """Return the configuration of a view, and the net for it."""
        assert self._binding is not None
        return self._binding.bound(view)


class Expert(Learned):
    """Samples actions from the softmax of the logits, at the temperature of the game."""

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Bind the net, and take the temperature of the game."""
        super().begin(game, options, seat)
        self.temperature = entry_of(game.name).expert_temperature


class JsSearcher(Searcher):
    """Searches with the net of a game."""

    batch = 1
    """Rollouts per batch: small, so that each candidate is tried once even when time is short."""

    def __init__(self, seed: int, game: str, seconds: float = MASTER_SECONDS) -> None:
        super().__init__(seed, game, seconds=seconds)
        self._binding = Binding(self.game)

    def bound(self, view: State) -> tuple[Configuration, Evaluator]:
        """Return the configuration of a view, and the net for it."""
        return self._binding.bound(view)


def make_searcher(game: str, seed: int, seconds: float) -> Searcher:
    """Return a searcher for a game.

    Raises:
        RefusalError: The net of the game is not available.
    """
    if game not in _NETS:
        raise net_missing_error()
    return JsSearcher(seed, game, seconds)


class Master(Bot[State]):
    """Searches with the net of the game that it sits down to."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seed = seed
        self._searcher: Searcher | None = None
        self._temperament = ""

    def adopt(self, temperament: str) -> None:
        """Take a temperament of the game."""
        self._temperament = temperament

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Create the searcher for the game."""
        self._searcher = make_searcher(game.name, self._seed, MASTER_SECONDS)
        self._searcher.adopt(self._temperament)
        self._searcher.begin(game, options, seat)

    def allow(self, seconds: float) -> None:
        """Stay below a time limit."""
        if self._searcher is not None:
            self._searcher.allow(seconds)

    def observe(self, view: State) -> None:
        """Pass a view on to the searcher, which remembers what it shows."""
        if self._searcher is not None:
            self._searcher.observe(view)

    def choose(self, view: State, decision: Decision) -> Choice:
        """Return the best of the candidates."""
        assert self._searcher is not None
        return self._searcher.choose(view, decision)
