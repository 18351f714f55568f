"""Environments for learners: PettingZoo and Gymnasium, for every game, mode and number of players.

    env = repulse.env.aec("galaxy", game="invasion", players=3)
    env = repulse.env.parallel("earth", players=4)
    env = repulse.env.galaxy_invasion_v0.env(players=3)
    env = repulse.env.vector("galaxy", 256, players=2)
    env = gymnasium.make("repulse/galaxy-base-v0", players=2, bots="sensible")
    env = gymnasium.make_vec("repulse/galaxy-base-v0", num_envs=16, players=2, bots="sensible")

Importing this package registers its environments with Gymnasium. It needs the extra `env`. docs/guides/environments.md describes
observations, actions and rewards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

try:
    import gymnasium as _gymnasium  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(f"Environments need an extra: pip install 'repulse[env]' ({error}).") from error

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from repulse.env.gym import SeatEnvironment, register
from repulse.env.naming import environments
from repulse.env.vector import SeatVectorEnvironment, VectorEnvironment
from repulse.env.zoo import AecEnvironment, Observation, ParallelEnvironment

__all__ = [
    "AecEnvironment",
    "NamedEnvironment",
    "ParallelEnvironment",
    "SeatEnvironment",
    "SeatVectorEnvironment",
    "VectorEnvironment",
    "aec",
    "environment_names",
    "parallel",
    "vector",
]


def aec(
    game: str,
    /,
    *,
    scaled: bool = True,
    texts: bool = False,
    forfeit: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: object,
) -> AecEnvironment:
    """Return a PettingZoo environment in which one agent acts after another.

    Args:
        game: The name of a game, such as `galaxy`.
        scaled: Whether observations are floats of about 1 at most, rather than bytes to divide by the scales of the layout.
        texts: Whether infos have the question, its options and the scores as texts; this costs time.
        forfeit: Whether an illegal action ends the game with a reward of -1, rather than raising IllegalChoice.
        render_mode: `ansi`, or None.
        max_cycles: Truncate the game when a seat has picked this often (`parallel`: after this many steps); None leaves it
            to the round limit of the game.
        options: The options of the game, such as `players`.

    Raises:
        BadOptions: The options do not fit the game.
    """
    return AecEnvironment(
        game,
        options,
        scaled=scaled,
        texts=texts,
        forfeit=forfeit,
        render_mode=render_mode,
        max_cycles=max_cycles,
    )


def parallel(
    game: str,
    /,
    *,
    scaled: bool = True,
    texts: bool = False,
    forfeit: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: object,
) -> ParallelEnvironment:
    """Return a PettingZoo environment in which all agents act at once. The arguments are those of `aec`."""
    return ParallelEnvironment(
        game,
        options,
        scaled=scaled,
        texts=texts,
        forfeit=forfeit,
        render_mode=render_mode,
        max_cycles=max_cycles,
    )


def vector(game: str, num_envs: int, /, *, scaled: bool = True, **options: object) -> VectorEnvironment:
    """Return many games at once in which the learner plays all seats: arrays in, arrays out.

    Args:
        game: The name of a game, such as `galaxy`.
        num_envs: The number of games.
        scaled: Whether observations are floats of about 1 at most, rather than bytes to divide by the scales of the layout.
        options: The options of the game, such as `players`.

    Raises:
        BadOptions: The options do not fit the game.
    """
    return VectorEnvironment(game, num_envs, options, scaled=scaled)


@dataclass(frozen=True)
class NamedEnvironment:
    """A mode of a game, used like a module of PettingZoo."""

    name: str

    def env(self, **arguments: Any) -> OrderEnforcingWrapper[str, Observation, int | None]:
        """Return the environment in which one agent acts after another, with PettingZoo's checks of the order of calls.

        The arguments are those of `aec`.
        """
        return OrderEnforcingWrapper(self.raw_env(**arguments))

    def raw_env(self, **arguments: Any) -> AecEnvironment:
        """Return the environment without these checks, which cost time."""
        game, options = environments()[self.name]
        return aec(game, **{**options, **arguments})

    def parallel_env(self, **arguments: Any) -> ParallelEnvironment:
        """Return the environment in which all agents act at once; the arguments are those of `aec`."""
        game, options = environments()[self.name]
        return parallel(game, **{**options, **arguments})

    def vector_env(self, num_envs: int, **arguments: Any) -> VectorEnvironment:
        """Return many games at once; the arguments are those of `vector`."""
        game, options = environments()[self.name]
        return vector(game, num_envs, **{**options, **arguments})


def environment_names() -> list[str]:
    """Return the names of all environments, such as `galaxy_invasion_v0`: each is an attribute of this package."""
    return list(environments())


def __getattr__(name: str) -> NamedEnvironment:
    if name in environments():
        return NamedEnvironment(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register()
